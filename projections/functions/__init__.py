"""The functions of the read side that run inside Redis, one file each, named with a digest of their source."""

from functools import partial

from server.store.functions import load_from

_load = partial(load_from, __name__, "ludarium_read")


COMMIT = _load("commit")
ROWS = _load("rows")
LEASE = _load("lease")
WORKERS = _load("workers")
SETTLE = _load("settle")
SWAP = _load("swap")
GATHER = _load("gather")
