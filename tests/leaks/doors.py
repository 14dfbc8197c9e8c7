"""Every way out of the house by which bytes about a running table reach somebody, and what comes out of it."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ludarium.v1 import events_pb2, records_pb2

from projections.catalogue import PROJECTIONS
from projections.folding import is_undone
from projections.projection import TableContext
from projections.query.eyes import Eyes
from projections.query.frames import frame_of as replay_frame
from server.games.kernel.commands import Actor, Play
from server.games.kernel.decider import decide
from server.games.kernel.redact import Viewer
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import DecisionId
from server.games.kernel.table import Table
from server.games.kernel.table_view import cut_event
from server.tables.choices import list_choices
from server.tables.frames import Eyes as WatchingEyes
from server.tables.frames import frame_of as watched_frame
from server.tables.looks import look
from server.tables.orders import last_point
from server.tables.previews import preview_play
from tests.leaks.planting import planted

Event = events_pb2.Event
OUTSIDER = Actor("an outsider")
LISTED = 20


class Looker(NamedTuple):
    """Somebody who receives: their name here, the seat that is theirs, and as whom they ask."""

    name: str
    seat: Viewer
    actor: Actor


Door = Callable[[Table, Event, Looker], bytes]


def lookers(table: Table) -> list[Looker]:
    """All who may ask about a table now: its seats, those who left them, and somebody who sits nowhere."""
    found = [Looker("a spectator", None, OUTSIDER)]
    found += [Looker("a former player", None, Actor(left.player_id)) for left in table.left.values()]
    for seat, seating in enumerate(table.seats):
        found.append(Looker(f"seat {seat}", seat, Actor(seating.player_id) if seating else OUTSIDER))
    return found


def watching(table: Table, event: Event, looker: Looker) -> bytes:
    """A frame of the event stream, with its view."""
    return watched_frame(table, [event], last_point(table), WatchingEyes(looker.seat, views=True))


def beginning_anew(table: Table, event: Event, looker: Looker) -> bytes:
    """The frame with which a stream begins anew."""
    return watched_frame(table, [], last_point(table), WatchingEyes(looker.seat), reset=True)


def looking(table: Table, event: Event, looker: Looker) -> bytes:
    """GetTable."""
    return look(table, looker.actor).SerializeToString()


def replaying(table: Table, event: Event, looker: Looker) -> bytes:
    """GetFrame and StreamFrames."""
    return replay_frame(table, event, Eyes(looker.seat)).SerializeToString()


def exporting(table: Table, event: Event, looker: Looker) -> bytes:
    """A piece of the export of a running table, before it is packed."""
    return records_pb2.RecordChunk(events=[cut_event(event, looker.seat)]).SerializeToString()


def erring(table: Table, event: Event, looker: Looker) -> bytes:
    """What is refused, in words and in details: an answer to a decision that is not open, and one of the wrong seat."""
    if table.state is None or table.closed:
        return b""
    said = bytearray()
    others = [decision.id for decision in table.state.decisions if decision.seat != looker.seat]
    decisions = [DecisionId(table.version + 1, 0), *others]
    choices = [choice for d in table.state.decisions[:1] for choice in _some(table, d)]
    for decision in decisions:
        for choice in choices:
            try:
                decide(table, looker.actor, Play(decision, choice))
            except Rejected as rejection:
                said += f"{rejection.message} {rejection.rule} {sorted(rejection.metadata.items())}\n".encode()
    return bytes(said)


def choosing(table: Table, event: Event, looker: Looker) -> bytes:
    """ListChoices, for every open decision: a page of one's own, a refusal for another's."""
    if table.state is None or table.closed:
        return b""
    said = bytearray()
    for decision in table.state.decisions:
        try:
            said += list_choices(table, looker.actor, decision.id, LISTED, "").SerializeToString()
        except Rejected as rejection:
            said += f"{rejection.message} {sorted(rejection.metadata.items())}\n".encode()
    return bytes(said)


def previewing(table: Table, event: Event, looker: Looker) -> bytes:
    """Submit with validate_only: what the first choice of one's own decision would bring about."""
    if table.state is None or table.closed:
        return b""
    for decision in table.state.decisions:
        choice = next(iter(table.game.legal(table.running(), decision)), None)
        if decision.seat == looker.seat and choice is not None:
            happens = preview_play(table, looker.actor, Play(decision.id, choice), "preview")
            return b"".join(cut_event(planted(event), looker.seat).SerializeToString() for event in happens.events)
    return b""


DOORS: dict[str, Door] = {
    "watch": watching,
    "reset": beginning_anew,
    "look": looking,
    "replay": replaying,
    "export": exporting,
    "error": erring,
    "choices": choosing,
    "preview": previewing,
}


class ReadModels:
    """The rows of every projection, which are the same for everybody."""

    def __init__(self) -> None:
        self._rows = [(projection, projection.start()) for projection in PROJECTIONS]

    def after(self, table: Table, event: Event) -> Iterator[tuple[str, bytes]]:
        """The rows after the next effective event, by projection."""
        if is_undone(event):
            return
        for projection, row in self._rows:
            projection.apply(row, event, TableContext(table.opened, table.game, table))
            yield projection.name, row.SerializeToString()


def _some(table: Table, decision: Any) -> Sequence[Any]:
    found = []
    for choice in table.game.legal(table.running(), decision):
        found.append(choice)
        if len(found) == 3:
            break
    random.Random(table.version).shuffle(found)
    return found
