"""What every answer says to the browser about safety, and the refusal of what another site would have us do."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing but our own files: no script or style inside a page, nothing from elsewhere, no frame around us."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Safety:
    """Middleware: adds the headers, and lets nothing be changed but from our own pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if scope["method"] not in _SAFE_METHODS and not comes_from_us(Headers(scope=scope)):
            refusal = PlainTextResponse("This can only be done from a page of this site.\n", status_code=403)
            await refusal(scope, receive, send_safely)
            return
        await self._app(scope, receive, send_safely)


def comes_from_us(headers: Headers) -> bool:
    """Whether a request was made by one of our own pages: browsers say so, and other sites can't make them lie."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == headers.get("host")
