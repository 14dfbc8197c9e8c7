"""Horizons: where imagined games stop that would cost too much, or tell too little, when played to their ends."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludarium.games.alhambra.v1 import view_pb2

from clients.bots.greedy.castles import COIN, PLENTY
from clients.bots.greedy.majorities import worth
from clients.bots.greedy.reckoning import IN_RESERVE, coins_worth, majority_gain, shape, table_of
from server.games import GAMES
from server.games.castles.final import score
from server.games.castles.state import CastlesState
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.state import GameState


@dataclass(frozen=True, slots=True)
class Horizon:
    """An imagined game stops after so many decisions and is judged by what each seat's position is worth."""

    decisions: int
    worths: Callable[[Any, Chance], list[float]]
    """Points by seat, those that are still to be expected included, in an imagined state, which is used up by it."""


def _alhambra(state: GameState, chance: Chance) -> list[float]:
    view: view_pb2.View = GAMES["alhambra"].view(state)
    return [_alhambra_seat(view, player.seat) for player in view.players]


def _alhambra_seat(view: view_pb2.View, seat: int) -> float:
    """The score, the majorities and the wall in the scorings to come, money, and what waits in the reserve."""
    table = table_of(view, seat)
    total = table.me.score.total + shape(table, table.estate)
    for kind, mine in table.counts.items():
        rivals = tuple(sorted(counts[kind] for counts in table.rivals))
        total += worth(kind - 1, mine, rivals, view.scorings_done)
    total += sum(coins_worth(table, coins) for coins in table.coins.values())
    return total + sum(IN_RESERVE * majority_gain(table, int(tile.type)) for tile in table.me.reserve)


def _castles(state: CastlesState, chance: Chance) -> list[float]:
    """What the game would end with if it ended here, and what coins would have bought."""
    coins = [COIN * min(PLENTY, player.coins) for player in state.players]
    run(GAMES["castles"], state, score(state, chance), chance)
    return [player.score + more for player, more in zip(state.players, coins, strict=True)]


HORIZONS: dict[str, Horizon] = {
    "alhambra": Horizon(16, _alhambra),
    "castles": Horizon(12, _castles),
}
"""By game. The other games are short enough to be played to their ends."""
