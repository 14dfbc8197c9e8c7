"""Golden games: finished records that every later version of the code must replay to the same end.

`python -m tests.goldens` writes the ones that are missing, `python -m tests.goldens --again GAME` all of a game's anew
(only before release 0.1, or when a record was found to be wrong).
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from ludarium.v1 import records_pb2

from server.games import GAMES
from server.games.kernel import playthrough, record
from server.games.kernel.codec import Choice
from server.games.kernel.game import AnyGame
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked, random_choice
from server.games.kernel.state import Decision, GameState
from tests.server.games.sittings import covering
from tests.server.games.walk import Sitting

FOLDER = Path(__file__).parent / "golden"
WRITTEN_BY = "ludarium 0.1"

BELFORT_WITH_TAPE = (
    "expansion-expansion",
    "expansion-guilds",
    "heritage-properties",
    "queen-of-belfort",
    "parks-and-rex",
    "key-to-belfort",
    "hmcs-guilds",
)
"""All modules of Belfort but Less Red Tape: the other turn structure ends after month 7 for everybody at once."""

ENDINGS: dict[str, list[Sitting]] = {
    "alhambra": [
        Sitting("alhambra", 2, (), "shared victory 1"),
        Sitting("alhambra", 2, ("gates-without-end",), "ends at a key 53"),
    ],
    "castles": [
        Sitting("castles", 2, (), "shared victory 200"),
        Sitting("castles", 2, (), "nothing can be placed 154"),
    ],
    "endeavor": [
        Sitting("endeavor", 3, (), "shared victory 3"),
        Sitting("endeavor", 4, ("prominence",), "abolition 24"),
    ],
    "belfort": [
        Sitting("belfort", 2, (), "tie 144"),
        Sitting("belfort", 2, BELFORT_WITH_TAPE, "rounds"),
        Sitting("belfort", 4, BELFORT_WITH_TAPE, "rounds"),
    ],
}
"""Sittings whose seeds lead to the different ways in which a game can end."""

STEERED: dict[Sitting, tuple[int, str]] = {
    Sitting("castles", 2, (), "shared victory 200"): (
        64,
        "5 38 2 0 1 0 4 3 0 0 0 2 2 1 0 0 1 0 0 0 24 0 0 0 38 2 4 2 1 1 0 1 6 1 3 5 0 2 1 0 0 1 2 0 2 1 0 2 1 0 5 1 5",
    ),
}
"""Random games whose last choices are given, from a decision on: by their numbers in the lists of legal choices.

Equal points, square feet and coins are too rare in Castles to wait for. The last decisions of a game were changed one
at a time, and whatever brought its two players closer to each other was kept.
"""


class Steered:
    """The random bot on all seats, up to the decision from which on its choices are given."""

    def __init__(self, start: int, given: str) -> None:
        self._start = start
        self._given = [int(number) for number in given.split()]
        self._made = 0

    def __call__(
        self, game: AnyGame, state: GameState, decision: Decision, choices: Sequence[Choice], rng: random.Random
    ) -> int:
        """The index of a choice."""
        made, self._made = self._made, self._made + 1
        if made < self._start:
            return random_choice(game, state, decision, choices, rng)
        return self._given[made - self._start]


def wanted(game: str) -> list[Sitting]:
    """The golden games of a game: each module alone, all together, none, by number of seats; and each ending."""
    return [*covering(game), *ENDINGS.get(game, [])]


def path_of(sitting: Sitting) -> Path:
    """Where a golden record lies; its playthrough lies beside it."""
    return FOLDER / sitting.game / f"{str(sitting).replace(' ', '-')}.ldm"


def write(sitting: Sitting) -> None:
    """Play a sitting by random choices and write its record and its playthrough."""
    game = sitting.rules
    chooser = Steered(*STEERED[sitting]) if sitting in STEERED else random_choice
    _, events = play_checked(game, build(game, sitting.modules), [chooser] * sitting.seats, sitting.seed)
    head = records_pb2.RecordHead(
        table_id=events[0].table.opened.table_id, game=game.name, complete=True, written_by=WRITTEN_BY
    )
    path = path_of(sitting)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(record.write(head, events))
    path.with_suffix(".txt").write_text("\n".join(playthrough.lines(events, GAMES)) + "\n")


def main() -> None:
    """Write golden games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--again", choices=GAMES, metavar="GAME", help="write all golden games of this game anew, only")
    again = parser.parse_args().again
    for game in [again] if again else GAMES:
        for sitting in wanted(game):
            if again or not path_of(sitting).exists():
                write(sitting)
                print(path_of(sitting).relative_to(FOLDER))


if __name__ == "__main__":
    main()
