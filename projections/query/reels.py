"""Reels: the frames of whole replays as they go out, kept so that a replay is made once and streamed often."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from projections.query.eyes import Eyes
from projections.query.frames import response_of
from projections.query.timeline import Timeline
from server.store.points import Point


@dataclass(frozen=True, slots=True)
class _Reel:
    """Every frame of a replay, encoded: a StreamFramesResponse each, by version."""

    frames: tuple[tuple[int, bytes], ...]
    size: int


@dataclass(frozen=True, slots=True)
class _Title:
    """Which replay: of a table that ended at this point, through whose eyes, every version or steps only."""

    table_id: str
    end: Point
    eyes: Eyes
    steps_only: bool


class Reels:
    """Makes frames, and keeps those of the replays of closed tables that were last streamed whole."""

    def __init__(self, capacity: int) -> None:
        """`capacity` is how many bytes of frames are kept."""
        self._capacity = capacity
        self._kept: OrderedDict[_Title, _Reel] = OrderedDict()

    def run(self, timeline: Timeline, eyes: Eyes, first: int, last: int, *, steps_only: bool) -> Iterator[bytes]:
        """The frames from one version to another, each an encoded response; several of them together are one too.

        The timeline must be the caller's own.
        """
        whole = timeline.closed and last == timeline.last.version
        title = _Title(timeline.events[0].table.opened.table_id, timeline.last, eyes, steps_only)
        reel = self._kept.get(title) if whole or not steps_only else None
        if reel is not None:
            self._kept.move_to_end(title)
            yield from (frame for version, frame in reel.frames if first <= version <= last)
            return
        walk = timeline.walk_steps if steps_only else timeline.walk
        made: list[tuple[int, bytes]] = []
        for event, table in walk(first, last):
            made.append((event.version, response_of(table, event, eyes)))
            yield made[-1][1]
        if whole and first == 1:
            self._keep(title, tuple(made))

    def _keep(self, title: _Title, frames: tuple[tuple[int, bytes], ...]) -> None:
        self._kept[title] = _Reel(frames, sum(len(frame) for _, frame in frames))
        total = sum(reel.size for reel in self._kept.values())
        while total > self._capacity:
            _, gone = self._kept.popitem(last=False)
            total -= gone.size
