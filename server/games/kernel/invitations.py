"""Invitations: words that open a private table to whoever brings them."""

from hashlib import sha256

from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Status, Table

MOST_INVITED = 200
"""Players that may be invited to one table."""

MOST_INVITATIONS = 20
"""Invitations that may be made for one table."""


def digest_of(invitation: str) -> bytes:
    """What a table keeps of an invitation."""
    return sha256(invitation.encode()).digest()


def made_by(table: Table, invitation: str) -> str:
    """The player who made an invitation. Raises Rejected(WRONG_INVITATION) for one that does not count (any more)."""
    maker = table.invitations.get(digest_of(invitation))
    if maker is None or table.status is not Status.OPEN:
        message = "That invitation is none of this table's, or its game has begun. Ask for another one."
        raise Rejected(Reason.REASON_WRONG_INVITATION, message)
    return maker
