"""Who leaves a running game leaves for good: a bot goes on in the seat, and a game of two ends."""

from typing import Any

from ludarium.v1 import records_pb2, table_events_pb2

from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.admission import Admission
from server.games.kernel.commands import Actor, Invite, Join, Resign, Start, Undo
from server.games.kernel.game import SeatResult
from server.games.kernel.table import Status, fold
from server.games.kernel.table_view import table_message
from tests.server.games.kernel.opened import NONCE, Opened

PLAYERS = ("anna", "ben", "cleo")


def begun(seats: int, **terms: Any) -> Opened:
    """A game of so many that has begun."""
    opened = Opened(seats, **terms).does("host", Invite(PLAYERS))
    for player in PLAYERS[:seats]:
        opened.does(player, Join(None, NONCE))
    return opened.does("host", Start())


def test_a_bot_goes_on_for_a_player_who_resigns() -> None:
    opened = begun(3, stand_in="random", private=True, no_spectators=True).does("ben", Resign("bot-9"))
    seat = opened.table.seats[1]
    assert seat is not None
    assert (seat.player_id, seat.bot) == ("bot-9", "random")
    assert opened.table.status is Status.RUNNING
    opened.refuses("ben", Resign("bot-9"), "NOT_SEATED")
    assert Admission.to(opened.table).watches(Actor("ben"))
    told = table_message(opened.table)
    assert (told.seats[1].left_by, told.seats[1].left) == ("ben", table_events_pb2.LEAVE_REASON_RESIGNED)
    assert Admission.told_by(told) == Admission.to(opened.table)
    assert fold(opened.events, GAMES) == opened.table


def test_a_game_of_two_ends_when_one_resigns() -> None:
    opened = begun(2).does("anna", Resign("bot-9"))
    assert opened.table.status is Status.FINISHED
    assert opened.table.early
    assert opened.table.results == (SeatResult(0, 0, 2), SeatResult(1, 0, 1))
    assert opened.table.seed_revealed
    finished = opened.events[-2].table.finished
    assert [result.left for result in finished.results] == [table_events_pb2.LEAVE_REASON_RESIGNED, 0]
    opened.refuses("ben", Resign("bot-9"), "TABLE_CLOSED")
    head = records_pb2.RecordHead(table_id=opened.table.table_id, game="alhambra", complete=True)
    verdict = record.verify(record.write(head, opened.events), GAMES)
    assert (verdict.result_matches, verdict.problems) == (True, [])


def test_nobody_takes_back_what_came_before_somebody_left() -> None:
    opened = begun(3)
    first, started = PLAYERS[opened.decision.seat], opened.table.version
    leaver = next(player for player in PLAYERS if player != first)
    opened.plays().does(leaver, Resign("bot-9"))
    opened.refuses(first, Undo(started), "UNDO_CLOSED")


def test_nobody_resigns_before_the_start() -> None:
    opened = Opened(2).does("anna", Join(None, NONCE))
    opened.refuses("anna", Resign("bot-9"), "NOT_STARTED")
