"""Markers in hidden zones: every field that the contract hides from somebody is filled with bytes that give it away.

Nothing here knows the redactor: what is hidden is read from the descriptors anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

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

    @cached_property
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


def plant(message: Any, spared: int | None = None) -> Any:
    """Fill, in place, all that the message hides, with marks of those to whom it belongs; gives the message back.

    What belongs to the seat `spared` stays as it is.
    """
    _plant(message, None, spared)
    return message


def planted_game(game: AnyGame, spared: int | None = None) -> AnyGame:
    """The game with marks in every hidden zone of its views, in each piece, but for what a spared seat may see."""

    def pieces(state: GameState) -> Iterator[bytes]:
        for piece in game.view_pieces(state):
            yield plant(game.view_message.FromString(piece), spared).SerializeToString()

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
    hidden = sum(_is_hidden(field) for field in descriptor.fields)
    below = (marked_zones(f.message_type, seen) for f in descriptor.fields if f.message_type is not None)
    return hidden + sum(below)


class _Zones(NamedTuple):
    """Where a type of message hides something: the field that names the owner, what is hidden, and what is below."""

    owner: Any
    hidden: tuple[tuple[Any, bool], ...]
    """Each field, and whether its owner may see it."""
    below: tuple[Any, ...]


@cache
def _zones(descriptor: Any) -> _Zones:
    fields = list(descriptor.fields)
    owners = [field for field in fields if field.GetOptions().Extensions[options_pb2.owner]]
    hidden = [(f, _visibility(f) == options_pb2.VISIBILITY_OWNER) for f in fields if _is_hidden(f)]
    below = [f for f in fields if not _is_hidden(f) and f.message_type is not None and marked_zones(f.message_type)]
    return _Zones(owners[-1] if owners else None, tuple(hidden), tuple(below))


def _plant(message: Any, owner: int | None, spared: int | None) -> None:
    zones = _zones(message.DESCRIPTOR)
    if zones.owner is not None:
        there = not zones.owner.has_presence or message.HasField(zones.owner.name)
        owner = getattr(message, zones.owner.name) if there else None
    for field, owned in zones.hidden:
        whose = NOBODY if owner is None or not owned else owner
        if whose != spared:
            _fill(message, field, Mark(whose), 0)
    for field in zones.below:
        for part in _parts(message, field):
            _plant(part, owner, spared)


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


def _is_hidden(field: Any) -> bool:
    return _visibility(field) >= options_pb2.VISIBILITY_OWNER
