"""Items: the answers to a decision by type of choice, each with its rule, its list and what it brings about.

What an item lists is what it accepts, so a list and the refusals can't differ.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from google.protobuf.message import Message

from server.games.belfort.state import BelfortState, Due
from server.games.kernel.chance import Chance

Options = Callable[[BelfortState, Due], Iterator[Any]]
Act = Callable[[BelfortState, Due, Any, Chance], Iterator[Message]]


Why = Callable[[BelfortState, Due, Any], tuple[str, str] | None]
"""The rule that an answer outside the list breaks, and what is said of it; None where nothing closer is known."""


class Item(NamedTuple):
    """One type of answer: the rule it follows, what is said of an answer outside its list, the list, the effect."""

    rule: str
    refusal: str
    options: Options
    act: Act
    why: Why | None = None


Ask = Mapping[type, Item]
"""The answers to a decision, in canonical order."""
