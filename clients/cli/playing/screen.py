"""What a player is shown: as text for people, or as JSON lines for programs."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ludarium.v1 import commands_pb2, decisions_pb2, tables_pb2, views_pb2
from rich.text import Text

from clients.cli import boards
from clients.cli.messages import document
from clients.cli.output import console, picture, say, say_json
from clients.cli.playing.menu import Menu

PROMPT = "> "


class Screen(Protocol):
    """Where a session shows what happens."""

    def story(self, lines: Iterable[str]) -> None:
        """What happened."""

    def note(self, *lines: str) -> None:
        """Something about the session itself."""

    def refuse(self, message: str, *more: str) -> None:
        """What was typed can't be done."""

    def board(self, view: views_pb2.GameView, names: Sequence[str], seat: int | None, *, changed: bool = True) -> None:
        """The table; not `changed` where little did since it was last shown."""

    def ask(self, decision: decisions_pb2.Decision, menu: Menu, *, fresh: bool) -> None:
        """The choices; `fresh` when the decision was not shown before."""

    def prompt(self) -> None:
        """A line is waited for."""

    def typed(self, line: str, *, echo: bool) -> None:
        """A line came; `echo` when nobody saw it being typed."""

    def ended(self, table: tables_pb2.Table, words: str, hints: Sequence[str]) -> None:
        """The game is over; `hints` are commands that may be wanted now."""


class TextScreen:
    """For people."""

    def __init__(self) -> None:
        self._prompting = False

    def story(self, lines: Iterable[str]) -> None:
        """What happened, a line each."""
        for line in lines:
            self._say(line)

    def note(self, *lines: str) -> None:
        """Something about the session itself."""
        self._say(*(Text(line, "dim") for line in lines))

    def refuse(self, message: str, *more: str) -> None:
        """What was typed can't be done."""
        self._say(Text(message, "bold"), *more)

    def board(self, view: views_pb2.GameView, names: Sequence[str], seat: int | None, *, changed: bool = True) -> None:
        """The table, unless what happened tells it as well."""
        if not changed:
            return
        self._leave_prompt()
        picture("", *boards.draw(view, names, seat), "")

    def ask(self, decision: decisions_pb2.Decision, menu: Menu, *, fresh: bool) -> None:
        """The choices."""
        if fresh:
            self._say(Text(f"Your turn: {decision.words}.  (? for help)", "bold"))
        self._say(*menu.lines())

    def prompt(self) -> None:
        """Show where to type."""
        if not self._prompting:
            console().print(PROMPT, end="", markup=False)
            console().file.flush()
        self._prompting = True

    def typed(self, line: str, *, echo: bool) -> None:
        """Go on after the line that was typed."""
        self._prompting = False
        if echo:
            console().print(line, markup=False, soft_wrap=True)

    def ended(self, table: tables_pb2.Table, words: str, hints: Sequence[str]) -> None:
        """The game is over."""
        self._say(Text(words, "bold"), *hints)

    def _say(self, *lines: Any) -> None:
        self._leave_prompt()
        say(*lines)

    def _leave_prompt(self) -> None:
        """Something happens while a person may type: go on below the prompt's line."""
        if self._prompting:
            console().print()
            self._prompting = False


class JsonScreen:
    """For programs: one document a line; they answer with lines as people type them, numbers of choices above all."""

    def __init__(self) -> None:
        self._view: views_pb2.GameView | None = None
        self._seat: int | None = None

    def story(self, lines: Iterable[str]) -> None:
        """What happened."""
        for line in lines:
            say_json({"happened": line})

    def note(self, *lines: str) -> None:
        """Something about the session itself."""
        say_json({"note": " ".join(lines)})

    def refuse(self, message: str, *more: str) -> None:
        """What was typed can't be done."""
        say_json({"refused": message, "more": list(more)})

    def board(self, view: views_pb2.GameView, names: Sequence[str], seat: int | None, *, changed: bool = True) -> None:
        """Kept for the question that follows."""
        self._view, self._seat = view, seat

    def ask(self, decision: decisions_pb2.Decision, menu: Menu, *, fresh: bool) -> None:
        """The view and the choices; they are answered by number, from 1."""
        choices = [_choice(entry.choices) for entry in menu.entries]
        view = document(self._view) if self._view is not None else None
        say_json({"decision": document(decision), "seat": self._seat, "view": view, "choices": choices})

    def prompt(self) -> None:
        """Nothing to show."""

    def typed(self, line: str, *, echo: bool) -> None:
        """Nothing to show."""

    def ended(self, table: tables_pb2.Table, words: str, hints: Sequence[str]) -> None:
        """The game is over."""
        say_json({"ended": words, "table": document(table)})


def _choice(choices: Sequence[commands_pb2.Choice]) -> dict[str, Any]:
    if len(choices) == 1:
        return {"words": choices[0].words, "command": document(choices[0].command)}
    return {"ways": [_choice([choice]) for choice in choices]}
