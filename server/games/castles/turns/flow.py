"""The flow: from wherever the game stands to the next decision (R2)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import final
from server.games.castles.points import Step, run_steps, waits
from server.games.castles.state import CastlesState
from server.games.castles.turns import actions, bonus, market, pricing, rewards
from server.games.castles.turns.turn import ACTION, END_TURN, ask, may_trade, stage
from server.games.kernel.chance import Chance


def go_on(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """Carry the game on until somebody is asked, or it is over."""
    while not waits(state) and not state.winners:
        before = state.version
        if is_over(state):
            yield events_pb2.EndTriggered(round=state.round)
        yield from STAGES[state.stage](state, chance)
        assert state.version > before, "the game stands still"


def is_over(state: CastlesState) -> bool:
    """R11.1: whether the end is certain now; an end once triggered stands (R11.1.5)."""
    return not state.ending and state.deck_ran_out and all(holds(state) for holds in state.points.over)


def is_stuck(state: CastlesState) -> bool:
    """R11.1.7: nobody could place anything for sale, whatever it cost, and the next draw would bring nothing new."""
    full = len(state.market) == state.row.market_rooms
    if not full and (state.room_deck or any(state.stacks.get(card) for card in state.discard_pile)):
        return False
    return not any(
        actions.could_place(state, seat) or any(could(state, seat) for could in state.points.could_act)
        for seat in range(state.seats)
    )


def foyers(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.9.1: each castle begins with its foyer; R1.2.11.1 sets what comes next."""
    yield from run_steps(state.points.foyers, state, chance)
    if waits(state):
        return
    for seat in state.from_builder():
        if not state.players[seat].castle.rooms:
            yield events_pb2.FoyerPlaced(seat=seat, side=types_pb2.FOYER_SIDE_THREE)
    yield stage(types_pb2.STAGE_DRAFT)


def draft(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R10.1."""
    yield from _until_done(state.points.draft, types_pb2.STAGE_START_DECREES, state, chance)


def start_decrees(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R10.1.4."""
    yield from _until_done(state.points.start, types_pb2.STAGE_BONUS_CARDS, state, chance)


def bonus_cards(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.9.3, R1.2.11.3."""
    if not any(player.bonus or player.looked for player in state.players):
        yield from bonus.deal(state)
    elif state.discards:
        yield from bonus.settle(state, chance)
    else:
        yield events_pb2.RoundBegan(round=1, master_builder=state.master_builder)
        yield stage(types_pb2.STAGE_PRICES)


def draw(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R2.1."""
    before = state.version
    yield from run_steps(state.points.before_draw, state, chance)
    if waits(state) or state.version != before:
        return
    yield from market.draw(state, chance)
    yield stage(types_pb2.STAGE_PRICES)


def prices(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R2.2."""
    yield from run_steps(state.points.before_pricing, state, chance)
    if waits(state):
        return
    yield from pricing.next_price(state)
    if not waits(state) and pricing.is_done(state):
        yield stage(types_pb2.STAGE_TURNS)


def turns(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R2.3, R3: a turn, what comes of it, its end, and the next."""
    if state.discards:
        yield from bonus.settle(state, chance)
    elif not state.turn_running:
        yield from _next_turn(state, chance)
    elif state.rewards:
        yield from rewards.next_reward(state, chance)
    elif not state.closing:
        if may_trade(state):
            yield from ask(state, state.active, END_TURN)
        else:
            yield events_pb2.TurnClosing(seat=state.active)
    else:
        yield from run_steps(state.points.turn_end, state, chance)
        if not waits(state):
            yield events_pb2.TurnEnded(seat=state.active)


def _next_turn(state: CastlesState, chance: Chance) -> Iterator[Message]:
    if state.extra_turns:
        yield events_pb2.TurnBegan(seat=state.active, turn=state.turn + 1, extra=True)
    elif state.turns_taken < state.seats:
        seat = (state.master_builder + 1 + state.turns_taken) % state.seats
        yield events_pb2.TurnBegan(seat=seat, turn=state.turn + 1)
    else:
        yield from _end_round(state, chance)
        return
    yield from ask(state, state.active, ACTION)


def _end_round(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R2.4, R2.5."""
    left = [lying.tile for lying in state.market]
    yield events_pb2.CoinsAdded(tiles=left, coins=state.components.amounts.leftover_room_coin)
    yield from run_steps(state.points.round_end, state, chance)
    if is_over(state) or (not state.ending and is_stuck(state)):
        yield events_pb2.EndTriggered(round=state.round)
    if state.ending:
        yield events_pb2.FinalScoringBegan(master_builder=state.master_builder)
        yield stage(types_pb2.STAGE_FINAL)
        return
    builder = (state.master_builder + 1) % state.seats
    yield events_pb2.MasterBuilderPassed(seat=builder)
    yield events_pb2.RoundBegan(round=state.round + 1, master_builder=builder)
    yield stage(types_pb2.STAGE_DRAW)


def _until_done(
    steps: list[Step], following: types_pb2.Stage.ValueType, state: CastlesState, chance: Chance
) -> Iterator[Message]:
    """Run a stage's steps; when they have nothing left to do, the following stage begins."""
    before = state.version
    yield from run_steps(steps, state, chance)
    if state.version == before:
        yield stage(following)


STAGES: dict[int, Step] = {
    types_pb2.STAGE_FOYERS: foyers,
    types_pb2.STAGE_DRAFT: draft,
    types_pb2.STAGE_START_DECREES: start_decrees,
    types_pb2.STAGE_BONUS_CARDS: bonus_cards,
    types_pb2.STAGE_DRAW: draw,
    types_pb2.STAGE_PRICES: prices,
    types_pb2.STAGE_TURNS: turns,
    types_pb2.STAGE_FINAL: final.score,
}
