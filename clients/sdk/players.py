"""Becoming a player, and the names of others."""

from collections.abc import Iterable

from ludarium.v1 import players_pb2

from clients.sdk.connection import Connection

PROFILES_A_CALL = 100


async def create_player(connection: Connection, display_name: str) -> tuple[str, str]:
    """Make a new player; gives back its random id and its token. The connection goes on with the token it had."""
    request = players_pb2.CreatePlayerRequest(display_name=display_name)
    answer = await connection.call(connection.players.CreatePlayer, request)
    return answer.profile.player_id, answer.token


async def names(connection: Connection, player_ids: Iterable[str]) -> dict[str, str]:
    """The display names of those players that have one, by id."""
    wanted = sorted(set(player_ids))
    found: dict[str, str] = {}
    for begin in range(0, len(wanted), PROFILES_A_CALL):
        request = players_pb2.BatchGetProfilesRequest(player_ids=wanted[begin : begin + PROFILES_A_CALL])
        answer = await connection.call(connection.players.BatchGetProfiles, request)
        found.update({profile.player_id: profile.display_name for profile in answer.profiles})
    return found


async def set_webhook(connection: Connection, url: str) -> str:
    """Be told by a POST to `url` whenever the caller's turn begins; gives back the secret that signs the posts."""
    request = players_pb2.SetWebhookRequest(url=url)
    return (await connection.call(connection.players.SetWebhook, request)).secret


async def delete_webhook(connection: Connection) -> None:
    """Be told no more."""
    await connection.call(connection.players.DeleteWebhook, players_pb2.DeleteWebhookRequest())
