"""Picks: the things on a board that make up an answer, so that answers can be given by clicking them.

An answer is a bag of keys, such as `market:2`, `hand:florin_3`, `hand:florin_3`. A thing on the board carries its key;
what can be clicked next is whatever brings the bag so far nearer to some legal answer.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludarium.v1 import views_pb2
from markupsafe import Markup

from clients.web.boards.svg import tag

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal answer: the command, its words, and what is picked on the board to give it (nothing: only by words)."""

    decision: tuple[int, int]
    command: views_pb2.GameCommand
    words: str
    keys: Keys = ()


@dataclass(slots=True)
class Picks:
    """Which things on the board can be picked now."""

    answers: Sequence[Answer] = ()
    keys: frozenset[str] = field(init=False)
    copies: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        self.keys = frozenset(key for answer in self.answers for key in answer.keys)
        self.copies = Counter()

    def thing(self, key: str, label: str, *content: Markup, class_: str = "") -> Markup:
        """A thing beside the board that can be picked: a button when it is part of a legal answer, else as it is.

        `label` says in words what it is.
        """
        if key not in self.keys:
            return tag("span", *content, class_=f"thing {class_}".strip(), role="img", aria_label=label)
        copy = self._copy(key)
        return tag(
            "button",
            *content,
            type="button",
            class_=f"thing pick {class_}".strip(),
            data_pick=key,
            data_copy=copy,
            aria_pressed="false",
            aria_label=label,
        )

    def shape(self, key: str, label: str, *content: Markup, class_: str = "") -> Markup:
        """The same for a shape inside a drawing."""
        if key not in self.keys:
            return tag("g", *content, class_=class_ or None)
        copy = self._copy(key)
        return tag(
            "g",
            tag("title", label),
            *content,
            class_=f"pick {class_}".strip(),
            role="button",
            tabindex=0,
            data_pick=key,
            data_copy=copy,
            aria_pressed="false",
            aria_label=label,
        )

    def cells(self, prefix: str) -> list[str]:
        """The keys with that prefix, without it, sorted."""
        return sorted(key.removeprefix(prefix) for key in self.keys if key.startswith(prefix))

    def _copy(self, key: str) -> int:
        copy = self.copies[key]
        self.copies[key] += 1
        return copy
