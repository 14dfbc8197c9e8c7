"""Auth: who calls, by the bearer token in the call's metadata."""

import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from server.access.tokens import Caller, Tokens

BELIEVED_SECONDS: Final = 10.0
"""How long a verified token is believed before it is verified again; so long it may outlive its expiry."""

MOST_BELIEVED: Final = 10_000


class _Believed(NamedTuple):
    caller: Caller
    until: float


class Gate:
    """Reads bearer tokens, and remembers for a moment which of them it has verified."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._believed: dict[str | bytes, _Believed] = {}

    def caller(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> Caller:
        """The caller that a call's metadata names. Raises Rejected(NO_VALID_TOKEN)."""
        header: str | bytes | None = None
        for key, value in metadata or ():
            if key == "authorization":
                header = value
        if header is None:
            return self._tokens.bearer(None)
        believed = self._believed.get(header)
        now = time.monotonic()
        if believed is not None and now < believed.until:
            return believed.caller
        caller = self._tokens.bearer(header)
        if len(self._believed) >= MOST_BELIEVED:
            self._believed.clear()
        self._believed[header] = _Believed(caller, now + BELIEVED_SECONDS)
        return caller
