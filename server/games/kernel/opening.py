"""What opening a table is alike in every game: options that the contract knows, and a colour for everybody."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from google.protobuf.message import Message

from server.games.kernel.game import Seating
from server.games.kernel.rejection import Reason, Rejected

Color = TypeVar("Color")


def refuse_unknown(options: Message, title: str, rule: str) -> None:
    """Raise Rejected(UNKNOWN_MODULE) for a module or a value that the contract doesn't know, or a module named twice.

    A client of a newer contract may send such numbers; an unset option has its default.
    """
    modules = list(getattr(options, "modules"))  # noqa: B009 - every game's options have them, Message does not
    if len(set(modules)) != len(modules) or not set(modules) <= _known(options, "modules") - {0}:
        message = f"{title} has no modules {modules}, or one is named twice."
        raise Rejected(Reason.REASON_UNKNOWN_MODULE, message, rule)
    for name, value in _unknown(options):
        raise Rejected(Reason.REASON_UNKNOWN_MODULE, f"The option {name} has no value {value}.", rule)


def wish(seat: Seating, colors: Sequence[str]) -> int:
    """The number from 1 of the colour wished for; 0 for none."""
    return colors.index(seat.color) + 1 if seat.color else 0


def give_colors(wishes: Sequence[int], count: int, color: Callable[[int], Color]) -> list[Color]:
    """By seat, one of so many colours: wishes are kept; whoever has none gets, in seat order, the first free one."""
    free = [number for number in range(1, count + 1) if number not in wishes]
    return [color(wished or free.pop(0)) for wished in wishes]


def _unknown(message: Any) -> Iterator[tuple[str, int]]:
    """Fields with values that their enums don't have; in a list, none may be left open."""
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                yield from ((field.name, number) for _, number in _unknown(part))
                unset = [inner for inner in part.DESCRIPTOR.fields if inner.enum_type and not getattr(part, inner.name)]
                yield from ((field.name, 0) for _ in unset)
        elif field.enum_type is not None:
            known = field.enum_type.values_by_number
            numbers = value if field.is_repeated else [value]
            yield from ((field.name, number) for number in numbers if number not in known)


def _known(options: Any, name: str) -> set[int]:
    return set(options.DESCRIPTOR.fields_by_name[name].enum_type.values_by_number)
