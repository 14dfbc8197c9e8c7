"""Page tokens: where a list goes on, signed so that nobody makes one up, and good for the same question only."""

import base64
import hmac

from server.access.limits import malformed

_MARK_BYTES = 12


class PageTokens:
    """Writes and reads the page tokens of one key."""

    def __init__(self, key: str) -> None:
        self._key = f"ludarium pages 1 {key}".encode()

    def write(self, question: str, place: str) -> str:
        """The token to go on with behind a place; `question` is all that else the request asks for."""
        return base64.urlsafe_b64encode(self._mark(question, place) + place.encode()).decode()

    def read(self, question: str, token: str) -> str:
        """The place that a token names; "" for the first page. Raises Rejected(MALFORMED)."""
        if not token:
            return ""
        try:
            data = base64.b64decode(token, altchars=b"-_", validate=True)
            mark, place = data[:_MARK_BYTES], data[_MARK_BYTES:].decode()
        except ValueError:
            raise _foreign() from None
        if not hmac.compare_digest(mark, self._mark(question, place)):
            raise _foreign()
        return place

    def _mark(self, question: str, place: str) -> bytes:
        return hmac.digest(self._key, f"{question}\0{place}".encode(), "sha256")[:_MARK_BYTES]


def _foreign() -> Exception:
    return malformed("page_token", "That page token is none of this server's, or belongs to another question.")
