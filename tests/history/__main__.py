"""Freezes what is not frozen yet."""

import argparse
import json
from dataclasses import asdict

from server.games import GAMES
from tests.history import STATED, freeze, frozen, written_now


def main() -> None:
    """Freeze what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--again", metavar="GAME", help="freeze this game's records anew")
    again = parser.parse_args().again
    kept = [one for one in frozen() if one.game != again] if STATED.exists() else []
    for game in GAMES.values():
        if written_now(game) not in {one.versions for one in kept}:
            new = list(freeze(game))
            kept += new
            print("\n".join(one.file for one in new))
    STATED.write_text("".join(json.dumps(asdict(one)) + "\n" for one in kept), "utf-8")


if __name__ == "__main__":
    main()
