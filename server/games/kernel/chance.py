"""Chance: the only door through which luck enters a game.

A draw is the HMAC-SHA256 of its index under a key made of the table's seed and the seats' nonces, cut to the wanted
range by rejection sampling. docs/fairness.md writes it out for those who want to check it by hand.
"""

import hmac
from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
NONCE_BYTES = 16
_SPAN = 1 << 64


class Draw(NamedTuple):
    """One draw: its number at the table, the number of possible outcomes, and the outcome from 0 to bound - 1."""

    number: int
    bound: int
    outcome: int


class StoppedBeforeDraw(Exception):
    """A preview came to a draw; it never draws."""


def commitment(table_id: str, seed: bytes) -> bytes:
    """What a table publishes when it opens, so that its seed can't be exchanged later: SHA-256(table id, seed)."""
    return sha256(table_id.encode() + seed).digest()


def chance_key(seed: bytes, nonces: Iterable[bytes]) -> bytes:
    """The key of a table's draws: SHA-256 over a label, the seed and each seat's nonce in seat order."""
    return sha256(b"ludarium chance 1" + seed + b"".join(nonces)).digest()


def seat_nonce(seed: bytes, seat: int) -> bytes:
    """The nonce of a seat whose player gives none, at a table with a given seed: that table is to be repeated exactly.

    The first 16 bytes of SHA-256 over a label, the seed and the seat's number as one byte.
    """
    return sha256(b"ludarium nonce 1" + seed + bytes((seat,))).digest()[:NONCE_BYTES]


def draw(key: bytes, index: int, bound: int) -> int:
    """The draw with that index: a number from 0 to bound - 1, all equally likely."""
    limit = _SPAN - _SPAN % bound
    for attempt in range(1 << 16):
        block = hmac.digest(key, index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")
        number = int.from_bytes(block[:8], "big")
        if number < limit:
            return number % bound
    raise AssertionError("65536 rejected attempts do not happen")


class Chance:
    """Draws for one game, from a running index on. `take` hands over the draws made since it was last called."""

    def __init__(self, key: bytes, index: int = 0) -> None:
        self._key = key
        self.index = index
        self._made: list[Draw] = []

    def draw(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        outcome = draw(self._key, self.index, bound)
        self._made.append(Draw(self.index, bound, outcome))
        self.index += 1
        return outcome

    def die(self, sides: int = 6) -> int:
        """A number from 1 to `sides`."""
        return self.draw(sides) + 1

    def choose(self, things: Sequence[T]) -> T:
        """One of the things, all equally likely."""
        return things[self.draw(len(things))]

    def shuffle(self, things: Iterable[T]) -> list[T]:
        """The things in random order (Fisher-Yates, from the last place down)."""
        order = list(things)
        self._shuffle_in_place(order)
        return order

    def take(self) -> list[Draw]:
        """The draws since the last call, for the envelope of the event that tells of them."""
        made, self._made = self._made, []
        return made

    def _shuffle_in_place(self, order: MutableSequence[T]) -> None:
        for last in range(len(order) - 1, 0, -1):
            other = self.draw(last + 1)
            order[last], order[other] = order[other], order[last]


class NoChance(Chance):
    """Stands in for chance in previews: the first draw ends the preview."""

    def __init__(self, index: int = 0) -> None:
        super().__init__(b"", index)

    def draw(self, bound: int) -> int:
        """Raise StoppedBeforeDraw."""
        raise StoppedBeforeDraw
