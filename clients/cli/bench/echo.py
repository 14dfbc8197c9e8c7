"""A bare grpc.aio server that echoes: what this machine and this library can do at most.

`python -m clients.cli.bench.echo` prints its port and serves until it is stopped.
"""

from collections.abc import AsyncIterator
from typing import Any

import grpc
import uvloop

UNARY = "/ludarium.bench.Echo/Unary"
STREAM = "/ludarium.bench.Echo/Stream"


async def _unary(request: bytes, _: Any) -> bytes:
    return request


async def _stream(requests: AsyncIterator[bytes], _: Any) -> AsyncIterator[bytes]:
    async for request in requests:
        yield request


async def serve() -> None:
    """Serve on a free port."""
    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Unary": grpc.unary_unary_rpc_method_handler(_unary),
        "Stream": grpc.stream_stream_rpc_method_handler(_stream),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("ludarium.bench.Echo", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve())
