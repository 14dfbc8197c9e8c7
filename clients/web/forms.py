"""Reading what a form or an address says."""

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request

LARGEST_FORM: Final = 64 * 1024
MOST_FIELDS: Final = 200
_TABLE_ID: Final = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
Form = dict[str, list[str]]


async def form_of(request: Request) -> Form:
    """The fields of a posted form. Raises HTTPException for what is none, or too large."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_FORM:
            raise HTTPException(413)
    try:
        return parse_qs(data.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(400, "The form can't be read.") from None


def field(form: Form, name: str, default: str = "") -> str:
    """The first value of a field."""
    return form.get(name, [default])[0].strip()


def number(text: str, default: int = 0) -> int:
    """A whole number from 0 to a billion, else the default."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else default


def table_id(request: Request) -> str:
    """The table that an address names, in whatever case. Raises HTTPException(404)."""
    given = str(request.path_params["table_id"]).upper()
    if not _TABLE_ID.fullmatch(given):
        raise HTTPException(404, f"No table has the id {given[:40]}: ids have 26 letters and digits.")
    return given


def way_back(address: str) -> str:
    """An address on this site to go on to; the lobby for any other."""
    parts = urlsplit(address)
    safe = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if safe and address.isprintable() else "/"
