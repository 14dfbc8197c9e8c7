"""The nodes behind a store's address, and which of them holds a partition."""

import asyncio
from collections.abc import Callable
from typing import Any

from redis.asyncio.connection import AbstractConnection, Connection, parse_url


def connector(url: str) -> Callable[[], AbstractConnection]:
    """Makes connections to the node at a redis://, rediss:// or unix:// address; each still has to be connected.

    Raises ValueError for an address of another form.
    """
    options: dict[str, Any] = dict(parse_url(url))
    make: type[AbstractConnection] = options.pop("connection_class", Connection)
    options |= {"protocol": 2, "socket_timeout": None, "socket_connect_timeout": None}
    return lambda: make(**options)


async def open_connection(make: Callable[[], AbstractConnection], *, within: float) -> AbstractConnection:
    """Connects and shakes hands within so many seconds.

    Raises OSError (TimeoutError among them) or RedisError, and leaves nothing open then.
    """
    connection = make()
    try:
        async with asyncio.timeout(within):
            await connection.connect()  # type: ignore[no-untyped-call]
    except BaseException as error:
        await connection.disconnect(nowait=True)
        if isinstance(error, TimeoutError):
            raise TimeoutError(f"it did not answer within {within} seconds") from error
        raise
    return connection
