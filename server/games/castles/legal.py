"""Every legal answer to a decision, lazily and in canonical order."""

from collections.abc import Iterator

from server.games.castles.choices import DiscardBonus, KeepBonus, Place
from server.games.castles.geometry.placements import spots
from server.games.castles.points import Lister
from server.games.castles.state import CastlesState
from server.games.castles.turns import actions, placing, pricing, rewards
from server.games.castles.turns import turn as kinds
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision


def legal(state: CastlesState, decision: Decision) -> Iterator[Choice]:
    """The legal answers to a decision."""
    lister = LISTS.get(decision.kind) or state.points.lists[decision.kind]
    return lister(state, decision.seat)


def _discard_bonus(state: CastlesState, seat: int) -> Iterator[Choice]:
    return (DiscardBonus(card) for card in state.players[seat].looked)


def _place(state: CastlesState, seat: int) -> Iterator[Choice]:
    """R4.1: every spot of the tile chosen."""
    assert state.pending is not None
    tile = state.tile(state.pending.tile)
    for spot in spots(state.players[seat].castle, tile, placing.ways(state, seat)):
        yield Place(tile.id, *spot)


def _keep_bonus(state: CastlesState, seat: int) -> Iterator[Choice]:
    return (KeepBonus(card) for card in state.players[seat].looked)


LISTS: dict[int, Lister] = {
    kinds.DISCARD_BONUS: _discard_bonus,
    kinds.PRICE: lambda state, seat: pricing.choices(state),
    kinds.ACTION: actions.choices,
    kinds.PLACE: _place,
    kinds.PASSAGES: placing.passage_choices,
    kinds.REWARD: rewards.reward_choices,
    kinds.CORRIDOR_REWARD: rewards.corridor_choices,
    kinds.DOWNSTAIRS_REWARD: rewards.downstairs_choices,
    kinds.LOOK_INTO_STACK: rewards.look_choices,
    kinds.TAKE_TILE: rewards.take_choices,
    kinds.KEEP_BONUS: _keep_bonus,
    kinds.END_TURN: actions.end_turn_choices,
}
