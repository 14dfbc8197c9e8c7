"""Outcomes: what a command brings about, before the host stamps it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from google.protobuf.message import Message
from ludarium.v1 import events_pb2, table_events_pb2

from server.games.kernel.driver import Happened
from server.games.kernel.game import AnyGame
from server.games.kernel.state import DecisionId

TableEvent = table_events_pb2.TableEvent


@dataclass(slots=True)
class Outcome:
    """What a command brings about: payload events in order, the seat behind it, and the decision answered.

    `evolved` says that game events are folded into the table's state already.
    """

    payloads: list[events_pb2.Event] = field(default_factory=list)
    seat: int | None = None
    decision: DecisionId | None = None
    evolved: bool = False

    def table_event(self, **event: Message) -> None:
        """Add an event of the table itself, given as `seat_left=…`."""
        self.payloads.append(events_pb2.Event(table=TableEvent(**cast(Any, event))))

    def game_events(self, game: AnyGame, happened: Sequence[Happened]) -> None:
        """Add a game's events with the draws behind them."""
        for message, draws in happened:
            event = events_pb2.Event()
            getattr(getattr(event, game.name), game.kinds[type(message)]).CopyFrom(message)
            if draws:
                event.draws.first_index = draws[0].number
                event.draws.bounds.extend(draw.bound for draw in draws)
                event.draws.outcomes.extend(draw.outcome for draw in draws)
            self.payloads.append(event)
