"""A game without a drawing of its own: its view message as tables that people can read."""

from collections.abc import Sequence
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from markupsafe import Markup

from clients.web.boards.look import Look
from clients.web.boards.svg import group, tag

MOST_ROWS: Final = 80
MOST_WORDS: Final = 6
"""More messages inside a cell are only counted."""
FEW: Final = 12
"""Longer tables are folded up."""
DEEPEST: Final = 5
_SEATS: Final = frozenset({"winners", "order", "holder", "key_holder"})
_NAMES: Final = ("name", "id")


def draw(view: Message, look: Look) -> Markup:
    """Every field that says something: simple ones in lists, messages below headings, alike ones as rows."""
    note = "There is no drawing of this game yet: this is all that can be seen of it, as tables."
    return tag("div", tag("p", note, class_="note"), _fields(view, look, 3), class_="plain")


def _fields(message: Message, look: Look, level: int) -> Markup:
    facts, sections = [], []
    for field, value in message.ListFields():
        if field.message_type is None:
            facts.append(group([tag("dt", _spaced(field.name)), tag("dd", _value(field, value, look))]))
        elif not field.is_repeated:
            sections.append(_section(_title(field.name), _fields(value, look, min(level + 1, 6)), level))
        elif _is_flat(field) or level >= DEEPEST:
            sections.append(_folded(_title(field.name), len(value), _rows(value, look), level))
        else:
            sections += [_one_of_many(field, one, look, level, number) for number, one in enumerate(value)]
    return group([tag("dl", *facts, class_="facts") if facts else Markup(""), *sections])


def _is_flat(field: FieldDescriptor) -> bool:
    """Whether messages of this kind fit in the rows of a table: they hold no lists of messages."""
    fields: Any = field.message_type and field.message_type.fields
    return not any(inner.message_type is not None and inner.is_repeated for inner in fields or ())


def _one_of_many(field: FieldDescriptor, message: Any, look: Look, level: int, number: int) -> Markup:
    """A message that has a section of its own, such as a player."""
    names = {inner.name for inner in message.DESCRIPTOR.fields}
    if "seat" in names:
        title = f"{'You: ' if look.mine(message.seat) else ''}{look.name(message.seat)}"
    else:
        title = f"{_title(field.name)}: {_named(message) or number + 1}"
    return _section(title, _fields(message, look, min(level + 1, 6)), level)


def _section(title: str, content: Markup, level: int) -> Markup:
    return tag("section", tag(f"h{level}", title), content, class_="panel")


def _folded(title: str, count: int, content: Markup, level: int) -> Markup:
    if count <= FEW:
        return _section(title, content, level)
    return tag("details", tag("summary", tag("strong", title), f" ({count})"), content, class_="panel")


def _rows(messages: Sequence[Any], look: Look) -> Markup:
    """Messages of one kind as a table; messages inside them in a few words."""
    names: list[str] = []
    for message in messages:
        names += [field.name for field, _ in message.ListFields() if field.name not in names]
    head = tag("tr", *(tag("th", _spaced(name), scope="col") for name in names))
    rows = []
    for message in messages[:MOST_ROWS]:
        said = {field.name: (field, value) for field, value in message.ListFields()}
        rows.append(tag("tr", *(tag("td", _cell(*said[name], look) if name in said else "–") for name in names)))
    more = len(messages) - MOST_ROWS
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    scroller = tag("div", table, class_="scroll", tabindex=0, role="group", aria_label="table")
    return group([scroller, tag("p", f"and {more} more", class_="note")] if more > 0 else [scroller])


def _cell(field: FieldDescriptor, value: Any, look: Look) -> str:
    if field.message_type is None:
        return _value(field, value, look)
    values = list(value) if field.is_repeated else [value]
    more = f" and {len(values) - MOST_WORDS} more" if len(values) > MOST_WORDS else ""
    return "; ".join(_words(one, look) for one in values[:MOST_WORDS]) + more


def _words(message: Message, look: Look) -> str:
    """A message on one line: what it is called, else its fields."""
    called = _named(message)
    if called:
        return called
    parts = []
    for field, value in message.ListFields():
        if field.message_type is None:
            parts.append(f"{_spaced(field.name)} {_value(field, value, look)}")
        else:
            parts.append("; ".join(_words(one, look) for one in (value if field.is_repeated else [value])))
    return ", ".join(parts) or "–"


def _named(message: Message) -> str:
    """What a message says that it is called."""
    fields = {field.name: value for field, value in message.ListFields() if field.type == FieldDescriptor.TYPE_STRING}
    return next((_spaced(str(fields[name])) for name in _NAMES if name in fields), "")


def _value(field: FieldDescriptor, value: Any, look: Look) -> str:
    values = list(value) if field.is_repeated else [value]
    return ", ".join(_one(field, one, look) for one in values)


def _one(field: FieldDescriptor, value: Any, look: Look) -> str:
    if field.enum_type is not None:
        return _enum_words(field.enum_type, value)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "yes" if value else "no"
    is_number = field.type != FieldDescriptor.TYPE_STRING
    if is_number and (field.name == "seat" or field.name.endswith("_seat") or field.name in _SEATS):
        return look.name(int(value))
    return str(value).replace("_", " ")


def _enum_words(enum: Any, number: int) -> str:
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return _spaced(value.name.removeprefix(prefix))


def _title(name: str) -> str:
    words = _spaced(name)
    return words[:1].upper() + words[1:]


def _spaced(name: str) -> str:
    return name.lower().replace("_", " ")
