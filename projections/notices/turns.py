"""Turns: whose turn began with an event, and what there is to tell about it."""

from ludarium.v1 import notices_pb2

from server.games.kernel.state import Decision
from server.games.kernel.table import Table
from server.games.kernel.table_view import decision_id_message, timestamp

TurnNotice = notices_pb2.TurnNotice


def turns_begun(table: Table, since_version: int, by_seat: int | None) -> list[TurnNotice]:
    """The turns of people that began with a command: after `since_version`, and not by the seat that commanded."""
    if table.state is None or table.closed:
        return []
    begun: dict[int, Decision] = {}
    for decision in table.state.decisions:
        fresh = decision.id.version > since_version and not decision.standing
        if fresh and decision.seat != by_seat and table.people[decision.seat]:
            begun.setdefault(decision.seat, decision)
    return [_notice(table, decision) for decision in begun.values()]


def _notice(table: Table, decision: Decision) -> TurnNotice:
    seating = table.seats[decision.seat]
    assert seating is not None
    notice = TurnNotice(
        id=f"{table.table_id}.{decision.id.version}.{decision.id.number}.{decision.seat}",
        player_id=seating.player_id,
        table_id=table.table_id,
        game=table.game.name,
        seat=decision.seat,
        decision=decision_id_message(decision.id),
        words=table.game.words.decision(table.state, decision),
        since=timestamp(table.time_ms),
    )
    if table.clocks:
        deadline = table.clocks[decision.seat].deadline(table.pace)
        if deadline is not None:
            notice.deadline.CopyFrom(timestamp(deadline))
    return notice
