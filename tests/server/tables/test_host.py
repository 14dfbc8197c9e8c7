"""The host: what it accepts happens once, what it refuses changes nothing, whoever else plays on the table."""

import asyncio
import dataclasses
import random
from collections.abc import Iterator
from uuid import uuid4

import pytest
from google.protobuf.message import Message
from ludarium.v1 import events_pb2, views_pb2
from ulid import ULID

from server.games import GAMES
from server.games.kernel.commands import Actor, Join, Leave, Open, Play, Start
from server.games.kernel.game import Catalogue
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.state import DecisionId
from server.games.kernel.table import Status
from server.store.points import FeedEntry
from server.store.store import EventStore
from server.tables.host import TableHost
from server.tables.orders import Order, last_point
from tests.server.tables.sitting import NOBODY, SEED, Sitting, assert_refused, digest, soon


async def test_a_game_played_to_its_end_is_what_its_stream_folds_to(sitting: Sitting) -> None:
    await sitting.play(10_000)
    table = await sitting.folded()
    assert table.status is Status.FINISHED
    assert table.seed_revealed
    await sitting.assert_live_equals_fold()


async def test_what_is_held_equals_the_fold_after_every_command(sitting: Sitting) -> None:
    for _ in range(25):
        await sitting.play(1)
        await sitting.assert_live_equals_fold()


async def test_the_first_event_of_a_command_names_its_cause_and_the_last_is_marked(sitting: Sitting) -> None:
    await sitting.play(5)
    events = await sitting.events()
    for before, event in zip([None, *events], events, strict=False):
        assert event.HasField("cause") == (before is None or before.last)
        assert before is None or (event.time.seconds, event.time.nanos) >= (before.time.seconds, before.time.nanos)
    assert events[-1].last
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert len({event.event_id for event in events}) == len(events)


async def test_a_refusal_changes_nothing_and_names_the_version(sitting: Sitting) -> None:
    before = await sitting.events()
    async with sitting.host.current(sitting.table_id, soon()) as table:
        assert table.state is not None
        decision = table.state.decisions[0]
        choice = next(table.game.legal(table.state, decision))
    wrong_seat = sitting.players[(decision.seat + 1) % 3]
    rejection = await assert_refused(
        sitting.command(wrong_seat, Play(decision.id, choice)), Reason.REASON_NOT_YOUR_DECISION
    )
    assert rejection.metadata["table_version"] == str(len(before))
    await assert_refused(sitting.command(NOBODY, Play(decision.id, choice)), Reason.REASON_NOT_SEATED)
    await assert_refused(
        sitting.command(sitting.players[0], Play(DecisionId(9999, 0), choice)), Reason.REASON_DECISION_NOT_OPEN
    )
    assert await sitting.events() == before
    await sitting.assert_live_equals_fold()


async def test_the_same_command_again_is_answered_as_the_first_time(sitting: Sitting) -> None:
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    player, command_id = sitting.players[decision.seat], uuid4().hex
    first = await sitting.command(player, Play(decision.id, choice), command_id=command_id)
    await sitting.play(3)
    before = await sitting.events()
    again = await sitting.command(player, Play(decision.id, choice), command_id=command_id)
    assert again == first._replace(repeated=True)
    assert await sitting.events() == before
    await sitting.play(2)
    await sitting.assert_live_equals_fold()


async def test_the_same_command_twice_at_once_is_carried_out_once(sitting: Sitting, other_host: TableHost) -> None:
    for _ in range(10):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        player, command_id, before = sitting.players[decision.seat], uuid4().hex, await sitting.events()
        answers = await asyncio.gather(
            *(
                sitting.command(player, Play(decision.id, choice), command_id=command_id, host=host)
                for host in (sitting.host, other_host, sitting.host, other_host)
            )
        )
        assert [answer.repeated for answer in answers].count(False) == 1
        assert len({answer.point for answer in answers}) == 1
        assert len(await sitting.events()) == len(before) + len(answers[0].events)


async def test_a_command_id_used_for_another_command_is_refused(sitting: Sitting) -> None:
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    player = sitting.players[decision.seat]
    await sitting.command(player, Play(decision.id, choice), command_id="mine", content="one")
    before = await sitting.events()
    again = sitting.command(player, Play(decision.id, choice), command_id="mine", content="other")
    await assert_refused(again, Reason.REASON_COMMAND_ID_REUSED)
    later = await sitting.next_choice()
    assert later is not None
    if later[0].seat == decision.seat:
        fresh = sitting.command(player, Play(later[0].id, later[1]), command_id="mine", content="third")
        await assert_refused(fresh, Reason.REASON_COMMAND_ID_REUSED)
    assert await sitting.events() == before


async def test_a_command_id_belongs_to_its_player(sitting: Sitting) -> None:
    for _ in range(12):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        command_id = f"move {decision.id.version}" if decision.seat == 0 else f"mine {decision.id.version}"
        await sitting.command(sitting.players[decision.seat], Play(decision.id, choice), command_id=command_id)
    await sitting.assert_live_equals_fold()


async def test_an_expected_version_is_strict(sitting: Sitting, other_host: TableHost) -> None:
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    version = len(await sitting.events())
    for expected in (0, version - 1, version + 1, 10**12):
        refused = sitting.command(sitting.players[decision.seat], Play(decision.id, choice), expected_version=expected)
        rejection = await assert_refused(refused, Reason.REASON_STALE_VERSION)
        assert rejection.metadata["table_version"] == str(version)
    await sitting.command(sitting.players[decision.seat], Play(decision.id, choice), expected_version=version)


async def test_a_command_for_another_game_is_malformed(sitting: Sitting) -> None:
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    order = Order(sitting.table_id, sitting.players[decision.seat], Play(decision.id, choice), "x", b"", game="chess")
    await assert_refused(sitting.host.handle(order, soon()), Reason.REASON_MALFORMED, ["field"])


async def test_a_table_that_is_not_there_is_unknown(host: TableHost) -> None:
    order = Order(str(ULID()), NOBODY, Leave(), "x", b"")
    await assert_refused(host.handle(order, soon()), Reason.REASON_UNKNOWN_TABLE)


async def test_a_request_to_open_opens_one_table_however_often_it_is_sent(host: TableHost) -> None:
    options = views_pb2.GameOptions()
    options.alhambra.SetInParent()
    actor, request_id = Actor(uuid4().hex), uuid4().hex

    async def ask(content: str = "open") -> events_pb2.Event:
        command = Open(str(ULID()), options, 3, SEED, fair=False)
        return (await host.open(command, actor, request_id, digest(content), soon())).events[0]

    events = await asyncio.gather(*(ask() for _ in range(5)))
    assert len({event.table.opened.table_id for event in events}) == 1
    await assert_refused(ask("another"), Reason.REASON_COMMAND_ID_REUSED)


async def test_what_can_not_be_opened_is_refused(host: TableHost) -> None:
    options = views_pb2.GameOptions()
    nothing = Open(str(ULID()), options, 3, SEED, fair=False)
    await assert_refused(host.open(nothing, NOBODY, "a", b"", soon()), Reason.REASON_UNKNOWN_GAME)
    options.alhambra.SetInParent()
    crowd = Open(str(ULID()), options, 7, SEED, fair=False)
    await assert_refused(host.open(crowd, NOBODY, "b", b"", soon()), Reason.REASON_WRONG_SEAT_COUNT)


async def test_two_hosts_that_race_for_one_table_lose_and_double_nothing(
    sitting: Sitting, other_host: TableHost
) -> None:
    accepted, reasons = 0, {"DECISION_NOT_OPEN"}

    async def play(host: TableHost, rng: random.Random) -> None:
        nonlocal accepted
        for _ in range(60):
            async with host.current(sitting.table_id, soon()) as table:
                if table.closed:
                    return
                assert table.state is not None
                decision = table.state.decisions[0]
                choice = rng.choice(list(table.game.legal(table.state, decision)))
            try:
                answer = await sitting.command(sitting.players[decision.seat], Play(decision.id, choice), host=host)
            except Rejected as rejection:
                reasons.add(rejection.reason_name)
            else:
                accepted += 1
                assert not answer.repeated

    await asyncio.gather(*(play(host, random.Random(n)) for n, host in enumerate((sitting.host, other_host) * 2)))
    events = await sitting.events()
    played = [event for event in events if event.HasField("cause") and event.cause.HasField("decision")]
    assert len(played) == accepted
    assert reasons == {"DECISION_NOT_OPEN"}
    await sitting.assert_live_equals_fold()
    await sitting.assert_live_equals_fold(other_host)


async def test_a_stale_host_refuses_only_what_is_refused_at_the_last_point(
    sitting: Sitting, other_host: TableHost
) -> None:
    await sitting.play(1, other_host)
    await sitting.play(7)
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    answer = await sitting.command(sitting.players[decision.seat], Play(decision.id, choice), host=other_host)
    assert not answer.repeated
    await sitting.assert_live_equals_fold(other_host)


async def test_a_host_that_hears_the_feed_catches_up_before_it_decides(sitting: Sitting, other_host: TableHost) -> None:
    await sitting.play(1, other_host)
    answer = await sitting.play(3)
    assert answer is not None
    entry = FeedEntry(0, 1, sitting.table_id, answer.point, b"")
    await other_host.on_entries(0, [entry])
    await sitting.play(1, other_host)
    await sitting.assert_live_equals_fold(other_host)


async def test_a_host_told_that_history_went_back_folds_anew(sitting: Sitting) -> None:
    await sitting.play(3)
    for partition in range(64):
        await sitting.host.on_reset(partition)
    await sitting.play(3)
    await sitting.assert_live_equals_fold()


async def test_a_table_with_unknown_events_needs_a_newer_server(sitting: Sitting, other_host: TableHost) -> None:
    async with sitting.host.current(sitting.table_id, soon()) as table:
        point = last_point(table)
    news = events_pb2.Event(version=point.version + 1, event_id=b"12345678", last=True)
    await sitting.store.append(sitting.table_id, point, [news], actor="newer", command_id="x", digest=b"")
    for host in (sitting.host, other_host):
        leave = Order(sitting.table_id, sitting.players[0], Leave(), "l", b"")
        await assert_refused(host.handle(leave, soon()), Reason.REASON_NEEDS_NEWER_SERVER)


async def test_a_fault_of_a_game_leaves_no_trace(sitting: Sitting, store: EventStore) -> None:
    broken = TableHost(store, _broken_games())
    chosen = await sitting.next_choice()
    assert chosen is not None
    decision, choice = chosen
    before = await sitting.events()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await sitting.command(sitting.players[decision.seat], Play(decision.id, choice), host=broken)
    assert await sitting.events() == before
    async with broken.current(sitting.table_id, soon()) as table:
        assert table.version == len(before)
        assert table.state is not None
        assert table.state.find_decision(decision.id) is not None


async def test_more_tables_than_memory_holds_are_played_all_the_same(store: EventStore) -> None:
    host = TableHost(store, GAMES, cache_size=2)
    sittings = [await Sitting(host, store).start() for _ in range(5)]
    for _ in range(3):
        await asyncio.gather(*(sitting.play(2) for sitting in sittings))
    for sitting in sittings:
        await sitting.assert_live_equals_fold()


async def test_seats_are_taken_and_left_before_the_start(host: TableHost, store: EventStore) -> None:
    sitting = await Sitting(host, store).open()
    first, second, third = sitting.players
    await sitting.command(first, Join(None, bytes(16)))
    await assert_refused(sitting.command(first, Join(None, bytes(16))), Reason.REASON_ALREADY_SEATED)
    await assert_refused(sitting.command(second, Join(0, bytes(16))), Reason.REASON_SEAT_TAKEN)
    await assert_refused(sitting.command(first, Start()), Reason.REASON_SEATS_FREE)
    await sitting.command(first, Leave())
    await sitting.command(second, Join(0, bytes(16)))
    await sitting.command(first, Join(None, bytes(16), bot="random", player_id="bot-1"))
    await sitting.command(third, Join(None, bytes(16)))
    await assert_refused(sitting.command(NOBODY, Join(None, bytes(16))), Reason.REASON_TABLE_FULL)
    await assert_refused(sitting.command(second, Start()), Reason.REASON_NOT_ALLOWED)
    await sitting.command(first, Start())
    await assert_refused(sitting.command(second, Leave()), Reason.REASON_TABLE_NOT_OPEN)
    await sitting.assert_live_equals_fold()


def _broken_games() -> Catalogue:
    """Alhambra with a decider that fails after its first event."""

    def decide(*arguments: object) -> Iterator[Message]:
        yield next(GAMES["alhambra"].decide(*arguments))  # type: ignore[arg-type]
        raise ZeroDivisionError

    return {"alhambra": dataclasses.replace(GAMES["alhambra"], decide=decide)}
