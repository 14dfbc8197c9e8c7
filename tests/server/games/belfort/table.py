"""Positions of Belfort, made of facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, options_pb2, types_pb2

from server.games.belfort.content.records import COLORS
from server.games.belfort.game import BELFORT
from server.games.belfort.state import BelfortState, Due, Player
from server.games.belfort.turns import flow
from server.games.belfort.turns.agenda import due_message
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.options import build
from server.games.kernel.simulate import Simulation
from server.games.kernel.testkit import Position, given

E = events_pb2
K = types_pb2
GUILDS = ("architects", "bankers", "masons", "sawyers", "thieves")
SPRING, SUMMER, AUTUMN = 2, 4, 6
"""A month of each season."""
GOODS = ("wood", "stone", "metal", "gold")


def options(modules: Sequence[str] = (), **rulings: str) -> options_pb2.Options:
    """Options by name."""
    made: options_pb2.Options = build(BELFORT, modules, rulings)
    return made


def table(
    seats: int = 3,
    *,
    modules: Sequence[str] = (),
    guilds: Sequence[str] = GUILDS,
    order: Sequence[int] | None = None,
    month: int = SPRING,
    **rulings: str,
) -> Position:
    """A table with colours, Guilds, crests in order of seats, a deck in canonical order, and nothing else yet."""
    position = given(BELFORT, options(modules, **rulings), seats, colors=COLORS[:seats])
    state: BelfortState = position.state
    color = types_pb2.PlayerColor.ValueType
    non_players = [color(4), color(5)] if seats == 2 else []
    position.given(
        E.PartiesSeated(colors=[color(n) for n in range(1, seats + 1)], non_players=non_players),
        E.GuildsDrawn(guilds=guilds),
        E.CrestsDealt(order=range(seats) if order is None else order),
        E.DeckShuffled(cards=list(state.components.cards), count=50),
    )
    if state.points.own_calendars:
        position.given(*(E.MarkerAdvanced(seat=seat, month=0) for seat in range(seats)))
        position.given(*(E.MarkerAdvanced(seat=seat, month=month) for seat in range(seats)))
    else:
        position.given(E.PhaseBegan(phase=K.PHASE_CALENDAR, month=month))
    return position


def started(seats: int, *modules: str, seed: str = "setup", **rulings: str) -> Simulation:
    """A table just begun."""
    return Simulation(BELFORT, options(modules, **rulings), seats, seed)


def state_of(simulation: Simulation) -> BelfortState:
    """The state of a running table."""
    state = simulation.table.running()
    assert isinstance(state, BelfortState)
    return state


def kept(simulation: Simulation) -> Simulation:
    """Everybody has kept cards."""
    while not state_of(simulation).begun:
        decision = state_of(simulation).decisions[0]
        simulation.play(decision, next(iter(BELFORT.legal(state_of(simulation), decision))))
    return simulation


def player(position: Position, seat: int) -> Player:
    """A player's state."""
    found: Player = position.state.players[seat]
    return found


def goods(**amounts: int) -> types_pb2.Goods:
    """Goods for an event."""
    return types_pb2.Goods(**amounts)


def has(position: Position, seat: int, **amounts: int) -> Position:
    """A player's goods are what is named; what is not named is 0."""
    held = dict(zip(GOODS, player(position, seat).goods, strict=True))
    position.given(E.GoodsPaid(seat=seat, goods=goods(**held)))
    return position.given(E.GoodsGained(seat=seat, goods=goods(**amounts)))


def held(position: Position, seat: int) -> dict[str, int]:
    """A player's goods by name."""
    return dict(zip(GOODS, player(position, seat).goods, strict=True))


def gold(position: Position, seat: int) -> int:
    """A player's Gold."""
    return player(position, seat).goods[3]


def scores(position: Position, seat: int, points: int) -> Position:
    """A player's score is this."""
    more = points - player(position, seat).score
    return position.given(E.PointsScored(seat=seat, points=more, source=K.POINT_SOURCE_DISTRICTS, thing="d1"))


def on_top(position: Position, *cards: str) -> Position:
    """These cards lie on top of the deck."""
    rest = [card for card in position.state.deck if card not in cards]
    discard = list(position.state.discard)
    position.given(E.DeckShuffled(cards=[*cards, *rest], count=len(cards) + len(rest)))
    position.state.discard = discard
    return position


def hand(position: Position, seat: int, *cards: str) -> Position:
    """A player holds these cards too."""
    for card in cards:
        on_top(position, card).given(E.CardDrawn(seat=seat, card=card, target=K.CARD_SOURCE_HAND))
    return position


def turned_up(position: Position, target: types_pb2.CardSource.ValueType, *cards: str) -> Position:
    """These cards lie in the Draw Pool, the Property Row or the top shelf row."""
    for card in cards:
        on_top(position, card).given(E.CardTurnedUp(target=target, card=card))
    return position


def pool(position: Position, *cards: str) -> Position:
    """The Draw Pool."""
    return turned_up(position, K.CARD_SOURCE_POOL, *cards)


def row(position: Position, *cards: str) -> Position:
    """The Property Row."""
    return turned_up(position, K.CARD_SOURCE_ROW, *cards)


def built(position: Position, seat: int, *cards: str, district: str = "", gnome: bool = False) -> Position:
    """A player has built these, each in the first district with room or in one named."""
    state: BelfortState = position.state
    for card in cards:
        hand(position, seat, card)
        kind = state.components.cards[card]
        names = {"keep": ("keep_left", "keep_right"), "gatehouse": ("gatehouse_right",)}.get(kind, (kind,))
        districts = [district] if district else list(state.components.districts)
        places = [[f"{d}.{name}" for name in names] for d in districts]
        spaces = next(p for p in places if not any(s in state.spaces or s in state.reserved for s in p))
        position.given(E.PropertyBuilt(seat=seat, card=card, source=K.CARD_SOURCE_HAND, spaces=spaces))
        if gnome:
            filled(position, seat, card)
    return position


def filled(position: Position, seat: int, card: str, lock: types_pb2.Lock.ValueType = K.LOCK_GNOME) -> Position:
    """A lock is filled."""
    return position.given(E.GnomePlaced(seat=seat, card=card, lock=lock))


def marks(position: Position, seat: int, *spaces: str) -> Position:
    """A player's markers lie on these spaces."""
    return position.given(*(E.WallBuilt(seat=seat, space=space) for space in spaces))


COUNTED = ("bank", "blacksmith", "gardens", "inn", "library", "market", "pub", "tower", "wall_left", "wall_right")


def counts(position: Position, district: str, amounts: Mapping[int, float], heritage: int = 0) -> Position:
    """So many markers of each seat in a district (half a one more: a decorated one), and of Heritage."""
    free = iter(COUNTED)
    if heritage:
        spaces = [f"{district}.{next(free)}" for _ in range(heritage)]
        on_top(position, "bank_1").given(E.HeritageMarked(card="bank_1", spaces=spaces))
    for seat, amount in amounts.items():
        spaces = [f"{district}.{next(free)}" for _ in range(int(amount))]
        marks(position, seat, *spaces)
        if amount != int(amount):
            position.given(E.MarkerDecorated(seat=seat, space=spaces[0]))
    return position


def placed(position: Position, seat: int, worker: types_pb2.Worker.ValueType, *planks: str) -> Position:
    """Workers of a player stand on these planks, their fees long paid."""
    return position.given(*(E.WorkerPlaced(seat=seat, worker=worker, plank=plank) for plank in planks))


def assistants(position: Position, laid_out: Sequence[str], held_by: Mapping[int, str] | None = None) -> Position:
    """The display, and who holds what."""
    position.given(E.AssistantsLaidOut(assistants=laid_out))
    for seat, assistant in (held_by or {}).items():
        position.given(E.AssistantTaken(seat=seat, assistant=assistant))
    return position


def holds(position: Position, seat: int, assistant: str) -> Position:
    """A player holds an Assistant that is ready."""
    return assistants(position, [assistant, "pixie" if assistant != "pixie" else "djinn"], {seat: assistant})


def permit(position: Position, seat: int, name: str, card: str, *, expanded: bool = False) -> Position:
    """A Permit is tucked under a built card, which may be expanded."""
    state: BelfortState = position.state
    if name not in state.permits:
        position.given(E.PermitsLaidOut(permits=[name, *state.permits]))
    position.given(E.PermitTaken(seat=seat, permit=name, card=card))
    return position.given(E.PropertyExpanded(seat=seat, card=card, permit=name)) if expanded else position


def due(*dues: Due) -> Message:
    """These are due, the last of them first."""
    return E.DuesAdded(dues=[due_message(one) for one in dues])


def acting(position: Position, seat: int) -> Position:
    """The seat's Actions turn."""
    month = position.state.month
    return position.given(
        E.PhaseBegan(phase=K.PHASE_ACTIONS, month=month),
        due(Due(0, K.STEP_ACTIONS, 0), Due(0, K.STEP_TURN, seat)),
        E.TurnBegan(seat=seat),
        E.DecisionOpened(seat=seat, kind=K.DECISION_KIND_TAKE_ACTION),
    )


def placing(position: Position, seat: int) -> Position:
    """The seat's placement turn."""
    month = position.state.month
    return position.given(
        E.PhaseBegan(phase=K.PHASE_PLACEMENT, month=month),
        due(Due(0, K.STEP_PLACEMENT, 0)),
        E.DecisionOpened(seat=seat, kind=K.DECISION_KIND_PLACE),
    )


def tapeless(position: Position, seat: int) -> Position:
    """The seat's turn under Less Red Tape."""
    return position.given(
        due(Due(0, K.STEP_NEXT_TAPELESS_TURN, 0), Due(0, K.STEP_TAPELESS_TURN, seat)),
        E.TurnBegan(seat=seat),
        E.DecisionOpened(seat=seat, kind=K.DECISION_KIND_TAKE_TAPELESS_ACTION),
    )


def asked(
    position: Position, seat: int, kind: types_pb2.DecisionKind.ValueType, amount: int = 0, thing: str = ""
) -> Position:
    """A decision is open, in an Actions turn of the seat."""
    return position.given(
        due(Due(0, K.STEP_ACTIONS, 0), Due(0, K.STEP_TURN, seat)),
        E.TurnBegan(seat=seat),
        E.DecisionOpened(seat=seat, kind=kind, amount=amount, thing=thing),
    )


def take(position: Position, step: types_pb2.Step.ValueType, seat: int = 0, *, seed: str = "") -> Position:
    """Take one step of the flow; what happened stands in the position."""
    entry = Due(0, step, seat)
    position.given(due(entry))
    chance = Chance(seed.encode())
    events = flow.STEPS[step](position.state, entry, chance)
    position.happened = [event for event, _ in run(BELFORT, position.state, events, chance)]
    return position


def carry_out(position: Position, events: Any) -> Position:
    """Let a generator of the rules run."""
    position.happened = [event for event, _ in run(BELFORT, position.state, events, Chance(b"test"))]
    return position


def of_type(position: Position, seat: int, kind: type) -> list[Any]:
    """The legal answers of one type."""
    return [choice for choice in position.legal(seat) if isinstance(choice, kind)]
