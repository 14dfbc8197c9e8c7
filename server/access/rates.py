"""Rate limits: how many calls a second one player, and one address, may make at this process."""

import math
import time
from collections.abc import Callable
from typing import Final

from ludarium.v1 import players_pb2

from server.access.tokens import Caller
from server.games.kernel.rejection import Reason, Rejected

BURST_SECONDS: Final = 2.0
"""What was not used of so many seconds may be used at once."""

STRANGER_COST: Final = 20
"""A call without a valid token costs its address as much as so many with one: it can guess, or make players."""

MOST_REMEMBERED: Final = 50_000

_ROUNDING: Final = 1e-6

_OF_THE_HOUSE: Final = (players_pb2.ROLE_BOT, players_pb2.ROLE_OPERATOR)
"""Their tokens are given out by those who run the deployment; they are not limited."""


class Bucket:
    """Token buckets by name, kept as the time at which each would be full again."""

    def __init__(self, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval = 1.0 / a_second
        self._clock = clock
        self._full_at: dict[str, float] = {}

    def take(self, name: str, cost: int = 1) -> float:
        """Take from a bucket: 0.0, or the seconds until it holds enough again."""
        now = self._clock()
        full_at = max(self._full_at.get(name, 0.0), now) + cost * self._interval
        over = full_at - now - max(BURST_SECONDS, cost * self._interval)
        if over > _ROUNDING:
            return over
        if len(self._full_at) >= MOST_REMEMBERED:
            self._forget(now)
        self._full_at[name] = full_at
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget the buckets that are full, and all of them where that is not enough."""
        self._full_at = {name: full_at for name, full_at in self._full_at.items() if full_at > now}
        if len(self._full_at) >= MOST_REMEMBERED:
            self._full_at.clear()


class Rates:
    """The limits of one process; a rate of 0 is none."""

    def __init__(self, player: float, address: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`player` and `address` are calls a second."""
        self._players = Bucket(player, clock) if player else None
        self._addresses = Bucket(address, clock) if address else None

    def admit(self, caller: Caller, peer: Callable[[], str]) -> None:
        """Count a call with a valid token. Raises Rejected(TOO_MANY_CALLS)."""
        if caller.role in _OF_THE_HOUSE:
            return
        if self._addresses is not None:
            _refuse_if(self._addresses.take(_host(peer())), "from your address")
        if self._players is not None:
            _refuse_if(self._players.take(caller.player_id), "with your token")

    def admit_stranger(self, peer: Callable[[], str]) -> None:
        """Count a call without one. Raises Rejected(TOO_MANY_CALLS)."""
        if self._addresses is not None:
            _refuse_if(self._addresses.take(_host(peer()), STRANGER_COST), "from your address")


def _refuse_if(seconds: float, whose: str) -> None:
    if seconds:
        milliseconds = math.ceil(seconds * 1000)
        message = f"Too many calls {whose}; wait {milliseconds} ms before the next."
        raise Rejected(Reason.REASON_TOO_MANY_CALLS, message, retry_milliseconds=str(milliseconds))


def _host(peer: str) -> str:
    """The host of gRPC's word for a peer: `ipv4:10.0.0.7:51234`, `ipv6:%5B::1%5D:51234`, `unix:`."""
    return peer.rpartition(":")[0] if peer.startswith("ip") else peer
