"""Things as people call them: cards, guilds, planks, spaces, goods."""

from collections.abc import Iterable, Sequence

from ludarium.games.belfort.v1 import types_pb2

from server.games.belfort.content import load
from server.games.belfort.content.records import GOODS
from server.games.kernel.words import listed

WORKERS = ("", "Elf", "Dwarf", "Gnome", "Imp", "non-player Worker")
AREAS = ("", "Forest", "Quarry", "Mine", "Gold field")
SOURCES = ("", "hand", "Draw Pool", "deck", "discard pile", "Property Row", "top shelf", "clipboard")
PAWNS = ("", "the Queen", "Ms. Parks", "Mr. Rex")


def workers(number: int, kind: int) -> str:
    """`1 Elf`, `3 Dwarves`."""
    return f"{number} {WORKERS[kind] if number == 1 else ('', 'Elves', 'Dwarves')[kind]}"


def a_worker(kind: int) -> str:
    """`an Elf`."""
    return f"{'an' if WORKERS[kind][0] in 'EI' else 'a'} {WORKERS[kind]}"


def elves_and_dwarves(elves: int, dwarves: int) -> str:
    """`2 Elves and 1 Dwarf`."""
    return listed(workers(number, kind) for kind, number in ((1, elves), (2, dwarves)) if number)


def card(name: str) -> str:
    """`bank_1` is a Bank, `queen_wood` Royal Timber."""
    components = load()
    if name in components.cards:
        return components.properties[components.cards[name]].name
    for cards in (components.queen_cards, components.key_cards):
        if name in cards:
            return cards[name].name
    return components.properties[name].name if name in components.properties else name


def guild(name: str) -> str:
    """A Guild's name."""
    return load().guilds[name].name


def assistant(name: str) -> str:
    """An Assistant's name."""
    return f"the {load().assistants[name].name}"


def permit(name: str) -> str:
    """`bank_treasury` or `bank_treasury_1`: the Permit of the Treasury."""
    components = load()
    kind = components.permits[name].permit_type if name in components.permits else name
    return f"the Permit of the {components.permit_types[kind].expansion}"


def built(name: str, standing: Iterable[str] | None = None) -> str:
    """`bank_1` is the Bank where it is the only one among the cards of all built Properties, otherwise Bank 1."""
    cards = load().cards
    number = name.rpartition("_")[2]
    alone = standing is not None and [cards[other] for other in standing].count(cards[name]) == 1
    return f"the {card(name)}" if alone else f"{card(name)} {number}"


def plank(name: str, standing: Iterable[str] | None = None) -> str:
    """A plank; with the cards of all built Properties, a Property that is the only one of its kind has no number."""
    components = load()
    name = name.removeprefix("goon.")
    first, _, rest = name.partition(".")
    if first == "guild":
        return guild(rest)
    if first in components.cards:
        return f"the plank of {built(first, standing)}"
    if first in components.permits:
        return f"plank {rest} of {permit(first)}"
    return {
        "recruiters_desk": "the Recruiter's Desk",
        "kings_camp": f"plank {rest} of the King's Camp",
        "queens_chamber": "the Queen's Chamber",
    }.get(first, name)


def source(name: str) -> str:
    """What brought something about: a Guild, a plank, a card, an Assistant."""
    components = load()
    if name in components.guilds:
        return guild(name)
    if name in components.assistants:
        return assistant(name)
    if name in components.permits:
        return permit(name)
    return card(name) if name in components.queen_cards or name in components.key_cards else plank(name)


def space(name: str) -> str:
    """`d1.keep_left` is keep left in d1."""
    district, _, rest = name.partition(".")
    return f"{rest.replace('_', ' ')} in {district}"


def amounts(values: Sequence[int]) -> str:
    """`2 wood and 1 gold`; `nothing`."""
    return listed(f"{value} {name}" for value, name in zip(values, GOODS, strict=True) if value)


def goods(message: types_pb2.Goods) -> str:
    """Goods of an event."""
    return amounts((message.wood, message.stone, message.metal, message.gold))


def good(number: int) -> str:
    """A good by the contract's number."""
    return GOODS[number - 1]
