"""Whole games without a server: for simulations, golden games and property tests."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ludarium.v1 import events_pb2, views_pb2

from server.games.kernel.chance import NONCE_BYTES, Chance
from server.games.kernel.codec import Choice
from server.games.kernel.commands import Actor, Join, Open, Play, Start, TableCommand
from server.games.kernel.decider import decide, open_new
from server.games.kernel.driver import run
from server.games.kernel.envelope import EVENT_ID_BYTES, stamp
from server.games.kernel.game import AnyGame, Seating
from server.games.kernel.state import Decision, GameState
from server.games.kernel.table import Table, fold, open_table

Chooser = Callable[[AnyGame, GameState, Decision, Sequence[Choice], random.Random], int]
"""A bot inside a simulation: the index of its choice among the legal ones."""

START_MS = 1_700_000_000_000
MOST_DECISIONS = 20_000


class BrokenInvariant(Exception):
    """A simulated game broke an invariant; the message says which, at which version, and the seed to repeat it."""


@dataclass(slots=True)
class Played:
    """A simulated game: its final scores by seat, and what was counted."""

    scores: tuple[int, ...]
    decisions: int = 0
    events: int = 0
    event_counts: Counter[str] = field(default_factory=Counter)
    command_counts: Counter[str] = field(default_factory=Counter)


def random_choice(
    game: AnyGame, state: GameState, decision: Decision, choices: Sequence[Choice], rng: random.Random
) -> int:
    """The random bot: any legal choice, all equally likely."""
    return rng.randrange(len(choices))


def seed_bytes(seed: str) -> bytes:
    """A table's seed from what a person typed."""
    return sha256(f"ludarium seed {seed}".encode()).digest()


def play_unchecked(game: AnyGame, options: Any, choosers: Sequence[Chooser], seed: str) -> Played:
    """Play a game on its bare state as fast as the rules allow; nothing is checked but what rules check."""
    state = game.new_state(options, [Seating(f"seat {seat}") for seat in range(len(choosers))])
    chance = Chance(seed_bytes(seed))
    rng = random.Random(seed)
    played = Played(())
    played.events = len(run(game, state, game.set_up(state, chance), chance))
    while (results := game.result(state)) is None:
        decision = _next_decision(state, played.decisions, seed)
        choices = list(game.legal(state, decision))
        choice = choices[choosers[decision.seat](game, state, decision, choices, rng)]
        played.events += len(run(game, state, game.decide(state, decision, choice, chance), chance, decision))
        played.decisions += 1
    played.scores = tuple(result.score for result in results)
    return played


def play_checked(
    game: AnyGame, options: Any, choosers: Sequence[Chooser], seed: str
) -> tuple[Played, list[events_pb2.Event]]:
    """Play a game through the table's decider, with every invariant checked after every command.

    Gives back the finished table's events too. Raises BrokenInvariant.
    """
    simulation = Simulation(game, options, len(choosers), seed)
    rng = random.Random(seed)
    played = Played(())
    try:
        while not simulation.table.closed:
            state = simulation.table.running()
            decision = _next_decision(state, played.decisions, seed)
            choices = list(game.legal(state, decision))
            assert choices, f"no legal choice for {decision}"
            choice = choices[choosers[decision.seat](game, state, decision, choices, rng)]
            simulation.play(decision, choice)
            game.check(state)
            played.decisions += 1
            played.command_counts[type(choice).__name__] += 1
        replayed = fold(simulation.events, {game.name: game})
        assert replayed.state == simulation.table.state, "a replay of the events gives another state"
        assert replayed.results == simulation.table.results, "a replay of the events gives another result"
    except (AssertionError, RuntimeError) as error:
        version = simulation.table.version
        raise BrokenInvariant(f"{game.name}, seed {seed}, after version {version}: {error}") from error
    played.events = len(simulation.events)
    played.event_counts.update(_kind(event) for event in simulation.events)
    played.scores = tuple(result.score for result in simulation.table.results)
    return played, simulation.events


class Simulation:
    """A table in memory with its events, driven through the table's decider like a real one."""

    def __init__(self, game: AnyGame, options: Any, seats: int, seed: str) -> None:
        """Open, fill and start a table. Raises Rejected for options that the game refuses."""
        self.game = game
        self._rng = random.Random(f"ids {seed}")
        self._host = Actor("host")
        table_id = self._rng.randbytes(13).hex().upper()
        wrapped = views_pb2.GameOptions()
        getattr(wrapped, game.name).CopyFrom(options)
        command = Open(table_id, wrapped, seats, seed_bytes(seed), fair=False)
        outcome = open_new(command, self._host, {game.name: game})
        self.events = stamp(outcome, 0, START_MS, "open", self._new_id)
        self.table: Table = open_table(self.events[0], {game.name: game})
        for seat in range(seats):
            nonce = self._rng.randbytes(NONCE_BYTES)
            self.command(Actor(f"player {seat}"), Join(seat, nonce))
        self.command(self._host, Start())

    def play(self, decision: Decision, choice: Choice) -> list[events_pb2.Event]:
        """Answer a decision as its seat."""
        return self.command(Actor(f"player {decision.seat}"), Play(decision.id, choice))

    def command(self, actor: Actor, command: TableCommand) -> list[events_pb2.Event]:
        """Carry out any command and fold what came of it. Raises Rejected, and then nothing changed."""
        outcome = decide(self.table, actor, command)
        time_ms = START_MS + 1000 * self.table.version
        events = stamp(outcome, self.table.version, time_ms, f"command {self.table.version}", self._new_id)
        self.events += events
        self._settle(events, evolved=outcome.evolved)
        return events

    def _settle(self, new: Sequence[events_pb2.Event], evolved: bool) -> None:
        """Take the events into the table; an Undone needs the whole history."""
        if any(event.table.HasField("undone") for event in new if event.WhichOneof("payload") == "table"):
            self.table = fold(self.events, {self.game.name: self.game})
            return
        if evolved:
            self.table.accept(new)
            return
        for event in new:
            self.table.apply(event)

    def _new_id(self, _: events_pb2.Event) -> bytes:
        return self._rng.randbytes(EVENT_ID_BYTES)


def _next_decision(state: GameState, made: int, seed: str) -> Decision:
    if made >= MOST_DECISIONS:
        raise BrokenInvariant(f"seed {seed}: the game did not end after {made} decisions")
    waiting = [decision for decision in state.decisions if not decision.standing]
    if not waiting:
        raise BrokenInvariant(f"seed {seed}, version {state.version}: the game waits for nobody and is not over")
    return waiting[0]


def _kind(event: events_pb2.Event) -> str:
    payload = event.WhichOneof("payload") or ""
    return getattr(event, payload).WhichOneof("event") or ""
