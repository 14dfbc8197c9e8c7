"""Counting: fees, costs, discounts, spaces, strengths and taxes."""

from collections.abc import Iterable, Iterator, Sequence

from server.games.belfort.choices import NOTHING, Goods
from server.games.belfort.content import Components
from server.games.belfort.content.records import GOODS, Cost
from server.games.belfort.state import DWARF, ELF, GNOME_LOCK, NON_PLAYER, BelfortState, Built, Occupant, seat_of


def tax(components: Components, score: int) -> int:
    """R5.5: the tax of a score; above 50 each lap adds 9 (R5.5.1)."""
    lap = components.numbers.lap
    laps = (score - 1) // lap if score > 0 else 0
    return components.taxes[score - lap * laps] + components.numbers.lap_tax * laps


def income(state: BelfortState, seat: int) -> int:
    """R5.4, R8.1: the income of all built Properties, Bank Gnomes and Key cards."""
    return printed_income(state.components, state.players[seat].built) + state.active_effects(seat, "income_bonus")


def printed_income(components: Components, built: Iterable[Built]) -> int:
    """R5.4: the income printed on these Properties."""
    return sum(components.properties[each.property].income for each in built)


def income_of(components: Components, built: Built) -> int:
    """R5.4: the income of one built Property."""
    record = components.properties[built.property]
    bonus = record.lock.gold if built.lock and record.lock and record.lock.op == "income_bonus" else 0
    return record.income + bonus


def guild_fee(state: BelfortState, seat: int, guild: str) -> tuple[int, int | None]:
    """R4.4: the fee of a Guild's plank and who gets it; None is the supply."""
    owner = state.owner_of_guild(guild)
    if owner == seat + 1 or state.active_effects(seat, "waive_guild_fee"):
        return 0, None
    return state.components.numbers.guild_fee, seat_of(owner)


def recruit_fee(state: BelfortState, seat: int) -> int:
    """R4.5: the fee of the Recruiter's Desk."""
    return 0 if state.active_effects(seat, "waive_recruit_fee") else state.components.numbers.desk_fee


def is_free(state: BelfortState, space: str) -> bool:
    """Whether a space has no marker and is kept free for nobody."""
    return space not in state.spaces and space not in state.reserved


def spaces_for(state: BelfortState, property_type: str, markers: int) -> Iterator[str]:
    """R7.1 to R7.3: where a Property may be built with so many markers left."""
    if markers < (2 if property_type == "keep" else 1):
        return
    for district in state.components.districts:
        if property_type == "keep":
            if is_free(state, f"{district}.keep_left") and is_free(state, f"{district}.keep_right"):
                yield f"{district}.keep_left"
        elif property_type == "gatehouse":
            for half in (f"{district}.gatehouse_left", f"{district}.gatehouse_right"):
                if is_free(state, half) and is_free(state, state.components.other_half[half]):
                    yield half
        elif is_free(state, f"{district}.{property_type}"):
            yield f"{district}.{property_type}"


def marked_spaces(space: str) -> list[str]:
    """The spaces that building on a space marks: both halves for a Keep."""
    return [space, space.replace("keep_left", "keep_right")] if space.endswith("keep_left") else [space]


def discounts(state: BelfortState, seat: int, cost: Cost, is_property: bool) -> list[Goods]:
    """R7.6: the ways in which all discounts together lower a cost the most."""
    offers: list[tuple[int, tuple[int, ...]]] = [
        (discount.amount, discount.goods)
        for discount in state.players[seat].discounts
        if is_property or not discount.properties_only
    ]
    for more in state.points.build_discounts:
        offers.extend(more(state, seat))
    if not offers:
        return [NOTHING]
    found = {(0, 0, 0)}
    for amount, goods in offers:
        found = {after for before in found for after in _lowered(before, cost, amount, goods)}
    most = max(sum(taken) for taken in found)
    return [Goods(*taken, 0) for taken in sorted(found) if sum(taken) == most]


def _lowered(
    taken: tuple[int, int, int], cost: Cost, amount: int, goods: tuple[int, ...]
) -> Iterator[tuple[int, int, int]]:
    """Every way to take up to `amount` of these goods off what is left of a cost."""
    rest = [cost[good] - taken[good] if good in goods else 0 for good in range(3)]
    wanted = min(amount, sum(rest))
    for wood in range(min(rest[0], wanted) + 1):
        for stone in range(min(rest[1], wanted - wood) + 1):
            metal = wanted - wood - stone
            if metal <= rest[2]:
                yield taken[0] + wood, taken[1] + stone, taken[2] + metal


def less(cost: Sequence[int], discount: Sequence[int]) -> Goods:
    """A cost after a discount."""
    return Goods(*(price - off for price, off in zip(cost, discount, strict=True)))


def good_numbers(names: Sequence[str]) -> tuple[int, ...]:
    """Goods by number from 0."""
    return tuple(GOODS.index(name) for name in names)


def unit(good: int) -> Goods:
    """One unit of a good, numbered from 0."""
    return Goods(*(1 if number == good else 0 for number in range(4)))


def build_costs(state: BelfortState, seat: int, good: int) -> int:
    """R25.11, R25.12: a good in the printed costs of all built Properties."""
    return sum(state.components.properties[built.property].cost[good] for built in state.players[seat].built)


def guilds_with_workers(state: BelfortState) -> list[str]:
    """R36.1: Guilds with a Worker of anyone, non-players included; a lone token does not count."""
    return [guild for guild in state.guilds if _is_worker(state.planks.get(f"guild.{guild}"))]


def own_planks(state: BelfortState, seat: int) -> list[tuple[str, Occupant]]:
    """A player's Workers and Imps on planks, in canonical order; the Goon apart."""
    return [(plank, state.planks[plank]) for plank in sorted(state.planks) if state.planks[plank].owner == seat + 1]


def own_workers(state: BelfortState, seat: int) -> list[str]:
    """The planks with a player's Elves and Dwarves."""
    return [plank for plank, occupant in own_planks(state, seat) if occupant.kind in (ELF, DWARF)]


def empty_locks(state: BelfortState, seat: int) -> list[Built]:
    """R6.4: a player's built Properties with an empty Gnome Lock."""
    return [
        built
        for built in state.players[seat].built
        if not built.lock and state.components.properties[built.property].has_lock
    ]


def gnomes(state: BelfortState, seat: int) -> int:
    """R10.3: Gnomes on locks; the Centaur token is none (R24.1.2)."""
    return gnomes_of(state.players[seat].built)


def gnomes_of(built: Iterable[Built]) -> int:
    """R10.3: Gnomes on the locks of these Properties."""
    return sum(1 for each in built if each.lock == GNOME_LOCK)


def _is_worker(occupant: Occupant | None) -> bool:
    return occupant is not None and occupant.kind in (ELF, DWARF, NON_PLAYER)
