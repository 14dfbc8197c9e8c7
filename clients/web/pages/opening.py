"""Opening a table: game, seats, modules, rulings, bots."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from clients.sdk.connection import Connection
from clients.sdk.errors import LudariumError, Refused
from clients.sdk.tables import TableClient, new_id
from clients.web.catalogue import BOTS, GAMES, GameEntry, options_of
from clients.web.clocks import PACES, TIME_OUTS, terms_of
from clients.web.forms import Form, field, form_of, number
from clients.web.problems import NeedsName
from clients.web.rendering import page
from clients.web.visitor import Visitor


async def show(request: Request) -> Response:
    """The form for one game; the first unless another is asked for."""
    if not Visitor(request).known:
        raise NeedsName
    return await _form(request, _game(request.query_params.get("game", "")), {})


async def create(request: Request) -> Response:
    """Open the table, sit down, seat the bots, and begin if that fills it."""
    visitor = Visitor(request)
    if not visitor.known:
        raise NeedsName
    form = await form_of(request)
    game = _game(field(form, "game"))
    try:
        table = await _open(visitor.connection, game, form)
    except Refused as refusal:
        if refusal.status.name == "UNAUTHENTICATED":
            raise
        return await _form(request, game, form, refusal)
    return RedirectResponse(f"/tables/{table.table_id}", 303)


async def _open(connection: Connection, game: GameEntry, form: Form) -> TableClient:
    seats = number(field(form, "seats"))
    bots = [bot for bot in (field(form, f"bot-{seat}") for seat in range(1, seats)) if bot in BOTS]
    request_id = field(form, "request_id")
    terms = terms_of(
        field(form, "clock"),
        field(form, "time_out"),
        private="private" in form,
        no_spectators="no_spectators" in form,
    )
    table = await TableClient.create(connection, options_of(game, form), seats, terms=terms, request_id=request_id)
    await table.join(request_id=f"{request_id[:40]}-join")
    for index, bot in enumerate(bots):
        await table.add_bot(bot, request_id=f"{request_id[:40]}-bot-{index}")
    if len(bots) == seats - 1:
        await table.start(request_id=f"{request_id[:40]}-start")
    return table


async def _form(request: Request, game: GameEntry, form: Form, error: LudariumError | None = None) -> Response:
    return await page(
        request,
        "new.html",
        400 if error else 200,
        game=game,
        games=GAMES,
        bots=BOTS,
        paces=PACES,
        time_outs=TIME_OUTS,
        form=form,
        error=error.message if error else "",
        seats=number(field(form, "seats"), min(3, game.seats.stop - 1)),
        request_id=new_id(),
    )


def _game(name: str) -> GameEntry:
    return GAMES.get(name) or next(iter(GAMES.values()))
