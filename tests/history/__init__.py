"""History: records of every version of rules, content and event schema that ever wrote any, frozen, with their results.

`python -m tests.history` freezes records of the versions that have none yet, from the golden games of today. What is
frozen is never written again: code that can't fold it any more is broken. (Before release 0.1 `--again GAME` does.)
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Self

from server.games.kernel import record
from server.games.kernel.game import AnyGame
from server.games.kernel.options import build, largest_mix
from server.games.kernel.simulate import Simulation
from tests.goldens import path_of, wanted

FOLDER = Path(__file__).parent
STATED = FOLDER / "stated.jsonl"


@dataclass(frozen=True)
class Frozen:
    """A frozen record and what it states."""

    file: str
    sha256: str
    game: str
    rules: str
    content: str
    schema: int
    events: int
    result: list[list[int]]
    """Seat, score and place."""

    @classmethod
    def of(cls, path: Path) -> Self:
        """What a record states, read from its events and not folded."""
        data = path.read_bytes()
        head, events = record.read(data)
        opened = events[0].table.opened
        end = next(event.table.finished for event in events if event.table.HasField("finished"))
        return cls(
            str(path.relative_to(FOLDER)),
            sha256(data).hexdigest(),
            head.game,
            opened.rules,
            opened.content,
            max(event.schema for event in events),
            len(events),
            [[one.seat, one.score, one.place] for one in end.results],
        )

    @property
    def path(self) -> Path:
        """Where the record lies."""
        return FOLDER / self.file

    @property
    def versions(self) -> tuple[str, str, int]:
        """Under which versions it was written."""
        return self.rules, self.content, self.schema


def frozen() -> list[Frozen]:
    """Every frozen record."""
    return [Frozen(**json.loads(line)) for line in STATED.read_text("utf-8").splitlines()]


def written_now(game: AnyGame) -> tuple[str, str, int]:
    """The versions of rules, content and schema under which today's code writes."""
    events = Simulation(game, build(game), game.rulebook.seats[0], "0").events
    return game.rules, game.content.version, max(event.schema for event in events)


def earlier(version: str) -> Iterator[str]:
    """`castles/3` and all before it, from `castles/1` on."""
    name, _, number = version.partition("/")
    return (f"{name}/{one}" for one in range(1, int(number) + 1))


def freeze(game: AnyGame) -> Iterator[Frozen]:
    """Copy a golden game without modules and one with the most."""
    seats = game.rulebook.seats[0]
    mixes = (wanted(game.name)[0].modules, largest_mix(game, seats))
    for sitting in wanted(game.name):
        if sitting.seats != seats or sitting.modules not in mixes or sitting.seed != "0":
            continue
        data = path_of(sitting).read_bytes()
        rules, content, schema = written_now(game)
        folder = FOLDER / game.name / f"rules-{_number(rules)}-content-{_number(content)}-schema-{schema}"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / path_of(sitting).name
        path.write_bytes(data)
        yield Frozen.of(path)


def _number(version: str) -> str:
    return version.partition("/")[2]
