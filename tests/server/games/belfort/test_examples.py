"""The worked examples whose kind says how to run them, and the promise that every example is a test."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.games.belfort import counting, scoring
from server.games.belfort.modules.permits import expansion_points
from server.games.belfort.state import DWARF, ELF, GNOME
from tests.server.games.belfort.table import K, built, counts, filled, marks, permit, player, table

HERE = Path(__file__).parent
EXAMPLES: list[dict[str, Any]] = yaml.safe_load((HERE / "examples.yaml").read_text())["examples"]
KINDS = {"elves": ELF, "dwarves": DWARF, "gnomes": GNOME}
PLAYERS = ("blue", "red", "green", "yellow")
BY_KIND = ("tax_rate", "score_district", "score_workers", "score_expansion")


def of_kind(kind: str) -> list[Any]:
    """The examples of a kind, as parameters named by their ids."""
    found = []
    for example in EXAMPLES:
        when = example["when"]
        if isinstance(when, dict) and when.get("do") == kind:
            found.append(pytest.param(example, id=example["id"]))
    return found


@pytest.mark.parametrize("example", of_kind("tax_rate"))
def test_taxes(example: dict[str, Any]) -> None:
    """R5.5, R5.5.1, R31.4.4"""
    state = table().state
    given, expect = example["given"], example["expect"]
    if "taxes" in expect:
        assert [counting.tax(state.components, score) for score in given["scores"]] == expect["taxes"]
    else:
        above = counting.tax(state.components, given["score"])
        assert above == counting.tax(state.components, expect["displayed_space"]) + expect["tax_is_displayed_plus"]


@pytest.mark.parametrize("example", of_kind("score_district"))
def test_districts(example: dict[str, Any]) -> None:
    """R10.2, R10.2.1, R10.2.2, R10.2.3, R10.2.3.1, R10.2.4, R32.2, R32.3, R34.4"""
    given = example["given"]
    modules = ["parks-and-rex"] if "district_has" in given else []
    heritage = given["counts"].get("heritage", 0)
    if heritage or "heritage_properties" in given.get("modules", ()):
        modules.append("heritage-properties")
    position = table(given["players"], modules=modules)
    parks = "d1" if given.get("district_has") == "ms_parks" else "d2"
    rex = "d1" if given.get("district_has") == "mr_rex" else "d3"
    if "parks-and-rex" in modules:
        position.state.parks, position.state.rex = parks, rex
    amounts = {PLAYERS.index(name): count for name, count in given["counts"].items() if name in PLAYERS}
    counts(position, "d1", amounts, heritage)
    half_units = scoring.half_units(position.state, "d1")
    if "np_a" in given["counts"]:
        half_units[K.OWNER_NON_PLAYER_A] = 2 * given["counts"]["np_a"]
    ranks = scoring.rank(half_units, scoring.district_values(position.state, "d1"))
    points = {ranked.owner - 1: ranked.points for ranked in ranks}
    for name, expected in example["expect"]["points"].items():
        assert points.get(PLAYERS.index(name), 0) == expected


@pytest.mark.parametrize("example", of_kind("score_workers"))
def test_workers(example: dict[str, Any]) -> None:
    """R10.3: majorities of Workers; ties one level lower."""
    name, amounts = next(iter(example["given"].items()))
    values = table().state.components.worker_values[KINDS[name] - 1]
    found = scoring.rank({PLAYERS.index(who) + 1: 2 * number for who, number in amounts.items()}, values)
    points = {PLAYERS[ranked.owner - 1]: ranked.points for ranked in found}
    expect = example["expect"]
    if "points" in expect:
        assert {who: points.get(who, 0) for who in expect["points"]} == expect["points"]
    else:
        assert {points[who] for who in expect["ranked_one_level_lower"]} == {values[1]}
        assert points["green"] == expect["green_points"]


@pytest.mark.parametrize("example", of_kind("score_expansion"))
def test_expansions(example: dict[str, Any]) -> None:
    """R23.1, R31.6.6, R40.8: what each Expansion scores.

    R25.1, R25.2, R25.3, R25.4, R25.5, R25.6, R25.7, R25.8, R25.9, R25.10, R25.11, R25.12
    """
    given, expect = example["given"], example["expect"]
    lrt = ["less-red-tape"] if "top_shelf" in given else []
    position = table(4, modules=["expansion-expansion", *lrt])
    state = position.state
    kind = state.components.permit_types[example["when"]["permit"]]
    numbers: dict[str, int] = {}
    for name in given.get("built", [kind.property]):
        numbers[name] = numbers.get(name, 0) + 1
        if not any(b.property == name for b in player(position, 0).built) or "built" in given:
            built(position, 0, f"{name}_{numbers[name]}")
    card = next(b.card for b in player(position, 0).built if b.property == kind.property)
    permit(position, 0, f"{kind.id}_1", card, expanded=True)
    me = player(position, 0)
    me.goods[3] = given.get("gold", 0)
    me.hand = [f"tower_{number}" for number in range(1, given.get("hand_size", 0) + 1)]
    state.shelf = [f"inn_{number}" for number in range(1, given.get("top_shelf", 0) + 1)]
    marks(position, 0, *[f"d{1 + n // 2}.wall_{('left', 'right')[n % 2]}" for n in range(given.get("walls", 0))])
    marks(position, 0, *[f"d{n}.guild" for n in range(1, given.get("guilds_built", 0) + 1)])
    if "districts_with_marker" in given:
        state.spaces.clear()
        marks(position, 0, *[f"{district}.pub" for district in given["districts_with_marker"]])
    if "elves" in given:
        me.reserve = [7 - given["elves"], 7 - given["dwarves"]]
        for number in range(given["gnomes"]):
            built(position, 0, f"market_{number + 1}")
            filled(position, 0, f"market_{number + 1}")
    for number in range(1, given.get("permits_owned", 1)):
        built(position, 0, f"pub_{number}")
        permit(position, 0, f"pub_lodge_{number}", f"pub_{number}")
    for total in ("stone_total", "metal_total", "wood_total"):
        if total in expect:
            good = ("wood", "stone", "metal").index(total.removesuffix("_total"))
            assert counting.build_costs(state, 0, good) == expect[total]
    expanded = me.find(card)
    assert expanded is not None
    assert expansion_points(state, 0, expanded) == expect["points"]


def test_every_example_is_a_test() -> None:
    written = " ".join(path.read_text() for path in HERE.glob("test_*.py"))
    functions = set(re.findall(r"def test_(\w+)", written))
    by_kind = {parameter.id for kind in BY_KIND for parameter in of_kind(kind)}
    assert [example["id"] for example in EXAMPLES if example["id"] not in functions | by_kind] == []
