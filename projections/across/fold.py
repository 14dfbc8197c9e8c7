"""Carries models across tables along the results stream: live, and anew beside the live rows."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from google.protobuf.message import Message

from projections.across.model import AnyAcrossModel
from projections.across.results import ANY, Numbered, Results, TableResult
from projections.connection import Connection
from projections.cursor import Cursor
from projections.functions import COMMIT, SWAP
from projections.keys import HOME, ModelKeys, model_keys, rows_channel
from projections.models import news_of
from projections.projection import write
from server.store.points import FeedPlace
from server.store.wire import Argument

LIVES_SECONDS = 600
"""How long half-built rows stay when whoever builds them died."""
ATTEMPTS = 50


@dataclass(slots=True)
class _Change:
    """A row as it was stored and as it is now."""

    before: Message
    now: Message
    stored: bytes


def fold_all(model: AnyAcrossModel, results: Iterable[TableResult]) -> dict[str, Message]:
    """The rows after these results, by key: what the stored ones must be equal to."""
    rows: dict[str, Message] = {}
    for result in results:
        keys = model.touched(result)
        if keys:
            model.apply({key: rows.setdefault(key, model.start()) for key in keys}, result)
    return rows


class AcrossStore:
    """The stored rows of models across tables."""

    def __init__(self, connection: Connection, results: Results) -> None:
        self._connection = connection
        self._results = results

    async def rows(self, model: AnyAcrossModel, keys: Sequence[str], place: ModelKeys | None = None) -> list[Message]:
        """The rows under these keys, empty ones for those that are not there. Raises StoreUnavailable."""
        if not keys:
            return []
        where = place or model_keys(model.key, HOME)
        reply = await self._connection.ask(HOME, "HMGET", where.rows, *keys)
        return [model.read(data or b"") for data in reply]

    async def follow(self, model: AnyAcrossModel) -> int:
        """Fold the results that are new into the live rows; gives their number.

        Another worker that does the same is no harm: one of the two goes through. Raises StoreUnavailable,
        OutcomeUnknown or StoreMalformed.
        """
        keys, total = model_keys(model.key, HOME), 0
        while True:
            stored = await self._connection.ask(HOME, "GET", keys.cursor)
            cursor = None if stored is None else Cursor.read(stored)
            batch = await self._results.after(cursor.place.position if cursor else 0)
            if not batch:
                return total
            making = cursor.making if cursor else secrets.token_hex(4)
            if await self._fold(model, keys, cursor, making, batch):
                total += len(batch)

    async def rebuild(self, model: AnyAcrossModel) -> int:
        """Make the rows anew from the results stream and put them in the live ones' place; gives their number.

        Raises StoreUnavailable or OutcomeUnknown, and TimeoutError if results come faster than they can be counted.
        """
        making = secrets.token_hex(4)
        built, live = model_keys(model.key, HOME, making), model_keys(model.key, HOME)
        cursor: Cursor | None = None
        try:
            for _ in range(ATTEMPTS):
                while batch := await self._results.after(cursor.place.position if cursor else 0):
                    if not await self._fold(model, built, cursor, making, batch, LIVES_SECONDS):
                        raise TimeoutError(f"the rebuilt rows of {model.name} are gone")
                    cursor = _cursor(batch, making)
                if cursor is None:
                    return 0
                arguments = (bytes(cursor), 0, rows_channel(HOME), news_of(model.key, (ANY,)))
                answer = await self._connection.call_function(HOME, SWAP, (*built.all, *live.all), arguments)
                if answer == b"swapped":
                    return cursor.place.position
            raise TimeoutError(f"results come faster than {model.name} can be rebuilt")
        finally:
            await self._connection.ask(HOME, "UNLINK", *built.all)

    async def _fold(
        self,
        model: AnyAcrossModel,
        keys: ModelKeys,
        cursor: Cursor | None,
        making: str,
        batch: Sequence[Numbered],
        lives_seconds: int = 0,
    ) -> bool:
        """Fold a batch and commit rows and cursor together; False when the cursor is another one by now."""
        wanted = sorted({key for numbered in batch for key in model.touched(numbered.result)})
        rows = dict(zip(wanted, await self.rows(model, wanted, keys), strict=True))
        changes = {key: _Change(model.read(write(row)), row, write(row)) for key, row in rows.items()}
        for numbered in batch:
            touched = model.touched(numbered.result)
            if touched:
                model.apply({key: rows[key] for key in touched}, numbered.result)
        arguments: list[Argument] = [rows_channel(HOME), bytes(cursor) if cursor else b""]
        arguments += [bytes(_cursor(batch, making)), lives_seconds]
        arguments += ["" if lives_seconds else news_of(model.key, (ANY,)), *_lists(model, changes)]
        return bool(await self._connection.call_function(HOME, COMMIT, keys.all, arguments) == [1])


def _lists(model: AnyAcrossModel, changes: dict[str, _Change]) -> list[Argument]:
    """The five lists that the commit function takes."""
    rows: list[Argument] = []
    added: list[Argument] = []
    removed: list[Argument] = []
    for key, change in changes.items():
        rows += (key, write(change.now))
        before = model.members(change.before, key) if change.stored else frozenset()
        now = model.members(change.now, key)
        added += sorted(now - before)
        removed += sorted(before - now)
    return [argument for members in ([], rows, added, removed, []) for argument in (len(members), *members)]


def _cursor(batch: Sequence[Numbered], making: str) -> Cursor:
    last = batch[-1]
    return Cursor(FeedPlace(last.number, last.result.token.event_id), making)
