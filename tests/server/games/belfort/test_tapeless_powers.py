"""Changed powers under Less Red Tape: R31.5, R31.6, R37."""

import pytest

from server.games.belfort.choices import (
    Build,
    ChooseAssistant,
    Collect,
    Decline,
    EndTurn,
    Gather,
    HireGnome,
    PickGuild,
    PickLock,
    PickSpace,
    PlaceGoon,
    PlaceImp,
    PlaceWorker,
    Retrieve,
    RetrieveFromArea,
    SendGiants,
    SendWorkers,
    TakePermit,
    UseAssistant,
)
from server.games.belfort.modules import assistants as tiles
from server.games.belfort.modules import less_red_tape
from server.games.belfort.state import DWARF, ELF
from server.games.kernel.chance import Chance
from tests.server.games.belfort.table import (
    E,
    K,
    assistants,
    built,
    carry_out,
    counts,
    filled,
    gold,
    hand,
    has,
    held,
    kept,
    of_type,
    placed,
    player,
    started,
    state_of,
    table,
    take,
    tapeless,
    turned_up,
)
from tests.server.games.belfort.test_less_red_tape import EE, LRT, gathered, lrt, months


def test_assistants_at_any_moment_of_the_own_turn() -> None:
    """R31.5.4, R31.5.4.1, R31.5.4.2, R37.16: Specialty or Permit once while held; a Permit is used in the same turn."""
    position = built(assistants(lrt(3, EE), ["hobgoblin", "imps", "pixie"], {0: "hobgoblin"}), 0, "pub_1")
    position.given(E.PermitsLaidOut(permits=["pub_lodge_1"]))
    tapeless(has(position, 0, stone=3), 0).when(0, TakePermit("pub_lodge", "pub_1", "hobgoblin"))
    position.when(0, UseAssistant("hobgoblin", "")).then_rejected("R24")
    position.when(0, PlaceWorker(ELF, "pub_lodge_1.1")).then_asked(0, K.DECISION_KIND_EXPAND)


def test_the_pixie_scores_for_its_user_alone() -> None:
    """R31.5.4.2, R24.10.1"""
    position = counts(assistants(lrt(4, EE, month=6), ["pixie", "imps", "djinn"], {1: "pixie"}), "d1", {0: 3, 1: 2})
    tapeless(position, 1).when(1, UseAssistant("pixie", "d1"))
    assert [player(position, seat).score for seat in (0, 1)] == [0, 2]


def test_the_goon_is_a_main_action_and_imps_act_at_once() -> None:
    """R31.5.4, R31.5.4.3, R31.6.5: only the Goon's owner resolves the Guild now."""
    position = assistants(lrt(3, EE, month=6), ["goon", "imps", "pixie"], {0: "goon", 1: "imps"})
    placed(built(has(has(position, 0), 2), 2, "blacksmith_1"), 2, ELF, "guild.masons")
    tapeless(position, 0).when(0, PlaceGoon("guild.masons"))
    assert [held(position, seat)["stone"] for seat in (0, 2)] == [3, 0]
    position.when(0, Gather()).then_rejected("R31.3.3")
    position.when(0, EndTurn()).when(1, PlaceImp("blacksmith_1.blacksmith_plank_1"))
    assert held(position, 1)["metal"] == 2


def test_the_gorgon_is_placed_at_once() -> None:
    """R31.6.3, R31.6.3.1, R31.6.3.2: compulsory, and her use; non-player builds do not count."""
    position = tapeless(assistants(lrt(3, EE), ["gorgon", "imps"]), 0)
    carry_out(position, tiles.take(position.state, 0, "gorgon"))
    due = position.state.agenda[-1]
    assert due.decision == K.DECISION_KIND_PLACE_GORGON
    position.state.decisions.clear()
    position.given(E.DecisionOpened(seat=0, kind=K.DECISION_KIND_PLACE_GORGON))
    position.when(0, Decline()).then_rejected("R31.6.3")
    position.when(0, position.legal(0)[1])
    assert position.state.gorgon == "d2"
    assert position.state.tile("gorgon").exhausted


def test_the_giant_goes_along_once() -> None:
    """R31.6.4, R31.6.4.1: the first time Workers are sent; declined, he is not offered again."""
    position = tapeless(has(assistants(lrt(3, EE, month=6), ["giant", "imps"], {0: "giant"}), 0), 0).when(0, Gather())
    position.when(0, SendWorkers(1, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    position.then_asked(0, K.DECISION_KIND_SEND_GIANTS).when(0, SendGiants(K.AREA_FOREST))
    assert held(position, 0)["wood"] == 1 + 3
    position.when(0, EndTurn())
    assert not any(area.giants for area in (*player(position, 0).areas, *player(position, 0).gathered))
    position = tapeless(assistants(lrt(3, EE), ["giant", "imps"], {0: "giant"}), 0).when(0, Gather())
    position.when(0, SendWorkers(1, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, Decline())
    position.then_asked(0, K.DECISION_KIND_TAKE_TAPELESS_ACTION)
    assert position.state.tile("giant").declined
    assert not position.state.tile("giant").exhausted


def test_borrowed_workers_return_with_the_collecting() -> None:
    """R31.6.7, R31.6.7.1"""
    position = lrt(3, "expansion-guilds").given(E.WorkersBorrowed(seat=0, elves=2, dwarves=1))
    tapeless(position, 0).when(0, Collect()).then_asked(0, K.DECISION_KIND_RETURN_WORKERS)


def test_clipboard_cards() -> None:
    """R31.6.8, R31.6.8.1: secret, built as if in the row, no gap, no hand cards."""
    position = tapeless(has(lrt(3, "expansion-guilds", first="clipboard_makers"), 0, gold=9), 0)
    position.when(0, PlaceWorker(ELF, "guild.clipboard_makers"))
    card = player(position, 0).clipboard[0]
    assert not player(position, 0).hand
    position.when(0, EndTurn())
    position.state.decisions.clear()
    position.state.agenda.clear()
    gathered(tapeless(has(position, 0, wood=9, stone=9, metal=9), 0))
    kind = position.state.components.cards[card]
    choice = next(c for c in of_type(position, 0, Build) if c.source == K.CARD_SOURCE_CLIPBOARD)
    assert kind in choice.space or kind in ("keep", "gatehouse")
    position.when(0, choice)
    assert not player(position, 0).clipboard
    assert len(position.state.row) == 5


def test_a_further_assistant_by_the_guild() -> None:
    """R31.6.9, R31.6.9.1: any tile of the display with its Gold; no coin is placed; it goes back with the swap."""
    position = assistants(lrt(3, EE, first="assistants"), ["djinn", "imps", "pixie"], {0: "djinn"})
    position.given(E.AssistantGilded(assistant="pixie"))
    tapeless(has(position, 0, gold=1), 0).when(0, PlaceWorker(ELF, "guild.assistants"))
    position.when(0, ChooseAssistant("pixie"))
    assert gold(position, 0) == 1
    assert [tile.id for tile in position.state.tiles_of(0)] == ["djinn", "pixie"]
    assert position.state.tile("imps").gold == 0
    position.state.decisions.clear()
    take(position, K.STEP_RETURN_TILES, 0)
    assert not list(position.state.tiles_of(0))


def test_gnomed_libraries_deal_to_the_top_shelf() -> None:
    """R31.6.1, R31.6.11: no extra cards are bought; a Gnome on a Library deals one, and takes one away."""
    position = tapeless(has(built(lrt(), 0, "library_1"), 0, gold=3), 0)
    position.when(0, HireGnome("library_1", False, False))
    assert len(position.state.shelf) == 1
    carry_out(position, less_red_tape.clear_shelf(position.state, 0, "library_1"))
    assert position.state.agenda[-1].decision == K.DECISION_KIND_DROP_SHELF_CARD


def test_architects_keep_their_discount() -> None:
    """R31.6.13: for the next building, until the next collecting."""
    position = tapeless(has(lrt(3), 0, gold=1), 0).when(0, PlaceWorker(ELF, "guild.architects")).when(0, EndTurn())
    position.given(E.TurnBegan(seat=0))
    assert [d.source for d in player(position, 0).discounts] == ["architects"]
    months(position, 3)
    assert not player(position, 0).discounts


def test_no_non_player_workers_and_builds_from_the_row() -> None:
    """R31.7.1, R31.7.2.1, R37.4: a Keep takes both halves; no card fits: the row is dealt anew."""
    position = months(lrt(2), 1, 1)
    tapeless(position, 0).when(0, Collect()).then_asked(0, K.DECISION_KIND_BUILD_FOR_NON_PLAYER)
    position.when(0, PickSpace("d3.keep_left"))
    assert position.state.spaces["d3.keep_right"].owner == K.OWNER_NON_PLAYER_A
    assert "keep_1" in position.state.discard
    assert len(position.state.row) == 5
    assert not any(o.kind == K.WORKER_NON_PLAYER for o in position.state.planks.values())


def test_employee_and_printers_look_at_standing_workers() -> None:
    """R37.17: Workers left standing from earlier turns count."""
    position = lrt(3, "hmcs-guilds", first="printers")
    placed(placed(has(position, 0, gold=1), 1, ELF, "guild.masons"), 0, ELF)
    tapeless(position, 0).when(0, PlaceWorker(ELF, "guild.printers")).when(0, PickGuild("masons"))
    assert held(position, 0)["stone"] == 3


def test_summoners_reach_the_areas_and_the_desk() -> None:
    """R36.3, R37.17: a Worker at the Recruitment Center so retrieved recruits."""
    position = lrt(3, "hmcs-guilds", first="summoners")
    position.given(E.WorkersSent(seat=0, worker=K.WORKER_DWARF, own_area=1), E.AreasGathered(seat=0))
    placed(has(position, 0, gold=1), 0, ELF, "recruiters_desk.1")
    tapeless(position, 0).when(0, PlaceWorker(ELF, "guild.summoners"))
    position.when(0, RetrieveFromArea(K.AREA_QUARRY, DWARF)).when(0, Retrieve("recruiters_desk.1"))
    assert player(position, 0).board == [3, 3]
    assert position.state.in_play(0, ELF) == 4


def test_summoners_bring_a_master_back_before_others() -> None:
    """R36.3, R27.1: out of an area a Master comes first, to gather with its strength again."""
    position = built(lrt(3, "hmcs-guilds", first="summoners"), 0, "gardens_1", gnome=True)
    has(position, 0, gold=1).given(
        E.WorkersSent(seat=0, worker=ELF, own_area=1, masters_own_area=1), E.AreasGathered(seat=0)
    )
    tapeless(position, 0).when(0, PlaceWorker(DWARF, "guild.summoners"))
    position.when(0, RetrieveFromArea(K.AREA_FOREST, ELF)).when(0, Decline())
    position.state.decisions.clear()
    tapeless(position, 0).when(0, Gather()).when(0, SendWorkers(0, 0, 0, 1, 0, 0))
    position.when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    assert held(position, 0)["wood"] == 2


@pytest.mark.parametrize("modules", [(), (EE,), (EE, "queen-of-belfort", "parks-and-rex", "key-to-belfort")])
def test_left_out_components(modules: tuple[str, ...]) -> None:
    """R31.1.5.1, R31.1.6, R35.1, R37.15, R37.16"""
    state = state_of(kept(started(4, LRT, *modules)))
    assert not {"librarians", "spies"} & set(state.guilds)
    assert "gargoyle" not in [tile.id for tile in state.tiles]
    keys = {*state.key_deck, *(card for me in state.players for card in me.key_cards)}
    assert "key_extra_property_card" not in keys
    assert "queen_swap_turn_order_crests" not in {*state.queen_deck, state.queen_card}
    legal = table(modules=(LRT,))
    assert not [c for c in of_type(tapeless(legal, 0), 0, PlaceWorker) if c.plank.startswith("kings_camp")]


def test_the_centaur_token_works_as_a_gnome_until_the_swap() -> None:
    """R31.3.6.1, R24.1: its lock is empty again, and a Library's shelf card goes."""
    position = built(assistants(lrt(3, EE), ["centaur", "imps", "pixie"], {0: "centaur"}), 0, "library_1")
    filled(position, 0, "library_1", K.LOCK_CENTAUR)
    turned_up(position, K.CARD_SOURCE_SHELF, "pub_1")
    tapeless(hand(position, 1), 0)
    position.state.decisions.clear()
    take(position, K.STEP_RETURN_TILES, 0)
    assert position.state.agenda[-1].decision == K.DECISION_KIND_DROP_SHELF_CARD
    assert Chance(b"x").index == 0
    assert PickLock("library_1").card == "library_1"
