"""Commands typed in full: `buy 2 florin_4,florin_5` for any game, read by the contract's own descriptors."""

from collections.abc import Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from ludarium.v1 import views_pb2


class NotACommand(ValueError):
    """The text is no command of the game; the message says what is wrong with it."""


def kinds(game: str) -> dict[str, str]:
    """By kind of command, how it is typed: `buy` is `buy SPACE CARD,CARD`."""
    return {field.name: _usage(field) for field in _command_type(game).DESCRIPTOR.fields}


def kind_of(command: views_pb2.GameCommand) -> str:
    """The kind of a command: `buy`."""
    game = command.WhichOneof("command")
    return (getattr(command, game).WhichOneof("command") or "") if game else ""


def parse(game: str, text: str) -> views_pb2.GameCommand:
    """The command that a person typed. Raises NotACommand."""
    word, *values = text.split()
    kind = word.lower().replace("-", "_")
    command = _command_type(game)()
    fields = command.DESCRIPTOR.fields_by_name
    if kind not in fields:
        raise NotACommand(f"there is no command {word!r}; there are {', '.join(fields)}")
    part = getattr(command, kind)
    part.SetInParent()
    wanted = list(part.DESCRIPTOR.fields)
    if not len(wanted) - _omittable(wanted) <= len(values) <= len(wanted):
        raise NotACommand(f"it is typed as: {_usage(fields[kind])}")
    for field, value in zip(wanted, values, strict=False):
        _set(part, field, value)
    wrapped = views_pb2.GameCommand()
    getattr(wrapped, game).CopyFrom(command)
    return wrapped


def _command_type(game: str) -> type[Message]:
    field: Any = views_pb2.GameCommand.DESCRIPTOR.fields_by_name[game]
    made: type[Message] = field.message_type._concrete_class
    return made


def _usage(kind: Any) -> str:
    fields = list(kind.message_type.fields)
    needed = len(fields) - _omittable(fields)
    words = [_placeholder(field) if at < needed else f"[{_placeholder(field)}]" for at, field in enumerate(fields)]
    return " ".join([kind.name, *words])


def _omittable(fields: Sequence[Any]) -> int:
    """How many of the last fields may be left out: the numbers, 0 unless typed, that follow two others or more."""
    number = 0
    for field in reversed(fields[2:]):
        if field.is_repeated or field.type != FieldDescriptor.TYPE_UINT32:
            break
        number += 1
    return number


def _placeholder(field: Any) -> str:
    name = str(field.name).upper()
    if field.is_repeated:
        one = f"{name.removesuffix('IES')}Y" if name.endswith("IES") else name.removesuffix("S")
        return f"{one}[,{one}…]"
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return ",".join(part.name for part in field.message_type.fields)
    return name


def _set(message: Any, field: Any, text: str) -> None:
    if field.is_repeated:
        getattr(message, field.name).extend(_scalar(field, part) for part in text.split(",") if part)
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        nested = getattr(message, field.name)
        nested.SetInParent()
        parts = text.strip("()").split(",")
        if len(parts) != len(nested.DESCRIPTOR.fields):
            raise NotACommand(f"{field.name} is typed as {_placeholder(field)}, not {text!r}")
        for inner, part in zip(nested.DESCRIPTOR.fields, parts, strict=True):
            _set(nested, inner, part)
    else:
        try:
            setattr(message, field.name, _scalar(field, text))
        except ValueError:
            raise NotACommand(f"{text!r} is no {field.name}") from None


def _scalar(field: Any, text: str) -> Any:
    if field.type == FieldDescriptor.TYPE_STRING:
        return text
    if field.enum_type is not None:
        return _enum(field, text)
    try:
        return {"true": True, "false": False}[text] if field.type == FieldDescriptor.TYPE_BOOL else int(text)
    except (KeyError, ValueError):
        raise NotACommand(f"{text!r} is no {field.name}") from None


def _enum(field: Any, text: str) -> int:
    zero = field.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED")
    value = field.enum_type.values_by_name.get(zero + text.upper().replace("-", "_"))
    if value is None:
        known = ", ".join(v.name.removeprefix(zero).lower() for v in field.enum_type.values if v.number)
        raise NotACommand(f"{text!r} is no {field.name}; there are {known}")
    number: int = value.number
    return number
