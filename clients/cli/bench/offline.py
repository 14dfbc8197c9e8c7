"""What the rules and the fold do without a server: decisions a second, and events replayed a second."""

import time
from dataclasses import dataclass
from statistics import median

from ludarium.v1 import events_pb2

from clients.bots.simulated import simulated
from clients.cli.simulation import run_games
from server.games.kernel.game import AnyGame
from server.games.kernel.simulate import play_checked
from server.games.kernel.table import fold

REPEATS = 3


@dataclass(frozen=True, slots=True)
class Offline:
    """One game's figures, in processor time; replays begin with the bytes of the events, as they are stored."""

    decisions_per_second: float
    replay_events_per_second: float
    fold_ms_median: float
    """Of a finished game of random bots."""


def measure(game: AnyGame, seats: int, games: int) -> Offline:
    """Play so many games at random unchecked for the decisions, and a few checked for their events."""
    options = game.options_message()
    tally = run_games(game, options, seats, ["random"], games, "bench", checked=False)
    bot = simulated("random", options)
    played = [play_checked(game, options, [bot] * seats, f"bench {number}")[1] for number in range(max(3, games // 4))]
    stored = [[event.SerializeToString() for event in events] for events in played]
    seconds = [_replay_seconds(game, events) for events in stored for _ in range(REPEATS)]
    return Offline(
        decisions_per_second=tally.decisions / tally.seconds,
        replay_events_per_second=REPEATS * sum(len(events) for events in stored) / sum(seconds),
        fold_ms_median=1000 * median(seconds),
    )


def _replay_seconds(game: AnyGame, stored: list[bytes]) -> float:
    began = time.process_time()
    fold([events_pb2.Event.FromString(data) for data in stored], {game.name: game})
    return time.process_time() - began
