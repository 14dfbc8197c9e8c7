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


def _load(name: str) -> StoreFunction:
    source = files(__name__).joinpath(f"{name}.lua").read_text("utf-8")
    digest = sha256(source.encode()).hexdigest()[:12]
    return StoreFunction(f"ludarium_{name}_{digest}", source.replace("DIGEST", digest))


APPEND = _load("append")
ARCHIVE = _load("archive")
RESTORE = _load("restore")
ADMIT = _load("admit")
FUNCTIONS = (APPEND, ARCHIVE, RESTORE, ADMIT)
"""Every function that a node must know before it is used."""
