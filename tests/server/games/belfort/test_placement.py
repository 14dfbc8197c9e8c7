"""Set-up, Calendar and Placement: R0 to R4."""

import pytest

from server.games.belfort import counting, planks, setup
from server.games.belfort.choices import (
    CountWorkers,
    Decline,
    Goods,
    HireGnome,
    KeepCards,
    Pass,
    PickGoods,
    PlaceWorker,
    Resolve,
    Sell,
    SendWorkers,
    Steal,
)
from server.games.belfort.game import BELFORT
from server.games.belfort.state import DWARF, ELF
from server.games.kernel.chance import Chance
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected
from server.games.kernel.simulate import Simulation
from tests.server.games.belfort.table import (
    E,
    K,
    acting,
    asked,
    built,
    counts,
    filled,
    gold,
    has,
    held,
    kept,
    marks,
    of_type,
    options,
    placed,
    placing,
    player,
    started,
    state_of,
    table,
    take,
)


def test_workers_stand_on_planks_and_gnomes_on_locks() -> None:
    """R0.1, R0.3, R0.4, R0.5: a Gnome fills a lock, is never placed, and unlocks."""
    position = built(table(), 0, "inn_1")
    inn = player(position, 0).find("inn_1")
    assert inn is not None
    assert not list(planks.property_planks(position.state, 0))
    filled(position, 0, "inn_1")
    assert list(planks.property_planks(position.state, 0)) == ["inn_1.inn_plank_1"]
    assert inn.lock == K.LOCK_GNOME
    assert {c.worker for c in of_type(placing(position, 0), 0, PlaceWorker)} == {ELF, DWARF}


def test_goods_are_unlimited_and_gnomes_are_not() -> None:
    """R0.6, R0.13: whoever gets what has run out gets as much as there is."""
    position = has(table(), 0, wood=500, gold=500)
    position.state.gnomes = 0
    built(position, 0, "market_1")
    assert not of_type(acting(position, 0), 0, HireGnome)


def test_the_guild_mixes() -> None:
    """R1.2, R9.2, R9.3, R9.4: normal, beginner, advanced and custom."""
    categories = {guild.id: guild.category for guild in table().state.components.guilds.values()}
    for mix, wanted in (("normal", (1, 2, 2)), ("beginner", (3, 2, 0))):
        state = table(guild_mix=mix).state
        drawn = setup.draw_guilds(state, Chance(mix.encode()))
        found = [categories[guild] for guild in drawn]
        assert tuple(found.count(c) for c in ("resource", "basic", "interactive")) == wanted
    assert len(set(setup.draw_guilds(table(guild_mix="advanced").state, Chance(b"x")))) == 5


def test_compulsory_guilds_count_and_drop_others() -> None:
    """R1.2.2, R34.1, R35.1, R37.20: beginner with Parks & Rex and Key: two compulsory and three drawn."""
    state = table(modules=("parks-and-rex", "key-to-belfort"), guild_mix="beginner").state
    drawn = setup.draw_guilds(state, Chance(b"x"))
    assert len(set(drawn)) == 5
    assert {"parks_and_rex", "locksmiths"} <= set(drawn)
    categories = [state.components.guilds[guild].category for guild in drawn]
    assert categories.count("interactive") == 2


@pytest.mark.parametrize(
    ("modules", "guilds", "rule"),
    [
        ([], ["assistants", "bankers", "masons", "sawyers", "thieves"], "R1.2.1"),
        (["expansion-guilds"], ["planners", "bankers", "masons", "sawyers", "thieves"], "R1.2.1"),
        (["less-red-tape"], ["spies", "bankers", "masons", "sawyers", "thieves"], "R1.2.1"),
        (["less-red-tape"], ["librarians", "bankers", "masons", "sawyers", "thieves"], "R1.2.1"),
        ([], ["locksmiths", "bankers", "masons", "sawyers", "thieves"], "R1.2.1"),
        (["parks-and-rex"], ["miners", "bankers", "masons", "sawyers", "thieves"], "R30.4"),
        (["key-to-belfort"], ["miners", "bankers", "masons", "sawyers", "thieves"], "R30.4"),
        ([], ["bankers", "masons", "sawyers", "thieves"], "R1.2"),
    ],
)
def test_refused_custom_lists(modules: list[str], guilds: list[str], rule: str) -> None:
    """R1.2.1, R20.5, R30.1, R30.4, R31.1.6"""
    made = options(modules, guild_mix="custom")
    made.guilds.extend(guilds)
    with pytest.raises(Rejected) as refusal:
        setup.check_options(made, 3)
    assert refusal.value.rule == rule


def test_a_custom_list_is_played() -> None:
    """R1.2, R1.8, R30.3"""
    made = options(["hmcs-guilds"], guild_mix="custom")
    wanted = ["printers", "summoners", "landlords", "employee_of_the_month", "masons"]
    made.guilds.extend(wanted)
    setup.check_options(made, 3)
    simulation = Simulation(BELFORT, made, 3, "x")
    assert sorted(state_of(simulation).guilds) == sorted(wanted)


def test_the_start_choice_is_secret_and_simultaneous() -> None:
    """R0.16, R1.5: all are asked at once; the discards are shown together, after the last."""
    simulation = started(3)
    assert sorted(decision.seat for decision in state_of(simulation).decisions) == [0, 1, 2]
    for number in range(3):
        state = state_of(simulation)
        assert not state.discard
        decision = next(d for d in state.decisions if d.seat == 2 - number)
        choice = next(iter(BELFORT.legal(state, decision)))
        assert isinstance(choice, KeepCards)
        simulation.play(decision, choice)
    assert len(state_of(simulation).discard) == 6
    assert state_of(simulation).month == 1


def test_rounds_follow_the_calendar() -> None:
    """R0.11, R2.1, R3.1: month and season move on with each round."""
    position = table(month=3)
    assert position.state.season(0) == 0
    take(position, K.STEP_CALENDAR)
    assert position.state.month == 4
    assert position.state.season(0) == 1


def test_placement_turns_go_round_until_all_have_passed() -> None:
    """R2.3, R4.1, R4.1.1, R4.10: crest order, again and again; passing is final."""
    position = placing(has(has(table(order=[2, 0, 1]), 2, gold=5), 0, gold=5), 2)
    position.when(2, PlaceWorker(ELF, "guild.masons")).then_asked(0, K.DECISION_KIND_PLACE)
    position.when(0, Pass()).then_asked(0, K.DECISION_KIND_SEND_ELVES)
    position.when(0, SendWorkers(3, 0, 0, 0, 0, 0)).then_asked(0, K.DECISION_KIND_SEND_DWARVES)
    position.when(0, SendWorkers(0, 3, 0, 0, 0, 0)).then_asked(1, K.DECISION_KIND_PLACE)
    for seat in (1, 2):
        position.when(seat, Pass())
        while position.state.asked.decision in (K.DECISION_KIND_SEND_ELVES, K.DECISION_KIND_SEND_DWARVES):
            position.when(seat, position.legal(seat)[0])
        if seat == 1:
            position.then_asked(2, K.DECISION_KIND_PLACE)
    assert position.state.phase == K.PHASE_ACTIONS


def test_planks_open_to_a_player() -> None:
    """R4.2, R4.3, R4.7, R40.9: Guilds, desk, camp and the own cards' unlocked planks; no others' cards."""
    position = placing(has(built(built(table(), 0, "library_1", "inn_1"), 1, "tower_1"), 0, gold=9), 0)
    found = {choice.plank for choice in of_type(position, 0, PlaceWorker)}
    guilds = {f"guild.{guild}" for guild in position.state.guilds}
    assert found == guilds | {"recruiters_desk.1", "kings_camp.1", "library_1.library_plank_1"}
    position.when(0, PlaceWorker(ELF, "tower_1.tower_plank_1")).then_rejected("R4.2")
    position.when(0, PlaceWorker(ELF, "inn_1.inn_plank_1")).then_rejected("R4.2")


def test_a_plank_holds_one_worker_and_wants_its_fee() -> None:
    """R0.2, R4.3: occupied or too dear is illegal."""
    position = placing(has(placed(table(), 1, ELF, "guild.masons"), 0, gold=0), 0)
    position.when(0, PlaceWorker(ELF, "guild.masons")).then_rejected("R4.3")
    position.when(0, PlaceWorker(ELF, "guild.bankers")).then_rejected("R4.3")
    position.when(0, PlaceWorker(ELF, "kings_camp.1"))
    assert position.rejection is None


def test_an_own_guild_costs_nothing() -> None:
    """R4.4: nothing if the player owns it."""
    position = placing(has(marks(table(), 0, "d2.guild"), 0, gold=0), 0)
    position.when(0, PlaceWorker(ELF, "guild.bankers"))
    assert gold(position, 0) == 0


def test_the_desk_costs_two_gold_a_worker() -> None:
    """R4.5: three planks."""
    position = has(table(), 0, gold=3)
    placing(position, 0).when(0, PlaceWorker(ELF, "recruiters_desk.1"))
    assert gold(position, 0) == 1
    placed(position, 1, ELF, "recruiters_desk.2", "recruiters_desk.3")
    assert not list(planks.desk_plank(position.state))


def test_the_kings_camp_takes_one_worker_of_each() -> None:
    """R4.6, R12.5: planks 1 to n-1, the lowest free one."""
    position = placed(table(4), 0, ELF, "kings_camp.1")
    assert not list(planks.camp_plank(position.state, 0))
    assert list(planks.camp_plank(position.state, 1)) == ["kings_camp.2"]
    assert position.state.components.players[2].camp_planks == 1


def test_all_workers_left_go_into_areas_of_their_kind() -> None:
    """R4.8, R4.8.1: Elves to Forest, Mine or Gold field, freely split."""
    position = placing(table(), 0).when(0, Pass())
    listed = of_type(position, 0, SendWorkers)
    assert len(listed) == 10
    assert all(sum(choice) == 3 for choice in listed)
    position.when(0, SendWorkers(1, 1, 0, 0, 0, 0)).then_rejected("R4.8")
    position.when(0, SendWorkers(1, 1, 1, 0, 0, 0))
    assert [area.elves for area in player(position, 0).areas] == [1, 0, 1, 1]


def test_without_workers_only_passing_is_left() -> None:
    """R4.9"""
    position = table()
    player(position, 0).board = [0, 0]
    assert placing(position, 0).legal(0) == [Pass()]
    position.when(0, Pass()).then_asked(1, K.DECISION_KIND_PLACE)


def test_on_placement_guilds_act_before_the_next_turn() -> None:
    """R4.11, R4.11.1, R4.12: at once; with nothing to do the placement is legal all the same."""
    guilds = ("employee_of_the_month", "non_human_resources", "masons", "sawyers", "bankers")
    position = placing(has(table(guilds=guilds), 0, gold=2), 0)
    position.when(0, PlaceWorker(ELF, "guild.employee_of_the_month")).then_asked(1, K.DECISION_KIND_PLACE)
    assert gold(position, 0) == 1
    assert "guild.employee_of_the_month" in position.state.planks
    position = placing(has(table(guilds=guilds), 0, gold=2), 0)
    position.when(0, PlaceWorker(ELF, "guild.non_human_resources")).when(0, CountWorkers(2, 1))
    position.then_asked(1, K.DECISION_KIND_PLACE)
    assert player(position, 0).board == [4, 4]


def test_a_use_made_stays_made() -> None:
    """R0.17: what was done in the turn is remembered for the turn, and forgotten with the next."""
    position = acting(has(table(), 0, wood=3), 0)
    position.when(0, Sell(K.GOOD_WOOD)).when(0, Sell(K.GOOD_WOOD)).then_rejected("R6.5")
    position.given(E.TurnBegan(seat=0))
    assert player(position, 0).turn.visits == 0


def test_anything_offered_may_be_declined() -> None:
    """R0.14: a benefit that is a choice may be declined."""
    position = acting(placed(has(table(), 1, gold=5), 0, ELF, "guild.thieves"), 0)
    position.when(0, Resolve("guild.thieves"))
    assert Steal((1,)) in position.legal(0)
    before = held(position, 1)
    position.when(0, Decline()).then_asked(0, K.DECISION_KIND_TAKE_ACTION)
    assert held(position, 1) == before


def test_effects_without_a_legal_choice_do_nothing() -> None:
    """R0.13: with nobody to rob, nobody is asked."""
    position = acting(placed(has(has(table(), 1), 2), 0, ELF, "guild.thieves"), 0)
    position.when(0, Resolve("guild.thieves")).then_asked(0, K.DECISION_KIND_TAKE_ACTION)


def test_wood_or_stone_in_any_mix() -> None:
    """R0.9, R25.8: 2 Wood/Stone for the Plaza."""
    position = asked(has(table(), 0, wood=1, stone=5), 0, K.DECISION_KIND_PAY_MIX, 2, "market_plaza_1")
    assert position.legal(0) == [PickGoods(Goods(1, 1, 0, 0)), PickGoods(Goods(0, 2, 0, 0))]
    position.when(0, PickGoods(Goods(1, 1, 0, 0)))
    assert held(position, 0) == {"wood": 0, "stone": 4, "metal": 0, "gold": 0}


def test_the_calendar_phase_in_its_order() -> None:
    """R3.2, R3.3, R37.9: marker, Queen, Assistants, non-players; in the first round too."""
    simulation = started(2, "queen-of-belfort", "expansion-expansion")
    kinds = []
    while not state_of(simulation).begun:
        decision = state_of(simulation).decisions[0]
        choice = next(iter(BELFORT.legal(state_of(simulation), decision)))
        kinds = [event.belfort.WhichOneof("event") for event in simulation.play(decision, choice)]
    wanted = ["phase_began", "queen_card_revealed", "pawn_moved", "runners_set", "decision_opened"]
    assert [kind for kind in kinds if kind in wanted] == wanted
    assert state_of(simulation).asked.decision == K.DECISION_KIND_CHOOSE_ASSISTANT


def test_setup_in_the_order_of_the_modules() -> None:
    """R1.8, R30.2, R30.6: what luck decides is in the events, in this order."""
    simulation = started(4, "heritage-properties", "expansion-expansion", "queen-of-belfort", "key-to-belfort")
    kept(simulation)
    kinds = [e.belfort.WhichOneof("event") for e in simulation.events if e.WhichOneof("payload") == "belfort"]
    firsts = [kinds.index(kind) for kind in (
        "guilds_drawn", "crests_dealt", "deck_shuffled", "heritage_marked", "cards_dealt", "card_turned_up",
        "permits_laid_out", "pawns_placed", "queen_deck_shuffled", "key_deck_shuffled", "assistants_laid_out",
    )]  # fmt: skip
    assert firsts == sorted(firsts)


def test_two_players_use_all_the_colours() -> None:
    """R0.12, R1.7, R12.1, R37.5: two humans, A, B and Heritage."""
    state = state_of(started(2, "heritage-properties"))
    colors = {*(me.color for me in state.players), *state.non_player_colors, state.heritage_color}
    assert len(colors) == 5
    assert state.non_player_markers == [12, 12]
    assert build(BELFORT).modules == []
    assert counting.is_free(table().state, "d1.bank")
    assert counts(table(), "d1", {0: 1}).state.spaces
