"""Given events, then a row: the shape of a handler's test."""

from collections.abc import Sequence
from typing import Any

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2 as alhambra
from ludarium.games.alhambra.v1 import options_pb2, types_pb2
from ludarium.v1 import events_pb2, table_events_pb2, views_pb2

from projections.folding import fold_row
from projections.projection import Projection, R
from server.games import GAMES

TABLE = "01HZZZZZZZZZZZZZZZZZZZZZZZ"
NOON = 1_700_000_000


def given(*happenings: Message) -> "Given":
    """A table of three seats, opened by player `ann`, and what happened since: each a command of its own."""
    opened = table_events_pb2.TableOpened(
        table_id=TABLE, player_id="ann", seats=3, options=views_pb2.GameOptions(alhambra=options_pb2.Options())
    )
    return Given([_event(version, happening) for version, happening in enumerate((opened, *happenings), start=1)])


def sat_down(seat: int, player_id: str, bot: str = "") -> table_events_pb2.SeatTaken:
    return table_events_pb2.SeatTaken(seat=seat, player_id=player_id, bot=bot, nonce=bytes(16))


def full_table() -> tuple[Message, ...]:
    """Three people sat down and began."""
    return sat_down(0, "ann"), sat_down(1, "ben"), sat_down(2, "cleo"), table_events_pb2.TableStarted()


def asked(seat: int) -> alhambra.DecisionOpened:
    return alhambra.DecisionOpened(seat=seat, kind=types_pb2.DECISION_KIND_CHOOSE_ACTION)


class Given:
    """Events, ready to be folded."""

    def __init__(self, events: Sequence[events_pb2.Event]) -> None:
        self.events = events

    def then(self, projection: Projection[R]) -> R:
        """The row that they lead to."""
        return fold_row(projection, self.events, GAMES)


def time_of(version: int) -> int:
    """The second at which a version was recorded."""
    return NOON + version


def _event(version: int, happening: Any) -> events_pb2.Event:
    event = events_pb2.Event(version=version, event_id=version.to_bytes(8, "big"), last=True)
    event.time.seconds = time_of(version)
    event.cause.command_id = f"command {version}"
    wrapper = event.alhambra if happening.DESCRIPTOR.file.package.endswith("alhambra.v1") else event.table
    for field in wrapper.DESCRIPTOR.fields:
        if field.message_type == happening.DESCRIPTOR:
            getattr(wrapper, field.name).CopyFrom(happening)
            getattr(wrapper, field.name).SetInParent()
            return event
    raise TypeError(f"{happening.DESCRIPTOR.full_name} is no event")
