"""What a visitor does at a table: sit down, begin, answer, take back. Every form works with and without script."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from clients.sdk.errors import Refused, Unavailable
from clients.sdk.queries import QueryClient
from clients.sdk.tables import TableClient
from clients.web.answers import command_id, decode
from clients.web.catalogue import BOTS
from clients.web.forms import Form, field, form_of, number, table_id
from clients.web.problems import NeedsName
from clients.web.rendering import wants_json
from clients.web.visitor import Visitor

Deed = Callable[[TableClient, Form], Awaitable[str]]
"""deed(table, form) -> what to tell, empty for what shows by itself."""


async def play(request: Request) -> Response:
    """Answer a decision."""

    async def answer(table: TableClient, form: Form) -> str:
        value = field(form, "answer")
        try:
            decision, command = decode(value)
        except ValueError:
            raise HTTPException(400, "That is no answer of this page.") from None
        await table.submit(decision, command, command_id=command_id(table.table_id, field(form, "page"), value))
        return ""

    return await do(request, answer)


async def undo(request: Request) -> Response:
    """Take back, or ask the others to agree."""

    async def take_back(table: TableClient, form: Form) -> str:
        moment = number(field(form, "before"))
        to = await _end_before(table, moment) if moment else number(field(form, "to"))
        given = command_id(table.table_id, field(form, "page"), f"undo {to}")
        done = await table.undo(to, ask_others=bool(moment), command_id=given)
        return "" if done else "The others are asked whether they agree."

    return await do(request, take_back)


async def _end_before(table: TableClient, moment: int) -> int:
    """The end of the last command before a moment: where a game can be taken back to."""
    index = (await QueryClient(table.connection).replay_index(table.table_id)).index
    return max((step for step in index.steps if step < moment), default=0)


async def answer_undo(request: Request) -> Response:
    """Agree to another's undo, or not."""

    async def answer(table: TableClient, form: Form) -> str:
        await table.answer_undo(field(form, "agrees") == "yes", command_id=_id(table, form, "answer undo"))
        return ""

    return await do(request, answer)


async def join(request: Request) -> Response:
    """Sit down."""

    async def sit_down(table: TableClient, form: Form) -> str:
        seat = field(form, "seat")
        await table.join(number(seat) if seat else None, request_id=_id(table, form, f"join {seat}"))
        return ""

    return await do(request, sit_down)


async def leave(request: Request) -> Response:
    """Stand up."""

    async def stand_up(table: TableClient, form: Form) -> str:
        await table.leave(request_id=_id(table, form, "leave"))
        return ""

    return await do(request, stand_up)


async def add_bot(request: Request) -> Response:
    """Seat a bot."""

    async def seat(table: TableClient, form: Form) -> str:
        kind, where = field(form, "bot"), field(form, "seat")
        wanted = number(where) if where else None
        await table.add_bot(kind if kind in BOTS else BOTS[0], wanted, request_id=_id(table, form, f"bot {where}"))
        return ""

    return await do(request, seat)


async def start(request: Request) -> Response:
    """Begin."""

    async def begin(table: TableClient, form: Form) -> str:
        await table.start(request_id=_id(table, form, "start"))
        return ""

    return await do(request, begin)


async def resign(request: Request) -> Response:
    """Leave a running game for good."""

    async def give_up(table: TableClient, form: Form) -> str:
        await table.resign(request_id=_id(table, form, "resign"))
        return ""

    return await do(request, give_up)


async def vote_out(request: Request) -> Response:
    """Vote a player out whose time ran out."""

    async def vote(table: TableClient, form: Form) -> str:
        seat = number(field(form, "seat"))
        out = await table.vote_out(seat, request_id=_id(table, form, f"vote {seat}"))
        return "" if out else "The others have to vote for it as well."

    return await do(request, vote)


async def rematch(request: Request) -> Response:
    """Sit down at the rematch, and go there."""
    visitor = Visitor(request)
    if not visitor.known:
        raise NeedsName
    table = TableClient(visitor.connection, table_id(request))
    again = await table.rematch(request_id=_id(table, await form_of(request), "rematch"))
    return RedirectResponse(f"/tables/{again.table_id}", 303)


async def do(request: Request, deed: Deed) -> Response:
    """Do it with the visitor's own token, then go back to the table. An unknown outcome is asked for again once."""
    visitor = Visitor(request)
    if not visitor.known:
        raise NeedsName
    table = TableClient(visitor.connection, table_id(request))
    form = await form_of(request)
    try:
        said = await deed(table, form)
    except Unavailable:
        said = await deed(table, form)
    except Refused as refusal:
        if refusal.reason != "COMMAND_ID_REUSED":
            raise
        said = "That was answered already."
    if wants_json(request):
        version = table.token.version if table.token is not None else 0
        return JSONResponse({"said": said, "version": version})
    return RedirectResponse(f"/tables/{table.table_id}", 303)


def _id(table: TableClient, form: Form, what: str) -> str:
    """An id that belongs to the button that was pressed, so that pressing it twice does it once."""
    return command_id(table.table_id, field(form, "page"), what)
