"""Frames show any version through the eyes asked for, and never more than those eyes saw then."""

import time
from collections.abc import Sequence
from typing import Any

import grpc
import pytest
from ludarium.v1 import queries_pb2

from projections.query.eyes import EVERYTHING, Eyes
from projections.query.eyes import SPECTATOR as SPECTATING
from projections.query.frames import frame_of
from projections.query.reels import Reels
from projections.query.timeline import Timeline
from projections.runner import House
from server.games import GAMES
from server.games.kernel.table import fold
from server.store.archive.blob import without_command_id
from tests.patience import slowness
from tests.projections.given import sat_down
from tests.projections.playing import Event, another_table, append_game, append_new, played_game
from tests.projections.query.conftest import BOT, OPERATOR, WATCHER, Client, Metadata, reason_of, token

ALL = queries_pb2.ReplayViewer(all=True)
SPECTATOR = queries_pb2.ReplayViewer(spectator=True)
NOBODY = queries_pb2.ReplayViewer()


def seat(number: int) -> queries_pb2.ReplayViewer:
    return queries_pb2.ReplayViewer(seat=number)


async def frame(
    client: Client,
    table_id: str,
    version: int = 0,
    viewer: queries_pb2.ReplayViewer = NOBODY,
    caller: Metadata = WATCHER,
) -> queries_pb2.ReplayFrame:
    request = queries_pb2.GetFrameRequest(table_id=table_id, version=version, viewer=viewer)
    response: queries_pb2.GetFrameResponse = await client.queries.GetFrame(request, metadata=caller)
    return response.frame


async def running_table(house: House) -> tuple[str, list[Event]]:
    """A table of `player 0` to `player 2` in the middle of its game."""
    return await append_new(house.streams, played_game()[:701])


def hands(events: Sequence[Event], version: int) -> list[list[str]]:
    """What each seat holds at a version, in truth."""
    view = GAMES["alhambra"].view(fold(events[:version], GAMES).state)
    return [[card.id for card in player.hand] for player in view.players]


async def test_a_frame_shows_the_table_at_its_version(house: House, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())
    for version in (1, 3, 5, 60, 500, len(events)):
        shown = await frame(client, table_id, version, ALL)
        table = fold(events[:version], GAMES)
        assert shown.version == version
        assert shown.event == without_command_id(events[version - 1])
        assert shown.table.status == table.status.value
        assert shown.HasField("view") == (table.state is not None)
        if table.state is not None:
            assert shown.view.alhambra == GAMES["alhambra"].view(table.state)


async def test_without_a_version_the_latest_is_shown(house: House, client: Client) -> None:
    table_id, events = another_table(played_game())
    after = await append_game(house.streams, events[:200])
    assert (await frame(client, table_id)).version == after.version
    after = await append_game(house.streams, events[after.version :], after, table_id=table_id)
    assert (await frame(client, table_id)).version == len(events)


async def test_a_seat_sees_its_own_hand_and_no_other(house: House, client: Client) -> None:
    table_id, events = await running_table(house)
    for version in (100, 400, len(events)):
        shown = await frame(client, table_id, version, seat(1), token("player 1"))
        truth = hands(events, version)
        assert [[card.id for card in player.hand] for player in shown.view.alhambra.players] == [[], truth[1], []]
        assert [player.hand_count for player in shown.view.alhambra.players] == list(map(len, truth))


async def test_a_replay_of_a_closed_table_as_a_seat_shows_what_it_knew_then(house: House, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())

    shown = await frame(client, table_id, 400, seat(2))

    truth = hands(events, 400)
    assert [[card.id for card in player.hand] for player in shown.view.alhambra.players] == [[], [], truth[2]]
    assert not shown.view.alhambra.draw_pile


@pytest.mark.parametrize("viewer", [SPECTATOR, NOBODY], ids=["spectator", "unsaid"])
async def test_a_spectator_of_a_running_table_sees_no_hand(
    house: House, client: Client, viewer: queries_pb2.ReplayViewer
) -> None:
    table_id, _ = await running_table(house)

    shown = await frame(client, table_id, 500, viewer)

    assert not any(player.hand for player in shown.view.alhambra.players)


async def test_everything_of_a_closed_table_is_open(house: House, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())

    for viewer in (ALL, NOBODY):
        shown = await frame(client, table_id, 400, viewer)
        assert [[card.id for card in player.hand] for player in shown.view.alhambra.players] == hands(events, 400)
        assert shown.view.alhambra.draw_pile


async def test_nobody_borrows_eyes_at_a_running_table(house: House, client: Client) -> None:
    table_id, _ = await running_table(house)

    for viewer, caller in (
        (ALL, token("player 1")),
        (ALL, OPERATOR),
        (seat(1), token("player 0")),
        (seat(1), WATCHER),
        (seat(1), OPERATOR),
        (seat(1), BOT),
        (seat(1), token("player 11")),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await frame(client, table_id, 300, viewer, caller)
        assert reason_of(refused.value) == ("PERMISSION_DENIED", "NOT_ALLOWED")


async def test_bots_see_through_the_eyes_of_seats_that_bots_hold(house: House, client: Client) -> None:
    table_id, events = another_table(played_game()[:701])
    events[2].table.seat_taken.CopyFrom(sat_down(1, "b1", bot="greedy"))
    await append_game(house.streams, events)

    shown = await frame(client, table_id, 400, seat(1), BOT)

    assert [card.id for card in shown.view.alhambra.players[1].hand] == hands(events, 400)[1]
    with pytest.raises(grpc.aio.AioRpcError):
        await frame(client, table_id, 400, seat(0), BOT)


async def test_what_does_not_exist_is_refused(house: House, client: Client) -> None:
    table_id, events = await running_table(house)

    for asked, reason in (
        (frame(client, table_id, len(events) + 1), ("OUT_OF_RANGE", "NO_SUCH_VERSION")),
        (frame(client, table_id, 5, seat(7), token("player 1")), ("INVALID_ARGUMENT", "MALFORMED")),
        (frame(client, "01HZZZZZZZZZZZZZZZZZZZZZZZ"), ("NOT_FOUND", "UNKNOWN_TABLE")),
        (frame(client, "?"), ("INVALID_ARGUMENT", "MALFORMED")),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await asked
        assert reason_of(refused.value) == reason


def test_no_byte_of_a_frame_depends_on_what_is_hidden() -> None:
    """Order the piles anew below what was turned up: everybody's frames stay the same, byte for byte."""
    _, events = another_table(played_game())
    _, others = another_table(played_game(), events[0].table.opened.table_id)
    for event in others:
        tiles, cards = event.alhambra.draw_pile_shuffled.tiles, event.alhambra.money_deck_built.cards
        if event.alhambra.HasField("draw_pile_shuffled"):
            tiles[-1], tiles[-2] = tiles[-2], tiles[-1]
        if event.alhambra.HasField("money_deck_built"):
            cards[-1], cards[-2] = cards[-2], cards[-1]
        event.draws.outcomes.extend([7] if event.HasField("draws") else [])
    others[0].table.opened.seed = bytes(32)
    timeline, other = Timeline(GAMES), Timeline(GAMES)
    timeline.extend(events)
    other.extend(others)

    for version in range(1, 700):
        for eyes in (SPECTATING, Eyes(0), Eyes(1), Eyes(2)):
            assert bytes_at(timeline, version, eyes) == bytes_at(other, version, eyes), (version, eyes)
    assert bytes_at(timeline, 600, EVERYTHING) != bytes_at(other, 600, EVERYTHING)


def bytes_at(timeline: Timeline, version: int, eyes: Eyes) -> bytes:
    return frame_of(timeline.at(version), timeline.events[version - 1], eyes).SerializeToString(deterministic=True)


async def stream(
    client: Client, table_id: str, caller: Metadata = WATCHER, **how: object
) -> list[queries_pb2.ReplayFrame]:
    request = queries_pb2.StreamFramesRequest(table_id=table_id, **how)  # type: ignore[arg-type]
    answers = client.queries.StreamFrames(request, metadata=caller)
    return [frame async for response in answers for frame in response.frames]


async def test_a_run_of_frames_is_each_frame_in_turn(house: House, client: Client) -> None:
    table_id, _ = await append_new(house.streams, played_game(undo_every=6, seed="run"))

    frames = await stream(client, table_id, from_version=300, to_version=420, viewer=seat(0))

    assert [shown.version for shown in frames] == list(range(300, 421))
    for shown in frames[::20]:
        assert shown == await frame(client, table_id, shown.version, seat(0))


async def test_steps_only_shows_whole_commands(house: House, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())

    frames = await stream(client, table_id, steps_only=True)

    assert [shown.version for shown in frames] == [event.version for event in events if event.last]


async def test_a_replay_that_was_streamed_before_is_the_same_in_whole_and_in_part(house: House, client: Client) -> None:
    table_id, events = await append_new(house.streams, played_game())
    for steps_only in (False, True):
        for eyes in (seat(1), queries_pb2.ReplayViewer(all=True)):
            how: dict[str, Any] = {"viewer": eyes, "steps_only": steps_only}
            part = await stream(client, table_id, from_version=300, to_version=len(events), **how)
            whole = await stream(client, table_id, **how)
            assert await stream(client, table_id, **how) == whole
            assert await stream(client, table_id, from_version=300, **how) == part
            assert part == [frame for frame in whole if frame.version >= 300]


def test_reels_are_let_go_when_they_are_too_many() -> None:
    timeline = Timeline(GAMES)
    timeline.extend(list(played_game()))
    last = timeline.last.version
    reels = Reels(capacity=1)
    assert len(list(reels.run(timeline, SPECTATING, 1, last, steps_only=True))) > 100
    assert not reels._kept
    roomy = Reels(capacity=1 << 30)
    for eyes in (SPECTATING, EVERYTHING):
        list(roomy.run(timeline, eyes, 1, last, steps_only=True))
    assert len(roomy._kept) == 2


async def test_frames_come_at_the_speed_asked_for(house: House, client: Client) -> None:
    table_id, _ = await append_new(house.streams, played_game())
    began = time.monotonic()
    await stream(client, table_id, from_version=100, to_version=110, speed=20.0)

    assert 0.4 < time.monotonic() - began < 2.0 * slowness()


@pytest.mark.parametrize("speed", [-1.0, float("nan"), float("inf"), 2000.0])
async def test_a_speed_that_is_none_is_refused(house: House, client: Client, speed: float) -> None:
    table_id, _ = await running_table(house)

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stream(client, table_id, speed=speed)
    assert reason_of(refused.value) == ("INVALID_ARGUMENT", "MALFORMED")


async def test_a_stream_is_refused_like_a_frame(house: House, client: Client) -> None:
    table_id, _ = await running_table(house)

    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stream(client, table_id, viewer=seat(1), caller=token("player 0"))
    assert reason_of(refused.value) == ("PERMISSION_DENIED", "NOT_ALLOWED")


async def test_words_tell_what_happened(house: House, client: Client) -> None:
    table_id, _ = await append_new(house.streams, played_game())

    assert (await frame(client, table_id, 1)).words == "the table is opened with 3 seats"
    assert (await frame(client, table_id, 2)).words == "seat 0 is taken by a player"
    assert (await frame(client, table_id, 5)).words == "the game begins"
