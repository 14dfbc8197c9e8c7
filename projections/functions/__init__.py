"""The functions of the read side that run inside Redis, one file each, named with a digest of their source."""

from hashlib import sha256
from importlib.resources import files

from server.store.functions import StoreFunction


def _load(name: str) -> StoreFunction:
    source = files(__name__).joinpath(f"{name}.lua").read_text("utf-8")
    digest = sha256(source.encode()).hexdigest()[:12]
    return StoreFunction(f"ludarium_read_{name}_{digest}", source.replace("DIGEST", digest))


COMMIT = _load("commit")
ROWS = _load("rows")
LEASE = _load("lease")
WORKERS = _load("workers")
SETTLE = _load("settle")
SWAP = _load("swap")
GATHER = _load("gather")
