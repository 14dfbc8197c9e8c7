"""Tokens name a caller and a role, and nobody can make them without the key."""

from datetime import timedelta

import jwt
import pytest
from ludarium.v1 import errors_pb2, players_pb2

from server.access.tokens import Caller, Tokens, bearer
from server.games.kernel.rejection import Rejected

KEY = "a key for tests that is 32 bytes or longer"


@pytest.mark.parametrize(
    "role",
    [players_pb2.ROLE_PLAYER, players_pb2.ROLE_BOT, players_pb2.ROLE_SPECTATOR, players_pb2.ROLE_OPERATOR],
)
def test_a_token_names_its_caller_and_role(role: players_pb2.Role.ValueType) -> None:
    tokens = Tokens(KEY)

    assert tokens.read(tokens.issue("p1", role)) == Caller("p1", role)


def test_the_header_is_a_bearer_token() -> None:
    token = Tokens(KEY).issue("p1", players_pb2.ROLE_PLAYER)

    assert bearer(f"Bearer {token}") == token
    assert bearer(f"bearer {token}".encode()) == token


@pytest.mark.parametrize("header", [None, "", "Bearer ", "Basic x", "Bearer x.y.z", "Bearer \N{SNOWMAN}"])
def test_anything_else_is_no_valid_token(header: str | None) -> None:
    with pytest.raises(Rejected) as refused:
        Tokens(KEY).read(bearer(header))

    assert refused.value.reason == errors_pb2.REASON_NO_VALID_TOKEN


def test_an_expired_token_is_refused() -> None:
    tokens = Tokens(KEY)
    token = tokens.issue("p1", players_pb2.ROLE_PLAYER, timedelta(seconds=-1))

    with pytest.raises(Rejected, match="expired"):
        tokens.read(token)


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": "p1", "role": "player"},
        {"sub": "p1", "role": "player", "aud": "another"},
        {"sub": "p1", "role": "emperor", "aud": "ludarium"},
        {"sub": "", "role": "player", "aud": "ludarium"},
        {"role": "player", "aud": "ludarium"},
    ],
)
def test_a_token_without_the_right_claims_is_refused(claims: dict[str, str]) -> None:
    with pytest.raises(Rejected):
        Tokens(KEY).read(jwt.encode(claims, KEY, algorithm="HS256"))


@pytest.mark.parametrize("other", [(KEY + "!", "HS256"), (KEY * 2, "HS512")])
def test_a_token_of_another_key_or_algorithm_is_refused(other: tuple[str, str]) -> None:
    claims = {"sub": "p1", "role": "operator", "aud": "ludarium"}

    with pytest.raises(Rejected):
        Tokens(KEY).read(jwt.encode(claims, other[0], algorithm=other[1]))


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValueError, match="32"):
        Tokens("short")
