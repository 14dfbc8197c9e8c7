"""Record files: from a path or from the query server."""

from pathlib import Path

from clients.cli.problem import Problem
from clients.cli.reach import Where, run


def is_file(what: str) -> bool:
    """Whether a person means a file and not a table's id."""
    return Path(what).exists() or what.endswith(".ldm") or "/" in what


def load(what: str, where: Where) -> bytes:
    """The bytes of a record: of a file, or of a table that the query server exports. Raises Problem."""
    if not is_file(what):
        from clients.cli.commands.export import fetch

        return run(fetch(where, what.upper()))
    try:
        return Path(what).read_bytes()
    except OSError as error:
        raise Problem(f"{what} can't be read: {error.strerror or error}.") from None
