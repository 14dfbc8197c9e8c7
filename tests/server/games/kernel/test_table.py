"""The table's decider and fold: seats, start, undo with and without consent, the end."""

import random
from typing import Any

import pytest
from ludarium.v1 import events_pb2, views_pb2

from server.games import GAMES
from server.games.kernel import chance
from server.games.kernel.chance import SEED_BYTES
from server.games.kernel.commands import Abort, Actor, AnswerUndo, Join, Leave, Open, Start, Undo
from server.games.kernel.decider import open_new
from server.games.kernel.game import SeatResult
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected
from server.games.kernel.simulate import Simulation
from server.games.kernel.table import Status, UnknownEvent, fold
from server.games.kernel.undo import points
from tests.server.games.kernel.opened import ALHAMBRA, HOST, NONCE, Opened


def full() -> Opened:
    return Opened(2).does("anna", Join(None, NONCE)).does("ben", Join(None, NONCE, "red"))


def test_seats_fill_in_order_and_can_be_chosen() -> None:
    opened = Opened().does("anna", Join(2, NONCE)).does("ben", Join(None, NONCE))
    assert [seat.player_id if seat else None for seat in opened.table.seats] == ["ben", None, "anna"]


def test_a_nonce_that_nobody_chose_follows_from_a_seed_that_was_given() -> None:
    for fair, own in ((False, False), (True, True)):
        opened = Opened(fair=fair).does("anna", Join(None, NONCE, drawn=True)).does("ben", Join(None, NONCE))
        assert (opened.table.nonces[0] == NONCE) is own
        assert opened.table.nonces[1] == NONCE
    again = Opened(fair=False).does("cleo", Join(1, NONCE, drawn=True)).does("dan", Join(0, bytes(16), drawn=True))
    assert again.table.nonces[:2] == [chance.seat_nonce(b"s" * SEED_BYTES, seat) for seat in (0, 1)]


def test_seats_are_taken_once_and_by_one_player() -> None:
    opened = Opened(2).does("anna", Join(0, NONCE, "red"))
    opened.refuses("anna", Join(1, NONCE), "ALREADY_SEATED")
    opened.refuses("ben", Join(0, NONCE), "SEAT_TAKEN")
    opened.refuses("ben", Join(1, NONCE, "red"), "SEAT_TAKEN")
    opened.refuses("ben", Join(1, NONCE, "mauve"), "MALFORMED")
    opened.refuses("ben", Join(5, NONCE), "MALFORMED")
    opened.refuses("ben", Join(1, b"short"), "MALFORMED")
    full().refuses("cleo", Join(None, NONCE), "TABLE_FULL")


def test_a_seat_can_be_given_up_before_the_start() -> None:
    opened = full().does("anna", Leave())
    assert opened.table.seats[0] is None
    opened.refuses("anna", Leave(), "NOT_SEATED")


def test_only_the_opener_seats_bots_and_starts() -> None:
    opened = Opened(2)
    opened.refuses("anna", Join(0, NONCE, bot="random", player_id="bot-1"), "NOT_ALLOWED")
    opened.refuses("host", Start(), "SEATS_FREE")
    opened.does("host", Join(0, NONCE, bot="random", player_id="bot-1")).does("anna", Join(1, NONCE))
    opened.refuses("anna", Start(), "NOT_ALLOWED")
    opened.does("host", Start())
    assert opened.table.status is Status.RUNNING
    opened.refuses("cleo", Join(None, NONCE), "TABLE_NOT_OPEN")


def test_an_aborted_table_is_closed_and_reveals_its_seed() -> None:
    opened = full()
    opened.refuses("anna", Abort(), "NOT_ALLOWED")
    opened.does("host", Abort())
    assert opened.table.status is Status.ABORTED
    assert opened.table.seed_revealed
    opened.refuses("host", Abort(), "TABLE_CLOSED")


def test_a_running_game_is_aborted_by_operators_only() -> None:
    opened = full().does("host", Start())
    opened.refuses("host", Abort(), "NOT_ALLOWED")
    opened.does("root", Abort(), operator=True)
    assert opened.table.closed


def test_a_fold_gives_the_live_table() -> None:
    opened = full().does("host", Start())
    assert fold(opened.events, GAMES) == opened.table


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_game_is_opened_for_its_numbers_of_players_only(seats: int) -> None:
    with pytest.raises(Rejected) as refusal:
        Opened(seats)
    assert refusal.value.reason_name == "WRONG_SEAT_COUNT"


def test_a_game_that_is_unknown_is_refused() -> None:
    with pytest.raises(Rejected) as refusal:
        open_new(Open("01TABLE", views_pb2.GameOptions(), 2, b"s" * SEED_BYTES, fair=True), HOST, GAMES)
    assert refusal.value.reason_name == "UNKNOWN_GAME"


def test_an_event_of_a_newer_server_is_told_apart() -> None:
    opened = full()
    later = events_pb2.Event(version=opened.table.version + 1, event_id=b"later")
    with pytest.raises(UnknownEvent):
        fold([*opened.events, later], GAMES)


def test_missing_versions_are_an_error() -> None:
    opened = full()
    with pytest.raises(ValueError, match="versions 1 to 2"):
        fold([opened.events[0], opened.events[2]], GAMES)


def played(steps: int, seats: int = 3) -> Simulation:
    simulation = Simulation(ALHAMBRA, build(ALHAMBRA), seats, "consent")
    rng = random.Random(2)
    for _ in range(steps):
        step(simulation, rng)
    return simulation


def step(simulation: Simulation, rng: random.Random) -> None:
    state: Any = simulation.table.running()
    decision = state.decisions[0]
    simulation.play(decision, rng.choice(list(ALHAMBRA.legal(state, decision))))


def test_with_everybodys_consent_a_game_goes_back_further() -> None:
    simulation = played(12)
    target = simulation.table.boundaries[4]
    earlier = fold([event for event in simulation.events if event.version <= target], GAMES).state
    asker = Actor("player 0")
    with pytest.raises(Rejected) as refusal:
        simulation.command(asker, Undo(target))
    assert refusal.value.reason_name == "UNDO_CLOSED"
    assert int(refusal.value.metadata["in_the_way"]) > target
    simulation.command(asker, Undo(target, ask_others=True))
    simulation.command(Actor("player 1"), AnswerUndo(agrees=True))
    assert simulation.table.undo_question is not None
    simulation.command(Actor("player 2"), AnswerUndo(agrees=True))
    state = simulation.table.running()
    assert earlier is not None
    assert state.draws == earlier.draws
    assert [(d.seat, d.kind) for d in state.decisions] == [(d.seat, d.kind) for d in earlier.decisions]
    assert all(d.id.version == simulation.table.version for d in state.decisions)
    step(simulation, random.Random(3))
    assert fold(simulation.events, GAMES) == simulation.table


def test_one_refusal_ends_the_question() -> None:
    simulation = played(12)
    simulation.command(Actor("player 0"), Undo(simulation.table.boundaries[4], ask_others=True))
    with pytest.raises(Rejected) as again:
        simulation.command(Actor("player 1"), Undo(simulation.table.boundaries[3], ask_others=True))
    assert again.value.reason_name == "UNDO_CLOSED"
    simulation.command(Actor("player 1"), AnswerUndo(agrees=False))
    assert simulation.table.undo_question is None
    with pytest.raises(Rejected) as late:
        simulation.command(Actor("player 2"), AnswerUndo(agrees=True))
    assert late.value.reason_name == "NO_UNDO_ASKED"


def test_a_command_in_the_meantime_ends_the_question() -> None:
    simulation = played(12)
    simulation.command(Actor("player 0"), Undo(simulation.table.boundaries[4], ask_others=True))
    step(simulation, random.Random(4))
    assert simulation.table.undo_question is None


def test_a_game_goes_back_to_the_end_of_a_command_only() -> None:
    simulation = played(12)
    inside = simulation.table.boundaries[4] + 1
    with pytest.raises(Rejected) as refusal:
        simulation.command(Actor("player 0"), Undo(inside, ask_others=True))
    assert refusal.value.reason_name == "UNDO_CLOSED"


def test_a_finished_game_takes_no_undo_and_no_command() -> None:
    simulation = played(0, 2)
    rng = random.Random(5)
    while not simulation.table.closed:
        step(simulation, rng)
    assert points(simulation.table, 0) == []
    assert all(isinstance(result, SeatResult) for result in simulation.table.results)
    with pytest.raises(Rejected) as refusal:
        simulation.command(Actor("player 0"), Undo(20, ask_others=True))
    assert refusal.value.reason_name == "TABLE_CLOSED"
