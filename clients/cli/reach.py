"""Reaching a deployment: where it is, who is asking, and what went wrong in words."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from clients.cli.house import House
from clients.cli.identity import Known, Wallet, own_name
from clients.cli.options import HOME
from clients.cli.problem import Problem
from clients.sdk.connection import DEFAULT_QUERY, DEFAULT_SERVER, Connection
from clients.sdk.errors import LudariumError, NotAllowed, Unavailable
from clients.sdk.players import create_player

T = TypeVar("T")

HEALTH_SECONDS = 10.0
"""How long a server may take to say that it serves; where nobody listens, that shows at once."""


@dataclass(frozen=True, slots=True)
class Where:
    """What a person said about the deployment and about themselves; None where they said nothing."""

    server: str | None = None
    query: str | None = None
    token: str | None = None
    data: Path = HOME
    player: str | None = None

    @property
    def house(self) -> House | None:
        """The house on this machine, if it is the one that is meant."""
        house = House(self.data)
        notes = house.notes()
        known = notes.server and self.server in (None, notes.server)
        return house if known else None

    @property
    def addresses(self) -> tuple[str, str]:
        """The command server and the query server."""
        house = self.house
        notes = house.notes() if house is not None else None
        server = self.server or (notes.server if notes else "") or DEFAULT_SERVER
        query = self.query or (notes.query if notes else "") or DEFAULT_QUERY
        return server, query


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's work; what the services refuse becomes a Problem."""
    try:
        return asyncio.run(work)
    except LudariumError as error:
        raise problem_of(error) from None


def problem_of(error: LudariumError) -> Problem:
    """A refusal in words."""
    hints = [f"rule {error.rule}"] if error.rule else []
    hints += [error.reason] if error.reason else []
    return Problem(error.message, f"({', '.join(hints)})" if hints else "")


@asynccontextmanager
async def connect(where: Where, *, server: bool = True, query: bool = False) -> AsyncIterator[Connection]:
    """A connection without a token to servers that answer: the command server, the query server, or both.

    Raises Problem when one of them does not.
    """
    server_address, query_address = where.addresses
    async with Connection(server_address, query_address, where.token) as connection:
        health = await connection.health(HEALTH_SECONDS)
        if server and not health["server"]:
            raise _nobody("command server", server_address)
        if query and not health["query"]:
            raise _nobody("query server", query_address)
        yield connection


async def as_player(connection: Connection, where: Where) -> Known:
    """Go on as the person's own player, made when there is none yet. Raises Problem."""
    name = own_name(where.player)
    if connection.token:
        return Known(name, "", connection.token)
    wallet = Wallet(where.house, connection.server)
    known = wallet.find(name)
    if known is not None and await _still_good(connection, known.token):
        connection.token = known.token
        return known
    try:
        player_id, token = await create_player(connection, name)
    except NotAllowed:
        raise Problem(
            f"The server at {connection.server} lets nobody in without a token.",
            "Ask whoever runs it for one, and give it with --token or LUDARIUM_TOKEN.",
        ) from None
    made = Known(name, player_id, token)
    wallet.keep(made)
    connection.token = token
    return made


def own_player(connection: Connection, where: Where) -> Known | None:
    """The person's own player; None when there is none yet."""
    return Wallet(where.house, connection.server).find(own_name(where.player))


async def as_looker(connection: Connection, where: Where) -> None:
    """Go on with a token that is good for looking: the person's own if there is one, else a spectator's."""
    if connection.token:
        return
    known = own_player(connection, where)
    if known is not None and await _still_good(connection, known.token):
        connection.token = known.token
        return
    token = minted(where, "spectator", "spectator")
    if token:
        connection.token = token
    else:
        await as_player(connection, where)


def as_operator(connection: Connection, where: Where) -> None:
    """Go on as the operator. Raises Problem where that is not possible."""
    token = connection.token or minted(where, "operator", "operator")
    if not token:
        raise Problem(
            "This is for operators, and there is no operator's token here.",
            "Give one with --token or LUDARIUM_TOKEN, or the data directory of `ludarium up` with --data.",
        )
    connection.token = token


def minted(where: Where, subject: str, role: str) -> str | None:
    """A token made with the house's own key; None where there is no such key."""
    key = where.house.key() if where.house is not None else None
    if key is None:
        return None
    from ludarium.v1 import players_pb2

    from server.access.tokens import Tokens

    return Tokens(key).issue(subject, players_pb2.Role.Value(f"ROLE_{role.upper()}"))


async def _still_good(connection: Connection, token: str) -> bool:
    """Whether the deployment still takes a token; another one may have moved in at the address."""
    from ludarium.v1 import players_pb2

    asked = connection.acting_with(token)
    try:
        await asked.call(asked.players.BatchGetProfiles, players_pb2.BatchGetProfilesRequest(), deadline=5)
    except NotAllowed:
        return False
    except Unavailable:
        return True
    return True


def _nobody(what: str, address: str) -> Problem:
    return Problem(
        f"No {what} answers at {address}.",
        "Start everything with `ludarium up`, or say where it runs with --server and --query (or --data).",
    )
