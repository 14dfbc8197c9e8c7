"""Set-up (R1): from the options to the first decision."""

from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, options_pb2, types_pb2

from server.games.castles.content import load
from server.games.castles.content.records import COLORS, HALLWAYS, STAIRS, STANDARD
from server.games.castles.in_play import MODULE_NAMES, bonus_cards, decrees, favors, room_cards, room_tiles
from server.games.castles.modules import attach
from server.games.castles.state import CastlesState, Player
from server.games.castles.turns.flow import go_on
from server.games.castles.turns.market import turn_up
from server.games.castles.turns.turn import scored, stage
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating
from server.games.kernel.opening import give_colors, refuse_unknown, wish
from server.games.kernel.rejection import Reason, Rejected

SMALL = range(1, 6)
"""The stacks of small sizes."""
DRAFT_SPARE = 3
"""Decrees that must be left in the deck after the draft (R10.3.4)."""


def check_options(options: options_pb2.Options, seats: int) -> None:
    """R1.1.1: raise Rejected for modules that are unknown or don't go together, and for the wrong number of seats."""
    modules = list(options.modules)
    refuse_unknown(options, "Castles", "R1.1.1.1")
    five = options_pb2.MODULE_FIVE_PLAYERS in modules
    if five != (seats == max(load().players)):
        message = "five-players is on with exactly five seats: it brings the fifth player's pieces."
        raise Rejected(Reason.REASON_WRONG_SEAT_COUNT, message, "R1.1.1.2")
    _require(modules, options_pb2.MODULE_FIVE_PLAYERS, options_pb2.MODULE_TOWERS)
    _require(modules, options_pb2.MODULE_DOUBLE_DECREE, options_pb2.MODULE_DECREES)
    if five and options.expansion_tiles == options_pb2.EXPANSION_TILES_OFF:
        message = "Five players need the expansion's room tiles: the base box has too few for their stacks."
        raise Rejected(Reason.REASON_FORBIDDEN_MIX, message, "R1.1.1.3")
    _check_removed(options, modules, seats)


def new_state(options: options_pb2.Options, seating: Sequence[Seating]) -> CastlesState:
    """The state before the first event. The wishes for colours are kept in seat order for `set_up`."""
    components = load()
    return CastlesState(
        seats=len(seating),
        components=components,
        points=attach(options.modules),
        modules=frozenset(options.modules),
        expansion_tiles=options.expansion_tiles != options_pb2.EXPANSION_TILES_OFF,
        removed_decrees=frozenset(options.removed_decrees),
        coins_help_pay=options.coins_on_tile != options_pb2.COINS_ON_TILE_COME_AFTER,
        corridors_deplete=options.depleted_corridors != options_pb2.DEPLETED_CORRIDORS_WORTHLESS,
        row=components.players[len(seating)],
        players=[Player(color=wish(seat, COLORS)) for seat in seating],
    )


def set_up(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2 in its order, up to the first decision."""
    wishes = [player.color for player in state.players]
    yield events_pb2.ColorsGiven(colors=give_colors(wishes, len(COLORS), types_pb2.PlayerColor.ValueType))
    yield events_pb2.MasterBuilderChosen(seat=chance.draw(state.seats))
    yield from _stacks(state, chance)
    for step in state.points.stacks:
        yield from step(state, chance)
    yield from _favors(state, chance)
    cards = chance.shuffle(bonus_cards(state))
    yield events_pb2.BonusDeckShuffled(cards=cards, count=len(cards))
    yield _room_deck(state, chance)
    while len(state.market) < state.row.market_rooms:
        yield from turn_up(state, chance)
    amounts = state.components.amounts
    for seat in range(state.seats):
        yield events_pb2.CoinsGained(seat=seat, coins=amounts.start_coins, reason=types_pb2.COINS_REASON_START)
        for give in state.points.players:
            yield from give(state, seat)
    for points, seat in enumerate(state.from_builder()):
        if points:
            yield scored(seat, points, types_pb2.POINTS_REASON_START)
    yield stage(types_pb2.STAGE_FOYERS)
    yield from go_on(state, chance)


def _stacks(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.3.2, R1.2.3.3."""
    for stack in STANDARD:
        tiles = chance.shuffle(room_tiles(state, stack))
        size = state.row.small_stack if stack in SMALL else state.row.large_stack
        number = types_pb2.Stack.ValueType(stack)
        yield events_pb2.StackBuilt(stack=number, tiles=tiles[:size], count=size, boxed=tiles[size:])
    yield events_pb2.StackBuilt(stack=types_pb2.Stack.ValueType(STAIRS), count=state.row.stairs)
    yield events_pb2.StackBuilt(stack=types_pb2.Stack.ValueType(HALLWAYS), count=state.row.hallways)


def _favors(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R1.2.6."""
    shuffled = chance.shuffle(favors(state))
    yield events_pb2.FavorsShuffled(favors=shuffled, count=len(shuffled))
    exclusive = state.components.exclusive_favors
    while len(state.favors) < state.row.public_favors:
        favor = state.favor_deck[0]
        kept = not (favor in exclusive and any(other in exclusive for other in state.favors))
        yield events_pb2.FavorTurnedUp(favor=favor, kept=kept)
    rest = chance.shuffle(sorted(state.favor_deck + state.favors_back))
    size = min(state.points.amount("favor_pile", state, 0, 0), len(rest))
    yield events_pb2.FavorPileBuilt(pile=rest[:size], count=size, boxed=rest[size:], boxed_count=len(rest) - size)


def _room_deck(state: CastlesState, chance: Chance) -> Message:
    """R1.2.7."""
    cards = [types_pb2.Stack.ValueType(card) for card in chance.shuffle(room_cards(state))]
    size = min(state.points.amount("room_cards", state, 0, state.row.room_cards), len(cards))
    return events_pb2.RoomDeckBuilt(cards=cards[:size], count=size, boxed=cards[size:])


def _require(modules: list[Any], module: int, needed: int) -> None:
    if module in modules and needed not in modules:
        message = f"{MODULE_NAMES[module]} needs {MODULE_NAMES[needed]}."
        raise Rejected(Reason.REASON_FORBIDDEN_MIX, message, "R1.1.1.1")


def _check_removed(options: options_pb2.Options, modules: list[Any], seats: int) -> None:
    """R10.3.4: enough decrees for the draft and three more must be left."""
    removed = frozenset(options.removed_decrees)
    unknown = removed - load().decrees.keys()
    if unknown:
        raise Rejected(Reason.REASON_UNKNOWN_MODULE, f"There is no decree {sorted(unknown)[0]}.", "R10.3.4")
    if options_pb2.MODULE_DECREES not in modules:
        return
    each = 2 if options_pb2.MODULE_DOUBLE_DECREE in modules else 1
    if len(decrees(load(), modules, removed)) < each * seats + 2 + DRAFT_SPARE:
        raise Rejected(Reason.REASON_FORBIDDEN_MIX, "Too few decrees are left for the draft and three more.", "R10.3.4")
