"""The Expansion Expansion beyond its worked examples: R21 to R27, R37."""

from server.games.belfort import counting, effects, locks, scoring
from server.games.belfort.choices import (
    NOTHING,
    Build,
    CountWorkers,
    Decline,
    EndTurn,
    HireGnome,
    PickGuild,
    PickLock,
    PickSpace,
    PickWorker,
    PlaceGoon,
    PlaceImp,
    PlaceWorker,
    Resolve,
    TakePermit,
    UseAssistant,
)
from server.games.belfort.modules import assistants as tiles
from server.games.belfort.modules.permits import expansion_points
from server.games.belfort.state import DWARF, ELF
from server.games.belfort.turns.flow import proceed
from server.games.kernel.chance import Chance
from server.games.kernel.testkit import Position
from tests.server.games.belfort.table import (
    SPRING,
    E,
    K,
    acting,
    assistants,
    built,
    carry_out,
    counts,
    filled,
    gold,
    has,
    held,
    holds,
    of_type,
    permit,
    placed,
    placing,
    player,
    table,
    take,
)

EE = ("expansion-expansion",)


def guilds(*first: str) -> tuple[str, ...]:
    return (*first, *[g for g in ("bankers", "masons", "sawyers", "miners", "thieves") if g not in first])[:5]


def expansion(*first: str, seats: int = 3, month: int = SPRING) -> Position:
    return table(seats, modules=EE, guilds=guilds(*first), month=month)


def test_tiles_and_tokens_return_at_the_end_of_the_round() -> None:
    """R21.4, R21.4.1, R21.5, R24.1.6: Centaur, Goon, Imps and Gorgon leave; nothing is undone that was not done."""
    position = assistants(expansion(), ["goon", "imps", "gorgon", "centaur"], {0: "goon", 1: "imps", 2: "gorgon"})
    position.given(E.AssistantTaken(seat=0, assistant="centaur", extra=True))
    filled(built(position, 0, "library_1", "market_1"), 0, "market_1", K.LOCK_CENTAUR)
    position.given(E.GoonPlaced(seat=0, plank="guild.masons"), E.GorgonPlaced(seat=2, district="d2"))
    position.given(
        E.ImpPlaced(seat=1, plank="library_1.library_plank_1"), E.AssistantExhausted(seat=1, assistant="imps")
    )
    take(position, K.STEP_ROUND_END)
    assert (position.state.goon_plank, position.state.gorgon, position.state.planks) == ("", "", {})
    assert all(tile.holder < 0 and not tile.exhausted for tile in position.state.tiles)
    market = player(position, 0).find("market_1")
    assert market is not None
    assert not market.lock


def test_the_returning_centaur_takes_a_marker_along() -> None:
    """R24.1.3, R24.1.7, R24.1.9: any Gatehouse marker, of the owner's choice; what was gained is kept."""
    position = assistants(expansion(), ["centaur", "pixie"], {0: "centaur"})
    filled(built(position, 0, "gatehouse_1", district="d1"), 0, "gatehouse_1", K.LOCK_CENTAUR)
    position.given(E.HalfMarked(seat=0, space="d2.gatehouse_left", card="gatehouse_1"))
    take(position, K.STEP_ROUND_END)
    carry_out(position, proceed(position.state, Chance(b"x")))
    position.then_asked(0, K.DECISION_KIND_REMOVE_MARKER).when(0, PickSpace("d1.gatehouse_right"))
    assert "d1.gatehouse_right" not in position.state.spaces
    assert player(position, 0).markers == 11
    assert all(tile.holder < 0 for tile in position.state.tiles)


def test_two_assistants_by_the_assistants_guild() -> None:
    """R21.6, R26.1, R26.1.1: the tile left over with its Gold; only one lies there, so a second use gets nothing."""
    position = assistants(
        expansion("assistants"), ["pixie", "djinn", "goon", "giant"], {0: "pixie", 1: "djinn", 2: "goon"}
    )
    position.given(E.AssistantGilded(assistant="giant"))
    placing(has(position, 0, gold=1), 0).when(0, PlaceWorker(ELF, "guild.assistants"))
    assert [tile.id for tile in position.state.tiles_of(0)] == ["pixie", "giant"]
    assert gold(position, 0) == 1
    carry_out(position, effects.guild(position.state, 1, "assistants", Chance(b"x")))
    assert not position.happened


def test_a_goon_on_the_assistants_guild_does_nothing() -> None:
    """R24.5, R24.5.5"""
    position = assistants(expansion("assistants", month=6), ["goon", "giant"], {0: "goon"})
    placing(placed(position, 1, ELF, "guild.assistants"), 0).when(0, PlaceGoon("guild.assistants"))
    assert [tile.id for tile in position.state.tiles_of(0)] == ["goon"]


def test_an_unused_assistant_still_brings_a_permit() -> None:
    """R21.7, R22.1.1: its clearance has passed; taken and built in the same round."""
    position = holds(built(expansion(), 0, "pub_1"), 0, "halfling").given(E.PermitsLaidOut(permits=["pub_lodge_1"]))
    acting(position, 0).when(0, TakePermit("pub_lodge", "pub_1", "halfling"))
    assert position.rejection is None


def test_red_boards_of_other_kinds() -> None:
    """R22.6: a Worker to the reserve, a Gnome to the supply."""
    position = permit(built(expansion(), 0, "inn_1"), 0, "inn_pool_1", "inn_1")
    acting(placed(position, 0, ELF, "inn_pool_1.1", "inn_pool_1.2"), 0).when(0, Resolve("inn_pool_1.1"))
    position.then_asked(0, K.DECISION_KIND_GIVE_WORKER).when(0, PickWorker(DWARF))
    assert position.state.in_play(0, DWARF) == 2
    position = permit(
        built(built(expansion(), 0, "market_1", gnome=True), 0, "tower_1"), 0, "tower_scriptorium_1", "tower_1"
    )
    acting(placed(position, 0, ELF, "tower_scriptorium_1.1"), 0).when(0, Resolve("tower_scriptorium_1.1"))
    position.when(0, PickLock("market_1"))
    assert position.state.gnomes == 14
    assert counting.gnomes(position.state, 0) == 0


def test_each_expansion_scores_on_its_own() -> None:
    """R23.4, R25.1.1: two copies both score, each with its own maximum; taxes are paid before."""
    position = has(built(expansion(seats=4), 0, "bank_1", "bank_2"), 0, gold=20)
    for number in (1, 2):
        permit(position, 0, f"bank_treasury_{number}", f"bank_{number}", expanded=True)
    assert [expansion_points(position.state, 0, b) for b in player(position, 0).built] == [4, 4]


def test_chapel_counts_every_marker() -> None:
    """R25.6.1, R25.11, R25.12"""
    position = built(expansion(), 0, "keep_1", district="d1")
    permit(position, 0, "keep_chapel_1", "keep_1", expanded=True)
    position.given(E.WallBuilt(seat=0, space="d2.wall_left"), E.GuildBuilt(seat=0, space="d3.guild", guild="sawyers"))
    keep = player(position, 0).find("keep_1")
    assert keep is not None
    assert expansion_points(position.state, 0, keep) == 3


def test_the_centaur_needs_an_empty_lock() -> None:
    """R24.1.1, R24.1.8: else the token stays on the tile; its lock is filled for the round."""
    position = assistants(expansion(), ["centaur", "pixie"])
    carry_out(position, tiles.take(position.state, 0, "centaur"))
    assert len(position.happened) == 1
    position = filled(built(has(expansion(), 0, gold=9), 0, "market_1"), 0, "market_1", K.LOCK_CENTAUR)
    assert not of_type(acting(position, 0), 0, HireGnome)


def test_the_centaur_prices_the_normal_hire_alone() -> None:
    """R24.1.5, R8.10, R26.2.1: no Gnome of the Tower or of the Clipboard Makers, who leave it ready."""
    position = has(holds(expansion("clipboard_makers", month=6), 0, "centaur"), 0, gold=1)
    built(position, 0, "tower_1", "bank_1", "market_1", "library_1")
    placed(position, 0, ELF, "tower_1.tower_plank_1", "guild.clipboard_makers")
    acting(position, 0).when(0, Resolve("tower_1.tower_plank_1")).when(0, PickLock("bank_1"))
    position.when(0, Resolve("guild.clipboard_makers")).when(0, HireGnome("market_1", False, True))
    assert gold(position, 0) == 0
    assert not position.state.tile("centaur").exhausted
    assert of_type(position, 0, HireGnome) == [HireGnome("library_1", True, False)]


def test_the_gnome_contract_lowers_the_centaurs_price() -> None:
    """R24.1.10, R37.11, R40.2"""
    position = table(modules=(*EE, "key-to-belfort"), guilds=guilds("locksmiths"))
    position.given(E.KeyDeckShuffled(cards=["key_gnome_contract"], count=1))
    position.given(E.KeyCardDrawn(seat=0, card="key_gnome_contract"), E.KeyTaken(seat=0, cards=["key_gnome_contract"]))
    acting(has(holds(built(position, 0, "market_1", "bank_1"), 0, "centaur"), 0, gold=1), 0)
    position.when(0, HireGnome("market_1", True, False))
    assert gold(position, 0) == 0


def test_the_goon_stays_and_blocks() -> None:
    """R24.5.2, R24.5.3: when the Worker is retrieved the Goon still blocks and still resolves."""
    position = placed(holds(expansion(month=6), 0, "goon"), 1, ELF, "guild.masons")
    placing(has(position, 0), 0).when(0, PlaceGoon("guild.masons"))
    position.given(E.WorkerReclaimed(seat=1, plank="guild.masons"))
    player(position, 1).goods[3] = 5
    assert position.state.asked.seat == 1
    position.when(1, PlaceWorker(ELF, "guild.masons")).then_rejected("R4.3")
    position.state.decisions.clear()
    position.state.agenda.clear()
    acting(position, 0).when(0, Resolve("goon.guild.masons"))
    assert held(position, 0)["stone"] == 3


def test_the_goon_joins_others_only_and_not_everywhere() -> None:
    """R24.5, R24.5.2, R31.6.5, R36.1.3, R37.10: not the own Worker; not on Locksmiths' or Parks & Rex."""
    position = table(modules=EE, guilds=guilds("locksmiths", "parks_and_rex", "masons", "sawyers"), month=6)
    placed(
        placed(holds(position, 0, "goon"), 0, ELF, "guild.masons"), 1, ELF, "guild.locksmiths", "guild.parks_and_rex"
    )
    placing(position, 0)
    assert not of_type(position, 0, PlaceGoon)
    position.when(0, PlaceGoon("guild.locksmiths")).then_rejected("R24.5")


def test_a_goon_on_printers_may_not_copy_what_is_forbidden() -> None:
    """R24.5.4, R36.1.3"""
    position = table(modules=EE, guilds=guilds("printers", "locksmiths", "masons"), month=6)
    placed(holds(position, 0, "goon"), 1, ELF, "guild.printers", "guild.locksmiths", "guild.masons")
    position.given(E.GoonPlaced(seat=0, plank="guild.printers"))
    acting(position, 0).when(0, Resolve("goon.guild.printers"))
    assert of_type(position, 0, PickGuild) == [PickGuild("masons")]


def test_imps_use_what_their_owner_has() -> None:
    """R24.9.2: the Imp owner recruits from the own reserve."""
    position = placed(built(expansion(), 1, "inn_1", gnome=True), 2, ELF)
    position.given(E.AssistantsLaidOut(assistants=["imps", "pixie"]), E.AssistantTaken(seat=0, assistant="imps"))
    position.given(E.ImpPlaced(seat=0, plank="inn_1.inn_plank_1"))
    acting(position, 0).when(0, Resolve("inn_1.inn_plank_1")).when(0, PickWorker(ELF))
    assert position.state.in_play(0, ELF) == 4
    assert position.state.in_play(1, ELF) == 3


def test_two_imps_in_autumn_one_after_the_other() -> None:
    """R24.9, R24.9.1"""
    position = has(holds(built(built(expansion(month=6), 1, "library_1"), 2, "tower_1"), 0, "imps"), 0, gold=1)
    placing(position, 0).when(0, PlaceImp("library_1.library_plank_1")).then_asked(0, K.DECISION_KIND_PLACE_IMP)
    position.when(0, PlaceImp("tower_1.tower_plank_1")).then_asked(1, K.DECISION_KIND_PLACE)
    position.when(1, PlaceWorker(ELF, "library_1.library_plank_1")).then_rejected("R4.3")


def test_the_pixie_scores_markers_like_any_scoring() -> None:
    """R24.10, R24.10.1, R37.8: decoration counts, Heritage takes ranks, Workers do not score."""
    position = table(4, modules=(*EE, "heritage-properties"), month=6)
    counts(holds(position, 0, "pixie"), "d1", {0: 1.5, 1: 1}, heritage=2)
    acting(position, 0).when(0, UseAssistant("pixie", "d1"))
    assert [player(position, seat).score for seat in range(4)] == [2, 1, 0, 0]


def test_clipboard_makers_give_three_things() -> None:
    """R26.2, R26.2.1: a card, a visit, and a Gnome for 1 Gold at any later moment of the turn."""
    position = placed(
        has(built(expansion("clipboard_makers"), 0, "market_1", "bank_1"), 0, gold=4), 0, ELF, "guild.clipboard_makers"
    )
    acting(position, 0).when(0, Resolve("guild.clipboard_makers"))
    assert len(player(position, 0).hand) == 1
    assert player(position, 0).turn.extra_visits == 1
    position.when(0, HireGnome("market_1", False, True)).when(0, HireGnome("bank_1", False, False))
    assert gold(position, 0) == 0
    position.when(0, HireGnome("bank_1", False, True)).then_rejected("R6.4")


def test_decorators_decorate_two_different_markers() -> None:
    """R26.3, R26.3.1: once a marker; as many as there are."""
    position = placed(built(expansion("decorators"), 0, "pub_1"), 0, ELF, "guild.decorators")
    acting(position, 0).when(0, Resolve("guild.decorators")).when(0, PickSpace("d1.pub"))
    position.then_asked(0, K.DECISION_KIND_TAKE_ACTION)
    assert scoring.half_units(position.state, "d1") == {1: 3}
    assert effects.leader(position.state, "d1") == 0


def test_a_second_loan_adds_up() -> None:
    """R26.4.2, R31.6.7.1: the debt stays when the Worker is retrieved."""
    position = expansion("non_human_resources")
    for _ in range(2):
        position.given(E.WorkersBorrowed(seat=0, elves=1, dwarves=2))
    assert player(position, 0).borrowed == 6
    acting(has(position, 0), 0).when(0, EndTurn()).then_asked(0, K.DECISION_KIND_RETURN_WORKERS)
    assert position.state.asked.amount == 6


def test_planners_take_up_to_two_permits() -> None:
    """R26.5, R26.5.1: none, one or two; two of a type for two such cards."""
    position = placed(built(expansion("planners", seats=4), 0, "pub_1", "pub_2"), 0, ELF, "guild.planners")
    position.given(E.PermitsLaidOut(permits=["pub_lodge_1", "pub_lodge_2"]))
    acting(position, 0).when(0, Resolve("guild.planners")).when(0, TakePermit("pub_lodge", "pub_1", ""))
    position.when(0, TakePermit("pub_lodge", "pub_2", "")).then_asked(0, K.DECISION_KIND_TAKE_ACTION)
    assert not position.state.permits
    position = placed(built(expansion("planners"), 0, "pub_1"), 0, ELF, "guild.planners")
    position.given(E.PermitsLaidOut(permits=["pub_lodge_1"]))
    acting(position, 0).when(0, Resolve("guild.planners")).when(0, Decline())
    assert position.state.permits == ["pub_lodge_1"]


def test_an_inn_that_loses_its_gnome_still_serves_who_stands_there() -> None:
    """R27.2, R27.2.1"""
    position = placed(built(expansion(), 0, "inn_1", gnome=True), 0, ELF, "inn_1.inn_plank_1")
    carry_out(position, locks.empty(position.state, 0, "inn_1"))
    acting(position, 0).when(0, Resolve("inn_1.inn_plank_1")).then_asked(0, K.DECISION_KIND_RECRUIT)


def test_printing_on_placement_guilds_acts_in_full() -> None:
    """R36.1.2, R37.12: a copied Non-Human Resources borrows now and gives back at the end of this turn."""
    position = table(modules=EE, guilds=guilds("printers", "non_human_resources"))
    placed(placed(has(position, 0), 0, ELF, "guild.printers"), 1, ELF, "guild.non_human_resources")
    acting(position, 0).when(0, Resolve("guild.printers")).when(0, PickGuild("non_human_resources"))
    position.when(0, CountWorkers(3, 0)).when(0, EndTurn()).then_asked(0, K.DECISION_KIND_RETURN_WORKERS)


def test_gorgon_and_queen_both_apply_in_order() -> None:
    """R37.1, R37.9"""
    position = table(modules=(*EE, "queen-of-belfort"))
    assistants(position, ["gorgon", "pixie"], {1: "gorgon"}).given(E.GorgonPlaced(seat=1, district="d2"))
    position.given(E.PawnsPlaced(queen="d2"), E.QueenDeckShuffled(cards=["queen_stone"], count=1))
    position.given(E.QueenCardRevealed(card="queen_stone"))
    acting(has(position, 0, wood=5, stone=5, gold=5), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    kinds = [type(event).__name__ for event in position.happened[:3]]
    assert kinds == ["GorgonMet", "WallBuilt", "GoodsGained"]
    assert held(position, 0) == {"wood": 3, "stone": 4, "metal": 0, "gold": 4}
