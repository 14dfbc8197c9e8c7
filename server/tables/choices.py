"""The legal answers to a decision, page by page."""

import base64
import binascii
import struct
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ludarium.v1 import commands_pb2, views_pb2

from server.games.kernel.commands import Actor
from server.games.kernel.decider import open_decision
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import DecisionId
from server.games.kernel.table import Table
from server.store.points import EVENT_ID_BYTES, Point
from server.tables import refusals
from server.tables.orders import last_point, token_of

DEFAULT_PAGE: Final = 200
LARGEST_PAGE: Final = 1000
FURTHEST_OFFSET: Final = 1_000_000

_TOKEN: Final = struct.Struct(f">QIQ{EVENT_ID_BYTES}sI")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page begins: in the list of a decision, made at a point, after so many choices."""

    decision: DecisionId
    point: Point
    offset: int


def list_choices(
    table: Table, actor: Actor, decision_id: DecisionId, page_size: int, page_token: str
) -> commands_pb2.ListChoicesResponse:
    """A page of the legal answers to a decision of the actor's seat.

    Raises Rejected as `open_decision` does, (MALFORMED) for a page token of another list, and (STALE_VERSION) where
    the table has moved on since the page before.
    """
    state = table.running()
    decision = open_decision(table, state, actor, decision_id)
    offset = _offset(table, decision_id, page_token) if page_token else 0
    size = min(page_size or DEFAULT_PAGE, LARGEST_PAGE)
    game = table.game
    point = last_point(table)
    page = list(islice(game.legal(state, decision), offset, offset + size + 1))
    response = commands_pb2.ListChoicesResponse(token=token_of(point))
    for choice in page[:size]:
        response.choices.add(
            command=views_pb2.GameCommand(**{game.name: game.codec.encode(choice)}),
            words=game.words.choice(state, decision, choice),
        )
    if len(page) > size:
        response.next_page_token = _write(_Place(decision_id, point, offset + size))
    return response


def _offset(table: Table, decision_id: DecisionId, page_token: str) -> int:
    place = _read(page_token)
    if place.decision != decision_id:
        raise _no_page_token()
    if place.point != last_point(table):
        raise refusals.stale_version(place.point.version, table.version)
    return place.offset


def _write(place: _Place) -> str:
    packed = _TOKEN.pack(*place.decision, place.point.version, place.point.event_id, place.offset)
    return base64.urlsafe_b64encode(packed).decode()


def _read(page_token: str) -> _Place:
    try:
        packed = base64.b64decode(page_token, altchars=b"-_", validate=True)
        opened, number, version, event_id, offset = _TOKEN.unpack(packed)
    except (binascii.Error, struct.error, ValueError):
        raise _no_page_token() from None
    if offset > FURTHEST_OFFSET:
        raise _no_page_token()
    return _Place(DecisionId(opened, number), Point(version, event_id), offset)


def _no_page_token() -> Rejected:
    message = "That page token is none of this decision's; send the `next_page_token` of the page before, or none."
    return Rejected(Reason.REASON_MALFORMED, message, field="page_token")
