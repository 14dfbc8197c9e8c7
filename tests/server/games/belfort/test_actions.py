"""Collection and Actions: R5 to R9."""

from server.games.belfort import counting
from server.games.belfort.choices import (
    NOTHING,
    Build,
    Buy,
    BuyMetal,
    Decline,
    EndTurn,
    Exchange,
    Goods,
    HireGnome,
    KeepCards,
    PickCard,
    PickGoods,
    PickLock,
    PickSeat,
    PickSpace,
    PickWorker,
    Reclaim,
    Resolve,
    Sell,
    Steal,
)
from server.games.belfort.content.records import GOODS
from server.games.belfort.state import DWARF, ELF
from server.games.belfort.turns.collection import charge
from server.games.kernel.redact import redact
from tests.server.games.belfort.table import (
    E,
    K,
    acting,
    asked,
    built,
    carry_out,
    filled,
    gold,
    hand,
    has,
    held,
    marks,
    of_type,
    permit,
    placed,
    player,
    pool,
    scores,
    table,
    take,
)


def guilds(first: str) -> tuple[str, ...]:
    return (first, *[g for g in ("bankers", "masons", "sawyers", "miners", "architects") if g != first][:4])


def test_workers_come_back_from_the_areas() -> None:
    """R5.1.2"""
    position = table().given(E.WorkersSent(seat=0, worker=K.WORKER_ELF, own_area=2, gold_field=1))
    take(position, K.STEP_RESOURCES)
    assert player(position, 0).board == [3, 3]


def test_recruits_need_a_reserve() -> None:
    """R5.2, R5.2.1: reserve empty: no recruit, the Worker comes back."""
    position = placed(table(), 0, ELF, "recruiters_desk.1")
    player(position, 0).reserve[0] = 0
    before = player(position, 0).board[0]
    take(position, K.STEP_RECRUITS)
    assert player(position, 0).board[0] == before + 1


def test_scores_never_fall_below_zero() -> None:
    """R5.5, R5.6"""
    position = scores(has(table(), 0, gold=0), 0, 48)
    player(position, 0).parts[K.POINT_SOURCE_DISTRICTS] = 1
    position.state.components.taxes  # noqa: B018
    carry_out(position, charge(position.state, 0, 9))
    assert player(position, 0).score == 0


def test_each_seat_has_one_whole_turn_in_order() -> None:
    """R6.1, R2.3"""
    position = acting(has(table(order=[1, 0, 2]), 1), 1)
    player(position, 0).goods[3] = 0
    position.when(1, EndTurn()).then_asked(0, K.DECISION_KIND_TAKE_ACTION)


def test_workers_still_out_come_back_without_effect() -> None:
    """R6.2, R6.7, R37.2"""
    position = acting(placed(has(table(), 0), 0, ELF, "guild.masons"), 0)
    before = held(position, 0)
    position.when(0, EndTurn())
    assert player(position, 0).board[0] == 3
    assert held(position, 0) == before
    assert not position.state.planks


def test_a_plank_may_be_left_unused() -> None:
    """R6.2: reclaim without effect, each plank once."""
    position = acting(placed(has(table(), 0), 0, ELF, "guild.masons"), 0)
    position.when(0, Reclaim("guild.masons"))
    assert held(position, 0)["stone"] == 0
    position.when(0, Resolve("guild.masons")).then_rejected("R6.2")


def test_on_placement_planks_do_nothing_later() -> None:
    """R6.2, R26.0.1"""
    position = acting(placed(table(guilds=guilds("summoners")), 0, ELF, "guild.summoners"), 0)
    position.when(0, Resolve("guild.summoners")).then_rejected("R6.2")


def test_both_workers_of_a_permit_come_back_together() -> None:
    """R6.2.1"""
    position = permit(built(table(modules=("expansion-expansion",)), 0, "market_1"), 0, "market_plaza_1", "market_1")
    acting(placed(has(position, 0, wood=2), 0, ELF, "market_plaza_1.1", "market_plaza_1.2"), 0)
    assert [c.plank for c in of_type(position, 0, Resolve)] == ["market_plaza_1.1"]
    position.when(0, Resolve("market_plaza_1.1"))
    assert not position.state.planks
    position.then_asked(0, K.DECISION_KIND_PAY_MIX)


def test_any_number_of_buildings() -> None:
    """R6.3, R7.4, R7.5: Guilds and Walls need no card; a Guild may be built while Workers stand there."""
    position = placed(has(table(), 0, wood=10, stone=10, metal=10, gold=0), 1, ELF, "guild.masons")
    acting(position, 0).when(0, Build("d3.guild", 0, NOTHING)).when(0, Build("d3.wall_left", 0, NOTHING))
    assert position.state.owner_of_guild("masons") == 1
    wall, guild = position.state.components.numbers.wall_cost, position.state.components.guilds["masons"].cost
    assert held(position, 0) == {GOODS[n]: 10 - wall[n] - guild[n] if n < 3 else 0 for n in range(4)}
    position.when(0, Build("d3.wall_left", 0, NOTHING)).then_rejected("R7.5")


def test_a_property_needs_card_cost_space_and_marker() -> None:
    """R7.1, R7.8, R7.10"""
    position = acting(hand(has(table(), 0, wood=1, stone=3), 0, "pub_1"), 0)
    position.when(0, Build("d1.inn", K.CARD_SOURCE_HAND, NOTHING)).then_rejected("R7.1")
    position.when(0, Build("d1.pub", K.CARD_SOURCE_HAND, NOTHING))
    assert [b.card for b in player(position, 0).built] == ["pub_1"]
    assert not player(position, 0).hand
    position = acting(marks(hand(has(table(), 0, wood=9, stone=9), 0, "pub_1"), 1, "d1.pub"), 0)
    position.when(0, Build("d1.pub", K.CARD_SOURCE_HAND, NOTHING)).then_rejected("R7.1")
    player(position, 0).markers = 0
    position.when(0, Build("d2.pub", K.CARD_SOURCE_HAND, NOTHING)).then_rejected("R7.1")


def test_a_gatehouse_keeps_its_other_half_free() -> None:
    """R7.3, R7.3.1: for its owner; beside Heritage or a non-player for nobody."""
    position = built(table(), 0, "gatehouse_1", district="d1")
    assert not counting.is_free(position.state, "d2.gatehouse_left")
    position = table(modules=("heritage-properties",))
    position.given(E.HeritageMarked(card="gatehouse_1", spaces=["d3.gatehouse_right"]))
    spaces = list(counting.spaces_for(position.state, "gatehouse", 9))
    assert "d4.gatehouse_left" not in spaces
    assert "d3.gatehouse_right" not in spaces


def test_discounts_add_up_and_never_go_below_zero() -> None:
    """R7.6, R9.2, R40.4: Architects' 2 off, any of Wood, Stone, Metal; one building."""
    position = acting(placed(has(table(), 0, wood=9, stone=9, metal=9), 0, ELF, "guild.architects"), 0)
    position.when(0, Resolve("guild.architects"))
    position.given(E.DiscountGranted(seat=0, source="x", amount=4, goods=[K.GOOD_WOOD], builds=1))
    walls = [c.discount for c in of_type(position, 0, Build) if c.space == "d1.wall_left"]
    assert walls == [Goods(2, 2, 0, 0)]
    position.when(0, Build("d1.wall_left", 0, Goods(2, 2, 0, 0)))
    assert held(position, 0)["stone"] == 9 - 1
    assert not player(position, 0).discounts


def test_new_properties_work_from_the_next_phase_on() -> None:
    """R7.7: the lock at once, the income and the plank in their phases; R7.9: printed costs count."""
    position = acting(hand(has(table(), 0, wood=9, stone=9, gold=3), 0, "bank_1"), 0)
    position.when(0, Build("d1.bank", K.CARD_SOURCE_HAND, NOTHING)).when(0, HireGnome("bank_1", False, False))
    assert counting.income(position.state, 0) == 5
    assert counting.build_costs(position.state, 0, 0) == 4


def test_one_gnome_a_turn_for_three_gold() -> None:
    """R6.4: onto an empty lock; it never moves."""
    position = acting(has(built(table(), 0, "bank_1", "market_1", "tower_1"), 0, gold=9), 0)
    assert [c.card for c in of_type(position, 0, HireGnome)] == ["bank_1", "market_1"]
    position.when(0, HireGnome("bank_1", False, False))
    assert gold(position, 0) == 6
    position.when(0, HireGnome("market_1", False, False)).then_rejected("R6.4")
    assert position.state.gnomes == 13


def test_the_trading_post() -> None:
    """R6.5: one sale and one purchase a visit, in either order."""
    position = acting(has(table(), 0, wood=2, gold=9), 0)
    position.when(0, Buy(K.GOOD_METAL)).when(0, Sell(K.GOOD_WOOD))
    assert held(position, 0) == {"wood": 1, "stone": 0, "metal": 1, "gold": 9 - 3 + 1}
    position.when(0, Sell(K.GOOD_WOOD)).then_rejected("R6.5")
    position.when(0, Buy(K.GOOD_WOOD)).then_rejected("R6.5")


def test_extra_visits_add_up() -> None:
    """R6.5, R8.8, R9.2, R40.3: gnomed Market and Merchants."""
    position = built(table(guilds=guilds("merchants")), 0, "market_1", "market_2", gnome=True)
    acting(placed(has(position, 0, wood=9), 0, ELF, "guild.merchants"), 0).when(0, Resolve("guild.merchants"))
    for _ in range(1 + 2 + 2):
        position.when(0, Sell(K.GOOD_WOOD))
        assert position.rejection is None
    position.when(0, Sell(K.GOOD_WOOD)).then_rejected("R6.5")


def test_gnomed_blacksmiths_sell_metal_once_each() -> None:
    """R6.6, R8.2, R8.11"""
    position = acting(has(built(table(), 0, "blacksmith_1", "blacksmith_2", gnome=True), 0, gold=5), 0)
    position.when(0, BuyMetal()).when(0, BuyMetal())
    assert held(position, 0) == {"wood": 0, "stone": 0, "metal": 2, "gold": 3}
    position.when(0, BuyMetal()).then_rejected("R8.2")


def test_a_card_is_bought_at_the_end_of_the_turn() -> None:
    """R6.7: 1 Gold, once, of pool or deck; then the pool is filled and no action is possible."""
    position = acting(pool(has(table(), 0, gold=2), "bank_1", "inn_1", "keep_1"), 0)
    position.when(0, EndTurn()).then_asked(0, K.DECISION_KIND_BUY_CARD)
    position.when(0, Sell(K.GOOD_WOOD)).then_rejected("R42")
    position.when(0, PickCard(K.CARD_SOURCE_POOL, "inn")).then_asked(1, K.DECISION_KIND_TAKE_ACTION)
    assert player(position, 0).hand == ["inn_1"]
    assert gold(position, 0) == 1
    assert len(position.state.pool) == 3


def test_gnomed_libraries_give_cards_free() -> None:
    """R6.7, R8.7: one more for each gnomed Library, only with a purchase."""
    position = acting(pool(has(built(table(), 0, "library_1", "library_2", gnome=True), 0, gold=2), "bank_1"), 0)
    position.when(0, EndTurn())
    for number in range(3):
        assert position.state.asked.decision == K.DECISION_KIND_BUY_CARD
        position.when(0, PickCard(K.CARD_SOURCE_DECK, ""))
        assert len(player(position, 0).hand) == number + 1
    position.then_asked(1, K.DECISION_KIND_TAKE_ACTION)
    assert gold(position, 0) == 1


def test_the_gargoyle_comes_after_the_refill() -> None:
    """R6.7.1: bought, refilled, then the Gargoyle; the pool is filled once when he is done."""
    position = table(modules=("expansion-expansion",), month=4)
    position.given(
        E.AssistantsLaidOut(assistants=["gargoyle", "pixie"]), E.AssistantTaken(seat=0, assistant="gargoyle")
    )
    acting(pool(has(position, 0, gold=1), "bank_1", "inn_1", "keep_1"), 0).when(0, EndTurn())
    position.when(0, PickCard(K.CARD_SOURCE_POOL, "bank")).then_asked(0, K.DECISION_KIND_USE_GARGOYLE)
    assert len(position.state.pool) == 3
    position.when(0, PickCard(K.CARD_SOURCE_POOL, "inn"))
    assert len(position.state.pool) == 2
    position.when(0, Decline()).then_rejected("R24.3")
    position.when(0, PickCard(K.CARD_SOURCE_POOL, "keep"))
    assert len(position.state.pool) == 3
    assert len(player(position, 0).hand) == 3


def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    """R6.8, R13.4"""
    position = acting(has(table(), 0, gold=1), 0)
    position.state.discard, position.state.deck = ["bank_1", "inn_1"], type(position.state.deck)()
    position.when(0, EndTurn(), seed="x")
    position.when(0, PickCard(K.CARD_SOURCE_DECK, ""), seed="x") if position.state.asked.seat == 0 else None
    names = {"bank_1", "inn_1"}
    assert {*position.state.pool, *player(position, 0).hand, *position.state.deck} == names


def test_a_gnome_opens_the_inn() -> None:
    """R8.5, R40.2"""
    position = acting(placed(built(table(), 0, "inn_1", gnome=True), 0, ELF, "inn_1.inn_plank_1"), 0)
    position.when(0, Resolve("inn_1.inn_plank_1")).then_asked(0, K.DECISION_KIND_RECRUIT)
    position.when(0, PickWorker(DWARF))
    assert position.state.in_play(0, DWARF) == 4


def test_the_library_takes_two_cards_then_the_pool_is_filled() -> None:
    """R8.7"""
    position = pool(
        placed(built(table(), 0, "library_1"), 0, ELF, "library_1.library_plank_1"), "pub_2", "inn_1", "keep_1"
    )
    acting(position, 0).when(0, Resolve("library_1.library_plank_1")).when(0, PickCard(K.CARD_SOURCE_POOL, "inn"))
    assert len(position.state.pool) == 2
    position.when(0, PickCard(K.CARD_SOURCE_DECK, ""))
    assert len(player(position, 0).hand) == 2
    assert len(position.state.pool) == 3


def test_the_tower_takes_a_gnome_outside_the_limit() -> None:
    """R8.10"""
    position = has(built(table(), 0, "tower_1", "bank_1", "market_1"), 0, gold=3)
    acting(placed(position, 0, ELF, "tower_1.tower_plank_1"), 0)
    position.when(0, Resolve("tower_1.tower_plank_1")).when(0, PickLock("bank_1"))
    position.when(0, HireGnome("market_1", False, False))
    assert position.rejection is None
    assert gold(position, 0) == 0


def test_a_gnome_on_a_gatehouse_may_fill_a_vacated_half() -> None:
    """R8.4, R8.4.1"""
    position = built(table(), 0, "gatehouse_1", district="d1", gnome=True)
    position.given(E.HalfMarked(seat=0, space="d2.gatehouse_left", card="gatehouse_1"))
    built(position, 0, "gatehouse_2", district="d4")
    position.given(E.MarkerRemoved(seat=0, space="d4.gatehouse_right"))
    acting(has(position, 0, gold=3), 0).when(0, HireGnome("gatehouse_2", False, False))
    position.then_asked(0, K.DECISION_KIND_MARK_HALF)
    assert [c.space for c in of_type(position, 0, PickSpace)] == ["d4.gatehouse_right", "d5.gatehouse_left"]
    position.when(0, PickSpace("d5.gatehouse_left"))
    assert position.state.spaces["d5.gatehouse_left"].owner == 1


def test_no_marker_no_second_half() -> None:
    """R8.4, R24.1.6"""
    position = built(table(), 0, "gatehouse_1", district="d1")
    player(position, 0).markers = 0
    acting(has(position, 0, gold=3), 0).when(0, HireGnome("gatehouse_1", False, False))
    assert "d2.gatehouse_left" not in position.state.spaces


def test_anyone_may_use_any_guild() -> None:
    """R9.1, R9.3, R40.1: resource Guilds."""
    for guild, good, number in (("bankers", 3, 4), ("masons", 1, 3), ("miners", 2, 2), ("sawyers", 0, 3)):
        position = acting(
            placed(marks(has(table(guilds=guilds(guild)), 0), 1, "d1.guild"), 0, ELF, f"guild.{guild}"), 0
        )
        position.when(0, Resolve(f"guild.{guild}"))
        assert player(position, 0).goods[good] == number


def test_librarians_draw_three_and_keep_two() -> None:
    """R9.2, R40.3"""
    position = acting(placed(table(guilds=guilds("librarians")), 0, ELF, "guild.librarians"), 0)
    position.when(0, Resolve("guild.librarians")).then_asked(0, K.DECISION_KIND_KEEP_DRAWN)
    choice = of_type(position, 0, KeepCards)[0]
    position.when(0, choice)
    assert len(player(position, 0).hand) == 2
    assert len(position.state.discard) == 1
    assert not player(position, 0).drawn


def test_recruiters_recruit() -> None:
    """R9.2"""
    position = acting(placed(table(guilds=guilds("recruiters")), 0, ELF, "guild.recruiters"), 0)
    position.when(0, Resolve("guild.recruiters")).when(0, PickWorker(ELF))
    assert position.state.in_play(0, ELF) == 4


def test_bandits_name_each_good() -> None:
    """R9.4, R9.5, R40.5: a victim with less gives what is there; nobody robs himself."""
    position = has(has(table(guilds=guilds("bandits")), 1, wood=1), 2)
    acting(placed(position, 0, ELF, "guild.bandits"), 0).when(0, Resolve("guild.bandits"))
    assert of_type(position, 0, Steal) == [Steal((1,))]
    before = held(position, 0)["wood"]
    position.when(0, Steal((1,))).when(0, PickGoods(Goods(1, 0, 0, 0))).then_asked(0, K.DECISION_KIND_TAKE_ACTION)
    assert held(position, 0)["wood"] == before + 1
    assert held(position, 1)["wood"] == 0


def test_spies_look_at_a_hand_and_take_a_card() -> None:
    """R9.4, R13.3: the spy alone sees the hand."""
    position = hand(table(guilds=guilds("spies")), 1, "bank_1", "pub_1")
    acting(placed(position, 0, ELF, "guild.spies"), 0).when(0, Resolve("guild.spies")).when(0, PickSeat(1))
    views = {}
    for viewer in (0, 1, 2, None):
        views[viewer] = position.game.view(position.state)
        redact(views[viewer], viewer)
    assert list(views[0].players[0].spied) == ["bank_1", "pub_1"]
    assert not any(view.players[0].spied for viewer, view in views.items() if viewer != 0)
    position.when(0, PickCard(K.CARD_SOURCE_HAND, "pub"))
    assert player(position, 0).hand == ["pub_1"]
    assert player(position, 1).hand == ["bank_1"]


def test_wizards_exchange_what_stands_on_two_spaces() -> None:
    """R9.4, R26.3.1, R32.4, R40.5: coins travel along; Heritage may be moved; cards stay."""
    position = table(modules=("heritage-properties",), guilds=guilds("wizards"))
    position.given(E.HeritageMarked(card="bank_1", spaces=["d2.bank"]))
    built(position, 0, "bank_2", district="d1").given(E.MarkerDecorated(seat=0, space="d1.bank"))
    acting(placed(position, 0, ELF, "guild.wizards"), 0).when(0, Resolve("guild.wizards"))
    listed = of_type(position, 0, Exchange)
    assert Exchange("d1.bank", "d3.bank") in listed
    assert Exchange("d3.bank", "d4.bank") not in listed
    assert not any("keep" in choice.space or "gatehouse" in choice.space for choice in listed)
    position.when(0, Exchange("d1.bank", "d2.bank"))
    assert position.state.spaces["d2.bank"].decorated
    assert position.state.spaces["d1.bank"].owner == K.OWNER_HERITAGE
    assert player(position, 0).find("bank_2") is not None


def test_masters_by_unlocked_pubs_and_gardens() -> None:
    """R8.3, R8.9, R27.1"""
    position = built(table(), 0, "pub_1", "gardens_1", gnome=True)
    assert [position.state.masters(0, kind) for kind in (ELF, DWARF)] == [1, 1]
    assert asked(filled(built(position, 0, "pub_2"), 0, "pub_2"), 0, K.DECISION_KIND_TAKE_ACTION)
    assert position.state.masters(0, DWARF) == 2
