"""The lobby: who plays what, and where a seat is free."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludarium.v1 import queries_pb2, tables_pb2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from clients.sdk.connection import Connection
from clients.web.catalogue import GAMES
from clients.web.house import House, house_of
from clients.web.problems import NeedsName
from clients.web.rendering import page, piece
from clients.web.visitor import Visitor
from clients.web.words import joined, result_words, seat_name

FEW: Final = 12
MANY: Final = 50
MOST_PAGES: Final = 5
_STATUS: Final = {
    "open": tables_pb2.TABLE_STATUS_OPEN,
    "running": tables_pb2.TABLE_STATUS_RUNNING,
    "finished": tables_pb2.TABLE_STATUS_FINISHED,
}
_TITLES: Final = {"open": "Open tables", "running": "Running games", "finished": "Finished games"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the lobby."""

    row: queries_pb2.TableRow
    names: Sequence[str]
    player_id: str

    @property
    def table(self) -> tables_pb2.Table:
        """The table."""
        return self.row.table

    @property
    def mine(self) -> bool:
        """Whether the visitor sits there."""
        return bool(self.player_id) and any(seat.player_id == self.player_id for seat in self.table.seats)

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for the visitor."""
        return bool(self.player_id) and any(
            self.table.seats[seat].player_id == self.player_id for seat in self.row.waiting_for
        )

    @property
    def free(self) -> int:
        """Seats that are free."""
        return sum(1 for seat in self.table.seats if not seat.player_id)

    @property
    def waiting(self) -> str:
        """Whom the game waits for."""
        return joined([self.names[seat] for seat in self.row.waiting_for])

    @property
    def results(self) -> str:
        """How it ended."""
        return result_words(self.table.results, self.names)


@dataclass(frozen=True, slots=True)
class Listing:
    """Tables of one kind, and where the next are."""

    kind: str
    title: str
    rows: Sequence[Row]
    more: str


async def lobby(request: Request) -> Response:
    """The page, or for its own script the lists alone."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    game = request.query_params.get("game", "")
    status = request.query_params.get("status", "")
    game, status = game if game in GAMES else "", status if status in _STATUS else ""
    listings = await _listings(visitor, house_of(request), game, status, request.query_params.get("page", ""))
    if request.query_params.get("part") == "lists":
        return HTMLResponse(piece("_lists.html", listings=listings, game=game))
    return await page(request, "lobby.html", listings=listings, games=GAMES, game=game, status=status)


async def _listings(visitor: Visitor, house: House, game: str, status: str, page_token: str) -> list[Listing]:
    connection, me = visitor.connection, visitor.player_id
    if status:
        request = queries_pb2.ListTablesRequest(
            status=_STATUS[status], game=game, page_size=MANY, page_token=page_token
        )
        return [await listing(connection, house, request, status, _TITLES[status], me)]
    listings = []
    if me:
        mine = queries_pb2.ListTablesRequest(player_id=me, game=game, page_size=FEW)
        own = await listing(connection, house, mine, "mine", "Your tables", me)
        listings += [own] if own.rows else []
    shown = {row.table.table_id for one in listings for row in one.rows}
    for kind, title in _TITLES.items():
        request = queries_pb2.ListTablesRequest(status=_STATUS[kind], game=game, page_size=FEW)
        others = await listing(connection, house, request, kind, title, me)
        rows = [row for row in others.rows if row.table.table_id not in shown]
        listings.append(Listing(kind, f"Other {title.lower()}" if shown else title, rows, others.more))
    return listings


async def listing(
    connection: Connection, house: House, request: queries_pb2.ListTablesRequest, kind: str, title: str, me: str
) -> Listing:
    """Tables as a request asks for them. The service may give short pages before it gives full ones."""
    rows: list[queries_pb2.TableRow] = []
    for _ in range(MOST_PAGES):
        answer = await connection.call(connection.queries.ListTables, request)
        rows += answer.rows
        request.page_token = answer.next_page_token
        if len(rows) >= request.page_size or not answer.next_page_token:
            break
    people = {seat.player_id for row in rows for seat in row.table.seats if seat.player_id and not seat.bot}
    known = await house.names.of(connection, people)
    named = [Row(row, [seat_name(seat, known) for seat in row.table.seats], me) for row in rows]
    return Listing(kind, title, named, request.page_token)
