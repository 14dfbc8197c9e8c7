"""A table in the making for tests of the aggregate: what players do at it, or are refused, and its events."""

import random

import pytest
from ludarium.v1 import events_pb2, terms_pb2, views_pb2

from server.games import GAMES
from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES
from server.games.kernel.commands import Actor, Open, TableCommand
from server.games.kernel.decider import Outcome, decide, open_new
from server.games.kernel.envelope import stamp
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected
from server.games.kernel.table import Table, open_table

ALHAMBRA = GAMES["alhambra"]
HOST = Actor("host")
NONCE = b"n" * NONCE_BYTES


class Opened:
    """A table of Alhambra that `host` opened, with its events."""

    def __init__(self, seats: int = 3, **terms: bool) -> None:
        options = views_pb2.GameOptions(alhambra=build(ALHAMBRA))
        command = Open("01TABLE", options, seats, b"s" * SEED_BYTES, True, terms_pb2.TableTerms(**terms))
        self._ids = random.Random(0)
        self.events: list[events_pb2.Event] = stamp(open_new(command, HOST, GAMES), 0, 1_000, "open", self._new_id)
        self.table: Table = open_table(self.events[0], GAMES)

    def outcome(self, actor: str, command: TableCommand, **kind: bool) -> Outcome:
        """What a command would bring about."""
        return decide(self.table, Actor(actor, **kind), command)

    def does(self, actor: str, command: TableCommand, **kind: bool) -> "Opened":
        """Carry a command out."""
        events = stamp(self.outcome(actor, command, **kind), self.table.version, 1_000, "c", self._new_id)
        for event in events:
            self.table.apply(event)
        self.events += events
        return self

    def refuses(self, actor: str, command: TableCommand, reason: str, **kind: bool) -> None:
        """A command is refused and changes nothing."""
        before = self.table.version
        with pytest.raises(Rejected) as refusal:
            decide(self.table, Actor(actor, **kind), command)
        assert refusal.value.reason_name == reason
        assert self.table.version == before

    def _new_id(self) -> bytes:
        return self._ids.randbytes(8)
