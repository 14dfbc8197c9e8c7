"""The Queen of Belfort (R33)."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import effects
from server.games.belfort.asks.people import DECLINE
from server.games.belfort.choices import Decline, Goods, MovePawn
from server.games.belfort.planks import CHAMBER
from server.games.belfort.points import Points
from server.games.belfort.state import BelfortState, Due
from server.games.belfort.turns.agenda import add, decide_on
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2


def attach(points: Points, seats: int) -> None:
    """Where the Queen reaches in."""
    points.set_up += [set_up]
    points.calendar += [walk]
    points.month_completed += [step_when_all_moved]
    points.planks += [chamber]
    points.after_build += [favour]


def set_up(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R33.1; under Less Red Tape the first card is revealed now (R33.3)."""
    yield events_pb2.PawnsPlaced(queen=chance.choose(state.components.districts))
    cards = chance.shuffle(card for card in state.components.queen_cards if card not in state.points.left_out)
    yield events_pb2.QueenDeckShuffled(cards=cards, count=len(cards))
    if state.points.own_calendars:
        yield events_pb2.QueenCardRevealed(card=state.queen_deck[0])


def walk(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R33.2.1: discard, reveal, move."""
    if state.queen_card:
        yield events_pb2.QueenCardDiscarded()
    if not state.queen_deck:  # R33.7
        cards = chance.shuffle(sorted(state.queen_discard))
        yield events_pb2.QueenDeckShuffled(cards=cards, count=len(cards))
    yield events_pb2.QueenCardRevealed(card=state.queen_deck[0])
    yield events_pb2.PawnMoved(pawn=K.PAWN_QUEEN, district=clockwise(state))


def clockwise(state: BelfortState) -> str:
    """R33.4: the next district without Ms. Parks and Mr. Rex."""
    districts = state.components.districts
    here = districts.index(state.queen)
    ahead = [districts[(here + number) % len(districts)] for number in range(1, len(districts) + 1)]
    return next(district for district in ahead if district not in (state.parks, state.rex))


def step_when_all_moved(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R33.3: once for each month that all players have reached; a finished one has moved all (R31.4.2.2)."""
    while min(player.month for player in state.players) > state.queen_steps:
        yield events_pb2.QueenStepped(months=state.queen_steps + 1)
        yield from walk(state, chance)


def chamber(state: BelfortState, seat: int) -> Iterator[str]:
    """R33.6: the Queen's Chamber has one plank for all."""
    yield CHAMBER


def favour(state: BelfortState, seat: int, district: str, paid: Goods, chance: Chance) -> Iterator[Message]:
    """R33.5: the active card's benefit for each building in her district."""
    if district != state.queen or not state.queen_card:
        return
    effect = state.components.queen_cards[state.queen_card].effect
    if effect.op == "rebate":
        goods = "".join(str(number) for number in range(3) if paid[number])
        if goods:
            yield from add([decide_on(K.DECISION_KIND_REBATE, seat, thing=goods, source=state.queen_card)])
        return
    yield from effects.apply(state, seat, [effect], effects.Source(state.queen_card, queen=True), chance)


def _districts(state: BelfortState, due: Due) -> Iterator[MovePawn]:
    """R33.6.1: any other district without Ms. Parks and Mr. Rex."""
    for district in state.components.districts:
        if district not in (state.queen, state.parks, state.rex):
            yield MovePawn(K.PAWN_QUEEN, district)


def move(state: BelfortState, due: Due, choice: MovePawn, chance: Chance) -> Iterator[Message]:
    """R33.6, R34.3: a pawn goes where it was sent."""
    yield events_pb2.PawnMoved(pawn=K.Pawn.ValueType(choice.pawn), district=choice.district)


ASKS: dict[int, Ask] = {
    K.DECISION_KIND_MOVE_QUEEN: {
        MovePawn: Item("R33.6", "The Queen goes to another district without Parks and Rex.", _districts, move),
        Decline: DECLINE,
    },
}
