"""What goes wrong, as pages with the right status and a way on."""

from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from clients.sdk.errors import LudariumError, NotAllowed, NotFound, Refused, Unavailable
from clients.web.rendering import page, wants_json
from clients.web.visitor import forget

_WORDS: Final = {
    404: ("There is nothing here", "The address has no page. Perhaps a letter is missing or one too many."),
    405: ("That can't be done here", "This address takes no such request."),
    413: ("That is too much", "The form holds more than this site takes."),
}
_RETRY_SECONDS: Final = "3"


class NeedsName(Exception):
    """The visitor has to say who they are first."""


async def http_problem(request: Request, error: Exception) -> Response:
    """A request that fits none of our pages."""
    assert isinstance(error, HTTPException)
    title, words = _WORDS.get(error.status_code, (HTTPStatus(error.status_code).phrase, ""))
    if error.detail and error.detail != HTTPStatus(error.status_code).phrase:
        words = error.detail
    return await problem(request, error.status_code, title, words)


async def service_problem(request: Request, error: Exception) -> Response:
    """A refusal of the services, or their absence."""
    assert isinstance(error, LudariumError)
    status = status_of(error)
    if error.reason == "NO_VALID_TOKEN":
        words = "This site no longer knows your session. Say your name again to go on."
        response = await problem(request, 401, "Who are you?", words, enter=True)
        forget(response)
        return response
    if isinstance(error, Unavailable):
        words = "The game server can't be reached just now. Nothing is lost; this page tries again by itself."
        response = await problem(request, 503, "One moment, please", words, error, retry=True)
        response.headers["Retry-After"] = _RETRY_SECONDS
        return response
    titles = {404: "There is no such table", 403: "That is not for you to see"}
    return await problem(request, status, titles.get(status, "That did not work"), error.message, error)


async def name_needed(request: Request, error: Exception) -> Response:
    """A visitor whom this site can't show anything before they say who they are."""
    words = "To look at tables or to play, say what you would like to be called."
    return await problem(request, 401, "Who are you?", words, enter=True)


async def fault(request: Request, error: Exception) -> Response:
    """A fault of our own."""
    return await problem(request, 500, "Something broke", "This is a fault of this site. It has been noted.")


async def problem(
    request: Request,
    status: int,
    title: str,
    words: str,
    error: LudariumError | None = None,
    *,
    enter: bool = False,
    retry: bool = False,
) -> Response:
    """A page, or for a script a document, that says what is wrong."""
    if wants_json(request):
        said = {"error": words, "reason": error.reason if error else "", "rule": error.rule if error else ""}
        return JSONResponse(said, status)
    rule = error.rule if error else ""
    return await page(request, "problem.html", status, title=title, words=words, rule=rule, enter=enter, retry=retry)


def status_of(error: LudariumError) -> int:
    """The HTTP status for a refusal."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, NotAllowed):
        return 401 if error.reason == "NO_VALID_TOKEN" else 403
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, Refused):
        return 400 if error.status.name == "INVALID_ARGUMENT" else 409
    return 502
