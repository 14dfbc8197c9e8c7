"""The worked examples of moats, secret passages, swan tokens and renovations, by their ids."""

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.choices import (
    BuyMoat,
    BuyRenovation,
    FinishPlacing,
    LookInto,
    TakeTile,
    TradeSwans,
)
from server.games.castles.content import load
from server.games.castles.content.records import SIDES, SWAN_COLORS
from server.games.castles.geometry.cells import column, row
from server.games.castles.geometry.outside import external_doors
from server.games.castles.geometry.placements import Spot, why_not
from server.games.castles.modules.swans import score_sets, sets
from server.games.castles.turns import market
from server.games.castles.turns.turn import DOWNSTAIRS_REWARD
from server.games.kernel.chance import Chance
from server.games.kernel.testkit import Position
from tests.server.games.castles.examples import (
    EXAMPLES,
    names,
    numbers,
    of,
    placing,
    with_passages,
)
from tests.server.games.castles.table import at, happen, playing, points


def moat_castle() -> Position:
    given, _ = of("ex_moat_completion")
    return playing(
        castles={0: given["castle"]},
        moats={0: given["moats_placed"]},
        coins={0: given["coins"]},
        supplies=(4, 5, given["moats_left_in_stack"]),
        stacks={10: ["ballroom", "terrace"]},
        modules=["moats"],
    )


def test_ex_moat_completion() -> None:
    """R6.4.1, R6.6.1, R6.7, R6.8.1"""
    _, expect = of("ex_moat_completion")
    position = moat_castle().when(0, BuyMoat(3))
    player = position.state.players[0]
    assert position.all(events_pb2.MoatBought)[0].price == expect["coins_paid"]
    assert player.coins == 0
    assert numbers(position, "MOAT") == [expect["vp_printed"], expect["vp_for_rooms"]]
    assert points(position) == expect["vp"]
    assert len(position.all(events_pb2.RoomCardTurnedUp)) == expect["room_cards_discarded"]
    assert len(position.all(events_pb2.MoatCompleted)) == 1
    assert position.all(events_pb2.RewardEarned)[0].reward == types_pb2.REWARD_MOAT
    leading = [[column(d.cell), row(d.cell), SIDES[d.side]] for d in external_doors(player.castle)]
    assert leading == expect["external_entrances"]


def test_ex_moat_reward_ballroom() -> None:
    """R4.2.1, R4.2.2, R4.4.1, R6.5.3, R6.6.3, R6.8.2, G.8.2"""
    _, expect = of("ex_moat_reward_ballroom")
    position = moat_castle().when(0, BuyMoat(3)).when(0, LookInto(10)).when(0, TakeTile("ballroom"))
    position.when(0, at("ballroom", 4, 2, 90))
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "ADJACENCY") == [expect["adjacency"]]
    assert numbers(position, "MOAT") == [expect["moat_bonus"]]
    assert points(position) == expect["total_vp"]
    castle = position.state.players[0].castle
    room = castle.rooms[-1]
    assert names(position, castle.touching(room.number)) == expect["adjacent"]
    blocked = [d for d in castle.doors[room.number] if d.edge not in castle.open and d.edge not in castle.joined]
    assert [[column(d.cell), row(d.cell), SIDES[d.side]] for d in blocked] == [expect["blocked_entrance"]]
    assert room.complete is expect["completed"]


def test_ex_passage_1_fencing_room() -> None:
    """R6A.4.2, R6A.6, R6A.7, R4.3.0"""
    name = "ex_passage_1_fencing_room"
    _, expect = of(name)
    position = with_passages(placing(name, "fencing_room").when(0, at("fencing_room", 5, 3)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["painting_room_connection"]]
    assert numbers(position, "ADJACENCY") == [expect["adjacency"]]
    assert points(position) == expect["total_vp"]


def test_ex_passage_2_library() -> None:
    """R6A.2.1, R6A.3.1, R6A.6"""
    name = "ex_passage_2_library"
    _, expect = of(name)
    position = with_passages(placing(name, "library").when(0, at("library", 9, 4, 90)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["library_connection"], expect["tasso_room_connection"]]
    assert points(position) == expect["total_vp"]
    gap = position.state.players[0].castle.joints[-1].gap
    assert [[column(c), row(c)] for c in gap] == EXAMPLES[name]["passages"][1]["gap_cells"]


def test_ex_passage_3_food_prep_forum() -> None:
    """R6A.4.2, R6A.6, R6A.7"""
    name = "ex_passage_3_food_prep_forum"
    _, expect = of(name)
    position = with_passages(placing(name, "food_prep_room").when(0, at("food_prep_room", -2, 8)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["food_prep_room_connection"]]
    assert sum(numbers(position, "ADJACENCY")) == expect["forum_adjacency"]
    assert (1 in position.state.players[0].castle.touching(2)) is expect["adjacent_to_forum"]
    assert points(position) == expect["total_vp"]
    without = placing(name, "food_prep_room").when(0, at("food_prep_room", -2, 8)).when(0, FinishPlacing())
    other = EXAMPLES[name]["expect"].get("without_passage") or EXAMPLES[name]["without_passage"]
    assert numbers(without, "CONNECTION") == [other["food_prep_room_connection"]]
    assert numbers(without, "ADJACENCY") == [other["forum_adjacency"]]
    assert points(without) == other["total_vp"]


def test_ex_swan_trade() -> None:
    """R7.3.1, R7.3.4"""
    given, expect = of("ex_swan_trade")
    tokens = [SWAN_COLORS.index(color) + 1 for color, count in given["tokens"].items() for _ in range(count)]
    position = playing(swans={0: tokens}, coins={0: 0}, modules=["swans"])
    position.when(0, TradeSwans(tuple(sorted(tokens))))
    assert position.state.players[0].coins == expect["coins"]
    assert dict(position.state.players[0].swans) == expect["tokens_left"]
    assert not position.state.lake
    assert position.state.traded.total() == 3


def test_ex_swan_trade_table() -> None:
    """R7.3.1, R7.3.2"""
    assert load().trade_coins == of("ex_swan_trade_table")[1]


def test_ex_swan_set_table() -> None:
    """R7.4"""
    assert list(load().set_vp[1:]) == list(of("ex_swan_set_table")[1].values())


def test_ex_swan_sets() -> None:
    """R7.4, R11.2.2"""
    given, expect = of("ex_swan_sets")
    tokens = [SWAN_COLORS.index(color) + 1 for color, count in given["tokens"].items() for _ in range(count)]
    position = playing(swans={0: tokens}, modules=["swans"])
    assert sets(position.state.players[0].swans) == expect["sets"]
    happen(position, score_sets(position.state, 0))
    assert numbers(position, "SWAN_SETS") == expect["vp_per_set"]
    assert points(position) == expect["vp"]


def test_ex_renovation_still_downstairs() -> None:
    """R8.5.1, R8.5.3, G.7.1"""
    given, expect = of("ex_renovation_still_downstairs")
    position = playing(castles={0: given["castle"]}, modules=["renovations"])
    castle = position.state.players[0].castle
    assert why_not(castle, load().tiles["pantry"], Spot(8, 2, 1, 0)) == expect["because"]
    assert not why_not(castle, load().tiles["dungeon"], Spot(5, 2, 2, 0))


def renovating(name: str, room: int, complete: tuple[int, ...] = (), downstairs: int = 0) -> Position:
    given, _ = of(name)
    cover = given["renovation_pool"][0]
    position = playing(castles={0: given["castle"]}, pool=[cover], coins={0: given["coins"]}, modules=["renovations"])
    position.given(*(events_pb2.RoomCompleted(seat=0, room=number) for number in complete))
    position.given(events_pb2.DownstairsCounted(seat=0, count=downstairs))
    return position.when(0, BuyRenovation(cover, room))


def test_ex_renovation_midnight_snackery() -> None:
    """R8.3.2, R8.4.1"""
    _, expect = of("ex_renovation_midnight_snackery")
    position = renovating("ex_renovation_midnight_snackery", 2)
    assert position.all(events_pb2.RenovationBought)[0].price == expect["coins_paid"]
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["own_connection"], expect["anteroom_connection"]]
    assert points(position) == expect["total_vp"]


def test_ex_renovation_undercroft() -> None:
    """R8.4.3, R4.5.2, R4.6.1"""
    _, expect = of("ex_renovation_undercroft")
    position = renovating("ex_renovation_undercroft", 1, (1, 3, 4, 5, 6), downstairs=1)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert not numbers(position, "ADJACENCY")
    assert numbers(position, "REWARD") == [expect["then_activity_reward_vp"]]
    assert position.state.players[0].downstairs == expect["downstairs_counter"]
    position.then_asked(0, DOWNSTAIRS_REWARD)
    offered = {choice.reward for choice in position.legal(0)}  # type: ignore[attr-defined]
    assert types_pb2.REWARD_DOWNSTAIRS not in offered
    assert types_pb2.REWARD_LIVING in offered


def test_ex_renovation_refill() -> None:
    """R8.8.1, R8.8.4, R2.1"""
    given, expect = of("ex_renovation_refill")
    rooms = ["pantry", "larder", "buttery", "sauna", "forum", "library", "fountains"][: given["rooms_in_market"]]
    pool = [cover for cover in load().renovations if load().tiles[cover].stack < 6][: given["renovations_in_pool"]]
    position = playing(
        5,
        market=[(tile, place, 0, 0) for place, tile in enumerate(rooms)],
        pool=pool,
        deck=[given["room_deck_top_card"], 100],
        active=None,
        modules=["five-players", "towers", "renovations"],
    )
    covers = [cover for cover in load().renovations if load().tiles[cover].stack == 6]
    position.given(events_pb2.RenovationStackBuilt(stack=types_pb2.STACK_350, renovations=covers, count=len(covers)))
    happen(position, market.draw(position.state, Chance(b"draw")))
    assert len(position.all(events_pb2.RoomCardTurnedUp)) == expect["cards_drawn"]
    assert len(position.state.market) == expect["rooms_in_market"]
    assert len(position.state.pool) == expect["renovations_in_pool"]
    assert load().tiles[position.state.market[-1].tile].size == expect["new_room_size"]
    assert load().tiles[position.state.pool[-1].renovation].size == expect["new_renovation_size"]


def test_ex_renovation_observatory() -> None:
    """R4.3.1, R6A.6, R6A.7"""
    name = "ex_renovation_observatory"
    _, expect = of(name)
    position = with_passages(placing(name, "observatory").when(0, at("observatory", 5, 6)), name)
    assert numbers(position, "PRINTED") == [expect["printed_vp"]]
    assert numbers(position, "CONNECTION") == [expect["connection_living"] + expect["connection_activity"]]
    assert sum(numbers(position, "ADJACENCY")) == expect["adjacency"]
    assert points(position) == expect["total_vp"]
