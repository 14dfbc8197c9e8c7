"""What to call players."""

from collections.abc import Iterable, Mapping

from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError
from clients.sdk.players import names


async def player_names(connection: Connection, player_ids: Iterable[str]) -> Mapping[str, str]:
    """What to call players: their profile's name, what kind of bots they are, or their id."""
    wanted = sorted(set(player_ids))
    people = [player_id for player_id in wanted if not player_id.startswith("bot:")]
    try:
        known = await names(connection, people) if people else {}
    except LudariumError:  # names are a nicety; a query server alone has none
        known = {}
    bots = {player_id: f"{player_id.removeprefix('bot:')} bots" for player_id in wanted if player_id not in people}
    return {player_id: known.get(player_id) or bots.get(player_id) or player_id for player_id in wanted}
