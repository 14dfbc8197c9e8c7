"""The end of a turn (R8), step by step; a step that needs an answer opens a decision and the flow stops there."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra import scoring
from server.games.alhambra.points import Step
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.ending import end_game
from server.games.alhambra.turns.turn import PLACE_BOUGHT, ask, next_turn
from server.games.kernel.chance import Chance


def finish_actions(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.1: no action is left; what was bought is placed, one building a decision, then R8.2."""
    if state.players[state.active].bought:
        yield ask(state.active, PLACE_BOUGHT)
    else:
        yield from refill(state, chance)


def refill(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.2 to R8.7. A step of R8.2 that asks comes back here with its answer."""
    yield from run_steps(state.points.before_refill, state, chance)
    if state.decisions:
        return
    yield from refill_displays(state, chance)
    for step in state.points.after_refill:
        yield from step(state, chance)
    yield from score_what_is_due(state)
    yield from end_if_over(state)
    if not state.ending:
        yield from finish_turn(state, chance)


def resume(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """After an answer to a step of before_refill: back to the part of the turn's end that runs these steps."""
    if any(under_way(state) for under_way in state.points.under_way):
        yield from finish_turn(state, chance)
    else:
        yield from refill(state, chance)


def finish_turn(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.8, R8.9. A step of R8.8 that asks comes back here with its answer."""
    yield from run_steps(state.points.before_next_turn, state, chance)
    if state.decisions or state.ending:
        return
    yield from next_turn(state, (state.active + 1) % state.seats)


def refill_displays(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.3, R8.4: money to four cards, then buildings to four, each turned up one by one."""
    yield from refill_money(state, chance)
    for space, tile in enumerate(state.market, start=1):
        if tile is None and state.draw_pile:
            yield events_pb2.BuildingTurnedUp(space=space, tile=state.draw_pile[0])


def refill_money(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R8.3: the display to four cards; scoring cards that come up make their scorings due."""
    while len(state.display) < state.components.counts.display:
        if not state.money_deck:
            if not state.discard:
                break
            cards = chance.shuffle(sorted(state.discard.elements()))
            yield events_pb2.DiscardShuffled(cards=cards, count=len(cards))
        top = state.money_deck[0]
        if top in state.components.cards:
            yield events_pb2.MoneyTurnedUp(card=top)
        else:
            yield events_pb2.ScoringCardDrawn(scoring=int(top[-1]))


def score_what_is_due(state: AlhambraState) -> Iterator[Message]:
    """R8.6: each scoring that is due, in order, and Dirk's tiles after it (R14.4)."""
    for number in sorted(state.scoring_due):
        yield from scoring.score(state, number)
        tiles = scoring.tiles_for_dirk(state, number)
        if tiles:
            yield events_pb2.DirkDealt(tiles=tiles)


def end_if_over(state: AlhambraState) -> Iterator[Message]:
    """R8.7, R10.1: the end check."""
    if is_over(state):
        yield events_pb2.EndReached()
        yield from end_game(state)


def is_over(state: AlhambraState) -> bool:
    """R8.7: a market space is empty because the draw pile could not fill it.

    Dirk's tiles come after the refill and may empty the pile: that alone is no end (R14.8).
    """
    return None in state.market


def run_steps(steps: list[Step], state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """Run steps in order up to the first that asks somebody or ends the game."""
    for step in steps:
        yield from step(state, chance)
        if state.decisions or state.ending:
            return
