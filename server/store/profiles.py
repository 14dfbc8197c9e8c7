"""Profiles: what is known of players besides their random ids, kept apart from events so that it can be erased."""

import asyncio
from collections.abc import Sequence

from redis.exceptions import RedisError

from server.store.errors import OutcomeUnknown, StoreUnavailable
from server.store.nodes import node_at
from server.store.replies import refusal
from server.store.wire import Argument, Reply, Wire


def profile_key(player_id: str) -> str:
    """The string that holds a player's profile."""
    return f"player:{player_id}"


class Profiles:
    """Keeps, finds and erases profiles, as bytes that mean nothing here. Every call may raise StoreUnavailable."""

    def __init__(self, url: str, *, answer_within: float = 5.0) -> None:
        """Connects when first used; `answer_within` seconds bound each exchange with the node."""
        self._wire = Wire(node_at(url).connect, timeout=answer_within)

    async def close(self) -> None:
        """Closes the connection."""
        await self._wire.close()

    async def put(self, player_id: str, profile: bytes) -> None:
        """Keeps a profile in place of an earlier one."""
        await self._ask("SET", profile_key(player_id), profile)

    async def find(self, player_ids: Sequence[str]) -> list[bytes | None]:
        """The profiles of these players, in this order; None for those without one."""
        return await asyncio.gather(*(self._ask("GET", profile_key(player_id)) for player_id in player_ids))

    async def erase(self, player_id: str) -> bool:
        """Erases a profile; False when there was none."""
        return bool(await self._ask("DEL", profile_key(player_id)))

    async def _ask(self, *command: Argument) -> Reply:
        """Every command here does no harm when repeated, so a lost answer is asked for again, once."""
        for attempt in (1, 2):
            try:
                return await self._wire.call(*command)
            except OutcomeUnknown as error:
                if attempt == 2:
                    raise StoreUnavailable(str(error)) from error
            except RedisError as error:
                raise refusal(error) from error
        raise AssertionError("unreachable")
