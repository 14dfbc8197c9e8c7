"""Worked examples of the base game, with the figures of examples.yaml."""

import pytest
from ludarium.games.belfort.v1 import events_pb2

from server.games.belfort import counting, scoring
from server.games.belfort.choices import NOTHING, Build, PlaceWorker, Resolve, Steal
from server.games.belfort.state import DWARF, ELF
from server.games.belfort.turns import collection
from tests.server.games.belfort.table import (
    E,
    K,
    acting,
    built,
    gold,
    hand,
    has,
    held,
    kept,
    marks,
    placed,
    placing,
    player,
    scores,
    started,
    state_of,
    table,
    take,
)


def sent(seat: int, kind: int, own: int = 0, mine: int = 0, field: int = 0, masters: int = 0) -> E.WorkersSent:
    worker = K.Worker.ValueType(kind)
    return E.WorkersSent(seat=seat, worker=worker, own_area=own, mine=mine, gold_field=field, masters_own_area=masters)


def test_base_start() -> None:
    """R1.1, R1.3, R1.5, R0.7"""
    state = state_of(kept(started(4)))
    for number in range(4):
        me = state.players[number]
        assert me.goods == [1, 1, 1, 5]
        assert me.board == [3, 3]
        assert me.reserve == [4, 4]
        assert me.markers == 12
        assert len(me.hand) == 3
        assert me.score == 0


def test_base_gnomes() -> None:
    """R1.4"""
    assert {n: table(n).state.gnomes for n in range(2, 6)} == {2: 9, 3: 14, 4: 18, 5: 22}


def test_base_deck() -> None:
    """R1.5: 50 cards, five of each type; R1.6: crests."""
    state = state_of(kept(started(4)))
    kinds = list(state.components.cards.values())
    assert len(kinds) == 50
    assert {kinds.count(kind) for kind in kinds} == {5}
    assert (len(state.pool), len(state.discard), len(state.deck)) == (3, 8, 27)
    assert sorted(state.order) == [0, 1, 2, 3]


def test_base_calendar() -> None:
    """R2.1, R2.2"""
    months = table().state.components.months
    assert [month.index for month in months if month.scoring] == [3, 5, 7]
    assert [[m.index for m in months if m.season == season] for season in range(3)] == [[1, 2, 3], [4, 5], [6, 7]]


def test_base_forest_with_bonus() -> None:
    """R5.1, R5.1.1"""
    position = table().given(sent(0, ELF, own=3), sent(1, ELF, own=1))
    before = [player(position, seat).goods[0] for seat in (0, 1)]
    take(position, K.STEP_RESOURCES)
    assert [player(position, seat).goods[0] - before[seat] for seat in (0, 1)] == [4, 1]


def test_base_mine_pair() -> None:
    """R5.1: pairs; unpaired Workers count for the bonus (R5.1.1)."""
    position = table().given(sent(0, ELF, mine=1), sent(0, DWARF, mine=1), sent(1, ELF, mine=2), sent(1, DWARF, mine=1))
    take(position, K.STEP_RESOURCES)
    gained = [player(position, seat).goods[2] - 1 for seat in (0, 1)]
    assert gained == [1, 2]


def test_base_recruit_same_kind() -> None:
    """R5.2, R0.7"""
    position = placed(table(), 0, ELF, "recruiters_desk.1")
    elves, dwarves = (position.state.in_play(0, kind) for kind in (ELF, DWARF))
    take(position, K.STEP_RECRUITS)
    assert position.state.in_play(0, ELF) == elves + 1
    assert position.state.in_play(0, DWARF) == dwarves
    assert player(position, 0).board[0] == 4


def test_base_kings_camp_first() -> None:
    """R5.3, R0.10: seats 0, 1, 2 are red, blue, green."""
    position = placed(table(), 2, ELF, "kings_camp.1")
    take(position, K.STEP_KINGS_CAMP)
    assert position.state.order == [2, 1, 0]
    assert player(position, 2).board[0] == 3


def test_base_kings_camp_two() -> None:
    """R5.3: plank by plank, as crests lie at that moment."""
    position = placed(placed(table(), 2, ELF, "kings_camp.1"), 0, ELF, "kings_camp.2")
    take(position, K.STEP_KINGS_CAMP)
    assert position.state.order == [2, 0, 1]


def test_base_gatehouse_needs_both_halves() -> None:
    """R7.3"""
    position = marks(table(), 1, "d2.gatehouse_left")
    hand(position, 0, "gatehouse_1")
    has(position, 0, wood=9, stone=9, metal=9)
    acting(position, 0).when(0, Build("d1.gatehouse_right", K.CARD_SOURCE_HAND, NOTHING)).then_rejected("R7.3")
    spaces = list(counting.spaces_for(position.state, "gatehouse", 5))
    assert "d1.gatehouse_right" not in spaces
    assert "d1.gatehouse_left" in spaces


@pytest.mark.parametrize("victims", [(1,), (1, 2, 3)])
def test_thieves_list_one_victim_or_several(victims: tuple[int, ...]) -> None:
    """R9.4, R40.5"""
    position = acting(
        placed(table(4, guilds=("thieves", "bankers", "masons", "sawyers", "miners")), 0, ELF, "guild.thieves"), 0
    )
    position.when(0, Resolve("guild.thieves")).then_asked(0, K.DECISION_KIND_STEAL)
    assert Steal(victims) in position.legal(0)


def test_base_thieves_one_victim() -> None:
    """R9.4"""
    position = table(4, guilds=("thieves", "bankers", "masons", "sawyers", "miners"))
    has(has(position, 0, gold=0), 1, gold=3)
    acting(placed(position, 0, ELF, "guild.thieves"), 0)
    position.when(0, Resolve("guild.thieves")).when(0, Steal((1,)))
    assert (gold(position, 0), gold(position, 1)) == (2, 1)


def test_base_thieves_three_victims() -> None:
    """R9.4"""
    position = table(4, guilds=("thieves", "bankers", "masons", "sawyers", "miners"))
    for seat, amount in enumerate((0, 3, 1, 2)):
        has(position, seat, gold=amount)
    acting(placed(position, 0, ELF, "guild.thieves"), 0)
    position.when(0, Resolve("guild.thieves")).when(0, Steal((1, 2, 3)))
    assert [gold(position, seat) for seat in range(4)] == [3, 2, 0, 1]


def test_base_guild_fee_unbuilt() -> None:
    """R4.4, R0.2"""
    position = placing(has(table(), 0, gold=1), 0)
    position.when(0, PlaceWorker(ELF, "guild.sawyers"))
    assert gold(position, 0) == 0


def test_base_worker_tie_first() -> None:
    """R10.3"""
    values = table().state.components.worker_values[0]
    found = {ranked.owner: ranked.points for ranked in scoring.rank({1: 8, 2: 8, 3: 6}, values)}
    assert found == {1: values[1], 2: values[1], 3: 0}


def test_rul_guild_fee_to_owner() -> None:
    """R4.4"""
    position = marks(table(), 1, "d4.guild")
    placing(has(has(position, 0, gold=1), 1, gold=0), 0).when(0, PlaceWorker(ELF, "guild.sawyers"))
    assert (gold(position, 0), gold(position, 1)) == (0, 1)


def test_rul_keep_two_markers() -> None:
    """R7.2, R8.6, R10.2"""
    position = hand(has(table(), 0, wood=9, stone=9, metal=9), 0, "keep_1")
    acting(position, 0).when(0, Build("d4.keep_left", K.CARD_SOURCE_HAND, NOTHING)).then(
        events_pb2.PropertyBuilt(
            seat=0,
            card="keep_1",
            source=K.CARD_SOURCE_HAND,
            spaces=["d4.keep_left", "d4.keep_right"],
            paid=K.Goods(wood=2, stone=3, metal=2),
            discount=K.Goods(),
        )
    )
    assert player(position, 0).markers == 10
    assert scoring.half_units(position.state, "d4") == {1: 4}


def test_rul_bank_income() -> None:
    """R5.4, R8.1"""
    position = built(has(table(), 0, gold=0), 0, "bank_1", gnome=True)
    take(position, K.STEP_INCOME)
    assert gold(position, 0) == 5


def test_rul_tax_short() -> None:
    """R5.5, R5.5.2: 1 point for each piece of Gold missing."""
    position = scores(has(table(), 0, gold=2), 0, 23)
    take(position, K.STEP_TAXES, 0)
    assert counting.tax(position.state.components, 23) == 4
    assert (gold(position, 0), player(position, 0).score) == (0, 21)


def test_rul_area_tie_no_bonus() -> None:
    """R5.1.1"""
    position = table().given(sent(0, DWARF, own=2), sent(1, DWARF, own=2))
    take(position, K.STEP_RESOURCES)
    assert [held(position, seat)["stone"] - 1 for seat in (0, 1)] == [2, 2]


def test_rul_master_collects_two() -> None:
    """R5.1, R0.8, R8.3"""
    position = table().given(sent(0, ELF, masters=1), sent(1, ELF, own=1))
    assert collection.yields(position.state, 0).wood == 2
    take(position, K.STEP_RESOURCES)
    assert [held(position, seat)["wood"] - 1 for seat in (0, 1)] == [3, 1]
