"""Pages and pieces of pages from their templates."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from clients.web import catalogue, words
from clients.web.boards import BOARDS
from clients.web.house import house_of
from clients.web.visitor import Visitor

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"


@cache
def static(name: str) -> str:
    """The address of one of our files; it changes with the file, so that browsers may keep it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


def has_looks(game: str) -> bool:
    """Whether a game has a file of looks of its own."""
    return game in BOARDS


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        static=static, has_looks=has_looks, title_of=catalogue.title_of, options_words=catalogue.options_words
    )
    made.filters.update(since=words.since, stamp=words.stamp)
    made.globals.update(STATUS_WORDS=words.STATUS_WORDS, terms_words=words.terms_words, joined=words.joined)
    return made


_TEMPLATES: Final = _environment()


def piece(template: str, **values: Any) -> str:
    """A piece of a page."""
    return _TEMPLATES.get_template(template).render(**values)


async def page(request: Request, template: str, code: int = 200, **values: Any) -> HTMLResponse:
    """A whole page for a visitor."""
    visitor = Visitor(request)
    name = ""
    if visitor.player_id:
        known = await house_of(request).names.of(visitor.connection, [visitor.player_id])
        name = known.get(visitor.player_id, "") or "you"
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    html = piece(template, visitor=visitor, visitor_name=name, here=here, **values)
    return HTMLResponse(html, status_code=code)


def wants_json(request: Request) -> bool:
    """Whether a script asks, rather than a person."""
    return "application/json" in request.headers.get("accept", "")
