"""What all requests share: settings, the connection to the services, names of players."""

import time
from collections.abc import Iterable
from typing import Final, cast

from starlette.requests import Request

from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError
from clients.sdk.players import names as names_of
from clients.web.settings import Settings

NAME_SECONDS: Final = 60.0
MOST_NAMES: Final = 10_000
_BOTS: Final = "bot:"
"""What the ids of kinds of bots begin with in standings."""


class Names:
    """Display names by player id, remembered for a minute: names are no secret, and every page shows many."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, str]] = {}

    async def of(self, connection: Connection, player_ids: Iterable[str]) -> dict[str, str]:
        """The names of those players that have one; fewer when nobody answers, for names are a nicety."""
        now = time.monotonic()
        wanted = {player_id for player_id in player_ids if player_id}
        missing = [one for one in wanted if self._known.get(one, (0.0, ""))[0] < now]
        if missing:
            if len(self._known) > MOST_NAMES:
                self._known.clear()
            try:
                found = await names_of(connection, missing)
            except LudariumError:
                found = {}
            else:
                for one in missing:
                    self._known[one] = (now + NAME_SECONDS, found.get(one, ""))
        return {one: self._known[one][1] for one in wanted if self._known.get(one, (0.0, ""))[1]}

    async def called(self, connection: Connection, player_ids: Iterable[str]) -> dict[str, str]:
        """What to call each of them: their name, what kind of bots they are, or their id."""
        wanted = set(player_ids)
        known = await self.of(connection, (one for one in wanted if not one.startswith(_BOTS)))
        bots = {one: f"{one.removeprefix(_BOTS)} bots" for one in wanted if one.startswith(_BOTS)}
        return {one: known.get(one) or bots.get(one) or one for one in wanted}


class House:
    """One running web client."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.names = Names()
        self._connection: Connection | None = None

    @property
    def connection(self) -> Connection:
        """The services, asked without a token; opened by the first who asks, in the loop that serves."""
        if self._connection is None:
            self._connection = Connection(
                self.settings.server, self.settings.query, _NO_TOKEN, deadline=self.settings.patience
            )
            self._connection.token = ""
        return self._connection

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


_NO_TOKEN: Final = "none"  # noqa: S105 - keeps the connection from taking a token from the environment


def house_of(request: Request) -> House:
    """The house that a request came to."""
    return cast(House, request.app.state.house)
