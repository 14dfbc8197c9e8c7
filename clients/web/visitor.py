"""Who is looking: the session that a browser keeps for its player."""

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from clients.sdk.connection import Connection
from clients.web.house import House, house_of

TOKEN_COOKIE: Final = "ludarium_token"  # noqa: S105 - the name of a cookie
PLAYER_COOKIE: Final = "ludarium_player"
YEAR_SECONDS: Final = 365 * 86_400
_PLAYER_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/=-]{1,2000}")


class Visitor:
    """A browser's player, or nobody in particular. The token is the player's own; the rest is for our words only."""

    def __init__(self, request: Request) -> None:
        self._house: House = house_of(request)
        token = request.cookies.get(TOKEN_COOKIE, "")
        self.own_token = token if _TOKEN.fullmatch(token) else ""
        player_id = request.cookies.get(PLAYER_COOKIE, "")
        self.player_id = player_id if self.own_token and _PLAYER_ID.fullmatch(player_id) else ""

    @property
    def known(self) -> bool:
        """Whether this is a player."""
        return bool(self.own_token)

    @property
    def may_look(self) -> bool:
        """Whether there is a token to look with: the player's own, or the one for spectators."""
        return bool(self.own_token or self._house.settings.token)

    @property
    def connection(self) -> Connection:
        """The services, asked with this visitor's token."""
        return self._house.connection.acting_with(self.own_token or self._house.settings.token)


def remember(response: Response, player_id: str, token: str, *, secure: bool) -> None:
    """Begin a session: the browser keeps the player's own token, out of reach of scripts and of other sites."""
    for name, value in ((TOKEN_COOKIE, token), (PLAYER_COOKIE, player_id)):
        response.set_cookie(name, value, max_age=YEAR_SECONDS, httponly=True, samesite="lax", secure=secure)


def forget(response: Response) -> None:
    """End the session."""
    for name in (TOKEN_COOKIE, PLAYER_COOKIE):
        response.delete_cookie(name, httponly=True, samesite="lax")
