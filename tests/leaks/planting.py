"""Markers in hidden zones: every field that the contract hides from somebody is filled with bytes that give it away.

Nothing here knows the redactor: what is hidden is read from the descriptors anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from ludarium.options.v1 import options_pb2

from server.games.kernel.game import AnyGame
from server.games.kernel.state import GameState

NOBODY: Final = -1
"""Stands for the owner of what nobody may see."""
_NUMBER: Final = 0x0B5E55ED
"""A number that no game uses; owners are added to it."""
_DEEPEST: Final = 6

_TEXTS: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)
_ZIGZAG: Final = (FieldDescriptor.TYPE_SINT32, FieldDescriptor.TYPE_SINT64)
_UNMARKABLE: Final = (FieldDescriptor.TYPE_BOOL, FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FLOAT)


@dataclass(frozen=True)
class Mark:
    """What stands in the hidden zones of one owner: a text, and a number as it is encoded, plain and in zigzag."""

    owner: int

    @property
    def text(self) -> str:
        """The text."""
        return f"~hidden of {self.owner}~"

    @property
    def number(self) -> int:
        """The number."""
        return _NUMBER + 2 * (self.owner + 1)

    @property
    def patterns(self) -> tuple[bytes, ...]:
        """Bytes that stand wherever the mark was sent."""
        return self.text.encode(), varint(self.number), varint(self.number * 2)


def varint(number: int) -> bytes:
    """A number as it is encoded."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


def plant(message: Any) -> Any:
    """Fill, in place, all that the message hides, with marks of those to whom it belongs; gives the message back."""
    _plant(message, None)
    return message


def planted_game(game: AnyGame) -> AnyGame:
    """The game with marks in every hidden zone of its views, in each piece of them."""

    def pieces(state: GameState) -> Iterator[bytes]:
        for piece in game.view_pieces(state):
            yield plant(game.view_message.FromString(piece)).SerializeToString()

    return replace(game, view_pieces=pieces)


def planted(message: Any) -> Any:
    """A copy of a message with marks in its hidden zones."""
    copy = type(message)()
    copy.CopyFrom(message)
    return plant(copy)


def marked_zones(descriptor: Any, seen: frozenset[str] = frozenset()) -> int:
    """How many fields of a type and below are hidden from somebody."""
    if descriptor.full_name in seen:
        return 0
    seen |= {descriptor.full_name}
    hidden = sum(_visibility(field) >= options_pb2.VISIBILITY_OWNER for field in descriptor.fields)
    below = (marked_zones(f.message_type, seen) for f in descriptor.fields if f.message_type is not None)
    return hidden + sum(below)


def _plant(message: Any, owner: int | None) -> None:
    for field in message.DESCRIPTOR.fields:
        if field.GetOptions().Extensions[options_pb2.owner]:
            there = not field.has_presence or message.HasField(field.name)
            owner = getattr(message, field.name) if there else None
    for field in message.DESCRIPTOR.fields:
        visibility = _visibility(field)
        if visibility == options_pb2.VISIBILITY_NOBODY:
            _fill(message, field, Mark(NOBODY), 0)
        elif visibility == options_pb2.VISIBILITY_OWNER:
            _fill(message, field, Mark(NOBODY if owner is None else owner), 0)
        elif field.message_type is not None:
            for part in _parts(message, field):
                _plant(part, owner)


def _fill(message: Any, field: Any, mark: Mark, depth: int) -> None:
    """Put the mark into a field, or into everything below it."""
    if field.message_type is not None:
        if depth == _DEEPEST or field.message_type.full_name.startswith("google."):
            return
        if field.is_repeated:
            part = getattr(message, field.name).add()
        else:
            part = getattr(message, field.name)
            part.SetInParent()
        for below in field.message_type.fields:
            _fill(part, below, mark, depth + 1)
    elif field.type not in _UNMARKABLE and not _is_choice(field):
        value = _value(field, mark)
        if field.is_repeated:
            getattr(message, field.name).append(value)
        else:
            setattr(message, field.name, value)


def _value(field: Any, mark: Mark) -> Any:
    if field.type == FieldDescriptor.TYPE_STRING:
        return mark.text
    return mark.text.encode() if field.type in _TEXTS else mark.number


def _is_choice(field: Any) -> bool:
    """Whether setting the field would clear another of its oneof."""
    oneof = field.containing_oneof
    return oneof is not None and len(oneof.fields) > 1


def _parts(message: Any, field: Any) -> list[Any]:
    if field.is_repeated:
        return list(getattr(message, field.name))
    return [getattr(message, field.name)] if message.HasField(field.name) else []


def _visibility(field: Any) -> int:
    return int(field.GetOptions().Extensions[options_pb2.visibility])
