"""The demo table: bots at play, for somebody to watch."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ludarium.games.alhambra.v1 import options_pb2
from ludarium.v1 import players_pb2, tables_pb2, views_pb2

from clients.cli.house import House
from clients.cli.story import plain_names, result_words
from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError, NotFound
from clients.sdk.following import closes
from clients.sdk.tables import TableClient
from server.access.tokens import Tokens

BOTS = ("greedy", "greedy", "greedy")
BETWEEN_GAMES = 5.0


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo table as it stands."""

    table_id: str
    continued: bool
    """Whether it went on from an earlier run."""


class DemoTables:
    """Keeps one demo table running; the next begins when it has ended."""

    def __init__(self, house: House, connection: Connection) -> None:
        self._house = house
        tokens = Tokens(house.key_or_new())
        self._connection = connection.acting_with(tokens.issue("demo", players_pb2.ROLE_OPERATOR))

    async def present(self) -> Demo:
        """The table of an earlier run that is still being played, or a new one."""
        known = self._house.notes().demo
        if known and await self._is_running(known):
            return Demo(known, continued=True)
        return Demo(await self._open(), continued=False)

    async def follow(self, demo: Demo, tell: Callable[[Demo, str], None]) -> None:
        """Tell the result of each demo table when it ends, and of the table that follows it; for ever."""
        while True:
            result = await self._result(demo.table_id)
            ended, demo = demo, Demo("", continued=False)
            tell(ended, result)
            await asyncio.sleep(BETWEEN_GAMES)
            demo = Demo(await self._open(), continued=False)
            tell(demo, "")

    async def _is_running(self, table_id: str) -> bool:
        try:
            seen = await TableClient(self._connection, table_id).get()
        except NotFound:
            return False
        return seen.table.status == tables_pb2.TABLE_STATUS_RUNNING

    async def _open(self) -> str:
        options = views_pb2.GameOptions(alhambra=options_pb2.Options())
        table = await TableClient.create(self._connection, options, len(BOTS))
        for bot in BOTS:
            await table.add_bot(bot)
        await table.start()
        notes = self._house.notes()
        notes.demo = table.table_id
        self._house.note(notes)
        return table.table_id

    async def _result(self, table_id: str) -> str:
        """The result of a table, once it has one."""
        table = TableClient(self._connection, table_id)
        while True:
            try:
                async for frame in table.watch(with_views=False):
                    if closes(frame) or not frame.decisions:
                        seen = (await table.get()).table
                        if seen.status != tables_pb2.TABLE_STATUS_RUNNING:
                            return result_words(seen.results, plain_names(seen)) or "ended without a result"
            except LudariumError:
                await asyncio.sleep(1.0)
