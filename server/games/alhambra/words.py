"""Alhambra's choices and decisions in words; events are in event_words."""

from collections.abc import Callable
from typing import Any

from server.games.alhambra.choices import Build, Buy, Exchange, GiveToDirk, Pass, Place, Reserve, Store, TakeMoney
from server.games.alhambra.modules.fresh_colors import words as fresh_colors
from server.games.alhambra.modules.gates import words as gates
from server.games.alhambra.modules.handymen import words as handymen
from server.games.alhambra.names import place, thing, things
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.turn import CHOOSE_ACTION, PLACE_BOUGHT, PLACE_LEFTOVER
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision


def decision_words(state: AlhambraState, decision: Decision) -> str:
    """What is being decided."""
    if decision.kind == CHOOSE_ACTION:
        return "choose an extra action" if state.extra_action else "choose an action"
    if decision.kind == PLACE_BOUGHT:
        return "place a building bought this turn"
    if decision.kind == PLACE_LEFTOVER:
        return "place a left-over building"
    return _DECISIONS[decision.kind](state, decision.seat)


def choice_words(state: AlhambraState, decision: Decision, choice: Choice) -> str:
    """An answer, as a player would say it."""
    match choice:
        case TakeMoney(cards):
            return f"take {things(cards)}"
        case Buy(space, cards, up, down):
            building = state.components.buildings[state.market[space - 1] or ""]
            price = max(0, building.price + up - down)
            paid = sum(state.components.cards[card].value for card in cards)
            how = "exactly" if paid == price else f"overpaying by {paid - price}"
            return f"buy {thing(building.id)} for {price}{handymen.helping(up, down)}, {how}: {things(cards)}"
        case Build(tile, cell):
            return f"redesign: build {thing(tile)} {place(cell)}"
        case Store(tile):
            return f"redesign: store {thing(tile)}"
        case Exchange(tile, other_tile):
            return f"redesign: put {thing(tile)} in place of {thing(other_tile)}"
        case Pass():
            return "pass"
        case Place(tile, cell):
            return f"place {thing(tile)} {place(cell)}"
        case Reserve(tile):
            return f"put {thing(tile)} into the reserve"
        case GiveToDirk(tile):
            return f"give {thing(tile)} to Dirk"
        case _:
            return _CHOICES[type(choice)](state, choice)


_CHOICES: dict[type, Callable[[AlhambraState, Any], str]] = {
    **handymen.CHOICES,
    **gates.CHOICES,
    **fresh_colors.CHOICES,
}

_DECISIONS: dict[int, Callable[[AlhambraState, int], str]] = {
    **handymen.DECISIONS,
    **gates.DECISIONS,
    **fresh_colors.DECISIONS,
}
