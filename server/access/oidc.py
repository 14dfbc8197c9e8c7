"""Tokens of an OpenID Connect issuer: whoever it vouches for is a player here, under an id that doesn't tell who."""

import asyncio
import hmac
import json
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import jwt
import structlog
from ludarium.v1 import players_pb2

from server.access.tokens import ROLES, Caller, no_valid_token

log: Any = structlog.get_logger("ludarium.oidc")

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures that only the issuer can make; never one whose key we hold as well."""

KEYS_SECONDS: Final = 600.0
"""How long the issuer's keys are kept; a key that it withdrew is good for so long."""

RETRY_SECONDS: Final = 10.0
"""Keys are not asked for more often, whatever tokens come."""

LEEWAY_SECONDS: Final = 30.0
FETCH_SECONDS: Final = 5.0
_LARGEST_DOCUMENT: Final = 256 * 1024
_ID_DIGITS: Final = 20


@dataclass(frozen=True, slots=True)
class IssuerSettings:
    """Whom to believe, and what."""

    issuer: str
    """The issuer, as its tokens name it."""
    audience: str
    """Whom its tokens for us are meant for."""
    keys: str
    """The JWKS document: an https:// address, or a file; empty finds it by the issuer's discovery document."""
    role_claim: str
    """The claim that holds a role, or a list of them; without it the bearer is a player."""
    player_key: str
    """Who a player is follows from the token's subject under this key; it must never change."""


class Issuer:
    """Reads the tokens of one issuer."""

    def __init__(self, settings: IssuerSettings) -> None:
        self._settings = settings
        self._keys = _KeySet(settings)

    @staticmethod
    def is_like(token: str) -> bool:
        """Whether a token is signed the way that an issuer's are."""
        try:
            return jwt.get_unverified_header(token).get("alg") in ALGORITHMS
        except jwt.InvalidTokenError:
            return False

    async def read(self, token: str) -> Caller:
        """The caller that a token names. Raises Rejected(NO_VALID_TOKEN) for one that is forged, expired or foreign."""
        header = jwt.get_unverified_header(token)
        key = await self._keys.find(str(header.get("kid", "")))
        if key is None:
            raise no_valid_token("Your token is signed with a key that its issuer does not show.")
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=[str(header["alg"])],
                audience=self._settings.audience,
                issuer=self._settings.issuer,
                leeway=LEEWAY_SECONDS,
                options={"require": ["sub", "aud", "iss", "exp"]},
            )
        except jwt.ExpiredSignatureError:
            raise no_valid_token("Your token has expired; ask its issuer for a new one.") from None
        except (jwt.InvalidTokenError, TypeError, ValueError):
            raise no_valid_token("Your token is not one for this deployment.") from None
        if not claims["sub"]:
            raise no_valid_token("Your token names nobody.")
        return Caller(self._player_id(str(claims["sub"])), self._role(claims), by_issuer=True)

    def _player_id(self, subject: str) -> str:
        """Always the same for the same person, and nothing that could be traced back without the key."""
        told = f"{self._settings.issuer}\n{subject}".encode()
        return hmac.digest(self._settings.player_key.encode(), told, "sha256").hex()[:_ID_DIGITS]

    def _role(self, claims: dict[str, Any]) -> players_pb2.Role.ValueType:
        claimed = claims.get(self._settings.role_claim)
        words = claimed if isinstance(claimed, list) else [claimed]
        for word in ("operator", "bot", "player", "spectator"):
            if word in words:
                return ROLES[word]
        return players_pb2.ROLE_PLAYER


class _KeySet:
    """The issuer's keys by their ids, asked for when they are old or one is missing, one question at a time."""

    def __init__(self, settings: IssuerSettings) -> None:
        self._settings = settings
        self._keys: dict[str, jwt.PyJWK] = {}
        self._fetched = self._asked = float("-inf")
        self._asking = asyncio.Lock()

    async def find(self, key_id: str) -> jwt.PyJWK | None:
        """The key of that id; without an id the only one there is. None for an unknown one."""
        if self._due(key_id):
            async with self._asking:
                if self._due(key_id):
                    await self._fetch()
        return self._known(key_id)

    def _due(self, key_id: str) -> bool:
        now = time.monotonic()
        if now - self._asked < RETRY_SECONDS:
            return False
        return now - self._fetched > KEYS_SECONDS or self._known(key_id) is None

    def _known(self, key_id: str) -> jwt.PyJWK | None:
        if key_id:
            return self._keys.get(key_id)
        return next(iter(self._keys.values())) if len(self._keys) == 1 else None

    async def _fetch(self) -> None:
        """Ask; where no answer comes the keys of before are kept, for an issuer that is away has withdrawn nothing."""
        self._asked = time.monotonic()
        try:
            document = await asyncio.to_thread(_read_keys, self._settings)
            keys = jwt.PyJWKSet.from_dict(document).keys
        except (OSError, ValueError, jwt.PyJWTError) as error:
            log.warning("the issuer's keys can't be had", issuer=self._settings.issuer, error=str(error))
            return
        self._keys = {key.key_id or "": key for key in keys}
        self._fetched = time.monotonic()


def _read_keys(settings: IssuerSettings) -> dict[str, Any]:
    """The JWKS document. Raises OSError or ValueError."""
    where = settings.keys
    if not where:
        discovery = _get(f"{settings.issuer.rstrip('/')}/.well-known/openid-configuration")
        if discovery.get("issuer") != settings.issuer:
            raise ValueError(f"the discovery document is that of {discovery.get('issuer')!r}")
        where = str(discovery.get("jwks_uri", ""))
    if "://" not in where:
        return _object(Path(where).read_bytes())
    return _get(where)


def _get(address: str) -> dict[str, Any]:
    parts = urlsplit(address)
    if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise ValueError(f"{address} is not https")
    with urllib.request.urlopen(address, timeout=FETCH_SECONDS) as answer:  # noqa: S310 - the scheme was looked at
        return _object(answer.read(_LARGEST_DOCUMENT))


def _object(data: bytes) -> dict[str, Any]:
    document = json.loads(data)
    if not isinstance(document, dict):
        raise ValueError("the document is not a JSON object")
    return document
