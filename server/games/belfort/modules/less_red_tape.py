"""Less Red Tape (R31): turns of one Main Action and any number of Free Actions, each seat with its own calendar."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import cards, counting, locks, planks, scoring
from server.games.belfort.choices import (
    Build,
    Buy,
    BuyMetal,
    Collect,
    EndTurn,
    Gather,
    HireGnome,
    PlaceWorker,
    Sell,
)
from server.games.belfort.content import Effect, load
from server.games.belfort.content.records import PermitType, PlayerCount
from server.games.belfort.modules import assistants
from server.games.belfort.points import Points
from server.games.belfort.state import KINDS, BelfortState, Due
from server.games.belfort.turns import actions, collection, placement
from server.games.belfort.turns.agenda import add, ask, decide_on, goods_message, settle, step
from server.games.belfort.turns.items import Ask, Item
from server.games.kernel.chance import Chance

K = types_pb2
MAIN = ("guild.", "recruiters_desk", planks.CHAMBER)
"""Planks that a Worker goes to by a Main Action."""


def attach(points: Points, seats: int) -> None:
    """R31.1: another beginning, another flow."""
    points.own_calendars = points.acts_at_once = points.scores_alone = points.keeps_workers = True
    points.keeps_discounts = points.recruits_on_return = points.picks_assistant = True
    points.month = own_month
    points.start_month = 0
    points.card_market, points.refill, points.drawn_to = cards.ROW, K.STEP_FILL_ROW, cards.CLIPBOARD
    points.card_sources = sources
    points.library = use_library
    points.permit_wording = changed_permit
    points.sells_metal += [while_building]
    points.seat_order = clockwise
    points.display_size = two_more_than_players
    points.acts_when_taken[assistants.GORGON] = K.DECISION_KIND_PLACE_GORGON
    points.compulsory.add(K.DECISION_KIND_PLACE_GORGON)
    guilds, *others = load().excluded_with_lrt
    points.excluded_guilds |= guilds
    points.left_out.update(*others)
    points.deal += [deal_row]
    points.begin += [begin]
    points.gnome_placed += [fill_shelf]
    points.gnome_removed += [clear_shelf]


def own_month(state: BelfortState, seat: int) -> int:
    """R31.2.4: the month of the own marker."""
    return state.players[seat].month


def sources(state: BelfortState, seat: int) -> list[tuple[int, Sequence[str]]]:
    """R31.3.3: the row, the top shelf for owners of a gnomed Library, and the own Clipboard cards."""
    player = state.players[seat]
    shelf: Sequence[str] = state.shelf if player.unlocked("library") else ()
    return [(cards.ROW, state.row), (cards.SHELF, shelf), (cards.CLIPBOARD, player.clipboard)]


def use_library(state: BelfortState, seat: int, effect: Effect, chance: Chance) -> Iterator[Message]:
    """R31.6.1: cards are drawn into the row, then as many are discarded."""
    before = len(state.row)
    for _ in range(effect.count):
        yield from cards.turn_up(state, chance, cards.ROW)
    more = len(state.row) - before
    if more:
        yield from add([decide_on(K.DECISION_KIND_DROP_ROW_CARD, seat, more), step(K.STEP_FILL_ROW)])


def changed_permit(kind: PermitType) -> PermitType:
    """R31.6.6."""
    return kind.lrt or kind


def while_building(state: BelfortState, seat: int) -> bool:
    """R31.6.2: Blacksmiths sell only while building."""
    return state.players[seat].turn.building


def clockwise(chance: Chance, seats: int) -> list[int]:
    """R31.1.1: a random start player, then clockwise."""
    first = chance.draw(seats)
    return [(first + number) % seats for number in range(seats)]


def two_more_than_players(counts: PlayerCount) -> int:
    """R31.1.5."""
    return counts.assistants_lrt


def deal_row(state: BelfortState, chance: Chance) -> Iterator[Message]:
    """R31.1.2, R31.1.3: the markers beside month 1, and the Property Row."""
    for seat in range(state.seats):
        yield events_pb2.MarkerAdvanced(seat=seat, month=0)
    yield from cards.fill_row(state, chance)


def begin(state: BelfortState) -> Iterator[Due]:
    """R31.1.5: Assistants in reverse turn order, then the first turn."""
    if state.tiles:
        yield from (decide_on(K.DECISION_KIND_CHOOSE_ASSISTANT, seat) for seat in reversed(state.order))
    yield step(K.STEP_NEXT_TAPELESS_TURN)


def next_turn(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.2: clockwise, finished players skipped; the end when all are (R31.4.3)."""
    for part in state.points.month_completed:
        yield from part(state, chance)
    first = state.order.index(state.active) + 1 if state.active < state.seats else 0
    ahead = state.order[first:] + state.order[:first]
    seat = next((seat for seat in ahead if not state.players[seat].finished), None)
    if seat is None:
        yield settle()
        yield from scoring.end_game(state)
        return
    yield events_pb2.TurnBegan(seat=seat)
    yield from add([step(K.STEP_TAPELESS_TURN, seat)])


def turn(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.2.1: another action."""
    yield ask(decide_on(K.DECISION_KIND_TAKE_TAPELESS_ACTION, due.seat))


def placings(state: BelfortState, due: Due) -> Iterator[PlaceWorker]:
    """R31.3.1, R31.3.2, R31.3.4 as Main Actions; own Property and Permit planks as Free Actions (R31.5.2)."""
    seat = due.seat
    player = state.players[seat]
    kinds = [kind for kind in KINDS if player.board[kind - 1]]
    if not kinds:
        return
    for plank in _planks(state, seat):
        if plank.startswith(MAIN) and player.turn.main_action:
            continue
        if planks.payable(state, seat, plank):
            yield from (PlaceWorker(kind, plank) for kind in kinds)


def _planks(state: BelfortState, seat: int) -> Iterator[str]:
    yield from planks.free_guild_planks(state)
    yield from planks.desk_plank(state)
    yield from planks.property_planks(state, seat)
    yield from planks.module_planks(state, seat)


def place(state: BelfortState, due: Due, choice: PlaceWorker, chance: Chance) -> Iterator[Message]:
    """R31.3: the plank acts at once."""
    main = choice.plank.startswith(MAIN)
    yield from planks.place(state, due.seat, choice.worker, choice.plank, chance, main_action=main)


def gatherings(state: BelfortState, due: Due) -> Iterator[Gather]:
    """R31.3.3, R31.3.7: with a Worker on the board, which need not be sent; again until something is built."""
    player = state.players[due.seat]
    turn = player.turn
    if any(player.board) and (not turn.main_action or (turn.building and not turn.builds)):
        yield Gather()


def gather(state: BelfortState, due: Due, choice: Gather, chance: Chance) -> Iterator[Message]:
    """R31.3.3.1: gathering comes first; Free Actions may come between single gatherings (R31.2.1.1)."""
    first = not state.players[due.seat].turn.main_action
    if first:
        yield events_pb2.MainActionBegan(seat=due.seat, building=True)
    yield from add([*placement.sending(state, due.seat), step(K.STEP_GATHER, due.seat, amount=int(first))])


def gather_sent(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.3.3: goods at once, without bonus; the Giant's tokens may go along the first time (R31.6.4)."""
    seat = due.seat
    yield settle()
    sent = any(any(area) for area in state.players[seat].areas)
    giant = state.tile(assistants.GIANT)
    if sent and giant is not None and not giant.declined and state.ready(seat, assistants.GIANT):
        tokens = state.value(seat, assistants.GIANT, "x")
        yield from add([decide_on(K.DECISION_KIND_SEND_GIANTS, seat, tokens), due])
        return
    had = state.players[seat].turn.collected
    goods = [now - before for now, before in zip(collection.yields(state, seat), had, strict=True)]
    if any(goods):
        yield events_pb2.ResourcesCollected(seat=seat, goods=goods_message(goods))
    if due.amount:
        yield from collection.more_goods(state, seat)


def settle_areas(state: BelfortState, seat: int) -> Iterator[Message]:
    """R31.2.2: the gathering is over; its Workers stay, and pair with no later ones."""
    if any(any(area) for area in state.players[seat].areas):
        yield events_pb2.AreasGathered(seat=seat)


def build(state: BelfortState, due: Due, choice: Build, chance: Chance) -> Iterator[Message]:
    """R31.2.1.1: no Worker goes to an area after the first building."""
    yield from settle_areas(state, due.seat)
    yield from actions.build(state, due, choice, chance)


def collectings(state: BelfortState, due: Due) -> Iterator[Collect]:
    """R31.3.5.2: always possible as the Main Action."""
    if not state.players[due.seat].turn.main_action:
        yield Collect()


def collect(state: BelfortState, due: Due, choice: Collect, chance: Chance) -> Iterator[Message]:
    """R31.3.5 in its order; scoring comes before income and taxes."""
    seat = due.seat
    yield events_pb2.MainActionBegan(seat=seat)
    for plank in counting.own_workers(state, seat):
        if plank.startswith("recruiters_desk"):
            yield from collection.recruit(state, plank)
    yield events_pb2.WorkersCameBack(seat=seat)
    yield from add([*actions.give_back(state, seat), step(K.STEP_ADVANCE, seat)])


def advance(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.3.5 (2) to (6)."""
    seat = due.seat
    yield settle()
    month = state.players[seat].month + 1
    yield events_pb2.MarkerAdvanced(seat=seat, month=month)
    dues = [due for part in state.points.advanced for due in part(state, seat)]
    if state.components.months[month - 1].scoring:
        dues.append(step(K.STEP_SCORE_SEAT, seat))
    dues += [step(K.STEP_SEAT_INCOME, seat), step(K.STEP_TAXES, seat)]
    if state.tiles:
        dues.append(step(K.STEP_RETURN_TILES, seat))
    yield from add([*dues, step(K.STEP_FINISH, seat)])


def score_seat(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.4.1: majorities of all, points for the moving player alone."""
    yield settle()
    yield from scoring.score(state, state.players[due.seat].month, [due.seat], due.seat)


def seat_income(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.3.5 (5)."""
    yield settle()
    yield from collection.seat_income(state, due.seat)


def return_tiles(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.3.6.1: own tiles and tokens come back and are undone, then another tile is chosen (R31.3.6.2)."""
    seat = due.seat
    at = assistants.centaur_lock(state)
    if at is not None and at[0] == seat:
        yield from locks.empty(state, *at)
        if state.agenda[-1] != due:
            return
    held = state.tiles_of(seat)
    own = held[0].id
    for tile in held:
        yield events_pb2.AssistantReturned(assistant=tile.id)
    yield settle()
    if any(name != own for name in assistants.display(state)):
        yield from add([decide_on(K.DECISION_KIND_SWAP_ASSISTANT, seat, thing=own)])
    else:
        yield from assistants.take(state, seat, own)


def finish(state: BelfortState, due: Due, chance: Chance) -> Iterator[Message]:
    """R31.4.2: after the last month the seat is finished and its turn over."""
    yield settle()
    if state.players[due.seat].month >= len(state.components.months):
        yield events_pb2.SeatFinished(seat=due.seat)
        yield settle()


def endings(state: BelfortState, due: Due) -> Iterator[EndTurn]:
    """R31.2.1.1: the Main Action is compulsory."""
    if state.players[due.seat].turn.main_action:
        yield EndTurn()


def end_turn(state: BelfortState, due: Due, choice: EndTurn, chance: Chance) -> Iterator[Message]:
    """R31.2.1: the next player's turn."""
    yield settle()
    yield from settle_areas(state, due.seat)


def buildable(state: BelfortState, due: Due) -> Iterator[Build]:
    """R31.3.3: after gathering, in the same Main Action."""
    if state.players[due.seat].turn.building:
        yield from actions.buildable(state, due)


def fill_shelf(state: BelfortState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R31.6.1: a Gnome on a Library deals a card to the top shelf row."""
    if state.components.cards[card] == "library":
        yield from cards.turn_up(state, chance, cards.SHELF)


def clear_shelf(state: BelfortState, seat: int, card: str) -> Iterator[Message]:
    """R31.6.1: when a Library loses its Gnome its owner discards a top shelf card."""
    if state.components.cards[card] == "library" and state.shelf:
        yield from add([decide_on(K.DECISION_KIND_DROP_SHELF_CARD, seat)])


TAKE_ACTION: Ask = {
    PlaceWorker: Item("R31.3.1", "No such Worker may go there now.", placings, place),
    Gather: Item("R31.3.3", "One Main Action a turn, with a Worker on your board.", gatherings, gather),
    Collect: Item("R31.3.5", "One Main Action a turn.", collectings, collect),
    Build: Item("R31.3.3", "You build only after gathering, what you can pay.", buildable, build),
    HireGnome: actions.HIRE,
    Sell: actions.SELL,
    Buy: actions.BUY,
    BuyMetal: actions.BUY_METAL,
    EndTurn: Item("R31.2.1.1", "The Main Action must be taken first.", endings, end_turn),
}
