"""Looks, previews and lists of choices: what a caller may see without changing anything."""

import copy

import pytest
from ludarium.v1 import commands_pb2, tables_pb2

from server.games.kernel.commands import Actor, Play
from server.games.kernel.rejection import Reason, Rejected
from server.store.points import NOWHERE, Point
from server.tables.choices import list_choices
from server.tables.host import TableHost
from server.tables.looks import look
from server.tables.orders import last_point, point_of
from server.tables.previews import preview_play
from tests.server.tables.sitting import NOBODY, Sitting, soon


async def test_a_look_shows_table_view_decisions_and_seat(sitting: Sitting) -> None:
    await sitting.play(4)
    async with sitting.host.current(sitting.table_id, soon()) as table:
        seen = look(table, sitting.players[1])
        outside = look(table, NOBODY)
    assert seen.seat == 1
    assert seen.table.status == tables_pb2.TABLE_STATUS_RUNNING
    assert [seat.player_id for seat in seen.table.seats] == [player.player_id for player in sitting.players]
    assert seen.view.HasField("alhambra")
    assert all(decision.words and decision.kind for decision in seen.decisions)
    assert not outside.HasField("seat")
    assert outside.view.HasField("alhambra")
    assert point_of(seen.token) == (await sitting.store.last(sitting.table_id))


async def test_a_look_at_an_open_table_has_no_view(host: TableHost, sitting: Sitting) -> None:
    opened = await Sitting(host, sitting.store).open()
    async with host.current(opened.table_id, soon()) as table:
        seen = look(table, NOBODY)
    assert seen.table.status == tables_pb2.TABLE_STATUS_OPEN
    assert not seen.HasField("view")
    assert not seen.decisions


async def test_a_look_is_at_the_stores_last_point(sitting: Sitting, other_host: TableHost) -> None:
    async with other_host.current(sitting.table_id, soon()) as table:
        before = table.version
    answer = await sitting.play(2)
    assert answer is not None
    async with other_host.current(sitting.table_id, soon()) as table:
        assert last_point(table) == answer.point
        assert table.version > before


async def test_a_point_of_the_clients_own_must_be_in_the_history(sitting: Sitting) -> None:
    answer = await sitting.play(3)
    assert answer is not None
    async with sitting.host.current(sitting.table_id, soon(), answer.point):
        pass
    async with sitting.host.current(sitting.table_id, soon(), NOWHERE):
        pass
    lost = [
        Point(answer.point.version, b"otherone"),
        Point(3, b"otherone"),
        Point(answer.point.version + 5, b"12345678"),
    ]
    for point in lost:
        with pytest.raises(Rejected) as refused:
            async with sitting.host.current(sitting.table_id, soon(), point):
                pass
        assert refused.value.reason == Reason.REASON_HISTORY_WENT_BACK


async def test_a_preview_says_what_happens_and_changes_nothing(sitting: Sitting) -> None:
    """What a preview tells, up to the first reveal, is what the command itself then brings."""
    stopped = told = 0
    for _ in range(60):
        chosen = await sitting.next_choice()
        if chosen is None:
            break
        decision, choice = chosen
        player = sitting.players[decision.seat]
        async with sitting.host.current(sitting.table_id, soon()) as table:
            before = copy.deepcopy(table.state)
            preview = preview_play(table, player, Play(decision.id, choice), "preview")
            assert table.state == before
        answer = await sitting.command(player, Play(decision.id, choice))
        happened = [event.alhambra for event in answer.events]
        assert [event.alhambra for event in preview.events] == happened[: len(preview.events)]
        assert [event.version for event in preview.events] == [e.version for e in answer.events[: len(preview.events)]]
        stopped += preview.stopped
        told += not preview.stopped
    assert stopped
    assert told
    await sitting.assert_live_equals_fold()


async def test_a_preview_refuses_what_the_command_would(sitting: Sitting) -> None:
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    other = sitting.players[(decision.seat + 1) % 3]
    with pytest.raises(Rejected) as refused:
        async with sitting.host.current(sitting.table_id, soon()) as table:
            preview_play(table, other, Play(decision.id, choice), "preview")
    assert refused.value.reason == Reason.REASON_NOT_YOUR_DECISION
    assert refused.value.metadata["table_version"]


async def test_pages_of_choices_make_up_the_whole_list(sitting: Sitting) -> None:
    for _ in range(12):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, _ = chosen
        player = sitting.players[decision.seat]
        async with sitting.host.current(sitting.table_id, soon()) as table:
            whole = list_choices(table, player, decision.id, 1000, "")
            for size in (1, 3):
                pages: list[commands_pb2.Choice] = []
                token = ""
                while True:
                    page = list_choices(table, player, decision.id, size, token)
                    assert len(page.choices) <= size
                    pages += page.choices
                    token = page.next_page_token
                    if not token:
                        break
                assert pages == list(whole.choices)
        assert all(choice.words for choice in whole.choices)
        await sitting.play(1)


async def test_a_page_token_is_good_for_its_list_only(sitting: Sitting) -> None:
    while True:
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        player = sitting.players[decision.seat]
        async with sitting.host.current(sitting.table_id, soon()) as table:
            token = list_choices(table, player, decision.id, 1, "").next_page_token
            if token:
                for forged in ("nonsense", token[:-4], "A" * len(token), token + "AAAA", "é"):
                    with pytest.raises(Rejected) as refused:
                        list_choices(table, player, decision.id, 1, forged)
                    assert refused.value.reason == Reason.REASON_MALFORMED
                break
        await sitting.play(1)
    bots = Actor("bots", bot=True)
    async with sitting.host.current(sitting.table_id, soon()) as table:
        with pytest.raises(Rejected) as refused:
            list_choices(table, bots, decision.id, 1, "")
        assert refused.value.reason == Reason.REASON_NOT_YOUR_DECISION
    await sitting.command(player, Play(decision.id, choice))
    async with sitting.host.current(sitting.table_id, soon()) as table:
        with pytest.raises(Rejected) as refused:
            list_choices(table, player, decision.id, 1, token)
        assert refused.value.reason == Reason.REASON_DECISION_NOT_OPEN
