"""A table for tests: opened, filled and played through a host, with a seed that makes it the same in every run."""

import asyncio
import random
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from ludarium.v1 import errors_pb2, events_pb2, terms_pb2, views_pb2
from ulid import ULID

from server.games import GAMES
from server.games.kernel.chance import NONCE_BYTES
from server.games.kernel.codec import Choice
from server.games.kernel.commands import Actor, AnswerUndo, Join, Open, Play, Start, TableCommand, Undo
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import Decision
from server.games.kernel.table import Table, fold
from server.store.store import EventStore
from server.tables.held import parsed
from server.tables.host import TableHost
from server.tables.orders import Answer, Order
from tests.patience import PATIENCE

SEED = bytes(range(32))
NOBODY = Actor("nobody")


def soon(seconds: float = PATIENCE) -> float:
    """A deadline so many seconds from now."""
    return asyncio.get_running_loop().time() + seconds


def digest(text: str) -> bytes:
    """What stands for the content of a command."""
    return text.encode()


@dataclass
class Sitting:
    """A table and who plays at it; `table_id` is known once it is open."""

    host: TableHost
    store: EventStore
    players: list[Actor] = field(default_factory=lambda: [Actor(uuid4().hex) for _ in range(3)])
    table_id: str = ""
    terms: terms_pb2.TableTerms = field(default_factory=terms_pb2.TableTerms)
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    async def open(self) -> "Sitting":
        """Open the table."""
        options = views_pb2.GameOptions()
        options.alhambra.SetInParent()
        command = Open(str(ULID()), options, len(self.players), SEED, False, self.terms)
        answer = await self.host.open(command, self.players[0], uuid4().hex, digest("open"), soon())
        self.table_id = answer.events[0].table.opened.table_id
        return self

    async def start(self) -> "Sitting":
        """Open and fill the table, and begin the game."""
        await self.open()
        for seat, player in enumerate(self.players):
            await self.command(player, Join(seat, bytes([seat]) * NONCE_BYTES))
        await self.command(self.players[0], Start())
        return self

    async def command(
        self,
        player: Actor,
        command: TableCommand,
        *,
        command_id: str = "",
        content: str = "",
        expected_version: int | None = None,
        host: TableHost | None = None,
        seconds: float = PATIENCE,
    ) -> Answer:
        """Give a command."""
        order = Order(
            self.table_id,
            player,
            command,
            command_id or uuid4().hex,
            digest(content or repr(command)),
            expected_version,
            "alhambra" if isinstance(command, Play) else "",
        )
        return await (host or self.host).handle(order, soon(seconds))

    async def next_choice(self, host: TableHost | None = None) -> tuple[Decision, Choice] | None:
        """The first open decision, and a random legal answer to it; None at the end."""
        async with (host or self.host).current(self.table_id, soon()) as table:
            if table.closed:
                return None
            assert table.state is not None
            decision = table.state.decisions[0]
            return decision, self.rng.choice(list(table.game.legal(table.state, decision)))

    async def play(self, moves: int, host: TableHost | None = None) -> Answer | None:
        """Play so many random moves, or to the end; gives back the last answer."""
        answer = None
        for _ in range(moves):
            chosen = await self.next_choice(host)
            if chosen is None:
                break
            decision, choice = chosen
            answer = await self.command(self.players[decision.seat], Play(decision.id, choice), host=host)
        return answer

    async def undo(self, seat: int, to_version: int, *, ask_others: bool = False) -> Answer:
        """Take back."""
        return await self.command(self.players[seat], Undo(to_version, ask_others))

    async def answer_undo(self, seat: int, *, agrees: bool) -> Answer:
        """Answer another seat's question for an undo."""
        return await self.command(self.players[seat], AnswerUndo(agrees))

    async def events(self) -> list[events_pb2.Event]:
        """The table's stream."""
        return parsed(await self.store.read(self.table_id))

    async def folded(self) -> Table:
        """The table as a fresh fold of its stream makes it."""
        return fold(await self.events(), GAMES)

    async def assert_live_equals_fold(self, host: TableHost | None = None) -> None:
        """What the host holds in memory is what the stream says."""
        async with (host or self.host).current(self.table_id, soon()) as table:
            assert table == await self.folded()


async def assert_refused(
    work: Awaitable[object], reason: errors_pb2.Reason.ValueType, metadata: Sequence[str] = ()
) -> Rejected:
    """Await something that must be refused, and give back the refusal."""
    with pytest.raises(Rejected) as refused:
        await work
    assert refused.value.reason == reason, refused.value.message
    assert set(metadata) <= set(refused.value.metadata)
    return refused.value
