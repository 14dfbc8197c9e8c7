"""Picks: the things on a board that make up an answer, so that answers can be given by clicking them.

An answer is a bag of keys, such as `market:2`, `hand:florin_3`, `hand:florin_3`. A thing on the board carries its key,
and things that are alike carry the same; what can be clicked next is whatever brings the bag so far nearer to some
legal answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludarium.v1 import views_pb2
from markupsafe import Markup

from clients.web.boards.svg import tag

Keys = tuple[str, ...]


Things = Mapping[str, tuple[str, str]]
"""By command, the kind of thing that is clicked, and the field that names it."""


def one_thing(command: Any, kind: str, things: Things) -> Keys:
    """The key of a command that is given by clicking one thing; none for other commands."""
    if kind not in things:
        return ()
    thing, field = things[kind]
    return (f"{thing}:{getattr(getattr(command, kind), field)}",)


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

    def __post_init__(self) -> None:
        self.keys = frozenset(key for answer in self.answers for key in answer.keys)

    def thing(self, key: str, label: str, *content: Markup, class_: str = "") -> Markup:
        """A thing beside the board that can be picked: a button when it is part of a legal answer, else as it is.

        `label` says in words what it is.
        """
        if key not in self.keys:
            return tag("span", *content, class_=f"thing {class_}".strip(), role="img", aria_label=label)
        return tag(
            "button",
            *content,
            type="button",
            class_=f"thing pick {class_}".strip(),
            data_pick=key,
            aria_pressed="false",
            aria_label=label,
        )

    def shape(self, key: str, label: str, *content: Markup, class_: str = "") -> Markup:
        """The same for a shape inside a drawing."""
        if key not in self.keys:
            return tag("g", *content, class_=class_ or None)
        return tag(
            "g",
            tag("title", label),
            *content,
            class_=f"pick {class_}".strip(),
            role="button",
            tabindex=0,
            data_pick=key,
            aria_pressed="false",
            aria_label=label,
        )

    def cells(self, prefix: str) -> list[str]:
        """The keys with that prefix, without it, sorted."""
        return sorted(key.removeprefix(prefix) for key in self.keys if key.startswith(prefix))

    def most(self, key: str) -> int:
        """How often one answer asks for a key at most: so many things have to carry it."""
        return max((answer.keys.count(key) for answer in self.answers), default=0)
