"""The menu of legal choices: numbered, and grouped so that a long list stays usable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.v1 import commands_pb2

Choice = commands_pb2.Choice
MOST_LINES = 24
"""A menu opens its groups as long as it stays as short as this."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu: one choice, or several that begin alike."""

    choices: tuple[Choice, ...]

    @property
    def words(self) -> str:
        """The choice in words, or what its choices have in common and how many they are."""
        if len(self.choices) == 1:
            return self.choices[0].words
        common = _common_words([choice.words for choice in self.choices]) or _kind(self.choices[0]).replace("_", " ")
        return f"{common} … ({len(self.choices)} ways)"


class Menu:
    """Some choices, and the entries in which they are offered."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = tuple(choices)
        self.entries = tuple(_opened(Entry(self.choices)))

    def lines(self) -> list[str]:
        """The entries, numbered from 1."""
        digits = len(str(len(self.entries)))
        return [f"  {number:>{digits}}  {entry.words}" for number, entry in enumerate(self.entries, start=1)]

    def picked(self, number: int) -> Entry | None:
        """The entry of that number."""
        return self.entries[number - 1] if 1 <= number <= len(self.entries) else None

    def narrowed(self, text: str) -> list[Choice]:
        """The choices that have every typed word in their words."""
        wanted = text.lower().split()
        return [choice for choice in self.choices if all(word in choice.words.lower() for word in wanted)]


def _opened(whole: Entry) -> list[Entry]:
    """The entries of a menu: groups are opened, smallest first, while the menu stays short."""
    entries = _parts(whole)
    closed: set[int] = set()
    while True:
        groups = [entry for entry in entries if len(entry.choices) > 1 and id(entry) not in closed]
        if not groups:
            return entries
        group = min(groups, key=lambda entry: len(entry.choices))
        parts = _parts(group)
        if len(entries) - 1 + len(parts) > MOST_LINES or len(parts) == 1:
            closed.add(id(group))
            continue
        at = entries.index(group)
        entries[at : at + 1] = parts


def _parts(entry: Entry) -> list[Entry]:
    """The choices grouped by the first part in which they differ: the kind of command, then its fields."""
    if len(entry.choices) == 1:
        return [entry]
    for depth in range(_depth(entry.choices)):
        groups: dict[Any, list[Choice]] = {}
        for choice in entry.choices:
            groups.setdefault(_key(choice, depth), []).append(choice)
        if len(groups) > 1:
            return [Entry(tuple(group)) for group in groups.values()]
    return [Entry((choice,)) for choice in entry.choices]


def _depth(choices: Iterable[Choice]) -> int:
    return 1 + max(len(_command(choice).DESCRIPTOR.fields) for choice in choices)


def _key(choice: Choice, depth: int) -> Any:
    if depth == 0:
        return _kind(choice)
    command = _command(choice)
    fields = command.DESCRIPTOR.fields
    return str(getattr(command, fields[depth - 1].name)) if depth <= len(fields) else ""


def _kind(choice: Choice) -> str:
    game = _game(choice)
    return game.WhichOneof("command") or ""


def _command(choice: Choice) -> Any:
    game = _game(choice)
    kind = game.WhichOneof("command")
    return getattr(game, kind) if kind else game


def _game(choice: Choice) -> Any:
    name = choice.command.WhichOneof("command")
    return getattr(choice.command, name) if name else choice.command


def _common_words(texts: Sequence[str]) -> str:
    """What the texts begin with, up to the end of a word."""
    common = []
    for words in zip(*(text.split() for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return " ".join(common).rstrip(",:")
