"""The functions that run inside Redis, one file each, loaded under names that carry a digest of their source.

So two versions of this software can share a store: each calls its own functions.
"""

from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class StoreFunction:
    """One function: the name to call it by and the source of its library."""

    name: str
    source: str


def compiled(stem: str, source: str) -> StoreFunction:
    """A function from its source, in which DIGEST stands for the digest that its name ends with after a stem."""
    digest = sha256(source.encode()).hexdigest()[:12]
    return StoreFunction(f"{stem}_{digest}", source.replace("DIGEST", digest))


def load_from(package: str, stem: str, name: str) -> StoreFunction:
    """The function whose source is the file `<name>.lua` of a package."""
    return compiled(f"{stem}_{name}", files(package).joinpath(f"{name}.lua").read_text("utf-8"))


APPEND, ARCHIVE, RESTORE, ADMIT, BEAT = FUNCTIONS = tuple(
    load_from(__name__, "ludarium", name) for name in ("append", "archive", "restore", "admit", "beat")
)
"""Every function that a node must know before it is used."""
