"""Reading Belfort's YAML files into records."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from server.games.belfort.content import records as r
from server.games.kernel.content import digest, provenance, read

FOLDER = Path(__file__).parent


@cache
def load_version(version: int) -> r.Components:
    """The components of a content version. Raises msgspec.ValidationError when a file doesn't fit its records."""
    folder = FOLDER / f"v{version}"

    def rows(file: str, key: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = read(folder / f"{file}.yaml", dict[str, Any])[key]
        return found

    districts = read(folder / "districts.yaml", dict[str, Any])
    halves = {row["id"]: tuple(row["halves"]) for row in districts["gatehouses"]}
    trading = {row["id"]: row for row in rows("trading_post", "rates")}
    setup = read(folder / "setup.yaml", dict[str, Any])
    modules = rows("modules", "modules")
    lrt = next(row for row in modules if row["id"] == "less_red_tape")
    camp = read(folder / "collection_board.yaml", dict[str, Any])["kings_camp"]["planks_by_players"]
    goon = next(row for row in rows("assistants", "assistants") if row["id"] == "goon")
    return r.Components(
        version=f"belfort/{version}",
        digest=digest(folder),
        properties={row["id"]: _property(row) for row in rows("properties", "properties")},
        cards={row["id"]: row["property"] for row in rows("property_cards", "cards")},
        guilds={row["id"]: _guild(row) for row in rows("guilds", "guilds")},
        assistants={row["id"]: _assistant(row) for row in rows("assistants", "assistants")},
        permit_types={row["id"]: _permit_type(row) for row in rows("permit_types", "permit_types")},
        permits={row["id"]: msgspec.convert(row, r.Permit) for row in rows("permits", "permits")},
        queen_cards={row["id"]: _benefit(row) for row in rows("queen_cards", "queen_cards")},
        key_cards={row["id"]: _benefit(row) for row in rows("key_cards", "key_cards")},
        months=tuple(
            r.Month(index=row["index"], season=r.SEASONS.index(row["season"]), scoring=row["scoring"])
            for row in rows("calendar", "months")
        ),
        districts=tuple(row["id"] for row in districts["districts"]),
        spaces={row["id"]: row["property"] or "" for row in districts["spaces"]},
        gatehouses=halves,
        gatehouse_of={half: gatehouse for gatehouse, pair in halves.items() for half in pair},
        other_half={half: other for a, b in halves.values() for half, other in ((a, b), (b, a))},
        sell=(trading["wood"]["sell_gold"], trading["stone"]["sell_gold"], trading["metal"]["sell_gold"], 0),
        buy=(trading["wood"]["buy_gold"], trading["stone"]["buy_gold"], trading["metal"]["buy_gold"], 0),
        taxes=_taxes(rows("score_track", "tax_bands")),
        district_values={
            row["id"]: (row["first"], row["second"], row["third"]) for row in rows("scoring", "district_values")
        },
        worker_values=tuple((row["first"], row["second"]) for row in rows("scoring", "worker_kinds")),
        mixes={row["id"]: msgspec.convert(row, r.GuildMix) for row in setup["guild_mixes"]},
        players={row["players"]: _player_count(row, camp) for row in setup["player_counts"]},
        numbers=_numbers(folder, setup),
        module_guilds={
            row["id"]: tuple(row.get("adds_guilds", ()) or [row["requires_guild"]])
            for row in modules
            if "adds_guilds" in row or "requires_guild" in row
        },
        excluded_with_lrt=(
            frozenset(lrt["excludes_guilds"]),
            frozenset(lrt["excludes_assistants"]),
            frozenset(lrt["excludes_key_cards"]),
            frozenset(lrt["excludes_queen_cards"]),
        ),
        removed_queen_cards=frozenset(c["id"] for c in rows("queen_cards", "queen_cards") if c["removed_in_setup"]),
        goon_forbidden=frozenset(goon["forbidden_guilds"]),
        provenance=provenance(folder),
    )


def _cost(row: dict[str, int]) -> r.Cost:
    return (row.get("wood", 0), row.get("stone", 0), row.get("metal", 0), row.get("gold", 0))


def _effect(row: dict[str, Any]) -> r.Effect:
    return msgspec.convert(row, r.Effect)


def _property(row: dict[str, Any]) -> r.Property:
    lock = row["gnome_lock"]
    return r.Property(
        id=row["id"],
        name=row["name"],
        cost=_cost(row["cost"]),
        income=row["income"],
        planks=tuple(
            r.Plank(id=p["id"], locked=p["locked"], fee=_cost(p["fee"]), effect=_effect(p["effect"]))
            for p in row["planks"]
        ),
        has_lock=lock is not None,
        lock=_effect({key: value for key, value in lock.items() if key not in ("kind", "text")}) if lock else None,
    )


def _guild(row: dict[str, Any]) -> r.Guild:
    return r.Guild(
        id=row["id"],
        name=row["name"],
        module=row["module"],
        category=row["category"],
        cost=_cost(row["cost"]),
        on_placement=row["timing"] == "on_placement",
        effects=tuple(_effect(effect) for effect in row["effects"]),
    )


def _assistant(row: dict[str, Any]) -> r.Assistant:
    values = tuple({key: int(value) for key, value in row["values"][season].items()} for season in r.SEASONS)
    each = row.get("discount_each", {"amount": 0, "of": ()})
    return r.Assistant(
        id=row["id"],
        name=row["name"],
        tokens=row["tokens"],
        values=values,
        discount=each["amount"],
        discount_of=tuple(each["of"]),
    )


def _permit_type(row: dict[str, Any]) -> r.PermitType:
    plain = {key: value for key, value in row.items() if key != "lrt"}
    lrt = _permit_type({**plain, **row["lrt"]}) if "lrt" in row else None
    return msgspec.structs.replace(msgspec.convert(plain, r.PermitType), lrt=lrt)


def _benefit(row: dict[str, Any]) -> r.BenefitCard:
    return r.BenefitCard(id=row["id"], name=row["name"], effect=_effect(row["effect"]))


def _taxes(bands: list[dict[str, Any]]) -> tuple[int, ...]:
    return tuple(band["tax"] for band in bands for _ in range(band["from"], band["to"] + 1))


def _player_count(row: dict[str, Any], camp: dict[Any, int]) -> r.PlayerCount:
    return r.PlayerCount(
        gnomes=row["gnomes"],
        third_place_scores=row["third_place_scores"],
        assistants=row["assistants_in_display"],
        assistants_lrt=row["lrt_assistants_laid_out"],
        camp_planks=camp[row["players"]],
    )


def _numbers(folder: Path, setup: dict[str, Any]) -> r.Numbers:
    start = setup["player_start"]
    expansion = setup["expansion_expansion_start"]
    board = read(folder / "collection_board.yaml", dict[str, Any])
    prices = {row["id"]: row["gold"] for row in read(folder / "prices.yaml", dict[str, Any])["prices"]}
    scoring = read(folder / "scoring.yaml", dict[str, Any])
    track = read(folder / "score_track.yaml", dict[str, Any])
    wall = read(folder / "walls.yaml", dict[str, Any])["wall"]
    return r.Numbers(
        start_goods=_cost(start),
        start_workers=(start["elves"], start["dwarves"]),
        reserve_workers=(start["elves_in_reserve"], start["dwarves_in_reserve"]),
        markers=start["property_markers"],
        cards_dealt=start["property_cards_dealt"],
        cards_kept=start["property_cards_kept"],
        pool=setup["draw_pool_size"],
        row=setup["lrt_property_row_size"],
        flush=setup["lrt_identical_cards_flush"],
        guilds=setup["guilds_in_play"],
        start_score=start["score"],
        expansion_score=expansion["score"],
        expansion_month=expansion["calendar_marker_month"],
        master_strength=board["master_strength"],
        desk_planks=board["recruiters_desk"]["planks"],
        desk_fee=board["recruiters_desk"]["fee_gold"],
        camp_limit=board["kings_camp"]["max_workers_per_player"],
        area_bonus=board["resource_areas"][0]["majority_bonus"],
        gnome_hire=prices["gnome_hire"],
        guild_fee=prices["guild_fee"],
        card_price=prices["buy_property_card"],
        visits=read(folder / "trading_post.yaml", dict[str, Any])["visits_per_turn"],
        wall_cost=_cost(wall["cost"]),
        decorated_half_units=round(2 * scoring["decorated_marker_weight"]),
        lap=track["lap_points"],
        lap_tax=track["lap_tax_addition"],
    )
