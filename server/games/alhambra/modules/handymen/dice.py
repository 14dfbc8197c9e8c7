"""Rolling dice at the start of a turn, and where the handyman goes (R13.2 to R13.4)."""

from collections.abc import Iterator, Sequence
from itertools import product

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, handymen_pb2, types_pb2

from server.games.alhambra import legal
from server.games.alhambra.choices import PutOnMarket, PutOnTile, RefuseRoll, RollDie
from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.end_of_turn import finish_actions
from server.games.alhambra.turns.turn import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

DICE = types_pb2.DECISION_KIND_DICE
TAKE_MONEY = types_pb2.DECISION_KIND_TAKE_MONEY


def values(dice: Sequence[int]) -> set[int]:
    """R13.3: every positive sum or difference of all the dice rolled; the sign of a difference does not matter."""
    first, *others = dice
    sums = {abs(first + sum(signs)) for signs in product(*((-die, die) for die in others))}
    return sums - {0}


def is_triple(dice: Sequence[int], number: int) -> bool:
    """R13.3.3: all the dice there are show the same."""
    return len(dice) == number and len(set(dice)) == 1


def before_action(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R13.2: a player with a handyman in the supply may roll at the start of the turn."""
    if need(state.handymen).supply[seat]:
        yield RollDie()


def answers(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R13.4: every target of what the dice show; refusing is always possible."""
    for space, tile in enumerate(state.market, start=1):
        if tile is not None and _fits(state, tile):
            yield PutOnMarket(space)
    yield from (PutOnTile(tile) for tile in own_tiles(state, seat) if _is_free(state, tile) and _fits(state, tile))
    yield RefuseRoll()


def own_tiles(state: AlhambraState, seat: int) -> Iterator[str]:
    """The tiles of the Alhambra from north-west to south-east, then those of the reserve."""
    player = state.players[seat]
    yield from (player.alhambra[cell] for cell in sorted(player.alhambra, key=lambda cell: (cell.y, cell.x)))
    yield from player.reserve


def takings_after_roll(state: AlhambraState, seat: int) -> Iterator[Choice]:
    """R13.2: only Take money."""
    return iter(legal.takings(state))


def roll(state: AlhambraState, seat: int, choice: RollDie, chance: Chance) -> Iterator[Message]:
    """R13.2: the first die."""
    if state.extra_action:
        raise illegal("R13.2", "Dice are rolled only at the start of a turn, not before an extra action.")
    if not need(state.handymen).supply[seat]:
        raise illegal("R13.2", "To roll you need a handyman in your supply.")
    yield from _roll_next(state, seat, chance)


def refuse(state: AlhambraState, seat: int, choice: RefuseRoll, chance: Chance) -> Iterator[Message]:
    """R13.3: the next die, or the results are lost."""
    if len(need(state.handymen).dice) < state.components.modules.handymen.dice:
        yield from _roll_next(state, seat, chance)
        return
    yield handymen_pb2.RollLost(seat=seat)
    yield from _take_money(state, seat, chance)


def put_on_market(state: AlhambraState, seat: int, choice: PutOnMarket, chance: Chance) -> Iterator[Message]:
    """R13.4: a handyman onto the space of a building."""
    tile = state.market[choice.space - 1] if 1 <= choice.space <= len(state.market) else None
    if tile is None:
        raise illegal("R13.4.3", f"There is no building on market space {choice.space}.")
    _require_fit(state, tile)
    yield handymen_pb2.HandymanPutOnMarket(seat=seat, space=choice.space, value=_value(state, tile))
    yield from _take_money(state, seat, chance)


def put_on_tile(state: AlhambraState, seat: int, choice: PutOnTile, chance: Chance) -> Iterator[Message]:
    """R13.4: a handyman onto an own tile that has none."""
    if choice.tile not in own_tiles(state, seat):
        raise illegal("R13.4.3", f"{choice.tile} is neither in your Alhambra nor in your reserve.")
    if not _is_free(state, choice.tile):
        raise illegal("R13.4", f"{choice.tile} has a handyman already.")
    _require_fit(state, choice.tile)
    yield handymen_pb2.HandymanPutOnTile(seat=seat, tile=choice.tile, value=_value(state, choice.tile))
    yield from _take_money(state, seat, chance)


def only_money(state: AlhambraState, seat: int, choice: Choice, chance: Chance) -> Iterator[Message]:
    """R13.2.1: refuse any other action."""
    raise illegal("R13.2", "You have rolled dice this turn, so you can only take money.")


def _roll_next(state: AlhambraState, seat: int, chance: Chance) -> Iterator[Message]:
    number = len(need(state.handymen).dice) + 1
    yield handymen_pb2.DieRolled(seat=seat, number=number, result=chance.die())
    yield ask(seat, DICE)


def _take_money(state: AlhambraState, seat: int, chance: Chance) -> Iterator[Message]:
    """R13.2.2: with an empty display the action is lost."""
    if state.display:
        yield ask(seat, TAKE_MONEY)
        return
    yield events_pb2.Passed(seat=seat)
    yield from finish_actions(state, chance)


def _wild(state: AlhambraState) -> bool:
    return is_triple(need(state.handymen).dice, state.components.modules.handymen.dice)


def _fits(state: AlhambraState, tile: str) -> bool:
    """R13.4.1: the printed price counts; what has none is reached by a triple alone (R13.3.2)."""
    if _wild(state):
        return True
    building = state.components.buildings.get(tile)
    return building is not None and building.price in values(need(state.handymen).dice)


def _is_free(state: AlhambraState, tile: str) -> bool:
    return tile not in need(state.handymen).on_tiles


def _require_fit(state: AlhambraState, tile: str) -> None:
    if _fits(state, tile):
        return
    dice = need(state.handymen).dice
    shown = " or ".join(map(str, sorted(values(dice))))
    raise illegal(
        "R13.3.1", f"The dice show {shown or 'nothing'} with all of them used; {tile} does not have that price."
    )


def _value(state: AlhambraState, tile: str) -> int | None:
    """The value used; a triple has none."""
    return None if _wild(state) else state.components.buildings[tile].price
