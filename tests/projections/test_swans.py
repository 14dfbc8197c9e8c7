"""The tallies of swan tokens are what the events say, at every version of every golden game of Castles."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from ludarium.games.castles.v1 import events_pb2 as castles_pb2
from ludarium.games.castles.v1 import options_pb2, types_pb2
from ludarium.v1 import events_pb2, table_events_pb2, views_pb2

from projections.folding import fold_row, fold_table
from projections.projection import TableContext
from projections.swans import COLORS, SWANS, SeatSwans, SwanTally
from server.games import GAMES
from server.games.castles.content import load
from server.games.kernel import record
from server.games.kernel.history import effective
from server.games.kernel.table import Table
from tests.goldens import FOLDER
from tests.projections.playing import played_game
from tests.server.games.castles.table import playing

Event = events_pb2.Event

BLUE, RED, GREEN, YELLOW, PURPLE = COLORS
GOLDENS = sorted((FOLDER / "castles").glob("*.ldm"))
OPTIONS = options_pb2.Options(modules=[options_pb2.MODULE_SWANS, options_pb2.MODULE_DECREES])


def tally_of(events: Sequence[Event]) -> SwanTally:
    return fold_row(SWANS, events, GAMES)


class ByHand:
    """The tokens of a game, counted from its events in another way than the projection does."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.taken: dict[int, Counter[int]] = defaultdict(Counter)
        self.traded: dict[int, Counter[int]] = defaultdict(Counter)
        self.trades: Counter[int] = Counter()
        self.coins: Counter[int] = Counter()
        self.scored: Counter[int] = Counter()
        for event in effective(events):
            castles = event.castles
            match castles.WhichOneof("event"):
                case "swan_token_taken":
                    self.taken[castles.swan_token_taken.seat][castles.swan_token_taken.color] += 1
                case "swan_tokens_traded":
                    self.traded[castles.swan_tokens_traded.seat].update(castles.swan_tokens_traded.colors)
                    self.trades[castles.swan_tokens_traded.seat] += 1
                    self.coins[castles.swan_tokens_traded.seat] += castles.swan_tokens_traded.coins
                case "points_scored" if castles.points_scored.reason == types_pb2.POINTS_REASON_SWAN_SETS:
                    self.scored[castles.points_scored.seat] += castles.points_scored.points

    def in_hand(self, seat: int) -> Counter[int]:
        return self.taken[seat] - self.traded[seat]


def assert_tally(tally: SwanTally, events: Sequence[Event]) -> None:
    """The tally is the count by hand, and what the rules' own state holds."""
    by_hand = ByHand(events)
    state: Any = fold_table(events, GAMES).state
    for seat in tally.seats:
        number = seat.seat
        assert {c.color: c.taken for c in seat.colors if c.taken} == dict(by_hand.taken[number])
        assert {c.color: c.traded for c in seat.colors if c.traded} == dict(by_hand.traded[number])
        assert {c.color: c.in_hand for c in seat.colors if c.in_hand} == dict(by_hand.in_hand(number))
        assert (seat.in_hand, seat.traded) == (by_hand.in_hand(number).total(), by_hand.traded[number].total())
        assert (seat.trades, seat.coins) == (by_hand.trades[number], by_hand.coins[number])
        assert seat.set_points == sum(one.points for one in seat.sets)
        assert sum(one.colors for one in seat.sets) == seat.in_hand
        if state is not None:
            assert dict(state.players[number].swans) == dict(by_hand.in_hand(number))
    if state is not None:
        assert (tally.in_lake, list(tally.on_offer)) == (len(state.lake), sorted(state.swans_lying()))


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_the_tallies_of_a_golden_game_are_a_fold_over_its_events(path: Any) -> None:
    events = record.read(path.read_bytes()).events
    tally = tally_of(events)
    if options_pb2.MODULE_SWANS not in events[0].table.opened.options.castles.modules:
        assert tally == SwanTally()
        return
    assert tally.finished
    assert [seat.seat for seat in tally.seats] == list(range(events[0].table.opened.seats))
    assert_tally(tally, events)
    scored = ByHand(events).scored
    assert {seat.seat: seat.set_points for seat in tally.seats if seat.set_points} == dict(scored)
    assert sum(seat.traded for seat in tally.seats) > 0, "a golden game in which nobody trades shows little"


@pytest.mark.parametrize("path", [path for path in GOLDENS if "swans" in path.stem], ids=lambda path: path.stem)
def test_the_history_tells_how_each_seat_stood_at_every_version(path: Any) -> None:
    events = record.read(path.read_bytes()).events
    history = tally_of(events).history
    assert [change.version for change in history] == sorted({change.version for change in history})
    for number in range(0, len(history), max(1, len(history) // 12)):
        change = history[number]
        earlier = tally_of(events[: change.version])
        assert_tally(earlier, events[: change.version])
        seat = earlier.seats[change.seat]
        assert [color.in_hand for color in seat.colors] == list(change.in_hand)
        assert (seat.coins, seat.set_points) == (change.coins_in_all, change.set_points)
        assert list(earlier.history) == list(history[: number + 1])


def test_what_is_taken_back_is_gone() -> None:
    events = played_game("castles", 2, "2", undo_every=4, modules=("swans",))
    assert any(event.table.HasField("undone") for event in events)
    assert_tally(tally_of(events), events)


def sets_of(*colors: types_pb2.SwanColor.ValueType, decrees: Sequence[str] = ()) -> SeatSwans:
    """A seat that takes these tokens, one after the other, beside the decrees it has."""
    opened = table_events_pb2.TableOpened(seats=2, options=views_pb2.GameOptions(castles=OPTIONS))
    table = Table(opened, GAMES["castles"], 0, [], [])
    table.state = playing(modules=["swans", "decrees"], decrees={0: decrees}).state
    context = TableContext(opened, table.game, table)
    tally = SwanTally(on_offer=colors)
    first = Event(version=1, table=table_events_pb2.TableEvent(opened=opened))
    happened = [castles_pb2.Event(swan_token_taken=castles_pb2.SwanTokenTaken(color=color)) for color in colors]
    events = [first, *(Event(version=version, castles=event) for version, event in enumerate(happened, start=2))]
    for event in events:
        SWANS.apply(tally, event, context)
    return tally.seats[0]


def test_r7_4_the_worked_example_is_worth_19() -> None:
    """R7.4: one set of five, one of two, one of one."""
    seat = sets_of(BLUE, BLUE, BLUE, RED, RED, GREEN, YELLOW, PURPLE)
    assert [(one.colors, one.points) for one in seat.sets] == [(5, 15), (2, 3), (1, 1)]
    assert seat.set_points == 19


def test_d25_sets_are_worth_what_the_owners_decree_says() -> None:
    """D25: the decree lies face up, so the tally may tell."""
    values = load().decrees["decree_swan_sets"].set_vp
    seat = sets_of(BLUE, BLUE, RED, decrees=["decree_swan_sets"])
    assert [one.points for one in seat.sets] == [values[2], values[1]]
    assert values[1] != load().set_vp[1]
