"""Half load: commands at a steady rate; how long they take, and when a read model shows them."""

import asyncio
import time
from dataclasses import dataclass, field

from ludarium.v1 import commands_pb2, queries_pb2

from clients.cli.bench.load import Target, Work
from clients.sdk.connection import Connection

SAMPLE = 5
"""Every so many commands one is looked for."""


@dataclass(slots=True)
class Steady:
    """Seconds from the moment that a command was due to its answer, and from its answer to the scoreboard's."""

    answered: list[float] = field(default_factory=list)
    visible: list[float] = field(default_factory=list)


async def measure(
    target: Target, connection: Connection, work: Work, hands: int, rate: float, seconds: float
) -> Steady:
    """Send `rate` commands a second for so many seconds.

    The scoreboard is asked for an answer at least as fresh as the command, so the time of that question counts in. A
    command that is sent late, because the one before took long, counts from when it was due.
    """
    steady = Steady()
    looking: set[asyncio.Task[None]] = set()
    pause = hands / rate
    begins = time.perf_counter()

    async def look(table_id: str, answer: bytes, acknowledged: float) -> None:
        token = commands_pb2.SubmitResponse.FromString(answer).token
        while True:
            request = queries_pb2.GetScoreboardRequest(table_id=table_id, at_least=token)
            response = await connection.call(connection.queries.GetScoreboard, request)
            if not response.behind:
                steady.visible.append(time.perf_counter() - acknowledged)
                return

    async def one(number: int) -> None:
        due = begins + pause * number / hands
        sent = number
        script = None
        while due < begins + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            script = work.next(script)
            if script is None:
                return
            answer = await target.unary(script.commands.popleft().unary, metadata=target.metadata)
            acknowledged = time.perf_counter()
            steady.answered.append(acknowledged - due)
            sent += 1
            if sent % SAMPLE == 0:
                task = asyncio.create_task(look(script.table_id, answer, acknowledged))
                looking.add(task)
                task.add_done_callback(looking.discard)
            due += pause

    await asyncio.gather(*(one(number) for number in range(hands)))
    await asyncio.gather(*looking)
    return steady
