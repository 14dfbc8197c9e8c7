"""Messages as columns: all values of one field stand together, so that like stands beside like and packs well.

A column is named by its way down from the message (the field numbers of the contract) and by what it holds of the last
field: values, how often or whether they are there, which field of a oneof, or the lengths of texts. Columns of nothing
but zeros are left out. So columns that were written before the contract grew give the same messages after it grew.
Deterministic in both directions.
"""

import struct
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor

_FLOATS: Final = {FieldDescriptor.TYPE_DOUBLE: "<d", FieldDescriptor.TYPE_FLOAT: "<f"}
_TEXTS: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)


class Holds(IntEnum):
    """What a column holds of its field."""

    VALUES = 0
    COUNTS = 1
    """How often the field is there in each message: 0 or 1 where it is not repeated."""
    WHICH = 2
    """Which field of a oneof is there, by number, 0 for none; the column is named by the oneof's lowest number."""
    LENGTHS = 3


class Name(NamedTuple):
    """The name of a column."""

    way: tuple[int, ...]
    holds: Holds


Columns = dict[Name, bytes]


class MalformedColumns(Exception):
    """The columns are not those of such messages, or those of a newer version of the contract."""


def shred(messages: Sequence[Any], descriptor: Descriptor) -> Columns:
    """The columns of messages of one type. Fields unknown to the descriptor are lost."""
    columns: Columns = {}
    _shred(messages, descriptor, (), columns)
    return columns


def assemble(count: int, descriptor: Descriptor, columns: Columns, new: Callable[[], Any]) -> list[Any]:
    """So many messages from their columns. Raises MalformedColumns."""
    messages = [new() for _ in range(count)]
    left = dict(columns)
    try:
        _assemble(messages, descriptor, (), left)
    except (IndexError, KeyError, ValueError, struct.error) as error:
        raise MalformedColumns(f"the columns of {count} {descriptor.full_name} do not fit: {error}") from error
    if left:
        ways = ", ".join(sorted(".".join(map(str, name.way)) for name in left))
        raise MalformedColumns(f"{descriptor.full_name} has no field {ways} here: a newer version wrote it")
    return messages


def _put(columns: Columns, way: tuple[int, ...], holds: Holds, data: bytes) -> None:
    if any(data):
        columns[Name(way, holds)] = data


def _shred(messages: Sequence[Any], descriptor: Any, way: tuple[int, ...], columns: Columns) -> None:
    if not messages:
        return
    for oneof in _oneofs(descriptor):
        numbers = {field.name: field.number for field in oneof.fields}
        which = (message.WhichOneof(oneof.name) for message in messages)
        chosen = write_numbers([numbers[name] if name else 0 for name in which])
        _put(columns, (*way, min(numbers.values())), Holds.WHICH, chosen)
    for field in _fields(descriptor):
        name, here = field.name, (*way, field.number)
        if field.is_repeated:
            lists = [getattr(message, name) for message in messages]
            _put(columns, here, Holds.COUNTS, write_numbers([len(values) for values in lists]))
            values = [value for values in lists for value in values]
        elif field.has_presence:
            there = [message.HasField(name) for message in messages]
            if not _in_oneof(field):
                _put(columns, here, Holds.COUNTS, bytes(there))
            values = [getattr(m, name) for m, is_there in zip(messages, there, strict=True) if is_there]
        else:
            values = [getattr(message, name) for message in messages]
        _shred_values(values, field, here, columns)


def _shred_values(values: Sequence[Any], field: Any, here: tuple[int, ...], columns: Columns) -> None:
    if field.message_type is not None:
        _shred(values, field.message_type, here, columns)
    elif field.type in _TEXTS:
        texts = [value.encode() if isinstance(value, str) else value for value in values]
        _put(columns, here, Holds.LENGTHS, write_numbers([len(text) for text in texts]))
        _put(columns, here, Holds.VALUES, b"".join(texts))
    elif field.type in _FLOATS:
        _put(columns, here, Holds.VALUES, b"".join(struct.pack(_FLOATS[field.type], value) for value in values))
    else:
        _put(columns, here, Holds.VALUES, write_numbers([int(value) for value in values]))


def _assemble(messages: Sequence[Any], descriptor: Any, way: tuple[int, ...], left: Columns) -> None:
    if not messages:
        return
    chosen = {}
    for oneof in _oneofs(descriptor):
        numbers = [field.number for field in oneof.fields]
        chosen[oneof.name] = _numbers(left, (*way, min(numbers)), Holds.WHICH, len(messages))
        unknown = set(chosen[oneof.name]) - {0, *numbers}
        if unknown:
            raise MalformedColumns(f"{descriptor.full_name} has no field {min(unknown)} here: a newer version wrote it")
    for field in _fields(descriptor):
        name, here = field.name, (*way, field.number)
        if field.is_repeated:
            _assemble_lists(messages, field, here, left)
            continue
        owners = messages
        if _in_oneof(field):
            numbers = chosen[field.containing_oneof.name]
            owners = [m for m, number in zip(messages, numbers, strict=True) if number == field.number]
        elif field.has_presence:
            counts = _numbers(left, here, Holds.COUNTS, len(messages))
            owners = [m for m, is_there in zip(messages, counts, strict=True) if is_there]
        if field.message_type is not None:
            for owner in owners:
                getattr(owner, name).SetInParent()
            _assemble([getattr(owner, name) for owner in owners], field.message_type, here, left)
        else:
            for owner, value in zip(owners, _values(len(owners), field, here, left), strict=True):
                setattr(owner, name, value)


def _assemble_lists(messages: Sequence[Any], field: Any, here: tuple[int, ...], left: Columns) -> None:
    counts = _numbers(left, here, Holds.COUNTS, len(messages))
    if field.message_type is not None:
        made = [getattr(m, field.name).add() for m, count in zip(messages, counts, strict=True) for _ in range(count)]
        _assemble(made, field.message_type, here, left)
        return
    values = iter(_values(sum(counts), field, here, left))
    for message, count in zip(messages, counts, strict=True):
        getattr(message, field.name).extend([next(values) for _ in range(count)])


def _values(count: int, field: Any, here: tuple[int, ...], left: Columns) -> list[Any]:
    if field.type in _TEXTS:
        lengths = _numbers(left, here, Holds.LENGTHS, count)
        data = left.pop(Name(here, Holds.VALUES), bytes(sum(lengths)))
        texts, at = [], 0
        for length in lengths:
            texts.append(data[at : at + length])
            at += length
        if at != len(data):
            raise ValueError("a column of texts is longer or shorter than its texts")
        return [text.decode() for text in texts] if field.type == FieldDescriptor.TYPE_STRING else texts
    if field.type in _FLOATS:
        form = _FLOATS[field.type]
        data = left.pop(Name(here, Holds.VALUES), bytes(count * struct.calcsize(form)))
        return [value for (value,) in struct.iter_unpack(form, data)]
    numbers = _numbers(left, here, Holds.VALUES, count)
    return [bool(number) for number in numbers] if field.type == FieldDescriptor.TYPE_BOOL else numbers


def _numbers(left: Columns, way: tuple[int, ...], holds: Holds, count: int) -> list[int]:
    data = left.pop(Name(way, holds), None)
    return [0] * count if data is None else read_numbers(data, count)


def _fields(descriptor: Any) -> list[Any]:
    return sorted(descriptor.fields, key=lambda field: field.number)


def _oneofs(descriptor: Any) -> list[Any]:
    """The oneofs that are written as such, not those behind `optional`."""
    return [oneof for oneof in descriptor.oneofs if len(oneof.fields) > 1 or not _is_optional(oneof)]


def _is_optional(oneof: Any) -> bool:
    return bool(oneof.name.startswith("_"))


def _in_oneof(field: Any) -> bool:
    return field.containing_oneof is not None and not _is_optional(field.containing_oneof)


def write_numbers(numbers: Sequence[int]) -> bytes:
    """Whole numbers of either sign, the small ones in a byte."""
    written = bytearray()
    for number in numbers:
        rest = number * 2 if number >= 0 else -number * 2 - 1
        while rest > 127:
            written.append(rest & 127 | 128)
            rest >>= 7
        written.append(rest)
    return bytes(written)


def read_numbers(data: bytes, count: int) -> list[int]:
    """So many numbers, neither more nor fewer. Raises ValueError."""
    numbers: list[int] = []
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number // 2 if number % 2 == 0 else -(number + 1) // 2)
            number = shift = 0
    if len(numbers) != count or shift:
        raise ValueError(f"a column holds {len(numbers)} numbers where {count} were expected")
    return numbers


def frame(columns: Columns) -> bytes:
    """The columns as bytes: names and lengths first, each name by how much it shares with the one before it."""
    head: list[int] = [len(columns)]
    before: tuple[int, ...] = ()
    for name, data in columns.items():
        same = next((at for at, pair in enumerate(zip(before, name.way, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(before), len(name.way)) if same is None else same
        head += (name.holds, same, len(name.way) - same, *name.way[same:], len(data))
        before = name.way
    written = write_numbers(head)
    return len(written).to_bytes(3, "big") + written + b"".join(columns.values())


def unframe(data: bytes) -> Columns:
    """The columns in these bytes. Raises ValueError or IndexError."""
    at = 3 + int.from_bytes(data[:3], "big")
    head = iter(_all_numbers(data[3:at]))
    columns: Columns = {}
    before: tuple[int, ...] = ()
    try:
        for _ in range(next(head)):
            holds, same, more = Holds(next(head)), next(head), next(head)
            before = (*before[:same], *(next(head) for _ in range(more)))
            end = at + next(head)
            columns[Name(before, holds)] = data[at:end]
            at = end
    except (StopIteration, RuntimeError):
        raise ValueError("the names of the columns end too soon") from None
    if at != len(data) or next(head, None) is not None:
        raise ValueError("the columns are longer or shorter than their names say")
    return columns


def _all_numbers(data: bytes) -> list[int]:
    return read_numbers(data, sum(byte < 128 for byte in data))
