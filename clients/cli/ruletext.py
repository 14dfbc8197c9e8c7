"""A game's numbered rules, taken apart: which lines belong to which rule."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_NUMBER = r"[A-Z](?:\d+A?)?(?:(?:\.\d+)+[a-z]?)?"
_BEGINS = re.compile(rf"#+ ({_NUMBER})\b|(?:\s*- (?:\*\*)?|\| )(?=[A-Z]\.?\d)({_NUMBER})\b")


class Rule(NamedTuple):
    """One rule: its number (`R3.2`, `D8`, `G.4.1`) and its lines as they stand in the text."""

    number: str
    lines: list[str]


def rules(text: str) -> Iterator[Rule]:
    """The rules of a text in order; what stands before the first, and headings without a number, belong to none."""
    current: Rule | None = None
    for line in text.splitlines():
        begins = _BEGINS.match(line)
        if begins or line.startswith("#"):
            if current is not None:
                yield current
            current = Rule(begins[1] or begins[2], [line]) if begins else None
        elif current is not None:
            current.lines.append(line)
    if current is not None:
        yield current


def find(text: str, typed: str) -> list[Rule]:
    """A rule and those below it, as people type its number: `R3.2`, `r3.2`, `3.2`; `D` is the chapter of `D1`."""
    wanted = typed.strip().rstrip(".").lower()
    wanted = f"r{wanted}" if wanted[:1].isdigit() else wanted
    below = wanted if wanted.isalpha() else f"{wanted}."
    return [rule for rule in rules(text) if rule.number.lower() == wanted or rule.number.lower().startswith(below)]


def dedented(lines: list[str]) -> str:
    """Lines without the indentation that all of them share, and without empty lines at the end."""
    from textwrap import dedent

    return dedent("\n".join(lines)).rstrip().removesuffix("---").rstrip().removeprefix("- ")
