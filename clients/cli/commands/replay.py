"""`ludarium replay`: any version of any game."""

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import HOME, Data, Json, Player, Query, Server, Token
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from ludarium.v1 import queries_pb2

    from clients.cli.reach import Where
    from clients.cli.replaying import Replay

FORMATS = ("text", "json", "svg")


def replay(
    what: Annotated[str, typer.Argument(metavar="TABLE|FILE", help="A table's id, or a record file.")],
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="VERSION", help="Show the game after this version.")
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="SEAT|spectator|all",
            help="Through whose eyes; seats count from 1. "
            "Without it: all of a finished game, of a running one what spectators see.",
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json, or svg, a picture.")] = "text",
    server: Server = None,
    query: Query = None,
    token: Token = None,
    data: Data = HOME,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Show one version of a game, or tell the whole game and show how it stands in the end."""
    from clients.cli.reach import Where, run

    if form not in FORMATS:
        raise Problem(f"There is no format {form!r}.", f"The formats are: {', '.join(FORMATS)}.")
    if form == "svg":
        run(_draw(what, Where(server, query, token, data, player), at, viewer))
        return
    run(_replay(what, Where(server, query, token, data, player), at, viewer, as_json or form == "json"))


async def _replay(what: str, where: "Where", at: int | None, eyes: str | None, as_json: bool) -> None:
    from clients.cli.replaying import open_replay, viewer_of

    viewer = viewer_of(eyes)
    async with open_replay(what, where) as game:
        if at is None and as_json:
            async for frame in game.moments(viewer, views=True):
                _say_json(frame)
        elif at is None:
            await _tell(game, await game.names(), viewer)
        elif as_json:
            _say_json(await game.at(at, viewer))
        else:
            _show(await game.at(at, viewer), await game.names(), viewer)


async def _draw(what: str, where: "Where", at: int | None, eyes: str | None) -> None:
    """One moment as an SVG document, the last one where none is named."""
    from clients.cli.replaying import open_replay, viewer_of
    from clients.web.picture import picture
    from server.games import GAMES

    viewer = viewer_of(eyes)
    async with open_replay(what, where) as game:
        frame, names = await game.at(at or 0, viewer), await game.names()
    if not frame.HasField("view"):
        raise Problem("The game has not begun at that version: there is no table to draw.")
    seat = viewer.seat if viewer.HasField("seat") else None
    seen = f", as {names[seat]} sees it" if seat is not None else ""
    heading = f"{GAMES[frame.table.game].rulebook.title}: version {frame.version}{seen}"
    print(picture(frame.view, names, seat, heading))


async def _tell(game: "Replay", names: list[str], viewer: "queries_pb2.ReplayViewer") -> None:
    """The whole game in words, chapter by chapter, and its last position."""
    from clients.cli.output import say
    from clients.cli.story import Story

    chapters = {chapter.version: chapter.title for chapter in await game.chapters()}
    last = None
    async for frame in game.moments(viewer, views=False):
        if frame.version in chapters:
            say("", chapters[frame.version])
        words = Story(frame.table.game, names).words(frame.event)
        if words:
            say(f"{frame.version:>5}  {words}")
        last = frame
    if last is not None:
        say("")
        _show(last, names, viewer)


def _show(frame: "queries_pb2.ReplayFrame", names: list[str], viewer: "queries_pb2.ReplayViewer") -> None:
    """One moment: what led there, the table, and who is to decide."""
    from rich.text import Text

    from clients.cli import boards
    from clients.cli.output import picture, say
    from clients.cli.story import Story
    from clients.sdk.naming import named

    words = Story(frame.table.game, names).words(frame.event)
    say(Text(f"Version {frame.version}" + (f": {words}" if words else ""), "bold"))
    seat = viewer.seat if viewer.HasField("seat") else None
    if frame.HasField("view"):
        picture("", *boards.draw(frame.view, names, seat))
    else:
        say("The game has not begun.")
    for decision in frame.decisions:
        say("", f"{names[decision.seat]} may now: {named(decision.words, names)}")


def _say_json(frame: "queries_pb2.ReplayFrame") -> None:
    from clients.cli.messages import document
    from clients.cli.output import say_json

    say_json(document(frame))
