"""Views in pieces: what stays as it is from one version to the next is encoded once.

Encoded messages of one type, one behind the other, are one message that holds what they hold. So a view is written as
pieces: messages that hold some of its fields each. A piece is a function of plain values (ids, numbers, tuples of them,
component records) and of nothing else, so what is kept of it can't be out of date. Pieces hold hidden things like the
view they are of, and are cut with it.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, cast

from google.protobuf.message import Message

KEPT: Final = 1024
"""How many pieces are kept of each function, those that were asked for last; hundreds of bytes each."""

P = ParamSpec("P")


def kept(make: Callable[P, Message | bytes]) -> Callable[P, bytes]:
    """The function's message, encoded, and kept for the values that it was last asked for. They must be hashable.

    A function may as well put pieces together; then what it gives is encoded already.
    """

    @lru_cache(maxsize=KEPT)
    @wraps(make)
    def piece(*values: P.args, **named: P.kwargs) -> bytes:
        made = make(*values, **named)
        return made if isinstance(made, bytes) else made.SerializeToString()

    return cast("Callable[P, bytes]", piece)


def holding(number: int, *pieces: bytes) -> bytes:
    """The field of that number which holds the message in these pieces: a piece of the message around it."""
    encoded = b"".join(pieces)
    return _varint(number << 3 | _LENGTH_DELIMITED) + _varint(len(encoded)) + encoded


_LENGTH_DELIMITED: Final = 2
"""The wire type of messages."""


@lru_cache(maxsize=KEPT)
def _varint(number: int) -> bytes:
    if number <= 0x7F:
        return bytes((number,))
    return bytes((number & 0x7F | 0x80,)) + _varint(number >> 7)
