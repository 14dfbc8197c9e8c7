"""What a rehearsal found: promises that were held or broken, with counts."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from clients.rehearse.traffic import Outcome

if TYPE_CHECKING:
    from clients.rehearse.stage import Stage


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a promise was held, with counts in words. `held` is None where it could not be tried here."""

    promise: str
    held: bool | None
    facts: str = ""
    problems: list[str] = field(default_factory=list)
    """A sentence for each time that it was broken."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the catalogue: its name, what is done to a deployment, and the doing of it."""

    name: str
    does: str
    run: "Callable[[Stage], AsyncIterator[Finding]]"


def kept(outcome: Outcome) -> Iterator[Finding]:
    """The promises about commands and watchers, after a stretch of play."""
    found = outcome.comparison
    yield Finding("play goes on", not outcome.stuck, f"{found.commands:,} commands", outcome.stuck)
    facts = f"{found.commands:,} acknowledged, {len(found.missing):,} missing"
    yield Finding("no acknowledged command is lost", not found.missing, facts, found.problems)
    yield Finding(
        "no command happens twice or is answered in two ways", not found.doubled, f"{len(found.doubled)} twice"
    )
    yield Finding("every stream folds", not found.broken, f"{found.events:,} events", found.broken)
    if outcome.followers:
        facts = f"{outcome.followers} watchers, {len(outcome.complaints)} wrong"
        yield Finding("watchers see every event once and in order", not outcome.complaints, facts, outcome.complaints)
