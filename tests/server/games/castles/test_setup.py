"""Set-up (R1): legal tables, stacks, decks, the first market, what each player receives, and what is hidden."""

from collections import Counter
from typing import Any

import pytest
from ludarium.games.castles.v1 import options_pb2, view_pb2

from server.games.castles.content import load
from server.games.castles.content.records import CORRIDOR, DOWN, STANDARD, UP
from server.games.castles.game import CASTLES
from server.games.castles.in_play import bonus_cards, decrees, favors
from server.games.castles.setup import check_options
from server.games.kernel.game import Seating
from server.games.kernel.options import build
from server.games.kernel.redact import redact
from server.games.kernel.rejection import Rejected
from tests.server.games.walk import Sitting, walk

ALL = ("towers", "moats", "passages", "swans", "renovations", "decrees", "double-decree")


def first(seats: int = 2, *modules: str) -> Any:
    return next(walk(Sitting("castles", seats, modules))).state


def events(seats: int = 2, *modules: str) -> list[Any]:
    simulation = Sitting("castles", seats, modules).begin()
    return [event.castles for event in simulation.events if event.WhichOneof("payload") == "castles"]


def of(kind: str, seats: int = 2, *modules: str) -> list[Any]:
    return [getattr(event, kind) for event in events(seats, *modules) if event.WhichOneof("event") == kind]


def refusal(seats: int, *modules: str, tiles: str = "on") -> Rejected:
    with pytest.raises(Rejected) as refused:
        check_options(build(CASTLES, modules, {"expansion-tiles": tiles}), seats)
    return refused.value


def test_r1_1_1_1_modules_that_need_another_are_refused_without_it() -> None:
    """R1.1.1.1"""
    assert refusal(5, "five-players").rule == "R1.1.1.1"
    assert refusal(2, "double-decree").rule == "R1.1.1.1"
    with pytest.raises(Rejected) as unknown:
        check_options(options_pb2.Options(modules=[options_pb2.MODULE_UNSPECIFIED]), 2)
    assert unknown.value.rule == "R1.1.1.1"
    check_options(build(CASTLES, ALL), 4)


def test_r1_1_1_2_five_players_means_five_seats() -> None:
    """R1.1.1.2"""
    assert refusal(5, "towers").rule == "R1.1.1.2"
    assert refusal(4, "towers", "five-players").rule == "R1.1.1.2"
    check_options(build(CASTLES, ("towers", "five-players")), 5)


def test_r1_1_1_3_five_players_need_the_expansions_tiles() -> None:
    """R1.1.1.3"""
    assert refusal(5, "towers", "five-players", tiles="off").rule == "R1.1.1.3"
    check_options(build(CASTLES, (), {"expansion-tiles": "off"}), 4)


def test_r1_1_2_and_r1_1_3_rooms_have_types_and_foyer_stairs_hallways_are_corridors() -> None:
    """R1.1.2.1, R1.1.2.2, R1.1.3.1, R1.1.3.2"""
    tiles = load().tiles
    for name in ("foyer", "barbican", "stairs", "hallway"):
        assert tiles[name].types == (CORRIDOR,)
    assert all(len(tiles[name].types) == 1 for name in (*load().rooms, *load().towers))
    assert all(len(tiles[name].types) == 2 for name in load().renovations)
    assert "moat_1000" not in tiles


def test_r1_1_4_levels_are_printed_chosen_or_both() -> None:
    """R1.1.4.1, R1.1.4.2, R1.1.4.3"""
    tiles = load().tiles
    assert tiles["dungeon"].level == DOWN
    assert tiles["pantry"].level == UP
    assert tiles["hallway"].level == 0
    assert sorted(door.level for door in tiles["stairs"].doors) == [UP, DOWN]


def test_r1_1_5_sizes_are_square_feet_and_stacks_are_the_standard_ones() -> None:
    """R1.1.5.1, R1.1.5.2"""
    sizes = {tile.size for tile in load().tiles.values()}
    assert sizes == {75, 100, 125, 150, 200, 225, 250, 300, 325, 350, 400, 450, 500, 600}
    assert len(STANDARD) == 10
    assert load().tiles["hallway"].size == 150
    assert load().tiles["hallway"].stack not in STANDARD


def test_r1_2_1_turn_order_is_clockwise_and_the_first_master_builder_is_drawn() -> None:
    """R1.2.1.1, R1.2.1.2"""
    drawn = of("master_builder_chosen", 4)[0].seat
    state = first(4)
    assert state.master_builder == drawn
    assert state.from_builder() == [(drawn + step) % 4 for step in range(4)]
    builders = {Sitting("castles", 4, (), str(seed)).begin().table.state.master_builder for seed in range(12)}  # type: ignore[union-attr]
    assert len(builders) > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_2_2_and_r1_2_3_stacks_have_the_sizes_of_the_player_count(seats: int) -> None:
    """R1.2.2, R1.2.3.1, R1.2.3.2, R1.2.3.3"""
    built = {event.stack: event for event in of("stack_built", seats)}
    row = load().players[seats]
    for stack in STANDARD:
        small = stack <= 5
        assert built[stack].count == (row.small_stack if small else row.large_stack)
        assert len(built[stack].tiles) + len(built[stack].boxed) == (18 if small else 12)
    assert (built[12].count, built[13].count) == (row.stairs, row.hallways)


def test_r1_2_3_4_expansion_cards_come_with_expansion_tiles_only() -> None:
    """R1.2.3.4"""
    state = first(2)
    assert "bonus_ten_of_eleven_sizes" in bonus_cards(state)
    assert "bonus_all_sizes" not in bonus_cards(state)
    state.expansion_tiles = False
    assert "bonus_all_sizes" in bonus_cards(state)
    assert "bonus_ten_of_eleven_sizes" not in bonus_cards(state)
    assert len(favors(state)) == 24


def test_r1_2_4_all_eight_towers_form_a_stack() -> None:
    """R1.2.4"""
    assert {event.stack: event.count for event in of("stack_built", 2, "towers")}[11] == 8


def test_r1_2_5_further_stacks() -> None:
    """R1.2.5.1, R1.2.5.2, R1.2.5.3"""
    assert {event.stack: event.count for event in of("stack_built", 3, "moats")}[14] == 8
    assert of("lake_filled", 2, "swans")[0].count == 40
    built = of("renovation_stack_built", 2, "renovations")
    assert [event.count for event in built] == [6] * 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_2_6_as_many_favors_as_players_are_public_in_order(seats: int) -> None:
    """R1.2.6.1, R1.2.6.4"""
    turned = [event.favor for event in of("favor_turned_up", seats) if event.kept]
    assert first(seats).favors == turned
    assert len(turned) == seats
    assert of("favor_pile_built", seats)[0].count == 0
    assert not {"favor_towers", "favor_moats", "favor_swan_tokens", "favor_renovations"} & set(turned)


def test_r1_2_6_2_complete_and_incomplete_are_never_both_public() -> None:
    """R1.2.6.2"""
    back = 0
    for seed in range(150):
        state: Any = Sitting("castles", 4, (), str(seed)).begin().table.state
        assert len({"favor_complete_rooms", "favor_incomplete_rooms"} & set(state.favors)) < 2
        assert len(state.favors) == 4
        back += len(state.favors_back)
    assert back, "the exclusion was never met"


def test_r1_2_6_3_with_towers_24_favors_lie_in_the_pile() -> None:
    """R1.2.6.3, R12.21"""
    pile = of("favor_pile_built", 2, "towers")[0]
    assert pile.count == 24
    options = build(CASTLES, ("towers",), {"expansion-tiles": "off"})
    state = CASTLES.new_state(options, [Seating("a"), Seating("b")])
    assert len(favors(state)) - state.row.public_favors == 22


@pytest.mark.parametrize(
    ("seats", "modules", "cards"), [(2, (), 22), (3, (), 33), (4, (), 44), (2, ("renovations",), 18)]
)
def test_r1_2_7_the_room_deck_is_counted_out(seats: int, modules: tuple[str, ...], cards: int) -> None:
    """R1.2.7.1, R1.2.7.2, R1.2.7.3, R1.2.7.4"""
    built = of("room_deck_built", seats, *modules)[0]
    assert built.count == cards
    assert built.count + len(built.boxed) == 50
    assert 11 not in [*built.cards, *built.boxed]


def test_r1_2_7_five_players_use_all_cards_and_towers_bring_theirs() -> None:
    """R1.2.7.1, R1.2.7.2, R12.1"""
    built = of("room_deck_built", 5, "five-players", "towers")[0]
    assert built.count == 55
    assert list(built.cards).count(11) == 5


def test_r1_2_8_each_card_of_the_first_market_brings_tile_token_renovation_token() -> None:
    """R1.2.8.1, R1.2.8.2, R1.2.8.3, R2.1.4"""
    order = [event.WhichOneof("event") for event in events(4, "swans", "renovations")]
    kinds = {"room_card_turned_up", "room_turned_up", "swan_token_placed", "renovation_turned_up"}
    shown = [kind for kind in order if kind in kinds]
    assert shown.count("room_card_turned_up") == 7
    for place, kind in enumerate(shown):
        if kind == "room_card_turned_up":
            assert shown[place + 1] == "room_turned_up"
    state = first(4, "swans", "renovations")
    for lying in state.market:
        assert bool(lying.swan) is load().tiles[lying.tile].swan
    for cover in state.pool:
        assert bool(cover.swan) is load().tiles[cover.renovation].swan
    assert len(state.discard_pile) == 7


def test_r1_2_9_each_player_receives_foyer_coins_passages_cards() -> None:
    """R1.2.9.1, R1.2.9.2, R1.2.9.3"""
    state = first(2, "passages")
    for player in state.players:
        assert player.castle.rooms[0].tile.id == "foyer"
        assert player.castle.rooms[0].side == 1
        assert player.coins == 15000
        assert player.passages == [1, 2, 3]
        assert len(player.looked) == 3
    moment = next(m for m in walk(Sitting("castles", 2)) if m.decision.kind == 9)
    later: Any = moment.state
    assert [len(player.bonus) for player in later.players] == [2, 2]
    assert len(later.bonus_deck) == len(bonus_cards(later)) - 4


def test_r1_2_11_choices_at_set_up_come_in_the_order_of_the_text() -> None:
    """R1.2.11.1, R1.2.11.2, R1.2.11.3, R13.1"""
    kinds, seats = [], []
    for moment in walk(Sitting("castles", 3, ("moats", "decrees"))):
        if moment.decision.kind == 9:
            break
        kinds.append(moment.decision.kind)
        seats.append(moment.decision.seat)
        state: Any = moment.state
        if moment.decision.kind == 5:
            waiting = {decision.seat for decision in state.decisions}
            assert moment.decision.seat in waiting
    assert kinds[:3] == [1, 1, 1]
    assert seats[:3] == state.from_builder()
    assert kinds.index(2) > 2
    assert kinds.index(5) > max(place for place, kind in enumerate(kinds) if kind == 2)


def hidden(seats: int, modules: tuple[str, ...], viewer: int | None, steps: int) -> tuple[Any, view_pb2.View]:
    for moment in walk(Sitting("castles", seats, modules)):
        if moment.step == steps:
            break
    view = CASTLES.view(moment.state)  # type: ignore[arg-type]
    redact(view, viewer)
    state: Any = moment.state
    return state, view


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_r1_3_what_is_secret_stays_so_and_what_is_public_is_seen(viewer: int | None) -> None:
    """R1.3.1, R1.3.2.1, R1.3.2.2, R1.3.2.3, R1.3.2.4, R1.3.3.1, R1.3.3.2, R5.4"""
    state, view = hidden(2, ALL, viewer, 90)
    assert not view.room_deck
    assert not view.boxed_cards
    assert not view.boxed_tiles
    assert not view.lake
    assert not view.favor_pile
    assert not view.favor_box
    assert not view.bonus_deck
    assert not view.decree_deck
    for part in view.stacks:
        assert not part.tiles
        assert not part.renovations
        assert part.count == state.tiles_left(part.stack)
    for top in view.deck_top:
        assert bool(top.tile) is (top.seat == viewer and top.is_tile)
    for player in view.players:
        own = player.seat == viewer
        held = state.players[player.seat]
        assert list(player.bonus_cards) == (held.bonus if own else [])
        assert list(player.tower_favors) == (held.tower_favors if own else [])
        assert player.bonus_count == len(held.bonus)
        assert player.tower_favor_count == len(held.tower_favors)
        assert player.points == held.score
        assert Counter({part.color: part.count for part in player.swans}) == held.swans
        assert list(player.passages_left) == held.passages
    assert view.room_deck_count == len(state.room_deck)
    assert list(view.discard_pile) == state.discard_pile
    assert view.lake_count == len(state.lake)
    assert list(view.favors) == state.favors


def test_decrees_of_modules_not_in_play_are_out() -> None:
    """R9.2.1, R9.2.2, R10.1.3"""
    modules = [options_pb2.MODULE_DECREES]
    known = decrees(load(), modules, frozenset())
    assert "decree_moat_twice" not in known
    assert "decree_swan_sets" not in known
    assert "decree_treasury" in known
    assert "decree_moat_twice" in decrees(load(), [*modules, options_pb2.MODULE_MOATS], frozenset())
