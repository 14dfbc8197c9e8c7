"""Who may ask about a table: those who may know of it, and while a table takes no spectators only its players."""

from projections.keys import model_keys
from projections.lobby import LOBBY
from projections.models import Models
from projections.query.replays import Replays
from server.access.tokens import Caller
from server.games.kernel.admission import Admission
from server.store.partitions import partition_of


class Doorkeeper:
    """Looks at the lobby's row; where that lets nobody in, at the table itself, which may have gone on since."""

    def __init__(self, models: Models, replays: Replays) -> None:
        self._models = models
        self._replays = replays

    async def admit(self, table_id: str, caller: Caller) -> None:
        """Raise Rejected(UNKNOWN_TABLE or NO_SPECTATORS) where the caller may not look on."""
        (stored,) = await self._models.rows(model_keys(LOBBY.key, partition_of(table_id)), (table_id,))
        if stored is not None and Admission.told_by(LOBBY.read(stored.data).table).watches(caller.actor):
            return
        async with self._replays.open(table_id) as timeline:
            timeline.admission.check(caller.actor)
