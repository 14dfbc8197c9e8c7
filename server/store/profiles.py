"""Profiles: what is known of players besides their random ids, kept apart from events so that it can be erased."""

import asyncio
from collections.abc import Sequence
from typing import Self

from server.store.links import Links
from server.store.partitions import partition_of, partition_tag
from server.store.webhooks import webhook_key


def profile_key(player_id: str) -> str:
    """The string that holds a player's profile."""
    return f"{partition_tag(partition_of(player_id))}:player:{player_id}"


class Profiles:
    """Keeps, finds and erases profiles, as bytes that mean nothing here. Every call may raise StoreUnavailable."""

    def __init__(self, links: Links) -> None:
        """Use `connect`."""
        self._links = links

    @classmethod
    async def connect(cls, url: str, *, answer_within: float = 5.0) -> Self:
        """Connects to the store's nodes; `answer_within` seconds bound each exchange. Raises StoreUnavailable."""
        return cls(await Links.open(url, answer_within=answer_within))

    async def close(self) -> None:
        """Closes the connections."""
        await self._links.close()

    async def put(self, player_id: str, profile: bytes) -> None:
        """Keeps a profile in place of an earlier one."""
        await self._links.ask(partition_of(player_id), "SET", profile_key(player_id), profile, durably=True)

    async def find(self, player_ids: Sequence[str]) -> list[bytes | None]:
        """The profiles of these players, in this order; None for those without one."""
        return await asyncio.gather(*(self._find(player_id) for player_id in player_ids))

    async def put_webhook(self, player_id: str, webhook: bytes) -> None:
        """Keeps where a player wants to be told of turns, in place of an earlier one."""
        await self._links.ask(partition_of(player_id), "SET", webhook_key(player_id), webhook, durably=True)

    async def erase_webhook(self, player_id: str) -> None:
        """Erases it."""
        await self._links.ask(partition_of(player_id), "DEL", webhook_key(player_id), durably=True)

    async def erase(self, player_id: str, left: bytes) -> bool:
        """Puts what is left of an erased player in the profile's place, and erases the webhook.

        False, and nothing done, without a profile.
        """
        command = ("SET", profile_key(player_id), left, "XX")
        if await self._links.ask(partition_of(player_id), *command, durably=True) is None:
            return False
        await self.erase_webhook(player_id)
        return True

    async def _find(self, player_id: str) -> bytes | None:
        profile: bytes | None = await self._links.ask(partition_of(player_id), "GET", profile_key(player_id))
        return profile
