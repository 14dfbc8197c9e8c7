"""Less Red Tape beyond its worked examples: R31, R37."""

from server.games.belfort import planks
from server.games.belfort.choices import (
    NOTHING,
    Build,
    ChooseAssistant,
    Collect,
    Decline,
    EndTurn,
    Gather,
    HireGnome,
    MovePawn,
    PlaceWorker,
    Sell,
    SendWorkers,
)
from server.games.belfort.state import DWARF, ELF
from server.games.kernel.testkit import Position
from tests.server.games.belfort.table import (
    GUILDS,
    SPRING,
    E,
    K,
    assistants,
    built,
    gold,
    has,
    held,
    marks,
    of_type,
    permit,
    placed,
    player,
    row,
    scores,
    started,
    state_of,
    table,
    take,
    tapeless,
)

LRT = "less-red-tape"
EE = "expansion-expansion"


def lrt(seats: int = 3, *modules: str, month: int = SPRING, first: str = "") -> Position:
    guilds = (first, *GUILDS[1:]) if first else GUILDS
    position = table(seats, modules=(LRT, *modules), month=month, guilds=guilds)
    return row(position, "bank_1", "inn_1", "keep_1", "market_1", "tower_1")


def gathered(position: Position, seat: int = 0) -> Position:
    """The seat gathers nothing and may build."""
    position.when(seat, Gather())
    while position.state.asked.decision in (K.DECISION_KIND_SEND_ELVES, K.DECISION_KIND_SEND_DWARVES):
        position.when(seat, SendWorkers(0, 0, 0, 0, 0, 0))
    return position


def months(position: Position, *by_seat: int) -> Position:
    return position.given(*(E.MarkerAdvanced(seat=seat, month=month) for seat, month in enumerate(by_seat)))


def test_the_beginning() -> None:
    """R31.1.1, R31.1.2, R31.1.3, R31.1.7, R31.2.3: a start player, markers, a row of five; no hands, crests, phases."""
    state = state_of(started(3, LRT))
    first = state.order[0]
    assert state.order == [(first + number) % 3 for number in range(3)]
    assert [me.markers for me in state.players] == [11, 11, 11]
    assert (len(state.row), state.pool, [me.hand for me in state.players]) == (5, [], [[], [], []])
    assert state.phase == 0
    assert not state.tiles
    assert state.decisions[0].seat == first


def test_start_with_the_expansion_and_other_modules() -> None:
    """R31.1.2, R31.1.5.2, R37.7, R37.13, R37.14: score 6, seven moves, Heritage first, a Queen card."""
    state = state_of(started(3, LRT, EE, "heritage-properties", "queen-of-belfort"))
    assert [me.score for me in state.players] == [6, 6, 6]
    assert [me.month for me in state.players] == [0, 0, 0]
    assert len(state.removed) >= 5
    assert state.queen_card


def test_the_season_is_that_of_the_own_marker() -> None:
    """R31.2.4"""
    position = months(lrt(), 0, 4, 7)
    assert [position.state.season(seat) for seat in range(3)] == [0, 1, 2]


def test_one_main_action_and_any_number_of_free_ones() -> None:
    """R31.2.1, R31.2.1.1, R31.2.1.2, R31.5.3"""
    position = tapeless(has(lrt(), 0, gold=5, wood=2), 0)
    position.when(0, EndTurn()).then_rejected("R31.2.1.1")
    position.when(0, Sell(K.GOOD_WOOD)).when(0, PlaceWorker(ELF, "guild.masons"))
    position.when(0, PlaceWorker(ELF, "guild.bankers")).then_rejected("R31.3.1")
    position.when(0, Gather()).then_rejected("R31.3.3")
    position.when(0, Collect()).then_rejected("R31.3.5")
    position.when(0, Sell(K.GOOD_WOOD)).then_rejected("R6.5")
    position.when(0, EndTurn()).then_asked(1, K.DECISION_KIND_TAKE_TAPELESS_ACTION)


def test_workers_stay_where_they_are() -> None:
    """R31.2.2, R31.3.1, R31.6.10: the Guild acts at once; its plank stays occupied."""
    position = tapeless(has(lrt(), 0, gold=1), 0).when(0, PlaceWorker(ELF, "guild.masons"))
    assert held(position, 0) == {"wood": 0, "stone": 3, "metal": 0, "gold": 0}
    position.when(0, EndTurn())
    assert "guild.masons" in position.state.planks
    position.when(1, PlaceWorker(ELF, "guild.masons")).then_rejected("R31.3.1")


def test_areas_are_never_full() -> None:
    """R31.2.2.1, R31.3.3.1: gathering comes first and may be empty; Workers there pair only among themselves."""
    position = tapeless(has(lrt(), 0), 0).when(0, Gather())
    position.when(0, SendWorkers(0, 1, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, EndTurn())
    position.state.decisions.clear()
    position.state.agenda.clear()
    tapeless(position, 0).when(0, Gather())
    position.when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 1, 0, 0, 0, 0))
    assert held(position, 0)["metal"] == 0
    position.when(0, EndTurn())
    assert player(position, 0).gathered[2][:2] == (1, 1)


def test_a_master_may_stay_while_another_worker_goes() -> None:
    """R27.1, R27.1.1: all ways to send one or all of three Elves, one of them a Master."""
    position = tapeless(has(built(lrt(), 0, "gardens_1", gnome=True), 0), 0).when(0, Gather())
    sent = [tuple(choice) for choice in of_type(position, 0, SendWorkers)]
    assert {split for split in sent if sum(split) == 1} == {
        tuple(int(place == number) for place in range(6)) for number in range(6)
    }
    assert {sum(split[3:]) for split in sent if sum(split) == 3} == {1}
    position.when(0, SendWorkers(1, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    assert held(position, 0)["wood"] == 1
    position.when(0, Gather()).when(0, SendWorkers(0, 0, 0, 1, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    assert held(position, 0)["wood"] == 3
    position.when(0, Gather())
    assert {sum(split[3:]) for split in map(tuple, of_type(position, 0, SendWorkers))} == {0}


def test_free_actions_between_single_gatherings() -> None:
    """R31.2.1.1: the Mine pairs all Workers of the action; after the first building none is sent."""
    position = tapeless(has(lrt(), 0, wood=3, stone=4), 0).when(0, Gather())
    position.when(0, SendWorkers(0, 1, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    position.when(0, Sell(K.GOOD_WOOD)).when(0, Gather())
    position.when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 1, 0, 0, 0, 0))
    assert held(position, 0)["metal"] == 1
    position.when(0, Build("d1.wall_left", 0, NOTHING)).when(0, Gather()).then_rejected("R31.3.3")
    assert player(position, 0).gathered[2][:2] == (1, 1)


def test_building_fills_the_row_one_by_one() -> None:
    """R31.3.3, R31.3.3.2: each Property built, then the gap is filled, then the next."""
    position = gathered(tapeless(has(lrt(), 0, wood=9, stone=9, metal=9), 0))
    position.when(0, Build("d1.bank", K.CARD_SOURCE_ROW, NOTHING))
    assert len(position.state.row) == 5
    assert "bank_1" not in position.state.row
    position.when(0, Build("d1.inn", K.CARD_SOURCE_ROW, NOTHING)).when(0, Build("d1.wall_left", 0, NOTHING))
    assert [b.card for b in player(position, 0).built] == ["bank_1", "inn_1"]
    position.when(0, SendWorkers(1, 0, 0, 0, 0, 0)).then_rejected("R42")


def test_building_only_after_gathering() -> None:
    """R31.3.3"""
    position = tapeless(has(lrt(), 0, wood=9, stone=9, metal=9), 0)
    position.when(0, Build("d1.wall_left", 0, NOTHING)).then_rejected("R31.3.3")


def test_the_queens_chamber_is_a_main_action() -> None:
    """R31.3.4, R31.2.2.1, R33.6, R37.14: the Queen moves at once; the card stays; the Chamber stays occupied."""
    position = lrt(3, "queen-of-belfort")
    position.given(E.PawnsPlaced(queen="d1"), E.QueenDeckShuffled(cards=["queen_gold"], count=1))
    position.given(E.QueenCardRevealed(card="queen_gold"))
    tapeless(position, 0).when(0, PlaceWorker(ELF, planks.CHAMBER)).when(0, MovePawn(K.PAWN_QUEEN, "d4"))
    assert (position.state.queen, position.state.queen_card) == ("d4", "queen_gold")
    position.when(0, PlaceWorker(ELF, "guild.masons")).then_rejected("R31.3.1")
    position.when(0, EndTurn())
    position.when(1, PlaceWorker(ELF, planks.CHAMBER)).then_rejected("R31.3.1")


def test_collecting_takes_everything_back() -> None:
    """R31.3.5.1, R31.3.5.2: from everywhere, unresolved; also with Workers on the board."""
    position = placed(
        placed(built(lrt(), 0, "library_1"), 0, ELF, "guild.masons"), 0, DWARF, "library_1.library_plank_1"
    )
    position.given(E.WorkersSent(seat=0, worker=K.WORKER_ELF, own_area=1), E.AreasGathered(seat=0))
    before = held(position, 0)["stone"]
    tapeless(position, 0).when(0, Collect())
    assert player(position, 0).board == [3, 3]
    assert held(position, 0)["stone"] == before
    assert player(position, 0).month == 3


def test_the_swap_in_the_last_collect_too() -> None:
    """R31.3.5.4, R31.4.2, R31.4.2.1, R31.4.2.2: after month 7 the seat is finished; its pieces stay."""
    position = months(assistants(lrt(3, EE), ["djinn", "imps", "pixie"], {0: "djinn"}), 6, 3, 3)
    position.given(E.AssistantGilded(assistant="imps"))
    marks(has(position, 0, gold=20), 0, "d1.pub")
    tapeless(position, 0).when(0, Collect()).then_asked(0, K.DECISION_KIND_SWAP_ASSISTANT)
    before = gold(position, 0)
    position.when(0, ChooseAssistant("imps")).then_asked(1, K.DECISION_KIND_TAKE_TAPELESS_ACTION)
    assert gold(position, 0) == before + 1
    assert player(position, 0).finished
    assert "d1.pub" in position.state.spaces


def test_one_other_tile_must_be_taken_and_none_keeps_the_own() -> None:
    """R31.3.6.2: no coin then."""
    position = assistants(lrt(3, EE), ["djinn", "imps"], {0: "djinn"})
    take(tapeless(position, 0), K.STEP_RETURN_TILES, 0)
    assert position.state.agenda[-1].decision == K.DECISION_KIND_SWAP_ASSISTANT
    position = assistants(lrt(3, EE), ["djinn"], {0: "djinn"})
    position.given(E.AssistantExhausted(seat=0, assistant="djinn"))
    take(tapeless(position, 0), K.STEP_RETURN_TILES, 0)
    djinn = position.state.tile("djinn")
    assert (djinn.holder, djinn.exhausted) == (0, False)


def test_the_game_ends_when_all_are_finished() -> None:
    """R31.4.3, R31.4.4"""
    position = scores(lrt(), 1, 70).given(*(E.SeatFinished(seat=seat) for seat in range(3)))
    take(position, K.STEP_NEXT_TAPELESS_TURN)
    assert list(position.all(E.GameEnded)[0].winners) == [1]


def test_one_gnome_a_turn() -> None:
    """R31.5.1"""
    position = tapeless(has(built(lrt(), 0, "market_1", "bank_1"), 0, gold=9), 0)
    position.when(0, HireGnome("market_1", False, False))
    position.when(0, HireGnome("bank_1", False, False)).then_rejected("R6.4")


def test_own_planks_are_free_actions() -> None:
    """R31.5.2, R31.5.2.1: the power acts at once; an occupied plank can't be used again."""
    position = tapeless(has(built(lrt(), 0, "blacksmith_1"), 0), 0)
    position.when(0, PlaceWorker(ELF, "blacksmith_1.blacksmith_plank_1"))
    assert held(position, 0)["metal"] == 1
    position.when(0, PlaceWorker(ELF, "blacksmith_1.blacksmith_plank_1")).then_rejected("R31.3.1")
    position.when(0, Gather())
    assert position.rejection is None


def test_two_planks_of_a_permit() -> None:
    """R31.5.2, R31.5.2.1: the red board is asked with the second Worker; unpaid, both must come back."""
    position = permit(built(lrt(3, EE), 0, "market_1"), 0, "market_plaza_1", "market_1")
    tapeless(has(position, 0, stone=2), 0).when(0, PlaceWorker(ELF, "market_plaza_1.1"))
    position.then_asked(0, K.DECISION_KIND_TAKE_TAPELESS_ACTION).when(0, PlaceWorker(DWARF, "market_plaza_1.2"))
    position.then_asked(0, K.DECISION_KIND_EXPAND).when(0, Decline())
    market = player(position, 0).find("market_1")
    assert market is not None
    assert not market.expanded
    assert not [c for c in of_type(position, 0, PlaceWorker) if "plaza" in c.plank]


def test_a_row_that_can_only_be_alike_stays() -> None:
    """R31.1.4: where all cards left can only lie with three alike, flushing would never end."""
    position = table(modules=(LRT,))
    left = ["bank_1", "bank_2", "bank_3", "bank_4", "inn_1", "inn_2"]
    position.given(E.DeckShuffled(cards=left, count=len(left)))
    take(position, K.STEP_FILL_ROW)
    assert len(position.state.row) == 5
    assert not position.all(E.RowFlushed)


def test_a_row_is_flushed_while_another_may_come() -> None:
    """R31.1.4: one row of the cards left has no three alike, and flushing goes on until it lies there."""
    position = table(modules=(LRT,))
    left = ["bank_1", "bank_2", "bank_3", "inn_1", "inn_2", "keep_1"]
    position.given(E.DeckShuffled(cards=left, count=len(left)))
    take(position, K.STEP_FILL_ROW)
    kinds = [position.state.components.cards[card] for card in position.state.row]
    assert kinds.count("bank") == 2
    assert position.all(E.RowFlushed)
