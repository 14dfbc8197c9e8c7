"""The search bot: plays its best choices on in imagined games, and takes the one that ends best.

It knows what its seat may see and nothing more. Hidden cards and the luck to come are imagined anew for each round of
games, and every choice that is still in the race is played on in the same imagined world, so that they differ by what
they are and not by the luck they met. All seats play on greedily. The time goes to all choices first, then to the
better half, and so on (sequential halving).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from random import Random
from statistics import fmean, stdev

from clients.bots.greedy import VALUES
from clients.bots.horizons import HORIZONS
from clients.bots.situation import Situation
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.driver import run
from server.games.kernel.game import AnyGame
from server.games.kernel.imagining import imagined
from server.games.kernel.state import GameState

SECONDS = 1.0
"""Processor time for a decision, unless another is wished for."""
WIDTH = 8
"""So many choices are played on: those that are worth most by themselves."""
FEWEST = 4
"""Worlds that are imagined before a choice may be dropped, or be taken instead of the greedy one."""
LONGEST = 20_000
"""Decisions after which an imagined game is given up."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A choice in the race, and what its imagined games came to."""

    index: int
    choice: Choice
    margins: list[float] = field(default_factory=list)
    """By imagined game, the own score less the best of the others'."""


def search(situation: Situation, rng: Random, *, seconds: float = SECONDS) -> int:
    """The index of the choice that does best in imagined games, after `seconds` of this thread's processor time.

    Too little time to compare anything, or a view that is not the seat's own, leaves the greedy bot's choice.
    """
    if len(situation.choices) == 1:
        return 0
    began = time.thread_time()
    racing = _candidates(situation, rng)
    greedy = racing[0]
    _play_world(situation, racing[:1], rng)
    affordable = int(seconds / max(1e-6, time.thread_time() - began))
    racing = racing[: affordable // (2 * FEWEST)] if situation.own else []
    greedy.margins.clear()
    rounds = ceil(log2(len(racing))) if racing else 0
    for number in range(rounds):
        ends = began + seconds * (number + 1) / rounds
        while len(racing[-1].margins) < FEWEST or (time.thread_time() < ends and not _is_settled(racing)):
            _play_world(situation, racing, rng)
        racing.sort(key=lambda candidate: -fmean(candidate.margins))
        racing = racing[: (len(racing) + 1) // 2]
    return racing[0].index if racing and _is_better(racing[0], greedy) else greedy.index


def _play_world(situation: Situation, racing: Sequence[Candidate], rng: Random) -> None:
    """Play every choice of the race on in one more imagined world."""
    world = rng.randbytes(16)
    for candidate in racing:
        candidate.margins.append(_play_on(situation, candidate.choice, world, rng))


def _candidates(situation: Situation, rng: Random) -> list[Candidate]:
    """The choices that are played on, the greedy one first."""
    values = VALUES[situation.game.name](situation.view, situation.choices, situation.seat)
    order = sorted(range(len(values)), key=lambda index: (-values[index], rng.random()))
    return [Candidate(index, situation.game.codec.decode(situation.choices[index])) for index in order[:WIDTH]]


def _is_settled(racing: Sequence[Candidate]) -> bool:
    """Whether every imagined game of a choice ended alike: where there is neither luck nor secret, one tells all."""
    return all(len(set(candidate.margins)) == 1 for candidate in racing)


def _is_better(found: Candidate, greedy: Candidate) -> bool:
    """Whether the one beats the other in the worlds that both were played in by more than its standard error."""
    gains = [ours - theirs for ours, theirs in zip(found.margins, greedy.margins, strict=False)]
    if len(gains) < 2:
        return False
    return bool(fmean(gains) > stdev(gains) / len(gains) ** 0.5)


def _play_on(situation: Situation, choice: Choice, world: bytes, rng: Random) -> float:
    """The margin at the end of a game that is imagined, begins with the choice, and goes on greedily."""
    game, seat = situation.game, situation.seat
    chance = Chance(world)
    state = imagined(game, situation.options, situation.view, seat, situation.version, situation.decisions, chance)
    horizon = HORIZONS.get(game.name)
    run(game, state, game.decide(state, situation.decision, choice, chance), chance, situation.decision)
    for _ in range(horizon.decisions if horizon else LONGEST):
        results = game.result(state)
        if results is not None:
            return margin([result.score for result in results], seat)
        _play_greedily(game, state, chance, rng)
    return margin(horizon.worths(state, chance), seat) if horizon else 0.0


def _play_greedily(game: AnyGame, state: GameState, chance: Chance, rng: Random) -> None:
    decision = next(decision for decision in state.decisions if not decision.standing)
    choices = list(game.legal(state, decision))
    index = 0
    if len(choices) > 1:
        commands = [game.codec.encode(choice) for choice in choices]
        values = VALUES[game.name](game.view(state), commands, decision.seat)
        index = values.index(max(values))
    run(game, state, game.decide(state, decision, choices[index], chance), chance, decision)


def margin(scores: Sequence[float], seat: int) -> float:
    """The score of a seat less the best of the others'."""
    return float(scores[seat] - max(score for other, score in enumerate(scores) if other != seat))
