"""Built-in bearer tokens: standard JWTs, signed with a key that all servers of a deployment share (HS256)."""

import base64
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

import jwt
from ludarium.v1 import errors_pb2, players_pb2

from server.games.kernel.commands import Actor
from server.games.kernel.rejection import Rejected

AUDIENCE: Final = "ludarium"
ALGORITHM: Final = "HS256"
SMALLEST_KEY: Final = 32
"""Bytes: HS256 wants a key at least as long as its hash."""

Role = players_pb2.Role

ROLES: Final = {
    "player": players_pb2.ROLE_PLAYER,
    "bot": players_pb2.ROLE_BOT,
    "spectator": players_pb2.ROLE_SPECTATOR,
    "operator": players_pb2.ROLE_OPERATOR,
}
_NAMES: Final = {role: name for name, role in ROLES.items()}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the random id of a player (or a name of a bot process or an operator), and the token's role."""

    player_id: str
    role: players_pb2.Role.ValueType
    by_issuer: bool = False
    """Whether an OIDC issuer vouches for the caller, and not a token of the deployment's own."""

    @property
    def operator(self) -> bool:
        """Whether the caller runs the deployment."""
        return self.role == players_pb2.ROLE_OPERATOR

    @property
    def bot(self) -> bool:
        """Whether the caller plays the seats that bots hold."""
        return self.role == players_pb2.ROLE_BOT

    @property
    def actor(self) -> Actor:
        """The caller as the deciders know it."""
        return _actor(self)


@lru_cache(maxsize=4096)
def _actor(caller: Caller) -> Actor:
    return Actor(caller.player_id, operator=caller.operator, bot=caller.bot)


class Tokens:
    """Issues and reads the tokens of one key."""

    def __init__(self, key: str) -> None:
        """`key` is LUDARIUM_TOKEN_KEY. Raises ValueError for one of less than 32 bytes."""
        if len(key.encode()) < SMALLEST_KEY:
            raise ValueError(f"The token key has {len(key.encode())} bytes; it needs {SMALLEST_KEY} or more.")
        self._key = key

    def issue(self, player_id: str, role: players_pb2.Role.ValueType, lifetime: timedelta | None = None) -> str:
        """A token for a player id and a role; `lifetime` None never ends."""
        now = datetime.now(UTC)
        claims: dict[str, object] = {"sub": player_id, "role": _NAMES[role], "aud": AUDIENCE, "iat": now}
        if lifetime is not None:
            claims["exp"] = now + lifetime
        return jwt.encode(claims, self._key, algorithm=ALGORITHM)

    def read(self, token: str) -> Caller:
        """The caller that a token names. Raises Rejected(NO_VALID_TOKEN) for one that is forged, expired or foreign."""
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                options={"require": ["sub", "aud"]},
            )
        except jwt.ExpiredSignatureError:
            raise no_valid_token("Your token has expired; ask for a new one.") from None
        except jwt.InvalidTokenError:
            raise no_valid_token("Your token is not one of this deployment.") from None
        role = ROLES.get(str(claims.get("role")))
        if role is None or not claims["sub"]:
            raise no_valid_token(f"Your token needs a subject and one of the roles {', '.join(ROLES)}.")
        return Caller(claims["sub"], role)

    def word_for(self, *what: str) -> str:
        """A word of 22 characters that only this deployment can tell, always the same for the same thing."""
        digest = hmac.digest(self._key.encode(), "\0".join(what).encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def bearer(header: str | bytes | None) -> str:
    """The token in an `authorization` header. Raises Rejected(NO_VALID_TOKEN) where there is none."""
    text = header.decode("ascii", "replace") if isinstance(header, bytes) else header or ""
    scheme, _, token = text.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise no_valid_token("This call needs a token; send it as `authorization: Bearer …`.")
    return token.strip()


def no_valid_token(message: str) -> Rejected:
    """The refusal of a caller whose token is missing or can't be believed."""
    return Rejected(errors_pb2.REASON_NO_VALID_TOKEN, message)
