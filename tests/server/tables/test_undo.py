"""Undo through the host: alone, refused, with consent, and what follows it."""

from server.games.kernel import undo
from server.games.kernel.commands import Play
from server.games.kernel.rejection import Reason
from server.games.kernel.state import DecisionId
from server.tables.held import undoes
from server.tables.host import TableHost
from tests.server.tables.sitting import Sitting, assert_refused, soon


async def _play_until_undo_point(sitting: Sitting) -> tuple[int, int]:
    """Play on until some seat may take back alone; gives the seat and the version."""
    for _ in range(200):
        await sitting.play(1)
        async with sitting.host.current(sitting.table_id, soon()) as table:
            for seat in range(3):
                points = undo.points(table, seat)
                if points:
                    return seat, points[0]
    raise AssertionError("nobody could ever take back")


async def _closed_seat(sitting: Sitting) -> tuple[int, int]:
    """Play on until a command has revealed something; gives a seat that may not go back alone, and a boundary."""
    for _ in range(200):
        await sitting.play(1)
        async with sitting.host.current(sitting.table_id, soon()) as table:
            if not table.chain and len(table.boundaries) > 3:
                return 0, table.boundaries[-3]
    raise AssertionError("nothing was ever revealed")


async def test_a_seat_takes_back_and_the_same_choice_brings_the_same_state(
    sitting: Sitting, other_host: TableHost
) -> None:
    seat, version = await _play_until_undo_point(sitting)
    last = next(e for e in reversed(await sitting.events()) if e.HasField("cause"))
    async with sitting.host.current(sitting.table_id, soon()) as table:
        assert table.state is not None
        after = sitting.host.games["alhambra"].view(table.state)
    answer = await sitting.undo(seat, version)
    assert [undoes(event) for event in answer.events] == [True]
    await sitting.assert_live_equals_fold()
    old = DecisionId(last.cause.decision.version, last.cause.decision.number)
    game_event = next(e for e in await sitting.events() if e.version == last.version)
    assert game_event.WhichOneof("payload") == "alhambra"
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    assert decision.id == DecisionId(answer.point.version, 0)
    await assert_refused(sitting.command(sitting.players[seat], Play(old, choice)), Reason.REASON_DECISION_NOT_OPEN)
    await sitting.play(5)
    await sitting.assert_live_equals_fold()
    await sitting.assert_live_equals_fold(other_host)
    assert after is not None


async def test_a_refused_undo_names_the_event_in_the_way(sitting: Sitting) -> None:
    seat, version = await _closed_seat(sitting)
    before = await sitting.events()
    rejection = await assert_refused(sitting.undo(seat, version), Reason.REASON_UNDO_CLOSED, ["in_the_way"])
    assert 0 < int(rejection.metadata["in_the_way"]) <= len(before)
    await assert_refused(sitting.answer_undo(1, agrees=True), Reason.REASON_NO_UNDO_ASKED)
    assert await sitting.events() == before


async def test_with_every_seat_agreeing_the_game_goes_back_further(sitting: Sitting, other_host: TableHost) -> None:
    seat, version = await _closed_seat(sitting)
    asked = await sitting.undo(seat, version, ask_others=True)
    assert not any(undoes(event) for event in asked.events)
    await assert_refused(sitting.answer_undo(seat, agrees=True), Reason.REASON_NO_UNDO_ASKED)
    await assert_refused(sitting.undo(1, version, ask_others=True), Reason.REASON_UNDO_CLOSED)
    first = await sitting.answer_undo(1, agrees=True)
    assert not any(undoes(event) for event in first.events)
    await sitting.assert_live_equals_fold()
    second = await sitting.answer_undo(2, agrees=True)
    assert undoes(second.events[-1])
    await sitting.assert_live_equals_fold()
    async with sitting.host.current(sitting.table_id, soon()) as table:
        assert table.boundaries[-1] == version
        assert table.undo_question is None
    await sitting.play(20)
    await sitting.assert_live_equals_fold()
    await sitting.assert_live_equals_fold(other_host)


async def test_one_refusal_ends_the_question(sitting: Sitting) -> None:
    seat, version = await _closed_seat(sitting)
    await sitting.undo(seat, version, ask_others=True)
    await sitting.answer_undo(1, agrees=False)
    await assert_refused(sitting.answer_undo(2, agrees=True), Reason.REASON_NO_UNDO_ASKED)
    await sitting.play(3)
    await sitting.assert_live_equals_fold()


async def test_playing_on_ends_the_question(sitting: Sitting) -> None:
    seat, version = await _closed_seat(sitting)
    await sitting.undo(seat, version, ask_others=True)
    await sitting.play(1)
    await assert_refused(sitting.answer_undo(1, agrees=True), Reason.REASON_NO_UNDO_ASKED)
    await sitting.assert_live_equals_fold()


async def test_undo_after_undo_and_a_game_to_its_end(sitting: Sitting, other_host: TableHost) -> None:
    for _ in range(6):
        seat, version = await _play_until_undo_point(sitting)
        await sitting.undo(seat, version)
        await sitting.play(2, other_host)
        await sitting.assert_live_equals_fold()
    await sitting.play(10_000)
    await sitting.assert_live_equals_fold()
    await assert_refused(sitting.undo(0, 10), Reason.REASON_TABLE_CLOSED)
