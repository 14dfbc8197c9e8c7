"""Further golden games of Endeavor, played by the eager chooser: they come to corners that random games leave out.

`python -m tests.server.games.endeavor.goldens` writes the ones that are missing, with `--again` all of them anew.
"""

import sys
from pathlib import Path

from ludarium.v1 import records_pb2

from server.games import GAMES
from server.games.endeavor.game import ENDEAVOR
from server.games.kernel import playthrough, record
from server.games.kernel.options import build
from server.games.kernel.simulate import play_checked
from tests.goldens import WRITTEN_BY, path_of
from tests.server.games.endeavor.eager import eager_choice
from tests.server.games.walk import Sitting

B, C, P = "expansion-buildings", "expansion-cards", "prominence"
WANTED = (
    Sitting("endeavor", 5, (B, C, P), "eager 12"),
    Sitting("endeavor", 3, (B, C), "eager 7"),
    Sitting("endeavor", 5, (B, C), "eager 6"),
    Sitting("endeavor", 3, (C, P), "eager 8"),
    Sitting("endeavor", 3, (B, C), "eager 4"),
    Sitting("endeavor", 5, (C,), "eager 3"),
)
"""Regions open, governors, conscripts, stacks, the Great Plague, the Rosetta Stone, the Declaration, abolition, …"""


def write(sitting: Sitting) -> Path:
    """Play a sitting and write its record and its playthrough."""
    options = build(ENDEAVOR, sitting.modules)
    _, events = play_checked(ENDEAVOR, options, [eager_choice] * sitting.seats, sitting.seed)
    head = records_pb2.RecordHead(
        table_id=events[0].table.opened.table_id, game="endeavor", complete=True, written_by=WRITTEN_BY
    )
    path = path_of(sitting)
    path.write_bytes(record.write(head, events))
    path.with_suffix(".txt").write_text("\n".join(playthrough.lines(events, GAMES)) + "\n")
    return path


def main() -> None:
    """Write golden games."""
    for sitting in WANTED:
        if "--again" in sys.argv or not path_of(sitting).exists():
            print(write(sitting).name)


if __name__ == "__main__":
    main()
