"""Answers, undos, time-outs, votes, resignations and outages in any order: no error, and always the table of a fold."""

import random
from collections.abc import Callable

import pytest
from google.protobuf.duration_pb2 import Duration
from ludarium.v1 import terms_pb2

from server.games.kernel.commands import AnswerUndo, Resign, TimeOut, Undo, VoteOut
from server.games.kernel.rejection import Rejected
from server.games.kernel.undo import points
from tests.server.games.kernel.opened import Opened
from tests.server.games.kernel.test_leaving import PLAYERS, begun

STEPS = 60


class Walk:
    """A random walk; refusals are part of it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        clock = terms_pb2.Clock(
            decision=Duration(seconds=self.rng.choice((0, 30))),
            reserve=Duration(seconds=self.rng.choice((30, 100))),
            increment=Duration(seconds=self.rng.choice((0, 5))),
        )
        self.opened: Opened = begun(3, clock=clock, time_out=self.rng.choice((1, 2, 3)))

    def step(self) -> None:
        """Let some time pass, and something happen."""
        away = self.rng.random() < 0.1
        (self.opened.away if away else self.opened.after)(self.rng.choice((0, 1, 10, 40, 120)))
        actions: list[Callable[[], None]] = [self.play] * 6 + [self.call_time] * 3
        actions += [self.undo, self.ask, self.answer, self.vote, self.resign]
        try:
            self.rng.choice(actions)()
        except Rejected:
            assert self.opened.table.state is None or self.opened.table.state.version == self.opened.table.version

    def play(self) -> None:
        self.opened.plays()

    def call_time(self) -> None:
        decision = self.opened.decision
        self.opened.does("server", TimeOut(decision.seat, decision.id, self.bot()), operator=True)

    def undo(self) -> None:
        seat = self.rng.randrange(3)
        for version in points(self.opened.table, seat)[:1]:
            self.opened.does(PLAYERS[seat], Undo(version))

    def ask(self) -> None:
        to_version = self.rng.choice(self.opened.table.boundaries)
        self.opened.does(self.rng.choice(PLAYERS), Undo(to_version, ask_others=True))

    def answer(self) -> None:
        self.opened.does(self.rng.choice(PLAYERS), AnswerUndo(self.rng.random() < 0.8))

    def vote(self) -> None:
        self.opened.does(self.rng.choice(PLAYERS), VoteOut(self.rng.randrange(4), self.bot()))

    def resign(self) -> None:
        if self.rng.random() < 0.1:
            self.opened.does(self.rng.choice(PLAYERS), Resign(self.bot()))

    def bot(self) -> str:
        return f"bot-{self.rng.randrange(10**9)}"


@pytest.mark.parametrize("seed", range(25))
def test_whatever_happens_in_whatever_order(seed: int) -> None:
    walk = Walk(seed)
    for _ in range(STEPS):
        if walk.opened.table.closed:
            break
        walk.step()
    for clock in walk.opened.table.clocks:
        assert clock.reserve_ms >= 0
