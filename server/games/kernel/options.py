"""Options by name: from what a person types to a game's Options message, and back; and which mixes a game allows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from server.games.kernel.game import AnyGame
from server.games.kernel.rejection import Reason, Rejected


def module_names(options_message: type[Message]) -> dict[str, int]:
    """By name as `--module` takes it (`fresh-colors`), the number of the contract's Module."""
    descriptor: Any = options_message.DESCRIPTOR
    enum = descriptor.fields_by_name["modules"].enum_type
    return {_name(enum, value.number): value.number for value in enum.values if value.number}


def ruling_values(game: AnyGame) -> dict[str, list[str]]:
    """By name of a ruling (`extra-action`), the values that a table may choose, the default first."""
    return {_dashed(field.name): list(_values(field)) for field in _rulings(game)}


def list_forms(game: AnyGame) -> dict[str, str]:
    """By name of an option that is a list (`removed-decrees`), how it is written: `ID,…` or `DECK:NUMBER+…,…`."""
    return {_dashed(field.name): _form(field) for field in _lists(game)}


def build(game: AnyGame, modules: Sequence[str] = (), rulings: Mapping[str, str] | None = None) -> Any:
    """The Options message of these modules and rulings. Raises Rejected(UNKNOWN_MODULE) for a name unknown here."""
    known = module_names(game.options_message)
    options: Any = game.options_message()
    for module in modules:
        if module not in known:
            raise _unknown(f"{game.rulebook.title} has no module {module}. It has: {', '.join(known) or 'none'}.")
        options.modules.append(known[module])
    fields = {_dashed(field.name): field for field in (*_rulings(game), *_lists(game))}
    for name, value in (rulings or {}).items():
        field = fields.get(_dashed(name))
        if field is None:
            raise _unknown(f"{game.rulebook.title} has no option {name}. It has: {', '.join(fields) or 'none'}.")
        if field.is_repeated:
            _fill(getattr(options, field.name), field, value)
        else:
            setattr(options, field.name, _value(field, name, value))
    return options


def modules_of(game: AnyGame, options: Any) -> list[str]:
    """The names of the modules that are on."""
    names = {number: name for name, number in module_names(game.options_message).items()}
    return [names[module] for module in options.modules]


def allows(game: AnyGame, seats: int, modules: Sequence[str]) -> bool:
    """Whether the game can be played by so many with these modules and the default rulings."""
    try:
        game.check_options(build(game, modules), seats)
    except Rejected:
        return False
    return seats in game.rulebook.seats


def mixes(game: AnyGame, seats: int) -> Iterator[tuple[str, ...]]:
    """Every mix of modules that the rules allow for so many seats, the largest first."""
    names = list(module_names(game.options_message))
    for number in range(len(names), -1, -1):
        yield from (mix for mix in combinations(names, number) if allows(game, seats, mix))


def largest_mix(game: AnyGame, seats: int) -> tuple[str, ...]:
    """The largest mix of modules that the rules allow for so many seats: `--all-modules`."""
    return next(mixes(game, seats), ())


def _rulings(game: AnyGame) -> list[FieldDescriptor]:
    """The options with a closed set of values."""
    descriptor: Any = game.options_message.DESCRIPTOR
    choices = [field for field in descriptor.fields if field.enum_type or field.type == FieldDescriptor.TYPE_BOOL]
    return [field for field in choices if not field.is_repeated]


def _lists(game: AnyGame) -> list[FieldDescriptor]:
    """The options that are lists: of ids, or of names with numbers each. Modules have a word of their own."""
    descriptor: Any = game.options_message.DESCRIPTOR
    return [field for field in descriptor.fields if field.is_repeated and field.name != "modules"]


def _form(field: Any) -> str:
    if field.message_type is None:
        return "ID,…"
    named, _ = field.message_type.fields
    return f"{named.name.upper()}[:NUMBER+…],…"


def _fill(into: Any, field: Any, text: str) -> None:
    """Read a list from what a person types."""
    for part in (one.strip() for one in text.split(",")):
        if field.message_type is None:
            into.append(part.lower().replace("-", "_"))
            continue
        named, numbers = field.message_type.fields
        word, _, counted = part.partition(":")
        figures = [figure.strip() for figure in counted.split("+") if figure.strip()]
        if not all(figure.isdigit() for figure in figures):
            raise _unknown(f"The option {_dashed(field.name)} is written {_form(field)}, not {part}.")
        value = {named.name: _value(named, _dashed(field.name), word), numbers.name: map(int, figures)}
        into.add(**value)


def _value(field: Any, name: str, text: str) -> Any:
    values = _values(field)
    if _dashed(text) not in values:
        raise _unknown(f"The option {name} takes {' or '.join(values)}, not {text}.")
    return values[_dashed(text)]


def _values(field: Any) -> dict[str, Any]:
    """A ruling's values by name. Booleans have the default false, as everything in the contract."""
    if field.enum_type is None:
        return {"false": False, "true": True}
    return {_name(field.enum_type, value.number): value.number for value in field.enum_type.values if value.number}


def _name(enum: EnumDescriptor, number: int) -> str:
    """`MODULE_FRESH_COLORS` of the enum Module is `fresh-colors`."""
    zero = enum.values_by_number[0].name
    return _dashed(enum.values_by_number[number].name.removeprefix(zero.removesuffix("UNSPECIFIED")))


def _dashed(name: str) -> str:
    return name.lower().replace("_", "-")


def _unknown(message: str) -> Rejected:
    return Rejected(Reason.REASON_UNKNOWN_MODULE, message)
