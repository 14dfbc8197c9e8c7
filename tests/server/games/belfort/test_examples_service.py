"""Worked examples of Her Majesty's Civil Service, with the rulebook's own figures."""

import pytest

from server.games.belfort import scoring
from server.games.belfort.choices import (
    NOTHING,
    Build,
    BuyMetal,
    ChooseAssistant,
    Collect,
    Expand,
    Gather,
    HireGnome,
    MovePawn,
    PickCard,
    PickGuild,
    PickSpace,
    PlaceWorker,
    Resolve,
    Retrieve,
    SendWorkers,
)
from server.games.belfort.setup import check_options
from server.games.belfort.state import DWARF, ELF, OWNER_A, OWNER_B
from server.games.kernel.rejection import Rejected
from server.games.kernel.testkit import Position
from tests.server.games.belfort.table import (
    GUILDS,
    SPRING,
    SUMMER,
    E,
    K,
    acting,
    asked,
    assistants,
    built,
    counts,
    filled,
    gold,
    has,
    held,
    on_top,
    options,
    permit,
    placed,
    placing,
    player,
    row,
    scores,
    started,
    state_of,
    table,
    take,
    tapeless,
    turned_up,
)

LRT = "less-red-tape"
BLUE, RED, GREEN = 0, 1, 2


def lrt(seats: int = 3, *modules: str, month: int = SPRING, guilds: tuple[str, ...] = ()) -> Position:
    position = table(seats, modules=(LRT, *modules), month=month, guilds=guilds or GUILDS)
    return row(position, "bank_1", "inn_1", "keep_1", "market_1", "tower_1")


def with_guild(guild: str) -> tuple[str, ...]:
    return (guild, "bankers", "masons", "sawyers", "miners")


def months(position: Position, *by_seat: int) -> Position:
    return position.given(*(E.MarkerAdvanced(seat=seat, month=month) for seat, month in enumerate(by_seat)))


def test_hmcs_lrt_assistants_3p() -> None:
    """R31.1.5, R31.1.5.1: five laid out, three taken in reverse turn order, two stay."""
    simulation = started(3, LRT, "expansion-expansion")
    state = state_of(simulation)
    assert len(state.tiles) == 5
    assert "gargoyle" not in [tile.id for tile in state.tiles]
    order: list[int] = []
    for _ in range(3):
        decision = state_of(simulation).decisions[0]
        order.append(decision.seat)
        simulation.play(decision, next(iter(simulation.game.legal(state_of(simulation), decision))))
        menus = (K.DECISION_KIND_CHOOSE_ASSISTANT, K.DECISION_KIND_TAKE_TAPELESS_ACTION)
        while state_of(simulation).decisions[0].kind not in menus:
            decision = state_of(simulation).decisions[0]
            simulation.play(decision, next(iter(simulation.game.legal(state_of(simulation), decision))))
    state = state_of(simulation)
    assert order == list(reversed(state.order))
    assert sum(1 for tile in state.tiles if tile.holder < 0) == 2


def test_hmcs_property_row_flush() -> None:
    """R31.1.4"""
    position = table(modules=(LRT,))
    row(position, "pub_1", "pub_2", "inn_1", "bank_1", "pub_3")
    on_top(position, "keep_1", "tower_1", "inn_2", "bank_2", "market_1")
    take(position, K.STEP_FILL_ROW)
    assert position.state.row == ["keep_1", "tower_1", "inn_2", "bank_2", "market_1"]
    assert len(position.state.discard) == 5


def test_hmcs_property_row_two_pairs_ok() -> None:
    """R31.1.4"""
    position = table(modules=(LRT,))
    cards = ["pub_1", "pub_2", "inn_1", "inn_2", "bank_1"]
    take(row(position, *cards), K.STEP_FILL_ROW)
    assert position.state.row == cards
    assert not position.state.discard


def test_hmcs_recruitment_center() -> None:
    """R31.3.2, R31.3.5, R31.3.5.1"""
    position = lrt()
    me = player(position, 0)
    me.board, me.reserve = [4, 4], [3, 3]
    placed(position, 0, ELF, "recruiters_desk.1", "recruiters_desk.2")
    placed(position, 0, DWARF, "recruiters_desk.3")
    tapeless(position, 0).when(0, Collect())
    assert [position.state.in_play(0, kind) for kind in (ELF, DWARF)] == [6, 5]
    assert me.board == [6, 5]


def test_hmcs_must_collect_without_workers() -> None:
    """R31.3.7"""
    position = lrt()
    player(position, 0).board = [0, 0]
    main = (Collect, Gather, PlaceWorker)
    assert [c for c in tapeless(position, 0).legal(0) if isinstance(c, main)] == [Collect()]


def test_hmcs_lrt_no_bonus() -> None:
    """R31.3.3, R31.6.12"""
    position = tapeless(has(lrt(), 0), 0).when(0, Gather())
    position.when(0, SendWorkers(3, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    assert held(position, 0)["wood"] == 3
    assert player(position, 0).areas[0].elves == 3


def test_hmcs_lrt_only_mover_scores() -> None:
    """R31.4.1, R31.4.1.1"""
    position = counts(lrt(4), "d1", {BLUE: 4, RED: 3})
    months(position, 2, 3, 2, 2)
    take(position, K.STEP_SCORE_SEAT, RED)
    assert player(position, BLUE).score == 0
    districts = [e for e in position.all(E.PointsScored) if e.source == K.POINT_SOURCE_DISTRICTS]
    assert [(e.seat, e.place) for e in districts] == [(RED, 2)]


def test_hmcs_lrt_np_colour() -> None:
    """R31.7.2, R31.7.2.2: Blue is first on month 3: A; Red second on month 2: B."""
    position = months(lrt(2), 2, 1)
    for seat, owner in ((BLUE, OWNER_A), (RED, OWNER_B)):
        tapeless(position, seat).when(seat, Collect()).then_asked(seat, K.DECISION_KIND_BUILD_FOR_NON_PLAYER)
        position.when(seat, PickSpace(f"d{1 + seat}.bank" if seat == 0 else "d2.tower"))
        assert [e.owner for e in position.all(E.NonPlayerBuilt)] == [owner]
        position.state.decisions.clear()
        position.state.agenda.clear()


def test_hmcs_lrt_library_plank() -> None:
    """R31.6.1, R31.6.1.1: two more cards, seven, then two are discarded."""
    position = tapeless(built(lrt(), 0, "library_1"), 0)
    position.when(0, PlaceWorker(ELF, "library_1.library_plank_1"))
    assert len(position.state.row) == 7
    position.when(0, PickCard(K.CARD_SOURCE_ROW, "keep")).when(0, PickCard(K.CARD_SOURCE_ROW, "inn"))
    assert len(position.state.row) == 5


def test_hmcs_lrt_blacksmith() -> None:
    """R31.6.2"""
    position = has(built(lrt(), 0, "blacksmith_1", "blacksmith_2", gnome=True), 0, gold=5)
    tapeless(position, 0)
    position.when(0, BuyMetal()).then_rejected("R8.2")
    position.when(0, Gather())
    position.when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    position.when(0, BuyMetal()).when(0, BuyMetal())
    assert held(position, 0) == {"wood": 0, "stone": 0, "metal": 2, "gold": 3}
    position.when(0, BuyMetal()).then_rejected("R8.2")


def test_hmcs_lrt_archives_cost() -> None:
    """R31.6.6: no fee, a red board of 2 Gold."""
    position = permit(built(lrt(3, "expansion-expansion"), 0, "library_1"), 0, "library_archives_1", "library_1")
    tapeless(has(position, 0, gold=2), 0).when(0, PlaceWorker(ELF, "library_archives_1.1"))
    assert gold(position, 0) == 2
    position.then_asked(0, K.DECISION_KIND_EXPAND).when(0, Expand())
    library = player(position, 0).find("library_1")
    assert library is not None
    assert library.expanded
    assert gold(position, 0) == 0


def test_hmcs_queen_gatehouse_second_half() -> None:
    """R33.5, R33.5.2, R8.4: the second marker is not building."""
    position = built(table(modules=("queen-of-belfort",)), 0, "gatehouse_1", district="d1")
    position.given(E.PawnsPlaced(queen="d2"), E.QueenDeckShuffled(cards=["queen_gold"], count=1))
    position.given(E.QueenCardRevealed(card="queen_gold"))
    acting(has(position, 0, gold=3), 0).when(0, HireGnome("gatehouse_1", False, False))
    assert position.state.spaces["d2.gatehouse_left"].owner == 1
    assert gold(position, 0) == 0


def test_hmcs_queen_each_build() -> None:
    """R33.5, R33.5.1, R37.21"""
    position = table(modules=("queen-of-belfort",))
    position.given(E.PawnsPlaced(queen="d2"), E.QueenDeckShuffled(cards=["queen_gold"], count=1))
    position.given(E.QueenCardRevealed(card="queen_gold"))
    acting(has(position, 0, wood=9, stone=9), 0)
    for wall in ("wall_left", "wall_right"):
        position.when(0, Build(f"d2.{wall}", 0, NOTHING))
    assert gold(position, 0) == 4


def test_hmcs_parks_rex_illegal_move() -> None:
    """R34.2, R34.3"""
    position = table(modules=("parks-and-rex", "queen-of-belfort"))
    position.given(E.PawnsPlaced(queen="d1"), E.PawnsPlaced(parks="d2", rex="d3"))
    asked(position, 0, K.DECISION_KIND_MOVE_PARKS_OR_REX)
    listed = [c.district for c in position.legal(0) if isinstance(c, MovePawn) and c.pawn == K.PAWN_PARKS]
    assert listed == ["d4", "d5"]
    position.when(0, MovePawn(K.PAWN_PARKS, "d1")).then_rejected("R34.2")


def test_hmcs_key_moves() -> None:
    """R35.2, R35.2.1, R35.3"""
    position = table(modules=("key-to-belfort",), guilds=with_guild("locksmiths"))
    cards = ["key_city_stipend", "key_guild_pass", "key_trade_licence"]
    position.given(E.KeyDeckShuffled(cards=cards, count=3))
    position.given(E.KeyCardDrawn(seat=RED, card="key_city_stipend"), E.KeyCardDrawn(seat=BLUE, card="key_guild_pass"))
    position.given(E.KeyTaken(seat=RED, cards=["key_city_stipend"]))
    placing(position, BLUE).when(BLUE, PlaceWorker(ELF, "guild.locksmiths"))
    view = position.game.view(position.state)
    assert view.key_holder == BLUE
    assert view.players[BLUE].open_key_cards == ["key_guild_pass", "key_trade_licence"]
    assert view.players[RED].key_cards == ["key_city_stipend"]
    assert not view.players[RED].open_key_cards


def test_hmcs_employee() -> None:
    """R36.4, R36.4.1"""
    position = built(table(guilds=with_guild("employee_of_the_month")), 0, "blacksmith_1", "library_1", "tower_1")
    placed(position, 0, ELF, "blacksmith_1.blacksmith_plank_1", "library_1.library_plank_1")
    placed(position, 0, DWARF, "tower_1.tower_plank_1")
    placing(has(position, 0, gold=1), 0).when(0, PlaceWorker(ELF, "guild.employee_of_the_month"))
    assert held(position, 0) == {"wood": 4, "stone": 2, "metal": 0, "gold": 0}


def test_hmcs_landlords() -> None:
    """R36.5, R36.5.1"""
    position = table(guilds=with_guild("landlords"))
    for district, amounts in {
        "d1": {RED: 2, BLUE: 1},
        "d2": {RED: 2, GREEN: 2},
        "d3": {BLUE: 3},
        "d4": {GREEN: 1},
    }.items():
        counts(position, district, amounts)
    for seat, amount in ((BLUE, 0), (RED, 5), (GREEN, 5)):
        has(position, seat, gold=amount)
    acting(placed(position, BLUE, ELF, "guild.landlords"), BLUE).when(BLUE, Resolve("guild.landlords"))
    assert [gold(position, seat) for seat in (BLUE, RED, GREEN)] == [2, 4, 4]


def test_hmcs_summoners() -> None:
    """R36.3, R36.3.1"""
    position = table(guilds=("summoners", "sawyers", "miners", "bankers", "masons"))
    placed(position, 0, ELF, "guild.sawyers", "guild.miners")
    placed(position, 0, DWARF, "kings_camp.1")
    before = sum(player(position, 0).board)
    placing(position, 0).when(0, PlaceWorker(DWARF, "guild.summoners"))
    for plank in ("guild.sawyers", "guild.miners", "kings_camp.1"):
        position.when(0, Retrieve(plank))
        assert position.rejection is None
    assert list(position.state.planks) == ["guild.summoners"]
    assert sum(player(position, 0).board) - before == 3 - 1


def test_hmcs_lrt_swap_coin() -> None:
    """R31.3.6, R31.3.6.1"""
    position = assistants(lrt(3, "expansion-expansion"), ["giant", "imps", "pixie"], {BLUE: "giant"})
    position.given(E.AssistantGilded(assistant="imps"))
    take(has(tapeless(position, BLUE), BLUE), K.STEP_RETURN_TILES, BLUE)
    position.state.decisions.clear()
    position.given(E.DecisionOpened(seat=BLUE, kind=K.DECISION_KIND_SWAP_ASSISTANT, thing="giant"))
    position.when(BLUE, ChooseAssistant("giant")).then_rejected("R31.3.6")
    position.when(BLUE, ChooseAssistant("imps"))
    assert gold(position, BLUE) == 1
    by_name = {tile.id: tile for tile in position.state.tiles}
    assert (by_name["pixie"].gold, by_name["giant"].gold) == (1, 0)
    assert sorted(tile.id for tile in position.state.tiles if tile.holder < 0) == ["giant", "pixie"]


def test_hmcs_lrt_gorgon_once_per_tenure() -> None:
    """R31.6.3, R31.6.3.1: the fee is paid once while the tile is held."""
    position = assistants(lrt(3, "expansion-expansion", month=SUMMER), ["gorgon", "imps", "pixie"], {BLUE: "gorgon"})
    position.given(E.GorgonPlaced(seat=BLUE, district="d3"))
    has(position, RED, wood=9, stone=9, gold=5)
    for wall in ("wall_left", "wall_right"):
        tapeless(position, RED).when(RED, Gather())
        position.when(RED, SendWorkers(0, 0, 0, 0, 0, 0)).when(RED, SendWorkers(0, 0, 0, 0, 0, 0))
        position.when(RED, Build(f"d3.{wall}", 0, NOTHING))
        position.state.decisions.clear()
        position.state.agenda.clear()
    assert gold(position, RED) == 3


def queen_at(position: Position, district: str, steps: int) -> Position:
    cards = ["queen_gold", "queen_wood"]
    position.given(E.PawnsPlaced(queen=district), E.QueenDeckShuffled(cards=cards, count=2))
    return position.given(E.QueenCardRevealed(card="queen_gold"), E.QueenStepped(months=steps))


def test_hmcs_lrt_queen_step() -> None:
    """R33.3, R33.3.1, R33.2.1: all have moved two spaces when Blue does."""
    position = queen_at(months(lrt(3, "queen-of-belfort"), 2, 2, 2), "d5", 1)
    take(position, K.STEP_NEXT_TAPELESS_TURN)
    assert position.state.queen == "d1"
    assert len(position.all(E.QueenCardRevealed)) == 1


def test_hmcs_lrt_queen_no_step() -> None:
    """R33.3: Green has moved one space only."""
    position = queen_at(months(lrt(3, "queen-of-belfort"), 3, 2, 1), "d5", 1)
    take(position, K.STEP_NEXT_TAPELESS_TURN)
    assert position.state.queen == "d5"
    assert not position.all(E.QueenCardRevealed)


def test_rul_queen_skips_parks() -> None:
    """R33.2, R33.4"""
    position = table(modules=("parks-and-rex", "queen-of-belfort"))
    queen_at(position, "d1", 0).given(E.PawnsPlaced(parks="d2", rex="d3"))
    take(position, K.STEP_CALENDAR)
    assert position.state.queen == "d4"


def test_hmcs_printers_needs_worker() -> None:
    """R36.1, R36.1.1"""
    position = table(guilds=("printers", "miners", "sawyers", "bankers", "masons"))
    placed(placed(position, 0, ELF, "guild.printers"), 1, DWARF, "guild.miners")
    acting(position, 0).when(0, Resolve("guild.printers")).then_asked(0, K.DECISION_KIND_COPY_GUILD)
    assert [c.guild for c in position.legal(0) if isinstance(c, PickGuild)] == ["miners"]
    before = held(position, 0)["metal"]
    position.when(0, PickGuild("miners"))
    assert held(position, 0)["metal"] == before + 2
    assert "guild.miners" in position.state.planks


def test_hmcs_heritage_five_players_refused() -> None:
    """R30.4, R32.1.2"""
    with pytest.raises(Rejected) as refusal:
        check_options(options(["heritage-properties"]), 5)
    assert refusal.value.rule == "R30.4"
    check_options(options(["heritage-properties"]), 4)


def test_rul_lrt_score_then_tax() -> None:
    """R31.3.5, R31.3.5.3, R31.4.4: points first, then income, then the tax of the new score."""
    position = built(months(lrt(4), 2, 2, 2, 2), 0, "bank_1", "market_1", "pub_1", "inn_1")
    for seat, reserve in enumerate(([4, 4], [3, 3], [5, 3], [5, 3])):
        player(position, seat).reserve = reserve
    scores(has(position, 0), 0, 4)
    tapeless(position, 0).when(0, Collect())
    assert sum(e.points for e in position.all(E.PointsScored)) == 8
    assert [e.gold for e in position.all(E.IncomeCounted)] == [6]
    assert player(position, 0).score == 12
    assert [(e.due, e.paid) for e in position.all(E.TaxesPaid)] == [(2, 2)]
    assert gold(position, 0) == 4


def test_third_places_and_more() -> None:
    """R12.5, R32.3.1: Heritage does not open 3rd place with two players."""
    two, three = table(2, modules=("heritage-properties",)), table(3, modules=("heritage-properties",))
    assert not scoring.third_place_scores(two.state)
    assert scoring.third_place_scores(three.state)
    assert not scoring.third_place_scores(table(3).state)


def test_top_shelf_is_for_gnomed_libraries() -> None:
    """R31.6.1, R31.6.1.2"""
    position = built(has(lrt(), 0, wood=9, stone=9, metal=9), 0, "library_1")
    turned_up(position, K.CARD_SOURCE_SHELF, "pub_1")
    tapeless(position, 0).when(0, Gather())
    position.when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    choice = Build("d3.pub", K.CARD_SOURCE_SHELF, NOTHING)
    position.when(0, choice).then_rejected("R31.3.3")
    filled(position, 0, "library_1")
    position.when(0, choice)
    assert len(position.state.shelf) == 1
    assert position.state.shelf != ["pub_1"]
