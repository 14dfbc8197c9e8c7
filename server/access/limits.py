"""Limits: what a request may be, checked before anything is done about it."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from ludarium.v1 import players_pb2

from server.access.tokens import Caller
from server.games.kernel.chance import NONCE_BYTES, SEED_BYTES
from server.games.kernel.rejection import Reason, Rejected
from server.store.points import EVENT_ID_BYTES

LARGEST_REQUEST: Final = 64 * 1024
"""Bytes of one request; what is larger is refused with TOO_LARGE."""

LARGEST_MESSAGE: Final = 1024 * 1024
"""Bytes of one message that the transport lets in at all; beyond them it refuses by itself."""

DEFAULT_SECONDS: Final = 5.0
"""The deadline of a call whose caller set none."""

LONGEST_SECONDS: Final = 60.0
"""A caller's later deadline is cut to this."""

LONGEST_ID: Final = 64
LONGEST_NAME: Final = 40
LONGEST_WORD: Final = 20
MOST_PROFILES: Final = 100
LARGEST_PAGE_TOKEN: Final = 512

_TABLE_ID: Final = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_INVITATION: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_WORD: Final = re.compile(rf"[a-z][a-z0-9-]{{0,{LONGEST_WORD - 1}}}")


def malformed(field: str, message: str) -> Rejected:
    """The refusal of a field that is missing or out of bounds."""
    return Rejected(Reason.REASON_MALFORMED, message, field=field)


def too_large(size: int) -> Rejected:
    """The refusal of a request that is larger than allowed."""
    message = f"The request has {size} bytes; {LARGEST_REQUEST} are allowed."
    return Rejected(Reason.REASON_TOO_LARGE, message)


def table_id(value: str) -> str:
    """A table's id. Raises Rejected(MALFORMED)."""
    if not _TABLE_ID.fullmatch(value):
        raise malformed("table_id", "A table's id is a ULID: 26 capital letters and digits.")
    return value


def command_id(value: str, field: str = "command_id") -> str:
    """The caller's id of a command. Raises Rejected(MALFORMED)."""
    if not value or len(value) > LONGEST_ID or not value.isascii() or not value.isprintable():
        raise malformed(field, f"Give each command an id of its own, 1 to {LONGEST_ID} printable ASCII characters.")
    return value


def word(value: str, field: str) -> str:
    """A short word: a kind of bot, a colour. Raises Rejected(MALFORMED)."""
    if not _WORD.fullmatch(value):
        message = f"Write {field} as a word of at most {LONGEST_WORD} lower-case letters, digits and hyphens."
        raise malformed(field, message)
    return value


def display_name(value: str) -> str:
    """A name shown to others, without spaces around it. Raises Rejected(MALFORMED)."""
    name = value.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise malformed("display_name", f"A name has 1 to {LONGEST_NAME} printable characters.")
    return name


def player_ids(values: Sequence[str]) -> tuple[str, ...]:
    """Ids of players. Raises Rejected(MALFORMED)."""
    if not 1 <= len(values) <= MOST_PROFILES:
        raise malformed("player_ids", f"Name 1 to {MOST_PROFILES} players, not {len(values)}.")
    return tuple(command_id(value, "player_ids") for value in values)


def invitation(value: str) -> str:
    """An invitation, as far as its form goes; "" for none. Raises Rejected(MALFORMED)."""
    if value and not _INVITATION.fullmatch(value):
        raise malformed("invitation", "An invitation is a word of 22 characters; send it as it came.")
    return value


def nonce(value: bytes) -> bytes:
    """A seat's nonce. Raises Rejected(MALFORMED)."""
    if len(value) != NONCE_BYTES:
        raise malformed("nonce", f"A nonce has {NONCE_BYTES} bytes, not {len(value)}.")
    return value


def seed(value: bytes) -> bytes:
    """A seed from outside. Raises Rejected(MALFORMED)."""
    if len(value) != SEED_BYTES:
        raise malformed("seed", f"A seed has {SEED_BYTES} bytes, not {len(value)}.")
    return value


def event_id(version: int, value: bytes, field: str) -> None:
    """The event id of a token. Raises Rejected(MALFORMED)."""
    if len(value) != (EVENT_ID_BYTES if version else 0):
        raise malformed(
            field, f"A token holds a version and the {EVENT_ID_BYTES} bytes of its event id; send it as it came."
        )


def page_size(value: int) -> int:
    """The size of a page. Raises Rejected(MALFORMED)."""
    if value < 0:
        raise malformed("page_size", "A page size is a number from 1 on, or 0 for the default.")
    return value


def page_token(value: str) -> str:
    """A page token, as far as its size goes. Raises Rejected(MALFORMED)."""
    if len(value) > LARGEST_PAGE_TOKEN:
        raise malformed("page_token", "That page token is none of this server's.")
    return value


def role(caller: Caller, allowed: Collection[players_pb2.Role.ValueType], what: str) -> None:
    """Let only some roles through. Raises Rejected(NOT_ALLOWED)."""
    if caller.role in allowed:
        return
    name = players_pb2.Role.Name(caller.role).removeprefix("ROLE_").lower()
    raise Rejected(Reason.REASON_NOT_ALLOWED, f"Your token has the role {name}, which may not {what}.")
