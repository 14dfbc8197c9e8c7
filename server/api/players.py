"""The player service: new players, their names, and how they are forgotten."""

import secrets
from typing import Any

import grpc
from ludarium.v1 import notices_pb2, players_pb2

from server.access import limits
from server.access.doors import Call, Doors
from server.access.hosts import AllowedHosts, NotAllowedHost
from server.access.tokens import Caller, Tokens, no_valid_token
from server.games.kernel.rejection import Reason, Rejected
from server.store.profiles import Profiles

SERVICE = "ludarium.v1.PlayerService"


class PlayerService:
    """Makes players known, and unknown again."""

    def __init__(self, profiles: Profiles, tokens: Tokens, doors: Doors, hosts: AllowedHosts, *, guests: bool) -> None:
        """`guests`: whether callers without a token may make themselves a player; `hosts` may be posted to."""
        self._hosts = hosts
        self._profiles = profiles
        self._tokens = tokens
        self._doors = doors
        self._guests = guests

    def handlers(self) -> dict[str, "grpc.RpcMethodHandler[Any, Any]"]:
        """The service's handlers by method."""
        return {
            "CreatePlayer": self._doors.open("CreatePlayer", players_pb2.CreatePlayerRequest, self.create),
            "SetWebhook": self._doors.unary("SetWebhook", players_pb2.SetWebhookRequest, self.set_webhook),
            "DeleteWebhook": self._doors.unary("DeleteWebhook", players_pb2.DeleteWebhookRequest, self.delete_webhook),
            "BatchGetProfiles": self._doors.unary("BatchGetProfiles", players_pb2.BatchGetProfilesRequest, self.find),
            "ErasePlayer": self._doors.unary("ErasePlayer", players_pb2.ErasePlayerRequest, self.erase),
        }

    async def create(
        self, request: players_pb2.CreatePlayerRequest, caller: Caller | None
    ) -> players_pb2.CreatePlayerResponse:
        """Make a new player and issue its token; without guests only operators may. An issuer's player takes a name."""
        if caller is not None and caller.by_issuer and not caller.operator:
            return await self._name(caller.player_id, request.display_name)
        if not self._guests:
            if caller is None:
                raise no_valid_token("This deployment has no guests: sign in, or ask whoever runs it for a token.")
            limits.role(caller, (players_pb2.ROLE_OPERATOR,), "make players")
        answer = await self._name(new_player_id(), request.display_name)
        answer.token = self._tokens.issue(answer.profile.player_id, players_pb2.ROLE_PLAYER)
        return answer

    async def _name(self, player_id: str, display_name: str) -> players_pb2.CreatePlayerResponse:
        profile = players_pb2.Profile(player_id=player_id, display_name=limits.display_name(display_name))
        await self._profiles.put(player_id, profile.SerializeToString())
        return players_pb2.CreatePlayerResponse(profile=profile)

    async def set_webhook(self, request: players_pb2.SetWebhookRequest, call: Call) -> players_pb2.SetWebhookResponse:
        """Keep where the caller wants to be told of turns; the secret is made anew each time."""
        limits.role(call.caller, (players_pb2.ROLE_PLAYER,), "set a webhook")
        try:
            self._hosts.check(request.url)
        except NotAllowedHost as error:
            raise limits.malformed("url", f"That can't be a webhook: {error}.") from None
        webhook = notices_pb2.Webhook(url=request.url, secret=secrets.token_urlsafe(32))
        await self._profiles.put_webhook(call.caller.player_id, webhook.SerializeToString())
        return players_pb2.SetWebhookResponse(secret=webhook.secret)

    async def delete_webhook(
        self, request: players_pb2.DeleteWebhookRequest, call: Call
    ) -> players_pb2.DeleteWebhookResponse:
        """Forget where the caller wanted to be told."""
        await self._profiles.erase_webhook(call.caller.player_id)
        return players_pb2.DeleteWebhookResponse()

    async def find(
        self, request: players_pb2.BatchGetProfilesRequest, call: Call
    ) -> players_pb2.BatchGetProfilesResponse:
        """Look names up."""
        ids = request.player_ids
        if len(ids) > limits.MOST_PROFILES:
            raise limits.malformed("player_ids", f"Ask for at most {limits.MOST_PROFILES} profiles, not {len(ids)}.")
        if any(not player_id or len(player_id) > limits.LONGEST_ID for player_id in ids):
            raise limits.malformed("player_ids", f"A player's id has 1 to {limits.LONGEST_ID} characters.")
        found = await self._profiles.find(ids)
        profiles = [players_pb2.Profile.FromString(profile) for profile in found if profile is not None]
        return players_pb2.BatchGetProfilesResponse(profiles=profiles)

    async def erase(self, request: players_pb2.ErasePlayerRequest, call: Call) -> players_pb2.ErasePlayerResponse:
        """Erase a profile: the caller's own, or anybody's for an operator."""
        caller = call.caller
        player_id = limits.command_id(request.player_id, "player_id") if request.player_id else caller.player_id
        if not caller.operator and (caller.role, caller.player_id) != (players_pb2.ROLE_PLAYER, player_id):
            raise Rejected(Reason.REASON_NOT_ALLOWED, "Only the player or an operator may erase a player's profile.")
        left = players_pb2.Profile(player_id=player_id, erased=True)
        if not await self._profiles.erase(player_id, left.SerializeToString()):
            raise Rejected(Reason.REASON_UNKNOWN_PLAYER, f"There is no player {player_id}.")
        return players_pb2.ErasePlayerResponse(profile=left)


def new_player_id() -> str:
    """A random id, 20 hexadecimal digits, that tells nothing about whom it names."""
    return secrets.token_hex(10)
