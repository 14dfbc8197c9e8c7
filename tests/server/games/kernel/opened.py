"""A table in the making for tests of the aggregate: what players do at it, or are refused, and its events."""

import random
from typing import Any

import pytest
from ludarium.v1 import events_pb2, terms_pb2, views_pb2

from server.games import GAMES
from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES
from server.games.kernel.clocks import Moment, Outage
from server.games.kernel.commands import Actor, Open, Play, TableCommand
from server.games.kernel.decider import decide, open_new
from server.games.kernel.envelope import stamp
from server.games.kernel.options import build
from server.games.kernel.outcome import Outcome
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import Decision
from server.games.kernel.table import Table, fold, open_table

ALHAMBRA = GAMES["alhambra"]
HOST = Actor("host")
NONCE = b"n" * NONCE_BYTES


class Opened:
    """A table of Alhambra that `host` opened, with its events."""

    def __init__(self, seats: int = 3, *, fair: bool = True, **terms: Any) -> None:
        options = views_pb2.GameOptions(alhambra=build(ALHAMBRA))
        command = Open("01TABLE", options, seats, b"s" * SEED_BYTES, fair, terms_pb2.TableTerms(**terms))
        self._ids = random.Random(0)
        self.now_ms = 1_000
        self.outages: tuple[Outage, ...] = ()
        self.events: list[events_pb2.Event] = stamp(open_new(command, HOST, GAMES), 0, 1_000, "open", self._new_id)
        self.table: Table = open_table(self.events[0], GAMES)

    def after(self, seconds: float) -> "Opened":
        """Let time pass."""
        self.now_ms += int(seconds * 1000)
        return self

    def away(self, seconds: float) -> "Opened":
        """Let time pass in which no server is there."""
        self.outages = (*self.outages, Outage(self.now_ms, self.now_ms + int(seconds * 1000)))
        return self.after(seconds)

    def outcome(self, actor: str, command: TableCommand, **kind: bool) -> Outcome:
        """What a command would bring about."""
        return decide(self.table, Actor(actor, **kind), command, Moment(self.now_ms, self.outages))

    def does(self, actor: str, command: TableCommand, **kind: bool) -> "Opened":
        """Carry a command out, as a host does: a fresh fold of all events must give the same table."""
        outcome = self.outcome(actor, command, **kind)
        events = stamp(outcome, self.table.version, self.now_ms, "c", self._new_id)
        self.events += events
        folded = fold(self.events, GAMES)
        if outcome.evolved:
            self.table.accept(events)
        elif any(event.table.HasField("undone") for event in events):
            self.table = folded
        else:
            for event in events:
                self.table.apply(event)
        assert self.table == folded
        return self

    def plays(self) -> "Opened":
        """Let whoever is asked first give the first legal answer."""
        decision = self.decision
        choice = next(iter(ALHAMBRA.legal(self.table.running(), decision)))
        seating = self.table.seats[decision.seat]
        assert seating is not None
        return self.does(seating.player_id, Play(decision.id, choice), bot=bool(seating.bot))

    @property
    def decision(self) -> Decision:
        """What is asked first."""
        return self.table.running().decisions[0]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the table's own events so far."""
        return [event.table.WhichOneof("event") or "" for event in self.events if event.HasField("table")]

    def refuses(self, actor: str, command: TableCommand, reason: str, **kind: bool) -> None:
        """A command is refused and changes nothing."""
        before = self.table.version
        with pytest.raises(Rejected) as refusal:
            self.outcome(actor, command, **kind)
        assert refusal.value.reason_name == reason
        assert self.table.version == before

    def _new_id(self, _: events_pb2.Event) -> bytes:
        return self._ids.randbytes(8)
