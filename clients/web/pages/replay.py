"""Replays: any moment of any table, through any eyes that the visitor may borrow."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from ludarium.v1 import queries_pb2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from clients.sdk.following import CLOSED
from clients.sdk.queries import QueryClient
from clients.sdk.tables import TableClient
from clients.web import boards
from clients.web.chart import chart
from clients.web.forms import number, table_id
from clients.web.house import house_of
from clients.web.moment import names_of
from clients.web.pages.scores import parts_of
from clients.web.problems import NeedsName
from clients.web.rendering import page
from clients.web.visitor import Visitor
from clients.web.words import frame_words

MOST_EVENTS: Final = 60
"""A step of more events tells only its last so many."""
FEW_EVENTS: Final = 10


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a replay: the frame, and what led to it since the step before."""

    frame: queries_pb2.ReplayFrame
    words: list[str]
    names: list[str]
    seat: int | None

    def document(self) -> dict[str, Any]:
        """What the page's script needs to show it."""
        board = boards.draw(self.frame.view, self.names, self.seat) if self.frame.HasField("view") else ""
        waiting = sorted({one.seat for one in self.frame.decisions if not one.standing})
        return {
            "version": self.frame.version,
            "board": board or '<p class="empty">The game has not begun.</p>',
            "words": self.words,
            "waiting": [self.names[seat] for seat in waiting],
        }


async def show(request: Request) -> Response:
    """The page at the moment that the address names."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    house, connection = house_of(request), visitor.connection
    queries = QueryClient(connection)
    of = table_id(request)
    asked, who = request.query_params.get("at", ""), request.query_params.get("as", "")
    index_answer, scores = await asyncio.gather(queries.replay_index(of), queries.scoreboard(of))
    index, board = index_answer.index, scores.scoreboard
    steps = list(index.steps)
    at = number(asked) if asked else opening(index)
    if at > index.versions and steps:
        at = steps[-1]
    names = await names_of(connection, house.names, index.table)
    step = await _step(queries, of, at, before(steps, at), who, names)
    closed = index.table.status in CLOSED
    own = next(
        (seat.seat for seat in index.table.seats if visitor.player_id and seat.player_id == visitor.player_id), None
    )
    return await page(
        request,
        "replay.html",
        table=index.table,
        index=index,
        steps=steps,
        ticks=ticks_of(index),
        position=position(steps, at),
        at=step.frame.version,
        who=who,
        eyes=eyes_offered(names, closed, own),
        names=names,
        step=step.document(),
        closed=closed,
        chart=chart(board, names, boards.colors(step.frame.view), index.versions),
        **parts_of(board, names),
    )


async def frame(request: Request) -> Response:
    """One step for the page's script."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    queries = QueryClient(visitor.connection)
    of = table_id(request)
    at, since = number(request.query_params.get("at", "")), number(request.query_params.get("since", ""))
    seen = await TableClient(visitor.connection, of).get()
    names = await names_of(visitor.connection, house_of(request).names, seen.table)
    step = await _step(queries, of, at, since, request.query_params.get("as", ""), names)
    return JSONResponse(step.document())


async def record(request: Request) -> Response:
    """The record file: everything of a closed table, the visitor's view of one that is not."""
    visitor = Visitor(request)
    if not visitor.may_look:
        raise NeedsName
    of = table_id(request)
    data = await QueryClient(visitor.connection).export(of)
    headers = {"Content-Disposition": f'attachment; filename="{of}.ldm"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


def viewer_of(who: str) -> queries_pb2.ReplayViewer | None:
    """The eyes that an address names; None for the usual ones."""
    if who == "all":
        return queries_pb2.ReplayViewer(all=True)
    if who == "spectator":
        return queries_pb2.ReplayViewer(spectator=True)
    return queries_pb2.ReplayViewer(seat=number(who)) if who.isascii() and who.isdigit() else None


def eyes_offered(names: list[str], closed: bool, own: int | None) -> list[tuple[str, str]]:
    """Whose eyes a visitor may borrow, as values and words."""
    seats = range(len(names)) if closed else [own] if own is not None else []
    everyone = [("", "everything")] if closed else [("", "a spectator")]
    spectator = [("spectator", "a spectator then")] if closed else []
    return everyone + spectator + [(str(seat), names[seat]) for seat in seats]


def opening(index: queries_pb2.ReplayIndex) -> int:
    """Where a replay begins: when the game is set up, so that there is something to see."""
    set_up = index.chapters[1].version if len(index.chapters) > 1 else 1
    return next((version for version in index.steps if version >= set_up), index.versions)


def ticks_of(index: queries_pb2.ReplayIndex) -> list[int]:
    """Where chapters begin along the scrubber, in thousandths of its length."""
    steps = list(index.steps)
    if len(steps) < 2:
        return []
    return [round(1000 * position(steps, chapter.version) / (len(steps) - 1)) for chapter in index.chapters]


def position(steps: list[int], at: int) -> int:
    """The number of the last step at or before a version."""
    return max((number for number, version in enumerate(steps) if version <= at), default=0)


def before(steps: list[int], at: int) -> int:
    """The version of the step before a version; 0 for none."""
    return max((version for version in steps if version < at), default=0)


async def _step(queries: QueryClient, of: str, at: int, since: int, who: str, names: list[str]) -> Step:
    viewer = viewer_of(who)
    first = max(since + 1, at - MOST_EVENTS + 1, 1)
    if at < 1:
        raise HTTPException(404, "The game never came to that moment.")
    if at - first < FEW_EVENTS:  # asked for one by one, in order, they go on from where the server stands already
        moments = list(await asyncio.gather(*(queries.frame(of, one, viewer) for one in range(first, at + 1))))
    else:
        moments = [moment async for moment in queries.frames(of, from_version=first, to_version=at, viewer=viewer)]
    words = [said for moment in moments if (said := frame_words(moment, names))]
    last = moments[-1]
    seat = viewer.seat if viewer is not None and viewer.HasField("seat") else None
    return Step(last, words, names, seat)
