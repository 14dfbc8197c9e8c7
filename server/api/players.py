"""The player service: new players, their names, and how they are forgotten."""

import secrets
from typing import Any

import grpc
from ludarium.v1 import players_pb2

from server.access import limits
from server.access.doors import Call, Context, Doors
from server.access.tokens import Tokens
from server.games.kernel.rejection import Reason, Rejected
from server.store.profiles import Profiles

SERVICE = "ludarium.v1.PlayerService"


class PlayerService:
    """Makes players known, and unknown again."""

    def __init__(self, profiles: Profiles, tokens: Tokens, doors: Doors, *, guests: bool) -> None:
        """`guests`: whether callers without a token may make themselves a player."""
        self._profiles = profiles
        self._tokens = tokens
        self._doors = doors
        self._guests = guests

    def handlers(self) -> dict[str, "grpc.RpcMethodHandler[Any, Any]"]:
        """The service's handlers by method."""
        return {
            "CreatePlayer": self._doors.open("CreatePlayer", players_pb2.CreatePlayerRequest, self.create),
            "BatchGetProfiles": self._doors.unary("BatchGetProfiles", players_pb2.BatchGetProfilesRequest, self.find),
            "ErasePlayer": self._doors.unary("ErasePlayer", players_pb2.ErasePlayerRequest, self.erase),
        }

    async def create(
        self, request: players_pb2.CreatePlayerRequest, context: Context
    ) -> players_pb2.CreatePlayerResponse:
        """Make a new player and issue its token; without guests only operators may."""
        if not self._guests:
            limits.role(self._doors.caller(context), (players_pb2.ROLE_OPERATOR,), "make players")
        name = limits.display_name(request.display_name)
        profile = players_pb2.Profile(player_id=new_player_id(), display_name=name)
        await self._profiles.put(profile.player_id, profile.SerializeToString())
        token = self._tokens.issue(profile.player_id, players_pb2.ROLE_PLAYER)
        return players_pb2.CreatePlayerResponse(profile=profile, token=token)

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
