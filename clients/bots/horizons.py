"""Horizons: where imagined games stop that would cost too much, or tell too little, when played to their ends."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludarium.games.alhambra.v1 import view_pb2
from ludarium.games.castles.v1 import view_pb2 as castles_view

from clients.bots.greedy.castles import COIN, PLENTY
from clients.bots.greedy.majorities import worth
from clients.bots.greedy.reckoning import IN_RESERVE, coins_worth, majority_gain, shape, table_of


@dataclass(frozen=True, slots=True)
class Horizon:
    """An imagined game stops after so many decisions and is judged by what each seat's position is worth."""

    decisions: int
    worths: Callable[[Any], list[float]]
    """Points by seat, those that are still to be expected included, in a view of the game."""


def _alhambra(view: view_pb2.View) -> list[float]:
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


def _castles(view: castles_view.View) -> list[float]:
    """The points, and what coins will buy."""
    return [player.points + COIN * min(PLENTY, player.coins or player.own_coins) for player in view.players]


HORIZONS: dict[str, Horizon] = {
    "alhambra": Horizon(16, _alhambra),
    "castles": Horizon(24, _castles),
}
"""By game. The other games are short enough to be played to their ends."""
