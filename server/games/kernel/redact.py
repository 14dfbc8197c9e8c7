"""The redactor: cuts a message to what a viewer may see. Compiled from the descriptors, it serves every way out."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from ludarium.options.v1 import options_pb2

from server.games.kernel.pieces import KEPT

Viewer = int | None
"""A seat, or None for a spectator: whoever may see everything is not redacted at all."""


class _Plan(NamedTuple):
    """What to do with one type of message."""

    owner: str | None
    owner_only: tuple[str, ...]
    nobody: tuple[str, ...]
    below: tuple[tuple[str, bool, "Callable[[], _Plan | None]"], ...]


def redact(message: Message, viewer: Viewer) -> None:
    """Clear, in place, every field of the message and below that the viewer may not see, and every unknown field."""
    message.DiscardUnknownFields()
    plan = _plan(message.DESCRIPTOR)
    if plan is not None:
        _cut(message, plan, viewer, owner=None)


@lru_cache(maxsize=4 * KEPT)
def cut_piece(kind: Any, piece: bytes, viewer: Viewer) -> bytes:
    """A piece (kernel.pieces) of a message of that class as a viewer may see it, kept like pieces are.

    To cut each piece is to cut the message, since a view has no owner: that is always a field of a message inside.
    """
    if not hides(kind.DESCRIPTOR):
        return piece
    message: Message = kind.FromString(piece)
    redact(message, viewer)
    return message.SerializeToString()


def hides(descriptor: Descriptor) -> bool:
    """Whether a type of message has anything to hide from anybody."""
    return _plan(descriptor) is not None


def owns(descriptor: Descriptor) -> bool:
    """Whether a field of a type names the owner of hidden fields."""
    return any(field.GetOptions().Extensions[options_pb2.owner] for field in descriptor.fields)


def _cut(message: Any, plan: _Plan, viewer: Viewer, owner: Viewer) -> None:
    if plan.owner is not None:
        owner = getattr(message, plan.owner) if _present(message, plan.owner) else None
    for name in plan.nobody:
        message.ClearField(name)
    if owner is None or owner != viewer:
        for name in plan.owner_only:
            message.ClearField(name)
    for name, repeated, plan_below in plan.below:
        below = plan_below()
        if below is None:
            continue
        if repeated:
            for part in getattr(message, name):
                _cut(part, below, viewer, owner)
        elif message.HasField(name):
            _cut(getattr(message, name), below, viewer, owner)


def _present(message: Any, name: str) -> bool:
    return not message.DESCRIPTOR.fields_by_name[name].has_presence or message.HasField(name)


@cache
def _plan(descriptor: Descriptor) -> _Plan | None:
    """The plan for a type; None when there is nothing to hide in it or below."""
    if not _hides_something(descriptor, set()):
        return None
    owner = None
    owner_only: list[str] = []
    nobody: list[str] = []
    below: list[tuple[str, bool, Callable[[], _Plan | None]]] = []
    for field in descriptor.fields:
        options = field.GetOptions()
        if options.Extensions[options_pb2.owner]:
            owner = field.name
        visibility = options.Extensions[options_pb2.visibility]
        if visibility in (options_pb2.VISIBILITY_OWNER, options_pb2.VISIBILITY_NOBODY):
            _check_clearable(field)
            (owner_only if visibility == options_pb2.VISIBILITY_OWNER else nobody).append(field.name)
        if visibility != options_pb2.VISIBILITY_NOBODY and _is_message(field):
            below.append((field.name, field.is_repeated, lambda part=field.message_type: _plan(part)))  # type: ignore[misc]
    return _Plan(owner, tuple(owner_only), tuple(nobody), tuple(below))


def _hides_something(descriptor: Any, seen: set[str]) -> bool:
    if descriptor.full_name in seen:
        return False
    seen.add(descriptor.full_name)
    return any(
        field.GetOptions().Extensions[options_pb2.visibility] >= options_pb2.VISIBILITY_OWNER
        or (_is_message(field) and _hides_something(field.message_type, seen))
        for field in descriptor.fields
    )


def _is_message(field: FieldDescriptor) -> bool:
    return field.type == FieldDescriptor.TYPE_MESSAGE


def _check_clearable(field: FieldDescriptor) -> None:
    """A hidden field whose absence can't be told from an empty value would still leak nothing, but would lie."""
    if not (field.is_repeated or field.has_presence):
        raise TypeError(f"{field.full_name} is hidden but has no presence: make it optional, a message or a list")
