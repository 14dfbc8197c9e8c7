"""Worked examples of the Assistants' Specialties, with the rulebook's own figures."""

from server.games.belfort.choices import (
    NOTHING,
    Build,
    Goods,
    Pass,
    PlaceGoon,
    PlaceImp,
    SendGiants,
    UseAssistant,
    UseDjinn,
)
from server.games.belfort.state import ELF
from server.games.kernel.testkit import Position
from tests.server.games.belfort.table import (
    AUTUMN,
    SPRING,
    SUMMER,
    E,
    K,
    acting,
    asked,
    assistants,
    built,
    counts,
    gold,
    hand,
    has,
    held,
    holds,
    marks,
    placed,
    placing,
    player,
    scores,
    take,
)
from tests.server.games.belfort.test_examples_expansion import BLUE, RED, expansion


def djinn(score: int) -> Position:
    return acting(scores(has(holds(expansion(month=AUTUMN), BLUE, "djinn"), BLUE), BLUE, score), BLUE)


def test_exp_djinn_autumn() -> None:
    """R24.2, R24.2.1: 3 points for 7 Gold, Wood and Stone."""
    position = djinn(10).when(BLUE, UseDjinn(3, Goods(3, 2, 0, 2)))
    assert player(position, BLUE).score == 7
    assert held(position, BLUE) == {"wood": 3, "stone": 2, "metal": 0, "gold": 2}


def test_exp_djinn_earlier_season() -> None:
    """R24.2: 1 point for 1 Metal, as in Spring."""
    position = djinn(10).when(BLUE, UseDjinn(1, Goods(0, 0, 1, 0)))
    assert player(position, BLUE).score == 9
    assert held(position, BLUE)["metal"] == 1
    djinn(10).when(BLUE, UseDjinn(3, Goods(3, 2, 1, 1))).then_rejected("R24.2")
    djinn(2).when(BLUE, UseDjinn(3, Goods(7, 0, 0, 0))).then_rejected("R24.2")


def test_exp_giant_summer() -> None:
    """R24.4, R5.1.3: 1 Elf and 2 tokens against 2: 3 Wood and the bonus."""
    position = expansion(month=SUMMER)
    position.given(E.WorkersSent(seat=0, worker=K.WORKER_ELF, own_area=1))
    position.given(E.WorkersSent(seat=1, worker=K.WORKER_ELF, own_area=2))
    position.given(E.GiantsSent(seat=0, area=K.AREA_FOREST, tokens=2))
    take(has(position, 0), K.STEP_RESOURCES)
    assert held(position, 0)["wood"] == 4
    assert not any(any(area) for area in player(position, 0).areas)


def test_rul_giant_in_mine() -> None:
    """R24.4, R5.1.3: the tokens are split so that one pair exists."""
    position = has(has(expansion(month=SUMMER), 0), 1)
    position.given(E.WorkersSent(seat=0, worker=K.WORKER_ELF, mine=1))
    position.given(E.GiantsSent(seat=0, area=K.AREA_MINE, tokens=2))
    position.given(E.WorkersSent(seat=1, worker=K.WORKER_ELF, mine=1))
    position.given(E.WorkersSent(seat=1, worker=K.WORKER_DWARF, mine=1))
    take(position, K.STEP_RESOURCES)
    assert [held(position, seat)["metal"] for seat in (0, 1)] == [2, 1]


def test_the_giant_is_sent_on_passing() -> None:
    """R4.8.1, R24.4: as many tokens as the season says, all in one area."""
    position = holds(expansion(month=SUMMER), 0, "giant")
    player(position, 0).board = [0, 0]
    placing(position, 0).when(0, Pass()).then_asked(0, K.DECISION_KIND_SEND_GIANTS)
    position.when(0, SendGiants(K.AREA_QUARRY))
    assert player(position, 0).areas[1].giants == 2


def goon(month: int, gold_held: int, guild: str = "masons") -> Position:
    position = placed(holds(expansion(month=month), 0, "goon"), 1, ELF, f"guild.{guild}")
    return placing(has(position, 0, gold=gold_held), 0)


def test_exp_goon_spring_unbuilt_guild() -> None:
    """R24.5, R24.5.1, R4.4: fee and 1 Gold more."""
    position = goon(SPRING, 3).when(0, PlaceGoon("guild.masons"))
    assert gold(position, 0) == 1
    assert position.state.goon_plank == "guild.masons"


def test_exp_goon_autumn_free() -> None:
    """R24.5"""
    position = marks(goon(AUTUMN, 0), 2, "d3.guild")
    position.when(0, PlaceGoon("guild.masons"))
    assert position.rejection is None
    assert gold(position, 0) == 0


def gorgon(builder: int) -> Position:
    position = assistants(expansion(month=SUMMER), ["gorgon", "pixie"], {1: "gorgon"})
    position.given(E.GorgonPlaced(seat=1, district="d2"))
    return acting(has(position, builder, wood=20, stone=20, gold=5), builder)


def test_exp_gorgon_once_per_turn() -> None:
    """R24.6, R24.6.1: two buildings, one fee of 2."""
    position = gorgon(0)
    position.when(0, Build("d2.wall_left", 0, NOTHING)).when(0, Build("d2.wall_right", 0, NOTHING))
    assert gold(position, 0) == 3


def test_exp_gorgon_owner_reward() -> None:
    """R24.6, R24.6.2, R37.1"""
    position = assistants(expansion(month=AUTUMN), ["gorgon", "pixie"], {1: "gorgon"})
    position.given(E.GorgonPlaced(seat=1, district="d2"))
    acting(has(position, 1, wood=20, stone=20, gold=5), 1)
    position.when(1, Build("d2.wall_left", 0, NOTHING)).when(1, Build("d2.wall_right", 0, NOTHING))
    assert gold(position, 1) == 8


def test_exp_halfling() -> None:
    """R24.7, R24.7.1: instead of a tax of 4."""
    for month, left in ((SPRING, 6), (SUMMER, 5), (AUTUMN, 3)):
        position = scores(has(holds(expansion(month=month), 0, "halfling"), 0, gold=5), 0, 25)
        asked(position, 0, K.DECISION_KIND_USE_HALFLING).when(0, UseAssistant("halfling", ""))
        assert gold(position, 0) == left


def test_exp_hobgoblin() -> None:
    """R24.8, R24.8.1: in Summer two Properties cost 2 Wood or Stone less; Walls do not."""
    position = hand(holds(expansion(month=SUMMER), 0, "hobgoblin"), 0, "pub_1", "pub_2", "pub_3")
    acting(has(position, 0, wood=9, stone=20), 0).when(0, UseAssistant("hobgoblin", ""))
    offs = [c.discount for c in position.legal(0) if isinstance(c, Build) and c.space == "d1.pub"]
    assert offs == [Goods(0, 2, 0, 0), Goods(1, 1, 0, 0)]
    assert {c.discount for c in position.legal(0) if isinstance(c, Build) and "wall" in c.space} == {NOTHING}
    for district in ("d1", "d2"):
        position.when(0, Build(f"{district}.pub", K.CARD_SOURCE_HAND, Goods(0, 2, 0, 0)))
    position.when(0, Build("d3.pub", K.CARD_SOURCE_HAND, Goods(0, 2, 0, 0))).then_rejected("R7.1")
    position.when(0, Build("d3.pub", K.CARD_SOURCE_HAND, NOTHING))
    assert held(position, 0)["stone"] == 20 - 1 - 1 - 3


def test_exp_imp_fee_to_owner() -> None:
    """R24.9, R24.9.1: the fee goes to the card's owner."""
    position = holds(built(expansion(), BLUE, "inn_1", gnome=True), RED, "imps")
    placing(has(has(position, BLUE), RED, gold=1), RED).when(RED, PlaceImp("inn_1.inn_plank_1"))
    assert (gold(position, BLUE), gold(position, RED)) == (1, 0)


def test_exp_pixie_autumn() -> None:
    """R24.10: for all players, 3/2/1."""
    position = counts(holds(expansion(4, AUTUMN), 0, "pixie"), "d1", {0: 4, 1: 3, 2: 1})
    acting(position, 0).when(0, UseAssistant("pixie", "d1"))
    assert [player(position, seat).score for seat in range(4)] == [3, 2, 1, 0]
