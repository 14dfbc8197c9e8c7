"""Watchers: the past from the store, the rest from the feed, each frame once, cut for who looks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from ludarium.v1 import events_pb2

from server.games import GAMES
from server.games.kernel.commands import Actor, Join, Play, Start
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table_view import cut_event, view_message
from server.store.feed import FeedReader
from server.store.partitions import partition_of
from server.store.points import NOWHERE, FeedEntry, Point, StoredEvent
from server.store.store import EventStore
from server.tables.followed import Past
from server.tables.host import TableHost
from server.tables.looks import look
from server.tables.orders import point_of, token_of
from server.tables.watchers import Watchers
from tests.patience import PATIENCE
from tests.server.tables.sitting import Sitting, soon


@pytest.fixture
async def watchers(store: EventStore, store_url: str) -> AsyncIterator[Watchers]:
    """Watchers that hear the store's feed."""
    feed = FeedReader(store_url, on_demand=True)
    watchers = Watchers(store, GAMES, feed, longest_queue=16)
    feed.add_listener(watchers)
    await feed.start()
    yield watchers
    await watchers.close()
    await feed.stop()


class Listening:
    """Someone who follows a table and keeps what comes."""

    def __init__(
        self,
        watchers: Watchers,
        sitting: Sitting,
        *,
        player: str = "",
        after: Point = NOWHERE,
        views: bool = False,
        actor: Actor | None = None,
    ) -> None:
        self.frames: list[events_pb2.Frame] = []
        self.raw: list[bytes] = []
        self._stream = watchers.follow(sitting.table_id, actor or Actor(player), after, views=views)
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async with aclosing(self._stream) as stream:
            async for frame in stream:
                self.raw.append(frame)
                self.frames.append(events_pb2.Frame.FromString(frame))

    @property
    def events(self) -> list[events_pb2.Event]:
        """Every event that came."""
        return [event for frame in self.frames for event in frame.events]

    async def until(self, version: int) -> None:
        """Wait until a version has come."""
        async with asyncio.timeout(PATIENCE):
            while not self.frames or self.frames[-1].token.version < version:
                if self.task.done():
                    self.task.result()
                    raise AssertionError("the stream ended")
                await asyncio.sleep(0.005)

    async def stop(self) -> None:
        """Stop listening."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def _version(sitting: Sitting) -> int:
    return (await sitting.store.last(sitting.table_id)).version


async def test_past_and_present_come_once_and_in_order(sitting: Sitting, watchers: Watchers) -> None:
    await sitting.play(5)
    listening = Listening(watchers, sitting)
    await listening.until(await _version(sitting))
    await sitting.play(10)
    await listening.until(await _version(sitting))
    stream = await sitting.events()
    assert [event.version for event in listening.events] == [event.version for event in stream]
    assert listening.events == [cut_event(event, None) for event in stream]
    for frame in listening.frames:
        assert [event.last for event in frame.events] == [False] * (len(frame.events) - 1) + [True]
        assert frame.token == token_of(Point(frame.events[-1].version, frame.events[-1].event_id))
    await listening.stop()


async def test_no_gap_and_no_double_for_those_who_come_while_the_game_goes_on(
    sitting: Sitting, watchers: Watchers
) -> None:
    listeners = []
    for _ in range(25):
        await sitting.play(1)
        listeners.append(Listening(watchers, sitting))
        if len(listeners) % 3 == 0:
            point = await sitting.store.last(sitting.table_id)
            listeners.append(Listening(watchers, sitting, after=point))
    version = await _version(sitting)
    for listening in listeners:
        if not listening.frames and listening.task.done():
            listening.task.result()
    await sitting.play(1)
    version = await _version(sitting)
    for listening in listeners:
        await listening.until(version)
        versions = [event.version for event in listening.events]
        assert versions == list(range(versions[0], version + 1))
        await listening.stop()


async def test_a_stream_resumes_after_a_token(sitting: Sitting, watchers: Watchers) -> None:
    await sitting.play(4)
    whole = Listening(watchers, sitting)
    await whole.until(await _version(sitting))
    for frame in whole.frames[:-1]:
        resumed = Listening(watchers, sitting, after=point_of(frame.token))
        await resumed.until(await _version(sitting))
        assert resumed.events == [event for event in whole.events if event.version > frame.token.version]
        await resumed.stop()
    await whole.stop()


async def test_a_token_that_was_lost_is_refused(sitting: Sitting, watchers: Watchers) -> None:
    for point in (Point(3, b"otherone"), Point(10_000, b"12345678")):
        listening = Listening(watchers, sitting, after=point)
        with pytest.raises(Rejected) as refused:
            await listening.task
        assert refused.value.reason == Reason.REASON_HISTORY_WENT_BACK


async def test_an_unknown_table_is_refused(sitting: Sitting, watchers: Watchers, host: TableHost) -> None:
    nowhere = Sitting(host, sitting.store, table_id="0" * 26)
    listening = Listening(watchers, nowhere)
    with pytest.raises(Rejected) as refused:
        await listening.task
    assert refused.value.reason == Reason.REASON_UNKNOWN_TABLE


async def test_views_and_decisions_are_those_of_the_moment(sitting: Sitting, watchers: Watchers) -> None:
    player = sitting.players[1].player_id
    early = Listening(watchers, sitting, player=player, views=True)
    await early.until(await _version(sitting))
    await sitting.play(12)
    await early.until(await _version(sitting))
    late = Listening(watchers, sitting, player=player, views=True)
    await late.until(await _version(sitting))
    assert late.frames == early.frames
    stored = await sitting.store.read(sitting.table_id)
    past = Past(stored, 0, GAMES)
    for frame in early.frames:
        step = past.step()
        assert step is not None
        table, _ = step
        assert (frame.view if frame.HasField("view") else None) == view_message(table, 1)
        assert len(frame.decisions) == (len(table.state.decisions) if table.state else 0)
    await early.stop()
    await late.stop()


async def test_secrets_stay_behind_while_the_game_runs_and_come_out_after_it(
    sitting: Sitting, watchers: Watchers
) -> None:
    live = Listening(watchers, sitting)
    await live.until(await _version(sitting))
    assert not live.events[0].table.opened.HasField("seed")
    assert not any(event.HasField("draws") for event in live.events)
    while await sitting.play(5) is not None:
        await live.until(await _version(sitting))
    await live.until(await _version(sitting))
    after = Listening(watchers, sitting)
    await after.until(await _version(sitting))
    assert after.events == await sitting.events()
    assert [event.version for event in live.events] == [event.version for event in after.events]
    await live.stop()
    await after.stop()


async def test_who_sits_down_while_following_sees_through_that_seat(
    host: TableHost, store: EventStore, watchers: Watchers
) -> None:
    sitting = await Sitting(host, store).open()
    listening = Listening(watchers, sitting, player=sitting.players[0].player_id, views=True)
    for player in sitting.players:
        await sitting.command(player, Join(None, bytes(16)))
    await sitting.command(sitting.players[0], Start())
    await listening.until(await _version(sitting))
    async with host.current(sitting.table_id, soon()) as table:
        assert listening.frames[-1].view == view_message(table, 0)
    await listening.stop()


async def test_a_bot_sees_through_the_seat_that_it_must_choose_for(
    host: TableHost, store: EventStore, watchers: Watchers
) -> None:
    sitting = await Sitting(host, store).open()
    opener, bots = sitting.players[0], Actor("bots", bot=True)
    await sitting.command(opener, Join(0, bytes(16)))
    for seat in (1, 2):
        await sitting.command(opener, Join(seat, bytes(16), bot="random", player_id=f"bot {seat}"))
    await sitting.command(opener, Start())
    listening = Listening(watchers, sitting, views=True, actor=bots)
    for _ in range(15):
        chosen = await sitting.next_choice()
        assert chosen is not None
        decision, choice = chosen
        async with host.current(sitting.table_id, soon()) as table:
            seen = look(table, bots)
            expected = decision.seat or None
            assert (seen.seat if seen.HasField("seat") else None) == expected
            assert seen.view == view_message(table, expected)
        await listening.until(await _version(sitting))
        assert listening.frames[-1].view == seen.view
        await sitting.command(bots if decision.seat else opener, Play(decision.id, choice))
    await listening.stop()


async def test_undo_is_followed_with_the_view_after_it(sitting: Sitting, watchers: Watchers) -> None:
    listening = Listening(watchers, sitting, views=True)
    await sitting.play(20)
    async with sitting.host.current(sitting.table_id, soon()) as table:
        version = table.boundaries[-4]
    await sitting.undo(0, version, ask_others=True)
    await sitting.answer_undo(1, agrees=True)
    await sitting.answer_undo(2, agrees=True)
    await listening.until(await _version(sitting))
    async with sitting.host.current(sitting.table_id, soon()) as table:
        assert listening.frames[-1].view == view_message(table, None)
        assert listening.frames[-1].decisions[0].id.version == table.version
    await sitting.play(3)
    await listening.until(await _version(sitting))
    await listening.stop()


async def test_those_with_the_same_eyes_share_their_frames(sitting: Sitting, watchers: Watchers) -> None:
    listeners = [Listening(watchers, sitting, views=True) for _ in range(3)]
    for listening in listeners:
        await listening.until(await _version(sitting))
    await sitting.play(1)
    for listening in listeners:
        await listening.until(await _version(sitting))
        assert listening.raw[-1] is listeners[0].raw[-1]
        await listening.stop()


async def test_a_slow_reader_is_told_so_and_the_others_go_on(sitting: Sitting, watchers: Watchers) -> None:
    quick = Listening(watchers, sitting)
    await quick.until(await _version(sitting))
    slow = watchers.follow(sitting.table_id, Actor(""), await sitting.store.last(sitting.table_id), views=False)
    waiting = asyncio.ensure_future(anext(slow))
    await sitting.play(1)
    await waiting
    await sitting.play(20)
    await quick.until(await _version(sitting))
    with pytest.raises(Rejected) as refused:
        async for _ in slow:
            pass
    assert refused.value.reason == Reason.REASON_SLOW_READER
    await quick.stop()


async def test_a_history_that_went_back_begins_anew_with_a_view(sitting: Sitting, watchers: Watchers) -> None:
    """The store loses what came last and goes on differently; the feed says so, or another event tells it."""
    await sitting.play(4)
    listening = Listening(watchers, sitting)
    version = await _version(sitting)
    await listening.until(version)
    followed = watchers._followed[sitting.table_id]
    forged = [*followed.history[:-1], StoredEvent(Point(version, b"gonegone"), followed.history[-1].data)]
    followed.begin(forged)
    await watchers.on_reset(partition_of(sitting.table_id))
    async with asyncio.timeout(PATIENCE):
        while not listening.frames[-1].reset:  # noqa: ASYNC110 - what is awaited is the stream itself
            await asyncio.sleep(0.005)
    last = listening.frames[-1]
    async with sitting.host.current(sitting.table_id, soon()) as table:
        assert last.view == view_message(table, None)
    assert point_of(last.token) == await sitting.store.last(sitting.table_id)
    await listening.stop()


async def test_what_was_missed_is_read_from_the_store(sitting: Sitting, store: EventStore, store_url: str) -> None:
    feed = FeedReader(store_url, on_demand=True)
    watchers = Watchers(store, GAMES, feed)
    await feed.start()
    listening = Listening(watchers, sitting)
    await listening.until(await _version(sitting))
    await sitting.play(3)
    stored = (await store.read(sitting.table_id))[-1]
    entry = FeedEntry(partition_of(sitting.table_id), 1, sitting.table_id, stored.point, stored.data)
    await watchers.on_entries(entry.partition, [entry])
    await listening.until(stored.point.version)
    versions = [event.version for event in listening.events]
    assert versions == list(range(1, stored.point.version + 1))
    await listening.stop()
    await watchers.close()
    await feed.stop()


async def test_events_of_a_newer_server_end_the_stream(sitting: Sitting, watchers: Watchers) -> None:
    listening = Listening(watchers, sitting)
    point = await sitting.store.last(sitting.table_id)
    await listening.until(point.version)
    news = events_pb2.Event(version=point.version + 1, event_id=b"12345678", last=True)
    await sitting.store.append(sitting.table_id, point, [news], actor="newer", command_id="x", digest=b"")
    with pytest.raises(Rejected) as refused:
        async with asyncio.timeout(PATIENCE):
            await listening.task
    assert refused.value.reason == Reason.REASON_NEEDS_NEWER_SERVER


async def test_closing_ends_every_stream_well(sitting: Sitting, watchers: Watchers) -> None:
    listening = Listening(watchers, sitting)
    await listening.until(await _version(sitting))
    await watchers.close()
    async with asyncio.timeout(PATIENCE):
        await listening.task
    assert not watchers._followed
