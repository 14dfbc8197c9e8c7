"""Simulations: whole games without a server, played by the same bots that play through one."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludarium.v1.events_pb2 import Event

from clients.bots.search import SECONDS
from clients.bots.simulated import simulated
from server.games.kernel.game import AnyGame
from server.games.kernel.simulate import Chooser, Played, play_checked, play_unchecked
from server.games.kernel.usage import Uses, add_uses, nothing_used


@dataclass(slots=True)
class Tally:
    """What a run of games came to. Lists are by seat; `seconds` is the processor time of the games themselves."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    events: int = 0
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)
    event_counts: Counter[str] = field(default_factory=Counter)
    command_counts: Counter[str] = field(default_factory=Counter)
    uses: Uses = field(default_factory=dict)
    """What the games used of their modules and components; empty where it was not counted."""
    wins: Counter[str] = field(default_factory=Counter)
    """By kind of bot, the games that it won without sharing the victory with another kind."""

    def add(self, played: Played, kinds: Sequence[str]) -> None:
        """Count a finished game, played by these kinds of bots by seat."""
        self.finished += 1
        self.decisions += played.decisions
        self.events += played.events
        self.event_counts.update(played.event_counts)
        self.command_counts.update(played.command_counts)
        self.scores = [total + score for total, score in zip(self.scores, played.scores, strict=True)]
        best = max(played.scores)
        winners = {kind for kind, score in zip(kinds, played.scores, strict=True) if score == best}
        if len(winners) == 1:
            self.wins.update(winners)


def seats_of(kinds: Sequence[str], seats: int, game_number: int) -> list[str]:
    """The kinds of bots by seat; with each game everyone moves up one seat."""
    return [kinds[(seat + game_number) % seats % len(kinds)] for seat in range(seats)]


def seed_of(seed: str, game_number: int, games: int) -> str:
    """The seed of one game of a run; that of a single game is the run's own."""
    return seed if games == 1 else f"{seed}/{game_number}"


def run_games(
    game: AnyGame,
    options: Any,
    seats: int,
    kinds: Sequence[str],
    games: int,
    seed: str,
    *,
    checked: bool,
    usage: bool = False,
    seconds: float = SECONDS,
    progress: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Play games one after the other. Raises BrokenInvariant at the first that breaks one.

    `usage` counts what they use, for which they must be checked.
    """
    tally = Tally(scores=[0] * seats, uses=nothing_used(game, options, seats) if usage else {})
    bots = {kind: simulated(kind, options, seconds) for kind in kinds}
    for number in range(games):
        at_seats = seats_of(kinds, seats, number)
        choosers = [bots[kind] for kind in at_seats]
        tally.games += 1
        began = time.process_time()
        played, record = _play(game, options, choosers, seed_of(seed, number, games), checked)
        tally.seconds += time.process_time() - began
        if usage:
            add_uses(tally.uses, game, record)
        tally.add(played, at_seats)
        progress(number + 1)
    return tally


def _play(
    game: AnyGame, options: Any, choosers: Sequence[Chooser], seed: str, checked: bool
) -> tuple[Played, list[Event]]:
    if checked:
        return play_checked(game, options, choosers, seed)
    return play_unchecked(game, options, choosers, seed), []
