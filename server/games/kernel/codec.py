"""Choices at the door: from small native tuples to the game's command messages and back.

Inside, a choice is a NamedTuple with the field names of its message. That is cheap to make by the thousand for a list
of legal answers; only what goes out is encoded.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args, get_type_hints

from google.protobuf.message import Message

from server.games.kernel.rejection import Reason, Rejected

Choice = tuple[Any, ...]
"""An answer to a decision: a NamedTuple of the game's choices.py."""


class _Field(NamedTuple):
    name: str
    nested: type[Any] | None
    repeated: bool
    optional: bool


class Codec:
    """Encodes and decodes the choices of one game."""

    def __init__(self, command: type[Message], choices: Mapping[type[Any], str]) -> None:
        """`command` is the game's Command message, `choices` gives each NamedTuple the name of its oneof field."""
        self._command = command
        self._names = dict(choices)
        self._types = {name: choice for choice, name in choices.items()}
        self._fields: dict[type[Any], tuple[_Field, ...]] = {}
        for choice in choices:
            self._learn(choice)
        missing = set(command.DESCRIPTOR.fields_by_name) ^ set(self._types)
        if missing:
            raise TypeError(f"{command.DESCRIPTOR.full_name} and its choices differ in {sorted(missing)}")

    def encode(self, choice: Choice) -> Any:
        """The command message of a choice."""
        command = self._command()
        part = getattr(command, self._names[type(choice)])
        part.SetInParent()
        self._write(choice, part)
        return command

    def decode(self, command: Any) -> Choice:
        """The choice of a command message. Raises Rejected(MALFORMED) when the message names none."""
        name = command.WhichOneof("command")
        if name is None:
            raise Rejected(Reason.REASON_MALFORMED, "The command is empty or unknown here.", field="command")
        choice: Choice = self._read(self._types[name], getattr(command, name))
        return choice

    def _learn(self, choice: type[Any]) -> None:
        if choice in self._fields:
            return
        fields = []
        for name, hint in get_type_hints(choice).items():
            inner = [part for part in get_args(hint) if part is not Ellipsis and part is not type(None)]
            value_type = inner[0] if inner else hint
            nested = value_type if hasattr(value_type, "_fields") else None
            if nested is not None:
                self._learn(nested)
            fields.append(_Field(name, nested, Ellipsis in get_args(hint), type(None) in get_args(hint)))
        self._fields[choice] = tuple(fields)

    def _write(self, value: Choice, message: Any) -> None:
        for field, part in zip(self._fields[type(value)], value, strict=True):
            if part is None:
                continue
            if field.repeated and field.nested:
                for item in part:
                    self._write(item, getattr(message, field.name).add())
            elif field.repeated:
                getattr(message, field.name).extend(part)
            elif field.nested:
                target = getattr(message, field.name)
                target.SetInParent()
                self._write(part, target)
            else:
                setattr(message, field.name, part)

    def _read(self, choice: type[Any], message: Any) -> Any:
        return choice(*(self._read_field(field, message) for field in self._fields[choice]))

    def _read_field(self, field: _Field, message: Any) -> Any:
        if field.optional and not message.HasField(field.name):
            return None
        value = getattr(message, field.name)
        if field.repeated and field.nested:
            return tuple(self._read(field.nested, item) for item in value)
        if field.repeated:
            return tuple(value)
        return self._read(field.nested, value) if field.nested else value


def same(choice: Choice) -> Choice:
    """The canonical form of a choice in games where every choice has but one form."""
    return choice


Canonical = Callable[[Choice], Choice]
