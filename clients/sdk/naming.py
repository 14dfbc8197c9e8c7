"""Seats in the words of the services, where they are `seat 2`, counted from 0, and what people call them."""

import re
from collections.abc import Sequence
from typing import Final

_SEAT: Final = re.compile(r"\bseat (\d{1,2})\b")


def seat_words(seat: int) -> str:
    """A seat as people count them: from 1."""
    return f"seat {seat + 1}"


def name_of(seat: int, names: Sequence[str]) -> str:
    """Whoever sits there, else the seat."""
    return names[seat] if seat < len(names) else seat_words(seat)


def named(words: str, names: Sequence[str]) -> str:
    """Words of the services with the names of those who sit there."""
    return _SEAT.sub(lambda found: name_of(int(found[1]), names), words)
