"""What the rules and the fold do without a server, in processor time: the machine may be busy with other things."""

import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from ludarium.v1 import events_pb2

from clients.bots.simulated import simulated
from clients.cli.simulation import run_games
from server.games.kernel import options, record
from server.games.kernel.game import AnyGame
from server.games.kernel.simulate import play_checked
from server.games.kernel.table import fold
from server.store.archive.blob import pack, rechained
from server.store.chain import KEY_BYTES

Event = events_pb2.Event

SEATS = 3
REPEATS = 3
GOLDEN = Path("tests/golden")
"""The recorded games of the repository, where the benchmark runs in it."""
YARDSTICK_CALLS = 200_000


def yardstick() -> int:
    """Calls of an empty function a second: how fast this machine runs Python now, to measure other figures by."""

    def nothing(number: int) -> int:
        return number

    rates = []
    for _ in range(REPEATS):
        began = time.process_time()
        for number in range(YARDSTICK_CALLS):
            nothing(number)
        rates.append(YARDSTICK_CALLS / (time.process_time() - began))
    return round(max(rates))


def golden_games(game: AnyGame, at_most: int) -> list[list[Event]]:
    """Recorded games, the shortest to the longest; simulated ones where the repository's are not at hand."""
    files = sorted((GOLDEN / game.name).glob("*.ldm"))
    if files:
        games = sorted((record.read(path.read_bytes()).events for path in files), key=len)
        step = max(1, len(games) // at_most)
        return games[step // 2 :: step][:at_most]
    bot = simulated("random", game.options_message())
    chosen = game.options_message()
    return [play_checked(game, chosen, [bot] * SEATS, f"bench {number}")[1] for number in range(min(3, at_most))]


def measure(game: AnyGame, seconds: float, golden: int) -> dict[str, Any]:
    """One game's figures; `seconds` are spent on each mix of modules, `golden` recorded games are folded."""
    games = golden_games(game, golden)
    stored = [[event.SerializeToString() for event in events] for events in games]
    folds = [min(_seconds(_folding(game, events)) for _ in range(REPEATS)) for events in stored]
    longest = stored[-1]
    short = longest[: len(longest) // 10]
    middle = rechained(games[len(games) // 2], bytes(KEY_BYTES))
    blob = len(pack(middle))
    return {
        "decisions_per_second": _decisions(game, [], seconds),
        "decisions_per_second_all_modules": _decisions(game, list(options.largest_mix(game, SEATS)), seconds),
        "events_median": round(median(map(len, games))),
        "fold_ms_median": round(1000 * median(folds), 2),
        "replay_events_per_second": round(sum(map(len, stored)) / sum(folds)),
        "fold_us_an_event_of_a_tenth": round(1e6 * _best(_folding(game, short)) / len(short), 2),
        "fold_us_an_event_of_all": round(1e6 * _best(_folding(game, longest)) / len(longest), 2),
        "bytes_an_event": round(sum(len(data) for events in stored for data in events) / sum(map(len, stored))),
        "archived_bytes_a_table": blob,
        "archived_bytes_an_event": round(blob / len(middle), 1),
        "live_table_kb": round(_memory(game, middle) / 1024),
    }


def _decisions(game: AnyGame, modules: Sequence[str], seconds: float) -> int:
    """Decisions a second of random bots, legal lists included, unchecked."""
    chosen = options.build(game, modules)
    decisions, spent, number = 0, 0.0, 0
    while spent < seconds:
        tally = run_games(game, chosen, SEATS, ["random"], 1, f"bench {number}", checked=False)
        decisions, spent, number = decisions + tally.decisions, spent + tally.seconds, number + 1
    return round(decisions / spent)


def _folding(game: AnyGame, stored: Sequence[bytes]) -> Callable[[], object]:
    """A replay from the bytes of the events, as they are stored."""
    return lambda: fold([Event.FromString(data) for data in stored], {game.name: game})


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _best(work: Callable[[], object]) -> float:
    return min(_seconds(work) for _ in range(2 * REPEATS))


def _memory(game: AnyGame, events: Sequence[Event]) -> int:
    """The bytes that a table holds in memory in the middle of its game."""
    half = events[: len(events) // 2]
    fold(half, {game.name: game})
    tracemalloc.start()
    table = fold(half, {game.name: game})
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del table
    return held
