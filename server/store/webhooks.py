"""Webhooks: where players want to be told of their turns, kept beside their profiles and erased with them."""

from server.store.partitions import partition_of, partition_tag


def webhook_key(player_id: str) -> str:
    """The string that holds a player's webhook."""
    return f"{partition_tag(partition_of(player_id))}:webhook:{player_id}"
