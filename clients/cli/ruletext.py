"""A game's numbered rules, taken apart: which lines belong to which rule."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_BEGINS = re.compile(r"^(?:## |\s*- (?:\*\*)?)(R\d+(?:\.\d+)*)\b")
_NUMBER = re.compile(r"R?(\d+(?:\.\d+)*)\.?", re.IGNORECASE)


class Rule(NamedTuple):
    """One rule: its number (`R3.2`) and its lines as they stand in the text."""

    number: str
    lines: list[str]


def rules(text: str) -> Iterator[Rule]:
    """The rules of a text in order; what stands before the first of them belongs to none."""
    current: Rule | None = None
    for line in text.splitlines():
        begins = _BEGINS.match(line)
        if begins:
            if current is not None:
                yield current
            current = Rule(begins[1], [line])
        elif current is not None:
            current.lines.append(line)
    if current is not None:
        yield current


def find(text: str, number: str) -> list[Rule]:
    """A rule and those below it (`R3.2`, `R3.2.1`, …); empty when there is none of that number."""
    return [rule for rule in rules(text) if rule.number == number or rule.number.startswith(f"{number}.")]


def normal(typed: str) -> str | None:
    """The number of a rule as the text writes it, from what a person typed: `r3.2` is `R3.2`; None for no number."""
    match = _NUMBER.fullmatch(typed.strip())
    return f"R{match[1]}" if match else None


def dedented(lines: list[str]) -> str:
    """Lines without the indentation that all of them share, and without empty lines at the end."""
    from textwrap import dedent

    return dedent("\n".join(lines)).rstrip().removesuffix("---").rstrip().removeprefix("- ")
