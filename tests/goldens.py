"""Golden games: finished records that every later version of the code must replay to the same end.

`python -m tests.goldens` writes the ones that are missing, `python -m tests.goldens --again GAME` all of a game's anew
(only before release 0.1, or when a record was found to be wrong).
"""

import argparse
from pathlib import Path

from ludarium.v1 import records_pb2

from server.games import GAMES
from server.games.kernel import playthrough, record
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked, random_choice
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


def wanted(game: str) -> list[Sitting]:
    """The golden games of a game: each module alone, all together, none, by number of seats; and each ending."""
    return [*covering(game), *ENDINGS.get(game, [])]


def path_of(sitting: Sitting) -> Path:
    """Where a golden record lies; its playthrough lies beside it."""
    return FOLDER / sitting.game / f"{str(sitting).replace(' ', '-')}.ldm"


def write(sitting: Sitting) -> None:
    """Play a sitting by random choices and write its record and its playthrough."""
    game = sitting.rules
    _, events = play_checked(game, build(game, sitting.modules), [random_choice] * sitting.seats, sitting.seed)
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
