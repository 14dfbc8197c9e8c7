"""The functions of the outbox that run inside Redis."""

from functools import partial

from server.store.functions import load_from

_load = partial(load_from, __name__, "ludarium_notices")

POST = _load("post")
TAKE = _load("take")
