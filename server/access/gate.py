"""Auth: who calls, by the bearer token in the call's metadata."""

import time
from typing import Final, NamedTuple

from server.access.oidc import Issuer
from server.access.tokens import Caller, Tokens, bearer

BELIEVED_SECONDS: Final = 10.0
"""How long a verified token is believed before it is verified again; so long it may outlive its expiry."""

MOST_BELIEVED: Final = 10_000


class _Believed(NamedTuple):
    caller: Caller
    until: float


class Gate:
    """Reads bearer tokens, and remembers for a moment which of them it has verified."""

    def __init__(self, tokens: Tokens, issuer: Issuer | None = None) -> None:
        """`issuer`: whose tokens are taken beside the deployment's own."""
        self._tokens = tokens
        self._issuer = issuer
        self._believed: dict[str | bytes, _Believed] = {}

    async def caller(self, header: str | bytes | None) -> Caller:
        """The caller that an `authorization` header names. Raises Rejected(NO_VALID_TOKEN)."""
        believed = self._believed.get(header) if header is not None else None
        now = time.monotonic()
        if believed is not None and now < believed.until:
            return believed.caller
        caller = await self._verified(bearer(header))
        assert header is not None
        if len(self._believed) >= MOST_BELIEVED:
            self._believed.clear()
        self._believed[header] = _Believed(caller, now + BELIEVED_SECONDS)
        return caller

    async def _verified(self, token: str) -> Caller:
        if self._issuer is not None and self._issuer.is_like(token):
            return await self._issuer.read(token)
        return self._tokens.read(token)
