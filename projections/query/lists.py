"""Lists of tables, merged from all partitions."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from ludarium.v1 import queries_pb2

from projections.keys import model_keys
from projections.lobby import LOBBY, PRIVATE, TableRow, facet
from projections.models import Models, table_of
from projections.query.news import RowNews
from projections.query.pages import PageTokens
from projections.query.rows import WATCH_AGAIN_SECONDS, token_of, woken
from server.games.kernel.admission import Admission
from server.games.kernel.commands import Actor
from server.store.partitions import PARTITIONS, partition_of

DEFAULT_SIZE = 50
LARGEST_SIZE = 200
WATCH_PAUSE_SECONDS = 1.0
"""How long a list that is followed stays as it was sent, for every look is one into all partitions."""
MOST_ROUNDS = 5
"""How often a page is filled up whose tables are mostly not of the game asked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tables: standing at `status` (0: anywhere), of a game ("": any), with a player at them ("": anyone).

    Private ones only as far as `asker` may know of them.
    """

    status: int
    game: str
    player_id: str
    asker: Actor

    def __str__(self) -> str:
        return f"{self.status} {self.game} {self.player_id}"

    @property
    def facets(self) -> tuple[str, ...]:
        """What the lobby lists them under, games aside; no table is listed under two of them."""
        if self.player_id:
            return (facet(self.status, self.player_id),)
        private = PRIVATE if self.asker.operator or self.asker.bot else PRIVATE + self.asker.player_id
        return facet(self.status, ""), facet(self.status, private)

    def fits(self, row: TableRow) -> bool:
        """Whether a row, read a moment after the list, is wanted, and the asker may know of it."""
        if self.game not in ("", row.table.game) or not Admission.told_by(row.table).knows(self.asker):
            return False
        return not LOBBY.facets(row).isdisjoint(self.facets)


class Lists:
    """Answers for lists, a page at a time. A page costs one bounded look into each partition."""

    def __init__(self, models: Models, news: RowNews, pages: PageTokens) -> None:
        self._models = models
        self._news = news
        self._pages = pages

    async def page(self, wanted: Wanted, size: int, token: str) -> queries_pb2.ListTablesResponse:
        """A page of tables, the latest change of status first. Raises Rejected(MALFORMED) or StoreUnavailable."""
        size = min(size or DEFAULT_SIZE, LARGEST_SIZE)
        before = self._pages.read(str(wanted), token)
        rows: list[TableRow] = []
        for _ in range(MOST_ROUNDS):
            places, more = await self._places(wanted.facets, before, size - len(rows))
            rows += await self._rows(places, wanted)
            before = places[-1] if more else ""
            if not more or len(rows) == size:
                break
        next_token = self._pages.write(str(wanted), before) if before else ""
        return queries_pb2.ListTablesResponse(rows=rows, next_page_token=next_token)

    async def follow(self, wanted: Wanted, size: int) -> AsyncIterator[list[TableRow]]:
        """The first page of tables now, and again whenever it has become another one. Raises StoreUnavailable."""
        with self._news.of_all(LOBBY) as wake:
            shown: list[TableRow] | None = None
            while True:
                wake.clear()
                rows = list((await self.page(wanted, size, "")).rows)
                if rows != shown:
                    shown = rows
                    yield rows
                await asyncio.sleep(WATCH_PAUSE_SECONDS)
                await woken(wake, WATCH_AGAIN_SECONDS)

    async def _places(self, names: Sequence[str], before: str, count: int) -> tuple[list[str], bool]:
        """The next places of some facets over all partitions, and whether there are more behind them."""
        found = await asyncio.gather(
            *(
                self._models.list_places(model_keys(LOBBY.key, partition), name, before, count + 1)
                for partition in range(PARTITIONS)
                for name in names
            )
        )
        places = sorted((place for places in found for place in places), reverse=True)
        return places[:count], len(places) > count

    async def _rows(self, places: Sequence[str], wanted: Wanted) -> list[TableRow]:
        """The rows at these places, in their order, without those that are not wanted or not there any more."""
        by_partition: dict[int, list[str]] = {}
        for place in places:
            by_partition.setdefault(partition_of(table_of(place)), []).append(table_of(place))
        found = await asyncio.gather(
            *(self._models.rows(model_keys(LOBBY.key, number), tables) for number, tables in by_partition.items())
        )
        rows: dict[str, TableRow] = {}
        for stored_rows in found:
            for stored in stored_rows:
                if stored is not None:
                    row = LOBBY.read(stored.data)
                    row.token.CopyFrom(token_of(stored.point))
                    rows[row.table.table_id] = row
        ordered = (rows[table_of(place)] for place in places if table_of(place) in rows)
        return [row for row in ordered if wanted.fits(row)]
