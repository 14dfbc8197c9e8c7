"""How long after its acknowledgement a command is visible in a read model, while others go on at a steady rate."""

import asyncio
import time

from ludarium.v1 import commands_pb2, queries_pb2

from clients.cli.bench.load import Target, Work
from clients.sdk.connection import Connection

SAMPLE = 5
"""Every so many commands one is looked for."""


async def measure(
    target: Target, connection: Connection, work: Work, hands: int, rate: float, seconds: float
) -> list[float]:
    """Send `rate` commands a second for so many seconds; seconds from the acknowledgement to the scoreboard's answer.

    The scoreboard is asked for an answer at least as fresh as the command, so the time of that question counts in.
    """
    seen: list[float] = []
    looking: set[asyncio.Task[None]] = set()
    pause = hands / rate
    ends = time.perf_counter() + seconds

    async def look(table_id: str, answer: bytes, acknowledged: float) -> None:
        token = commands_pb2.SubmitResponse.FromString(answer).token
        while True:
            request = queries_pb2.GetScoreboardRequest(table_id=table_id, at_least=token)
            response = await connection.call(connection.queries.GetScoreboard, request)
            if not response.behind:
                seen.append(time.perf_counter() - acknowledged)
                return

    async def one(number: int) -> None:
        due = time.perf_counter() + pause * number / hands
        sent = number
        script = None
        while due < ends:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            script = work.next(script)
            if script is None:
                return
            answer = await target.unary(script.commands.popleft().SerializeToString(), metadata=target.metadata)
            sent += 1
            if sent % SAMPLE == 0:
                task = asyncio.create_task(look(script.table_id, answer, time.perf_counter()))
                looking.add(task)
                task.add_done_callback(looking.discard)
            due += pause

    await asyncio.gather(*(one(number) for number in range(hands)))
    await asyncio.gather(*looking)
    return seen
