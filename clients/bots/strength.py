"""The strength of bots: two kinds play each other without a server, moving up a seat with each game."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from statistics import fmean

from clients.bots.simulated import simulated
from server.games import GAMES
from server.games.kernel.options import build
from server.games.kernel.simulate import play_unchecked

SECONDS = 0.5
"""Processor time for a decision at which search is measured, in every game."""
SURE = 1.96
"""Standard errors either way that hold 95 %."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two kinds of bots at one sort of table; the first sits alone, the second on all other seats."""

    game: str
    modules: tuple[str, ...]
    seats: int
    kinds: tuple[str, str]
    seconds: float
    """Of processor time for each decision of a bot that searches."""


@dataclass(slots=True)
class Strength:
    """What the first kind of a pairing reached."""

    games: int = 0
    wins: float = 0.0
    """A shared victory counts as a half."""
    margins: list[int] = field(default_factory=list)
    """By game, its score less the best of the others'."""

    @property
    def share(self) -> float:
        """Wins of games, from 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % (Wilson's interval)."""
        n, share, z = self.games, self.share, SURE
        middle = share + z * z / (2 * n)
        spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)

    @property
    def margin(self) -> float:
        """The mean margin in points."""
        return fmean(self.margins)

    def add(self, margin: int) -> None:
        """Count a game."""
        self.games += 1
        self.wins += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
        self.margins.append(margin)


def measure(
    pairing: Pairing, games: int, *, processes: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Strength:
    """Play so many games, several at a time in processes of their own."""
    strength = Strength()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for played in as_completed([pool.submit(_play, pairing, number) for number in range(games)]):
            strength.add(played.result())
            progress(strength.games)
    return strength


def _play(pairing: Pairing, number: int) -> int:
    """The margin of the first kind in one game."""
    game = GAMES[pairing.game]
    options = build(game, pairing.modules)
    first, others = (simulated(kind, options, pairing.seconds) for kind in pairing.kinds)
    own = number % pairing.seats
    choosers = [first if seat == own else others for seat in range(pairing.seats)]
    scores = play_unchecked(game, options, choosers, f"strength {number}").scores
    return scores[own] - max(score for seat, score in enumerate(scores) if seat != own)
