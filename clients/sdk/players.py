"""Becoming a player, the names of others, and being forgotten."""

from collections.abc import Iterable

from ludarium.v1 import players_pb2

from clients.sdk.connection import Connection

PROFILES_A_CALL = 100
ERASED = "erased player"
"""What a player is called whose profile was erased."""


async def create_player(connection: Connection, display_name: str) -> tuple[str, str]:
    """Make a new player; gives back its random id and its token. The connection goes on with the token it had."""
    request = players_pb2.CreatePlayerRequest(display_name=display_name)
    answer = await connection.call(connection.players.CreatePlayer, request)
    return answer.profile.player_id, answer.token


async def names(connection: Connection, player_ids: Iterable[str]) -> dict[str, str]:
    """The display names of those players that have one, by id; ERASED for those that were erased."""
    wanted = sorted(set(player_ids))
    found: dict[str, str] = {}
    for begin in range(0, len(wanted), PROFILES_A_CALL):
        request = players_pb2.BatchGetProfilesRequest(player_ids=wanted[begin : begin + PROFILES_A_CALL])
        answer = await connection.call(connection.players.BatchGetProfiles, request)
        found.update({one.player_id: ERASED if one.erased else one.display_name for one in answer.profiles})
    return found


async def set_webhook(connection: Connection, url: str) -> str:
    """Be told by a POST to `url` whenever the caller's turn begins; gives back the secret that signs the posts."""
    request = players_pb2.SetWebhookRequest(url=url)
    return (await connection.call(connection.players.SetWebhook, request)).secret


async def delete_webhook(connection: Connection) -> None:
    """Be told no more."""
    await connection.call(connection.players.DeleteWebhook, players_pb2.DeleteWebhookRequest())


async def erase_player(connection: Connection, player_id: str = "") -> None:
    """Erase a player's profile for ever: one's own (""), or for operators anybody's. Safe to repeat."""
    request = players_pb2.ErasePlayerRequest(player_id=player_id)
    await connection.call(connection.players.ErasePlayer, request)
