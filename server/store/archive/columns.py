"""Messages as columns: all values of one field stand together, so that like stands beside like and packs well.

The columns follow from the contract's descriptors alone: for each field, in order of number, whether it is there or how
often, then its values; what is below a message follows in the same way. Deterministic in both directions.
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

Columns = list[bytes]

_FLOATS: Final = {FieldDescriptor.TYPE_DOUBLE: "<d", FieldDescriptor.TYPE_FLOAT: "<f"}
_TEXTS: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)


class MalformedColumns(Exception):
    """The columns are not those of such messages."""


def shred(messages: Sequence[Any], descriptor: Descriptor) -> Columns:
    """The columns of messages of one type. Fields unknown to the descriptor are lost."""
    columns: Columns = []
    _shred(messages, descriptor, columns)
    return columns


def assemble(count: int, descriptor: Descriptor, columns: Sequence[bytes], new: Callable[[], Any]) -> list[Any]:
    """So many messages from their columns. Raises MalformedColumns."""
    messages = [new() for _ in range(count)]
    source = iter(columns)
    try:
        _assemble(messages, descriptor, source)
    except (IndexError, ValueError, StopIteration, struct.error) as error:
        raise MalformedColumns(f"the columns of {count} {descriptor.full_name} do not fit: {error}") from error
    if next(source, None) is not None:
        raise MalformedColumns(f"there are more columns than {descriptor.full_name} has")
    return messages


def _shred(messages: Sequence[Any], descriptor: Any, columns: Columns) -> None:
    if not messages:
        return
    for oneof in _oneofs(descriptor):
        which = (message.WhichOneof(oneof.name) for message in messages)
        numbers = {field.name: field.number for field in oneof.fields}
        columns.append(write_numbers([numbers[name] if name else 0 for name in which]))
    for field in _fields(descriptor):
        name = field.name
        if field.is_repeated:
            lists = [getattr(message, name) for message in messages]
            columns.append(write_numbers([len(values) for values in lists]))
            _shred_values([value for values in lists for value in values], field, columns)
        elif field.has_presence:
            there = [message.HasField(name) for message in messages]
            if not _in_oneof(field):
                columns.append(bytes(there))
            _shred_values(
                [getattr(m, name) for m, is_there in zip(messages, there, strict=True) if is_there], field, columns
            )
        else:
            _shred_values([getattr(message, name) for message in messages], field, columns)


def _shred_values(values: Sequence[Any], field: Any, columns: Columns) -> None:
    if field.message_type is not None:
        _shred(values, field.message_type, columns)
    elif not values:
        return
    elif field.type in _TEXTS:
        texts = [value.encode() if isinstance(value, str) else value for value in values]
        columns.append(write_numbers([len(text) for text in texts]))
        columns.append(b"".join(texts))
    elif field.type in _FLOATS:
        columns.append(b"".join(struct.pack(_FLOATS[field.type], value) for value in values))
    else:
        columns.append(write_numbers([int(value) for value in values]))


def _assemble(messages: Sequence[Any], descriptor: Any, source: Iterator[bytes]) -> None:
    if not messages:
        return
    chosen = {oneof.name: read_numbers(next(source), len(messages)) for oneof in _oneofs(descriptor)}
    for field in _fields(descriptor):
        name = field.name
        if field.is_repeated:
            counts = read_numbers(next(source), len(messages))
            _assemble_lists(messages, counts, field, source)
            continue
        owners = messages
        if _in_oneof(field):
            numbers = chosen[field.containing_oneof.name]
            owners = [m for m, number in zip(messages, numbers, strict=True) if number == field.number]
        elif field.has_presence:
            owners = [m for m, is_there in zip(messages, next(source), strict=True) if is_there]
        if field.message_type is not None:
            for owner in owners:
                getattr(owner, name).SetInParent()
            _assemble([getattr(owner, name) for owner in owners], field.message_type, source)
        else:
            for owner, value in zip(owners, _values(len(owners), field, source), strict=True):
                setattr(owner, name, value)


def _assemble_lists(messages: Sequence[Any], counts: Sequence[int], field: Any, source: Iterator[bytes]) -> None:
    if field.message_type is not None:
        made = [getattr(m, field.name).add() for m, count in zip(messages, counts, strict=True) for _ in range(count)]
        _assemble(made, field.message_type, source)
        return
    values = iter(_values(sum(counts), field, source))
    for message, count in zip(messages, counts, strict=True):
        getattr(message, field.name).extend([next(values) for _ in range(count)])


def _values(count: int, field: Any, source: Iterator[bytes]) -> list[Any]:
    if not count:
        return []
    if field.type in _TEXTS:
        lengths, data = read_numbers(next(source), count), next(source)
        texts, at = [], 0
        for length in lengths:
            texts.append(data[at : at + length])
            at += length
        if at != len(data):
            raise ValueError("a column of texts is longer or shorter than its texts")
        return [text.decode() for text in texts] if field.type == FieldDescriptor.TYPE_STRING else texts
    if field.type in _FLOATS:
        return [value for (value,) in struct.iter_unpack(_FLOATS[field.type], next(source))]
    numbers = read_numbers(next(source), count)
    return [bool(number) for number in numbers] if field.type == FieldDescriptor.TYPE_BOOL else numbers


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
