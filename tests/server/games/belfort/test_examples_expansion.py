"""Worked examples of The Expansion Expansion, with the rulebook's own figures."""

from collections.abc import Sequence

import pytest

from server.games.belfort import counting, effects, locks, scoring
from server.games.belfort.choices import (
    ChooseAssistant,
    CountWorkers,
    EndTurn,
    HireGnome,
    PickCard,
    PickLock,
    PickSpace,
    PlaceWorker,
    Reclaim,
    Resolve,
    TakePermit,
    UseDjinn,
)
from server.games.belfort.modules import assistants as tiles
from server.games.belfort.setup import guild_pool
from server.games.belfort.state import DWARF, ELF, Due
from server.games.kernel.chance import Chance
from server.games.kernel.testkit import Position
from tests.server.games.belfort.table import (
    AUTUMN,
    GUILDS,
    SPRING,
    SUMMER,
    E,
    K,
    acting,
    asked,
    assistants,
    built,
    carry_out,
    counts,
    due,
    filled,
    gold,
    hand,
    has,
    held,
    holds,
    kept,
    of_type,
    permit,
    placed,
    placing,
    player,
    pool,
    started,
    state_of,
    table,
)

EXPANSION = ("expansion-expansion",)
RED, BLUE = 0, 1


def expansion(
    seats: int = 3, month: int = SPRING, *, guilds: Sequence[str] = GUILDS, reading: str = "price"
) -> Position:
    return table(seats, modules=EXPANSION, month=month, guilds=guilds, centaur_reading=reading)


def choosing(gilded: int = 0) -> Position:
    """Red plays first, so Blue chooses first; the display is that of the rulebook."""
    position = assistants(expansion(2), ["giant", "goon", "gargoyle"])
    position.given(*[E.AssistantGilded(assistant="giant")] * gilded)
    coin = Due(0, K.STEP_LEFTOVER_COIN, 0)
    first, second = (Due(K.DECISION_KIND_CHOOSE_ASSISTANT, 0, seat) for seat in (BLUE, RED))
    position.given(due(Due(0, K.STEP_PLACEMENT, 0), coin, second))
    return position.given(E.DecisionOpened(seat=first.seat, kind=K.DECISION_KIND_CHOOSE_ASSISTANT))


def gold_on(position: Position) -> dict[str, int]:
    return {tile.id: tile.gold for tile in position.state.tiles}


def test_exp_assistant_setup_two_players() -> None:
    """R20.4: players + 1 tiles with their tokens; the rest is out of the game."""
    position = carry_out(expansion(2), iter(()))
    carry_out(position, tiles.lay_out(position.state, Chance(b"x")))
    assert len(position.state.tiles) == 3
    position = assistants(expansion(2), ["giant", "goon", "gargoyle"])
    records = position.state.components.assistants
    assert [tile.id for tile in position.state.tiles] == ["giant", "goon", "gargoyle"]
    assert {name: records[name].tokens for name in ("giant", "goon", "gargoyle")} == {
        "giant": 3,
        "goon": 1,
        "gargoyle": 0,
    }
    assert len(records) - 3 == 7
    assert sum(record.tokens for record in records.values()) - 4 == 4


def test_exp_choosing_assistants_reverse_order() -> None:
    """R21.2, R21.2.1: Blue takes the Goon, Red the Gargoyle, the Giant gets the coin."""
    position = choosing().when(BLUE, ChooseAssistant("goon")).when(RED, ChooseAssistant("gargoyle"))
    assert {tile.id: tile.holder for tile in position.state.tiles} == {"goon": BLUE, "gargoyle": RED, "giant": -1}
    assert gold_on(position)["giant"] == 1


def test_exp_leftover_gold_collected() -> None:
    """R21.2"""
    position = has(choosing(1), BLUE, gold=2)
    position.when(BLUE, ChooseAssistant("giant")).when(RED, ChooseAssistant("gargoyle"))
    assert gold(position, BLUE) == 3
    assert gold_on(position) == {"giant": 0, "goon": 1, "gargoyle": 0}


def test_exp_leftover_gold_piles_up() -> None:
    """R21.2.1"""
    position = choosing(1).when(BLUE, ChooseAssistant("goon")).when(RED, ChooseAssistant("gargoyle"))
    assert gold_on(position)["giant"] == 2


def test_exp_gargoyle_spring() -> None:
    """R21.3, R24.3, R24.3.1: in Spring one card, then the pool is full again."""
    position = holds(pool(hand(expansion(), RED, "bank_1", "inn_1"), "keep_1", "pub_1", "tower_1"), RED, "gargoyle")
    position = has(position, RED, gold=0)
    acting(position, RED).when(RED, EndTurn()).then_asked(RED, K.DECISION_KIND_USE_GARGOYLE)
    position.when(RED, PickCard(K.CARD_SOURCE_POOL, "keep"))
    assert len(player(position, RED).hand) == 3
    assert position.state.tile("gargoyle").exhausted
    assert len(position.state.pool) == 3


def permits(position: Position) -> Position:
    return position.given(E.PermitsLaidOut(permits=["pub_lodge_1", "keep_chapel_1", "bank_treasury_1"]))


def test_exp_permit_choice_needs_built_property() -> None:
    """R22.1, R22.1.2"""
    position = permits(holds(built(expansion(), BLUE, "pub_1", "keep_1"), BLUE, "djinn"))
    listed = [c.permit_type for c in acting(position, BLUE).legal(BLUE) if isinstance(c, TakePermit)]
    assert sorted(listed) == ["keep_chapel", "pub_lodge"]
    position.when(BLUE, TakePermit("bank_treasury", "pub_1", "djinn")).then_rejected("R22.1")


def test_exp_permit_taken_exhausts_assistant() -> None:
    """R21.1, R22.1, R21.8"""
    position = permits(holds(built(expansion(), BLUE, "pub_1", "keep_1"), BLUE, "djinn"))
    acting(position, BLUE).when(BLUE, TakePermit("pub_lodge", "pub_1", "djinn"))
    assert position.state.tile("djinn").exhausted
    pub = player(position, BLUE).find("pub_1")
    assert pub is not None
    assert (pub.permit, pub.expanded) == ("pub_lodge_1", False)
    assert not [c for c in position.legal(BLUE) if isinstance(c, UseDjinn)]


def test_exp_permit_plank_fee() -> None:
    """R22.2, R25.9"""
    position = permit(built(expansion(), BLUE, "pub_1"), BLUE, "pub_lodge_1", "pub_1")
    placing(has(position, BLUE, stone=3), BLUE).when(BLUE, PlaceWorker(DWARF, "pub_lodge_1.1"))
    assert held(position, BLUE)["stone"] == 2
    assert "pub_lodge_1.1" in position.state.planks


def on_lodge(stone: int) -> Position:
    position = permit(built(expansion(), BLUE, "pub_1"), BLUE, "pub_lodge_1", "pub_1")
    return acting(placed(has(position, BLUE, stone=stone), BLUE, DWARF, "pub_lodge_1.1"), BLUE)


def test_exp_red_board_paid() -> None:
    """R22.3, R22.7, R25.9"""
    position = has(on_lodge(9), BLUE, stone=2)
    before = sum(player(position, BLUE).board)
    position.when(BLUE, Resolve("pub_lodge_1.1"))
    pub = player(position, BLUE).find("pub_1")
    assert pub is not None
    assert pub.expanded
    assert held(position, BLUE)["stone"] == 0
    assert sum(player(position, BLUE).board) - before == 1


def test_exp_red_board_not_paid() -> None:
    """R22.5, R22.5.1: the Worker comes back, the Permit stays."""
    position = has(on_lodge(9), BLUE, stone=1)
    before = sum(player(position, BLUE).board)
    position.when(BLUE, Resolve("pub_lodge_1.1")).then_rejected("R6.2")
    position.when(BLUE, Reclaim("pub_lodge_1.1"))
    pub = player(position, BLUE).find("pub_1")
    assert pub is not None
    assert (pub.permit, pub.expanded) == ("pub_lodge_1", False)
    assert held(position, BLUE)["stone"] == 1
    assert sum(player(position, BLUE).board) - before == 1


def test_exp_decorated_marker() -> None:
    """R26.3, R10.2.2: 3 markers, one of them decorated, count 3.5."""
    position = counts(expansion(), "d1", {0: 3.5})
    position = counts(expansion(), "d1", {0: 3})
    position.given(E.MarkerDecorated(seat=0, space="d1.bank"))
    assert scoring.half_units(position.state, "d1") == {1: 7}


def test_exp_non_human_resources() -> None:
    """R26.4, R26.4.1, R4.11: 2 Elves and a Dwarf come, 3 Elves go."""
    position = table(3, modules=EXPANSION, guilds=("non_human_resources", "bankers", "masons", "sawyers", "thieves"))
    me = player(position, RED)
    me.board, me.reserve = [4, 4], [3, 3]
    placing(has(position, RED, gold=1), RED).when(RED, PlaceWorker(ELF, "guild.non_human_resources"))
    position.then_asked(RED, K.DECISION_KIND_BORROW_WORKERS).when(RED, CountWorkers(2, 1))
    assert [position.state.in_play(RED, kind) for kind in (ELF, DWARF)] == [6, 5]
    position.state.decisions.clear()
    position.state.agenda.clear()
    acting(position, RED).when(RED, EndTurn()).then_asked(RED, K.DECISION_KIND_RETURN_WORKERS)
    position.when(RED, CountWorkers(3, 0))
    assert [position.state.in_play(RED, kind) for kind in (ELF, DWARF)] == [3, 5]
    assert me.reserve == [4, 2]


def test_exp_guild_costs() -> None:
    """R26.1, R26.0.1"""
    guilds = table().state.components.guilds
    names = ("assistants", "clipboard_makers", "decorators", "non_human_resources", "planners")
    assert {guilds[name].cost for name in names} == {(2, 2, 2, 0)}
    assert [name for name in names if guilds[name].on_placement] == ["assistants", "non_human_resources"]


@pytest.mark.parametrize(("month", "before", "after"), [(AUTUMN, 0, 0), (SPRING, 3, 1), (SUMMER, 1, 0)])
def test_centaur_prices(month: int, before: int, after: int) -> None:
    """R24.1, R24.1.4"""
    position = has(holds(built(expansion(month=month), RED, "market_1"), RED, "centaur"), RED, gold=before)
    acting(position, RED).when(RED, HireGnome("market_1", True, False))
    assert gold(position, RED) == after


def test_exp_centaur_autumn_free() -> None:
    """R24.1"""
    position = has(holds(built(expansion(month=AUTUMN), RED, "market_1"), RED, "centaur"), RED, gold=0)
    acting(position, RED).when(RED, HireGnome("market_1", True, False))
    market = player(position, RED).find("market_1")
    assert market is not None
    assert market.lock == K.LOCK_GNOME
    assert gold(position, RED) == 0
    assert position.state.tile("centaur").exhausted


def test_rul_centaur_price() -> None:
    """R24.1.4: the value is the price; by option it is the discount."""
    for reading, left in (("price", 1), ("discount", 2)):
        position = expansion(reading=reading)
        has(holds(built(position, RED, "market_1"), RED, "centaur"), RED, gold=3)
        acting(position, RED).when(RED, HireGnome("market_1", True, False))
        assert gold(position, RED) == left


def test_exp_gnome_discard_gatehouse() -> None:
    """R25.10, R27.2, R24.1.6, R24.1.7: any own Gatehouse marker may go."""
    position = built(expansion(), BLUE, "gatehouse_1", district="d1", gnome=True)
    position.given(E.HalfMarked(seat=BLUE, space="d2.gatehouse_left", card="gatehouse_1"))
    built(position, BLUE, "gatehouse_2", district="d4")
    asked(position, BLUE, K.DECISION_KIND_GIVE_GNOME, 1).when(BLUE, PickLock("gatehouse_1"))
    position.then_asked(BLUE, K.DECISION_KIND_REMOVE_MARKER)
    listed = [choice.space for choice in of_type(position, BLUE, PickSpace)]
    assert listed == ["d1.gatehouse_right", "d2.gatehouse_left", "d4.gatehouse_right"]
    position.when(BLUE, PickSpace("d4.gatehouse_right"))
    assert not counting.is_free(position.state, "d4.gatehouse_right")


def test_exp_score_start() -> None:
    """R20.2, R20.2.1"""
    state = state_of(started(3, *EXPANSION))
    assert [me.score for me in state.players] == [6, 6, 6]


def test_exp_six_rounds() -> None:
    """R20.1, R2.2: months 2 to 7."""
    state = state_of(kept(started(3, *EXPANSION)))
    assert state.month == 2
    months = state.components.months[1:]
    assert [month.index for month in months] == [2, 3, 4, 5, 6, 7]
    assert [number for number, month in enumerate(months, 1) if month.scoring] == [2, 4, 6]
    assert [month.season for month in months] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(("seats", "number"), [(2, 10), (3, 10), (4, 20), (5, 20)])
def test_permit_decks(seats: int, number: int) -> None:
    """R20.3"""
    assert len(state_of(kept(started(seats, *EXPANSION))).permits) == number


def test_exp_permit_deck_3p() -> None:
    """R20.3"""
    assert len(state_of(kept(started(3, *EXPANSION))).permits) == 10


def test_exp_permit_deck_4p() -> None:
    """R20.3"""
    assert len(state_of(kept(started(4, *EXPANSION))).permits) == 20


def test_exp_two_plank_permit_one_worker() -> None:
    """R22.4, R22.4.1"""
    position = permit(built(expansion(), BLUE, "market_1"), BLUE, "market_plaza_1", "market_1")
    acting(placed(has(position, BLUE, wood=5), BLUE, ELF, "market_plaza_1.1"), BLUE)
    before = sum(player(position, BLUE).board)
    position.when(BLUE, Resolve("market_plaza_1.1")).then_rejected("R6.2")
    position.when(BLUE, Reclaim("market_plaza_1.1"))
    market = player(position, BLUE).find("market_1")
    assert market is not None
    assert not market.expanded
    assert held(position, BLUE)["wood"] == 5
    assert sum(player(position, BLUE).board) - before == 1


def test_exp_lost_gnome_pub() -> None:
    """R27.2, R8.9: one Master Dwarf less."""
    position = built(expansion(), 0, "pub_1", "pub_2", gnome=True)
    assert position.state.masters(0, DWARF) == 2
    carry_out(position, locks.empty(position.state, 0, "pub_1"))
    assert position.state.masters(0, DWARF) == 1


def test_exp_masters_catch_up() -> None:
    """R27.1"""
    position = built(expansion(), 0, "gardens_1", "gardens_2", gnome=True)
    player(position, 0).board, player(position, 0).reserve = [1, 3], [6, 4]
    assert position.state.masters(0, ELF) == 1
    position.given(E.WorkerRecruited(seat=0, worker=K.WORKER_ELF))
    assert position.state.masters(0, ELF) == 2


def test_exp_centaur_not_for_majority() -> None:
    """R24.1.2, R10.3, R0.15"""
    position = built(expansion(), 0, "market_1", gnome=True)
    filled(built(position, 0, "bank_1"), 0, "bank_1", K.LOCK_CENTAUR)
    assert scoring.count_workers(position.state, 0, K.WORKER_GNOME) == 1
    assert counting.income(position.state, 0) == 2 + 2 + 3


def test_rul_guilds_only_module() -> None:
    """R30.5, R26.0.2: seven rounds, score 0, no Assistants; three Guilds join the pool."""
    state = state_of(kept(started(3, "expansion-guilds")))
    assert [me.score for me in state.players] == [0, 0, 0]
    assert state.month == 1
    assert not state.tiles
    pool_now = guild_pool(state.components, state.points.guild_pool, set())
    assert {"clipboard_makers", "decorators", "non_human_resources"} <= set(pool_now)
    assert not {"assistants", "planners"} & set(pool_now)


def test_effects_of_every_data_file_are_known() -> None:
    """R40.1 to R40.7: each op of the data is in the vocabulary, or a passive one that is read by its name."""
    passive = {
        "income_bonus", "buy_metal", "master_allowance", "place_second_gatehouse_marker", "unlock_plank",
        "extra_card_purchase", "waive_guild_fee", "waive_recruit_fee", "tax_reduction", "gnome_hire_discount",
        "collection_bonus", "win_district_ties", "win_worker_ties",
    }  # fmt: skip
    components = table().state.components
    ops = {effect.op for guild in components.guilds.values() for effect in guild.effects}
    ops |= {card.effect.op for card in (*components.queen_cards.values(), *components.key_cards.values())}
    for record in components.properties.values():
        ops |= {plank.effect.op for plank in record.planks} | ({record.lock.op} if record.lock else set())
    assert ops <= set(effects.OPS) | passive
