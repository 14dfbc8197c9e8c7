"""How quickly replays are shown: `python -m tests.replay_speed [GAME]...` prints a line for each golden game.

A query server answers in one process and its client asks in another; given is the processor time of the server, since
the machine may have other things to do. First frames are of a table that the server has not heard of yet, and of
versions at random after that; streams are of the whole game, the first time and again. `--most N` takes the N largest.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import grpc
from ludarium.v1 import queries_pb2, queries_pb2_grpc
from prometheus_client import CollectorRegistry

from projections.query.server import QueryServer
from projections.settings import QuerySettings
from server.access.garbage import collect_less_often
from server.games import GAMES
from server.games.kernel import record
from server.store.embedded import EmbeddedServer
from server.store.store import EventStore
from tests.goldens import FOLDER
from tests.projections.playing import append_new
from tests.projections.query.conftest import KEY, WATCHER

RANDOM_FRAMES = 20


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--most", type=int, default=1_000, help="only so many of the largest games of each")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder), appendfsync="everysec") as store:
        server = QueryServer(QuerySettings(redis=store.url, query_port=0, token_key=KEY), CollectorRegistry())
        await server.start()
        collect_less_often()  # as a query server does that is up
        streams = await EventStore.connect(store.url, check=False)
        for game in asked.games:
            paths = sorted((FOLDER / game).glob("*.ldm"), key=lambda path: path.stat().st_size)
            for path in paths[-asked.most :]:
                table_id, events = await append_new(streams, record.read(path.read_bytes()).events)
                figures = await measured(server.port, table_id, len(events))
                print(f"{path.stem[:60]:60} {len(events):5} versions, {figures}", flush=True)
        await streams.close()
        await server.stop()


async def measured(port: int, table_id: str, versions: int) -> str:
    """What it costs this process to answer a client of another."""
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.replay_speed", "--client", str(port), table_id),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert client.stdin is not None
    assert client.stdout is not None

    async def cost(question: str) -> float:
        assert client.stdin is not None
        assert client.stdout is not None
        began = time.process_time()
        client.stdin.write(f"{question}\n".encode())
        await client.stdin.drain()
        await client.stdout.readline()
        return time.process_time() - began

    await cost("frame 1 nobody")  # the connection, and a refusal
    first = await cost(f"frame {versions}")
    rng = random.Random(table_id)
    later = sorted([await cost(f"frame {rng.randint(1, versions)}") for _ in range(RANDOM_FRAMES)])
    cold, warm = await cost("stream"), await cost("stream")
    client.stdin.close()
    await client.wait()
    return (
        f"first frame {first * 1000:.1f} ms, then median {later[RANDOM_FRAMES // 2] * 1000:.1f} and at most "
        f"{later[-1] * 1000:.1f} ms; stream {versions / cold:,.0f} frames/s, again {versions / warm:,.0f}"
    )


async def ask(port: int, table_id: str) -> None:
    """The client: answers each line of questions with a line when the server has answered."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        queries: Any = queries_pb2_grpc.QueryServiceStub(channel)
        while line := (await asyncio.to_thread(sys.stdin.readline)).split():
            if line[0] == "stream":
                request = queries_pb2.StreamFramesRequest(table_id=table_id)
                counted = sum([len(answer.frames) async for answer in queries.StreamFrames(request, metadata=WATCHER)])
            else:
                wanted = "0" * 26 if "nobody" in line else table_id
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await queries.GetFrame(
                        queries_pb2.GetFrameRequest(table_id=wanted, version=int(line[1])), metadata=WATCHER
                    )
                counted = 1
            print(counted, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--client"]:
        asyncio.run(ask(int(sys.argv[2]), sys.argv[3]))
    else:
        asyncio.run(main())
