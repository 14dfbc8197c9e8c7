"""A game without a drawing of its own: its view message as tables that people can read."""

from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from markupsafe import Markup

from clients.web.boards.look import Look
from clients.web.boards.svg import group, tag

MOST_ROWS: Final = 80


def draw(view: Message, look: Look) -> Markup:
    """Every field that says something: simple ones in a list, messages as tables below their own headings."""
    note = "There is no drawing of this game yet: this is all that can be seen of it, as tables."
    return tag("div", tag("p", note, class_="note"), _fields(view, look, 3), class_="plain")


def _fields(message: Message, look: Look, level: int) -> Markup:
    facts, sections = [], []
    for field, value in message.ListFields():
        title = _spaced(field.name)
        if field.is_repeated and field.message_type is not None:
            sections.append(_section(title, _rows(value, look), level))
        elif field.message_type is not None:
            sections.append(_section(title, _fields(value, look, min(level + 1, 6)), level))
        else:
            facts.append(group([tag("dt", title), tag("dd", _value(field, value, look))]))
    listed = tag("dl", *facts, class_="facts") if facts else Markup("")
    return group([listed, *sections])


def _section(title: str, content: Markup, level: int) -> Markup:
    return tag("section", tag(f"h{level}", title[:1].upper() + title[1:]), content, class_="panel")


def _rows(messages: Any, look: Look) -> Markup:
    """Messages of one kind as a table; messages inside them as lists in its cells."""
    names: list[str] = []
    for message in messages:
        names += [field.name for field, _ in message.ListFields() if field.name not in names]
    head = tag("tr", *(tag("th", _spaced(name), scope="col") for name in names))
    rows = []
    for message in messages[:MOST_ROWS]:
        said = {field.name: (field, value) for field, value in message.ListFields()}
        rows.append(tag("tr", *(tag("td", _cell(*said[name], look) if name in said else "") for name in names)))
    more = len(messages) - MOST_ROWS
    table = tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll", tabindex=0)
    return group([table, tag("p", f"and {more} more", class_="note")] if more > 0 else [table])


def _cell(field: FieldDescriptor, value: Any, look: Look) -> Markup:
    if field.message_type is None:
        return tag("span", _value(field, value, look))
    if not field.is_repeated:
        return tag("span", _words(value, look))
    return tag("ul", *(tag("li", _words(one, look)) for one in value), class_="inner")


def _words(message: Message, look: Look) -> str:
    """A message on one line."""
    parts = []
    for field, value in message.ListFields():
        if field.message_type is None:
            parts.append(f"{_spaced(field.name)} {_value(field, value, look)}")
        elif field.is_repeated:
            parts.append(f"{_spaced(field.name)}: {'; '.join(_words(one, look) for one in value)}")
        else:
            parts.append(f"{_spaced(field.name)} ({_words(value, look)})")
    return ", ".join(parts) or "–"


def _value(field: FieldDescriptor, value: Any, look: Look) -> str:
    values = list(value) if field.is_repeated else [value]
    return ", ".join(_one(field, one, look) for one in values)


def _one(field: FieldDescriptor, value: Any, look: Look) -> str:
    if field.enum_type is not None:
        return _enum_words(field.enum_type, value)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "yes" if value else "no"
    if field.name == "seat" or field.name.endswith("_seat") or field.name in ("winners", "order", "holder"):
        return look.name(int(value))
    return str(value).replace("_", " ")


def _enum_words(enum: Any, number: int) -> str:
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return _spaced(value.name.removeprefix(prefix))


def _spaced(name: str) -> str:
    return name.lower().replace("_", " ")
