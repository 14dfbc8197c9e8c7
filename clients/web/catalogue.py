"""The games as the contract describes them: titles, seats, and the modules and rulings that a table may choose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from ludarium.v1 import views_pb2

_KNOWN: Final[Mapping[str, tuple[str, range]]] = {
    "alhambra": ("Alhambra", range(2, 7)),
    "castles": ("Castles of Mad King Ludwig", range(2, 6)),
    "belfort": ("Belfort", range(2, 6)),
    "endeavor": ("Endeavor: Age of Sail", range(2, 6)),
}
"""Title and numbers of seats, which the contract does not hold; the server has the last word."""
_TITLES: Final[Mapping[str, str]] = {
    "gates_without_end": "Gates Without End",
    "fresh_colors": "Fresh Colors",
    "expansion_expansion": "The Expansion Expansion",
    "expansion_guilds": "guilds of The Expansion Expansion",
    "less_red_tape": "Less Red Tape",
    "heritage_properties": "Heritage Properties",
    "queen_of_belfort": "the Queen of Belfort",
    "parks_and_rex": "Parks & Rex",
    "key_to_belfort": "the Key to Belfort",
    "hmcs_guilds": "guilds of Her Majesty's Civil Service",
    "expansion_buildings": "buildings of the Age of Expansion",
    "expansion_cards": "cards of the Age of Expansion",
    "prominence": "Prominence",
    "passages": "secret passages",
    "decrees": "royal decrees",
    "swans": "swan tokens",
}
"""Modules whose names are more than their words."""
_ANY_SEATS: Final = range(1, 9)
BOTS: Final = ("greedy", "search", "random")
"""Kinds of bots that may be seated: one that is good and quick first, one that thinks, one that plays anything."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A module or a value of a ruling: its number in the contract, and its name in words."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with its values, the default first."""

    field: str
    words: str
    values: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that tables can be opened for."""

    name: str
    title: str
    seats: range
    modules: tuple[Choice, ...]
    rulings: tuple[Ruling, ...]


def _entry(field: Any) -> GameEntry:
    title, seats = _KNOWN.get(field.name, (field.name.capitalize(), _ANY_SEATS))
    fields = field.message_type.fields
    modules = next((_choices(one.enum_type) for one in fields if one.name == "modules"), ())
    rulings = tuple(ruling for one in fields if (ruling := _ruling(one)) is not None)
    return GameEntry(field.name, title, seats, modules, rulings)


def _ruling(field: Any) -> Ruling | None:
    """A field of the options that a form can offer: one choice among few."""
    if field.is_repeated or field.name == "modules":
        return None
    if field.type == FieldDescriptor.TYPE_BOOL:
        return Ruling(field.name, _spaced(field.name), (Choice(0, "no"), Choice(1, "yes")))
    if field.enum_type is None:
        return None
    return Ruling(field.name, _spaced(field.name), (Choice(0, "as usual"), *_choices(field.enum_type)))


def _choices(enum: EnumDescriptor) -> tuple[Choice, ...]:
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return tuple(
        Choice(value.number, _spaced(value.name.removeprefix(prefix))) for value in enum.values if value.number
    )


def _spaced(name: str) -> str:
    word = name.lower()
    return _TITLES.get(word, word.replace("_", " "))


_OPTIONS: Final[Any] = views_pb2.GameOptions.DESCRIPTOR
GAMES: Final[Mapping[str, GameEntry]] = {
    field.name: _entry(field) for field in _OPTIONS.oneofs_by_name["options"].fields
}
"""The games by name, in the order of the contract."""


def title_of(game: str) -> str:
    """A game's title."""
    return GAMES[game].title if game in GAMES else game.capitalize()


def options_of(game: GameEntry, form: Mapping[str, Sequence[str]]) -> views_pb2.GameOptions:
    """The options that a form chose; what it did not choose keeps its default. Unknown values are left out."""
    options = views_pb2.GameOptions()
    own: Any = getattr(options, game.name)
    own.SetInParent()
    if game.modules:
        known = {str(module.number): module.number for module in game.modules}
        own.modules.extend(known[one] for one in form.get("module", ()) if one in known)
    for ruling in game.rulings:
        chosen = next(iter(form.get(f"ruling-{ruling.field}", ())), "")
        number = next((value.number for value in ruling.values if str(value.number) == chosen), 0)
        if number:
            setattr(own, ruling.field, number)
    return options


def options_words(game: str, options: views_pb2.GameOptions) -> list[str]:
    """The modules and unusual rulings of a table, in words."""
    entry = GAMES.get(game)
    if entry is None or options.WhichOneof("options") != game:
        return []
    own: Any = getattr(options, game)
    words = []
    if entry.modules:
        names = {module.number: module.words for module in entry.modules}
        words += [names.get(module, "an unknown module") for module in own.modules]
    for ruling in entry.rulings:
        number = int(getattr(own, ruling.field))
        if number:
            value = next((one.words for one in ruling.values if one.number == number), str(number))
            words.append(f"{ruling.words}: {value}")
    return words
