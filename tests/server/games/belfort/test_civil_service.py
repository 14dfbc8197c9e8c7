"""Heritage, the Queen, Parks & Rex, the Key, and mixes: R32 to R37, R40."""

from server.games.belfort import counting, effects, scoring
from server.games.belfort.choices import (
    NOTHING,
    Build,
    Decline,
    Gather,
    Goods,
    MovePawn,
    PickGoods,
    PickLock,
    PickSeat,
    PickWorker,
    PlaceWorker,
    Resolve,
    SendWorkers,
)
from server.games.belfort.modules import heritage_properties, queen_of_belfort
from server.games.belfort.state import ELF
from server.games.belfort.turns import actions
from server.games.kernel.chance import Chance
from server.games.kernel.testkit import Position
from tests.server.games.belfort.table import (
    E,
    K,
    acting,
    built,
    carry_out,
    counts,
    gold,
    has,
    held,
    kept,
    of_type,
    placed,
    placing,
    player,
    scores,
    started,
    state_of,
    table,
    take,
    tapeless,
)

QUEEN = "queen-of-belfort"
KEY = "key-to-belfort"


def guilds(first: str) -> tuple[str, ...]:
    return (first, "bankers", "masons", "sawyers", "miners")


def queen(card: str, *modules: str, district: str = "d2", seats: int = 3) -> Position:
    """A table with the Queen in a district and a card active."""
    position = table(seats, modules=(QUEEN, *modules))
    position.given(E.PawnsPlaced(queen=district), E.QueenDeckShuffled(cards=[card, "queen_wood"], count=2))
    return position.given(E.QueenCardRevealed(card=card))


def holder(*cards: str, modules: tuple[str, ...] = ()) -> Position:
    """Seat 0 holds the Key with these cards."""
    position = table(modules=(KEY, *modules), guilds=guilds("locksmiths"))
    position.given(E.KeyDeckShuffled(cards=cards, count=len(cards)))
    position.given(*(E.KeyCardDrawn(seat=0, card=card) for card in cards))
    return position.given(E.KeyTaken(seat=0, cards=cards))


def test_heritage_is_set_before_any_card_is_dealt() -> None:
    """R32.1.1, R32.5: five districts, five cards out of the game; 12 markers at most."""
    state = state_of(kept(started(4, "heritage-properties")))
    marked = {space.partition(".")[0] for space, marker in state.spaces.items() if marker.owner == K.OWNER_HERITAGE}
    assert marked == set(state.components.districts)
    assert len(state.removed) >= 5
    assert not any(space.endswith((".guild", "wall_left", "wall_right")) for space in state.spaces)


def test_heritage_keeps_and_gatehouses() -> None:
    """R32.1.1, R37.8: both halves of a Keep; the right half of a Gatehouse, else the left, else another card."""
    state = table(modules=("heritage-properties",)).state
    assert heritage_properties.spaces_of(state, "d1", "keep") == ["d1.keep_left", "d1.keep_right"]
    assert heritage_properties.spaces_of(state, "d1", "gatehouse") == ["d1.gatehouse_right"]
    position = table(modules=("heritage-properties",))
    position.given(E.HeritageMarked(card="gatehouse_1", spaces=["d1.gatehouse_right"]))
    assert heritage_properties.spaces_of(position.state, "d1", "gatehouse") == ["d1.gatehouse_left"]
    position.given(E.HeritageMarked(card="gatehouse_2", spaces=["d5.gatehouse_right"]))
    assert heritage_properties.spaces_of(position.state, "d1", "gatehouse") == []


def test_heritage_and_pawns() -> None:
    """R32.3, R34.4, R34.4.1, R37.18: the pawns stand where they stand at the moment of scoring."""
    position = counts(table(modules=("heritage-properties", "parks-and-rex")), "d1", {0: 3, 1: 2, 2: 1})
    position.given(E.PawnsPlaced(parks="d1", rex="d2"))
    values = scoring.district_values(position.state, "d1")
    points = [ranked.points for ranked in scoring.rank_district(position.state, "d1", values, range(3))]
    assert points == [8, 3, 0]
    position.given(E.PawnMoved(pawn=K.PAWN_PARKS, district="d3"), E.PawnMoved(pawn=K.PAWN_REX, district="d1"))
    values = scoring.district_values(position.state, "d1")
    points = [ranked.points for ranked in scoring.rank_district(position.state, "d1", values, range(3))]
    assert points == [6, 5, 4]


def test_the_swap_card_is_removed_by_default() -> None:
    """R33.1: option swap_crests_card keeps it where there are crests; R40.6."""
    for option, there in (("always-removed", False), ("kept-with-crests", True)):
        state = state_of(kept(started(3, QUEEN, swap_crests_card=option)))
        cards = {*state.queen_deck, *state.queen_discard, state.queen_card}
        assert ("queen_swap_turn_order_crests" in cards) is there
    position = queen("queen_swap_turn_order_crests")
    acting(has(position, 0, wood=9, stone=9), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    position.then_asked(0, K.DECISION_KIND_SWAP_CREST).when(0, PickSeat(2))
    assert position.state.order == [2, 1, 0]


def test_the_queens_favours() -> None:
    """R33.5, R33.5.1, R40.1, R40.2, R40.3, R40.4: each kind of card; optional ones may be declined."""
    position = queen("queen_point")
    acting(has(position, 0, wood=9, stone=9), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    assert player(position, 0).score == 1
    position = queen("queen_trade")
    acting(has(position, 0, wood=9, stone=9), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    assert actions.visits_allowed(position.state, 0) == 2
    position = built(queen("queen_gnome"), 0, "market_1")
    acting(has(position, 0, wood=9, stone=9, gold=1), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    position.when(0, PickLock("market_1"))
    assert (counting.gnomes(position.state, 0), gold(position, 0)) == (1, 0)
    position = queen("queen_worker")
    acting(has(position, 0, wood=9, stone=9, gold=1), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    position.when(0, PickWorker(ELF))
    assert (position.state.in_play(0, ELF), gold(position, 0)) == (4, 0)
    position = queen("queen_worker")
    acting(has(position, 0, wood=9, stone=9, gold=1), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    position.when(0, Decline())
    assert gold(position, 0) == 1


def test_the_royal_subsidy_gives_back_of_what_was_paid() -> None:
    """R40.4, R37.9"""
    position = queen("queen_discount")
    acting(has(position, 0, wood=2, stone=3), 0).when(0, Build("d2.wall_left", 0, NOTHING))
    assert [c.goods for c in of_type(position, 0, PickGoods)] == [Goods(1, 0, 0, 0), Goods(0, 1, 0, 0)]
    position.when(0, PickGoods(Goods(0, 1, 0, 0)))
    assert held(position, 0) == {"wood": 0, "stone": 1, "metal": 0, "gold": 0}


def test_the_chamber_moves_the_queen() -> None:
    """R33.6, R33.6.1, R37.19: at any point of the turn, to any other district without Parks and Rex; or not at all."""
    position = placed(queen("queen_gold", "parks-and-rex"), 0, ELF, "queens_chamber")
    position.given(E.PawnsPlaced(parks="d3", rex="d4"))
    acting(position, 0).when(0, Resolve("queens_chamber"))
    assert [c.district for c in of_type(position, 0, MovePawn)] == ["d1", "d5"]
    position.when(0, MovePawn(K.PAWN_QUEEN, "d5"))
    assert (position.state.queen, position.state.queen_card) == ("d5", "queen_gold")


def test_an_empty_queen_deck_is_reshuffled() -> None:
    """R33.7, R33.2.1"""
    position = queen("queen_gold")
    position.state.queen_deck.clear()
    position.state.queen_discard.append("queen_metal")
    carry_out(position, queen_of_belfort.walk(position.state, Chance(b"x")))
    assert len(position.all(E.QueenDeckShuffled)) == 1
    assert position.state.queen_card in ("queen_gold", "queen_metal")


def test_parks_and_rex_start_apart() -> None:
    """R34.1, R34.2: with the Queen all three are different."""
    for seed in "abcdef":
        state = state_of(kept(started(3, QUEEN, "parks-and-rex", seed=seed)))
        assert len({state.queen, state.parks, state.rex}) == 3
        assert "parks_and_rex" in state.guilds


def test_the_guild_of_parks_and_rex() -> None:
    """R34.3, R34.4.2, R36.2: in the Actions turn, optional; under Less Red Tape at once."""
    modules = ("parks-and-rex",)
    position = table(modules=modules, guilds=guilds("parks_and_rex")).given(E.PawnsPlaced(parks="d1", rex="d2"))
    acting(placed(position, 0, ELF, "guild.parks_and_rex"), 0).when(0, Resolve("guild.parks_and_rex"))
    position.then_asked(0, K.DECISION_KIND_MOVE_PARKS_OR_REX).when(0, Decline())
    assert position.state.parks == "d1"
    position = table(modules=(*modules, "less-red-tape"), guilds=guilds("parks_and_rex"))
    position.given(E.PawnsPlaced(parks="d1", rex="d2"))
    tapeless(has(position, 0, gold=1), 0).when(0, PlaceWorker(ELF, "guild.parks_and_rex"))
    position.when(0, MovePawn(K.PAWN_REX, "d4"))
    assert position.state.rex == "d4"


def test_key_cards_at_their_moments() -> None:
    """R35.3.1, R35.5, R40.7: income, taxes, collection, fees go to the holder at that moment."""
    cards = ("key_city_stipend", "key_tax_exemption", "key_forest_rights", "key_guild_pass", "key_recruitment_pass")
    position = scores(has(holder(*cards), 0, gold=1), 0, 20)
    take(position, K.STEP_INCOME)
    assert gold(position, 0) == 3
    take(position, K.STEP_TAXES, 0)
    assert gold(position, 0) == 3 - (3 - 2)
    take(position, K.STEP_RESOURCES)
    assert held(position, 0)["wood"] == 1
    assert counting.guild_fee(position.state, 0, "masons") == (0, None)
    assert counting.recruit_fee(position.state, 0) == 0
    position.given(E.KeyTaken(seat=1, cards=[]))
    assert counting.guild_fee(position.state, 0, "masons")[0] == 1


def test_key_cards_that_win_ties() -> None:
    """R40.7, R37.18: the holder ranks alone ahead of those it ties with, Heritage included."""
    position = counts(holder("key_district_favour", "key_labour_favour"), "d1", {0: 2, 1: 2, 2: 1})
    ranks = scoring.rank_district(position.state, "d1", (7, 4), range(3))
    assert [(r.owner, r.place, r.points) for r in ranks] == [(1, 1, 7), (2, 2, 4), (3, 3, 0)]
    workers = scoring.rank_workers(position.state, ELF, range(3))
    assert [(r.owner, r.points) for r in workers] == [(1, 3), (2, 0), (3, 0)]


def test_key_cards_win_ties_only_when_the_holder_scores() -> None:
    """R37.16, R31.4.1: under Less Red Tape they leave the ties of others as they are."""
    cards = ("key_district_favour", "key_labour_favour")
    position = counts(holder(*cards, modules=("less-red-tape",)), "d1", {0: 2, 1: 2, 2: 2})
    for seat, districts, workers in ((0, 7, 3 + 3), (1, 4, 1 + 1)):
        carry_out(position, scoring.score(position.state, 3, [seat], seat))
        assert player(position, seat).parts[K.POINT_SOURCE_DISTRICTS] == districts
        assert player(position, seat).parts[K.POINT_SOURCE_WORKERS] == workers


def test_key_cards_for_the_turn() -> None:
    """R35.4, R35.5, R40.3, R40.4: the first building each turn; one more visit; a card free with a purchase."""
    position = holder("key_building_permit", "key_trade_licence", "key_extra_property_card")
    acting(has(position, 0, wood=9, stone=9), 0)
    offs = {c.discount for c in of_type(position, 0, Build) if c.space == "d1.wall_left"}
    assert offs == {Goods(0, 1, 0, 0), Goods(1, 0, 0, 0)}
    position.when(0, Build("d1.wall_left", 0, Goods(1, 0, 0, 0)))
    assert {c.discount for c in of_type(position, 0, Build)} == {NOTHING}
    assert actions.visits_allowed(position.state, 0) == 2
    assert position.state.active_effects(0, "extra_card_purchase") == 1


def test_an_empty_key_deck_still_gives_the_key() -> None:
    """R35.4, R35.2: no card, the Key is taken all the same."""
    position = table(modules=(KEY,), guilds=guilds("locksmiths"))
    placing(has(position, 1, gold=1), 1).when(1, PlaceWorker(ELF, "guild.locksmiths"))
    assert position.state.key_holder == 1
    assert not position.all(E.KeyCardDrawn)


def test_the_holder_draws_open() -> None:
    """R35.3, R36.1.2, R37.20: a card drawn by the holder is active at once."""
    position = holder("key_guild_pass")
    position.given(E.KeyDeckShuffled(cards=["key_city_stipend"], count=1))
    carry_out(position, effects.guild(position.state, 0, "locksmiths", Chance(b"x")))
    assert len(position.all(E.KeyCardOpened)) == 1
    assert not position.all(E.KeyTaken)
    assert counting.income(position.state, 0) == 2


def test_stipend_and_exemption_under_less_red_tape() -> None:
    """R37.16: they act in the holder's own collecting."""
    position = scores(has(holder("key_city_stipend", "key_tax_exemption", modules=("less-red-tape",)), 0), 0, 11)
    take(position, K.STEP_SEAT_INCOME, 0)
    take(position, K.STEP_TAXES, 0)
    assert gold(position, 0) == 2


def test_collection_bonus_once_a_gathering() -> None:
    """R31.6.12, R37.16"""
    position = has(holder("key_quarry_rights", modules=("less-red-tape",)), 0)
    tapeless(position, 0).when(0, Gather())
    position.when(0, SendWorkers(0, 0, 0, 0, 0, 0)).when(0, SendWorkers(0, 0, 0, 0, 0, 0))
    assert held(position, 0)["stone"] == 1


def test_pawns_do_not_meet_whoever_moves() -> None:
    """R37.15, R37.19: a Parks or Rex move never moves the Queen."""
    position = queen("queen_gold", "parks-and-rex").given(E.PawnsPlaced(parks="d3", rex="d4"))
    position.given(E.PawnMoved(pawn=K.PAWN_PARKS, district="d5"))
    assert (position.state.queen, position.state.rex) == ("d2", "d4")
