"""The nodes behind a store's address, and which of them holds a partition."""

from collections.abc import Callable
from typing import Any

from redis.asyncio.connection import AbstractConnection, Connection, parse_url


def connector(url: str, *, timeout: float) -> Callable[[], AbstractConnection]:
    """Makes connections to the node at a redis://, rediss:// or unix:// address; each still has to be connected.

    Raises ValueError for an address of another form.
    """
    options: dict[str, Any] = dict(parse_url(url))
    make: type[AbstractConnection] = options.pop("connection_class", Connection)
    options |= {"protocol": 2, "socket_timeout": None, "socket_connect_timeout": timeout}
    return lambda: make(**options)
