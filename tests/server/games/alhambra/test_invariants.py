"""The invariants find what they are there for: R18. Random games show that they hold."""

from collections.abc import Callable

import pytest

from server.games.alhambra.choices import Cell
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.state import AlhambraState
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.game import Seating
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked, random_choice


def fresh(seats: int = 3) -> AlhambraState:
    state: AlhambraState = ALHAMBRA.new_state(build(ALHAMBRA), [Seating(str(seat)) for seat in range(seats)])
    chance = Chance(b"invariants")
    run(ALHAMBRA, state, ALHAMBRA.set_up(state, chance), chance)
    return state


def lose_a_tile(state: AlhambraState) -> None:
    state.draw_pile.pop()


def double_a_card(state: AlhambraState) -> None:
    state.players[0].hand["florin_9"] += 1


def lose_a_scoring_card(state: AlhambraState) -> None:
    state.money_deck.remove("scoring_card_2")


def cut_an_alhambra(state: AlhambraState) -> None:
    state.players[0].alhambra[Cell(5, 5)] = state.draw_pile.pop()


def empty_a_market_space(state: AlhambraState) -> None:
    state.draw_pile.append(state.market[0] or "")
    state.market[0] = None


def shorten_the_display(state: AlhambraState) -> None:
    state.money_deck.append(state.display.pop())


def set_a_tile_aside(state: AlhambraState) -> None:
    state.players[1].bought.append(state.draw_pile.pop())


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (lose_a_tile, "R18.1"),
        (double_a_card, "R18.2"),
        (lose_a_scoring_card, "R18.2"),
        (cut_an_alhambra, "R18.3"),
        (empty_a_market_space, "R18.10"),
        (shorten_the_display, "R18.10"),
        (set_a_tile_aside, "R18.11"),
    ],
)
def test_a_broken_invariant_is_named(damage: Callable[[AlhambraState], None], rule: str) -> None:
    state = fresh()
    ALHAMBRA.check(state)
    damage(state)
    with pytest.raises(AssertionError, match=rule):
        ALHAMBRA.check(state)


def test_scores_never_fall_and_are_the_sum_of_their_parts() -> None:
    """R18.9, R18.13"""
    played, events = play_checked(ALHAMBRA, build(ALHAMBRA), [random_choice] * 4, "sums")
    scored = [ALHAMBRA.points(event.alhambra) for event in events if event.HasField("alhambra")]
    assert all(points.points > 0 for points in scored if points)
    sums = [sum(p.points for p in scored if p and p.seat == seat) for seat in range(4)]
    assert tuple(sums) == played.scores
