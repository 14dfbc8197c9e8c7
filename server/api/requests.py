"""What several services read out of their requests and answers."""

from ludarium.v1 import commands_pb2, tables_pb2

from server.access import limits
from server.store.points import NOWHERE, Point
from server.tables.orders import Answer, point_of


def at_least(request: tables_pb2.GetTableRequest | commands_pb2.ListChoicesRequest) -> Point:
    """The point that an answer must be at or past. Raises Rejected(MALFORMED)."""
    if not request.HasField("at_least"):
        return NOWHERE
    limits.event_id(request.at_least.version, request.at_least.event_id, "at_least")
    return point_of(request.at_least)


def ended(answer: Answer) -> str:
    """How a command that was carried out ended, for the metrics."""
    return "repeated" if answer.repeated else "ok"
