"""The links to the store's nodes: for each node a wire for reads and one for appends, and who holds which partition."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from redis.exceptions import AskError, MovedError, ReadOnlyError, RedisError, ResponseError, TryAgainError

from server.store.backoff import Backoff
from server.store.errors import OutcomeUnknown, StoreError, StoreUnavailable
from server.store.functions import StoreFunction
from server.store.nodes import Node, Topology, discover, node_at
from server.store.replies import refusal
from server.store.wire import Argument, Barrier, Reply, Wire

log = logging.getLogger(__name__)

Prepare = Callable[[Wire], Awaitable[Barrier | None]]
"""Makes a node ready before it is used, over its wire for reads, and says what each pipeline of appends ends with."""


async def nothing_to_prepare(_: Wire) -> Barrier | None:
    """For those who only read."""
    return None


@dataclass(frozen=True, slots=True)
class _Link:
    reads: Wire
    appends: Wire

    def renew(self) -> None:
        """Connect anew: the node at the address may be another one by now."""
        self.reads.renew()
        self.appends.renew()

    async def close(self) -> None:
        await asyncio.gather(self.reads.close(), self.appends.close())


class Links:
    """Sends each command to the node that holds its partition, and follows partitions that move."""

    def __init__(self, url: str, *, answer_within: float, prepare: Prepare) -> None:
        """Use `open`."""
        self._url = url
        self._answer_within = answer_within
        self._prepare = prepare
        self._links: dict[Node, _Link] = {}
        self._topology = Topology((), clustered=False)
        self._rediscovery: asyncio.Task[None] | None = None
        self.on_change: Callable[[Topology], None] = lambda _: None
        """Called when partitions moved to other nodes."""

    @classmethod
    async def open(cls, url: str, *, answer_within: float, prepare: Prepare = nothing_to_prepare) -> Self:
        """Finds the nodes and links to each. Raises StoreUnavailable, and whatever `prepare` raises."""
        links = cls(url, answer_within=answer_within, prepare=prepare)
        try:
            await links._discover()
        except BaseException:
            await links.close()
            raise
        return links

    @property
    def topology(self) -> Topology:
        """Who holds which partition, as far as is known."""
        return self._topology

    async def close(self) -> None:
        """Closes all links; calls under way fail."""
        if self._rediscovery is not None:
            self._rediscovery.cancel()
            await asyncio.gather(self._rediscovery, return_exceptions=True)
        await asyncio.gather(*(link.close() for link in self._links.values()))

    async def ask(self, partition: int, *command: Argument, durably: bool = False) -> Reply:
        """Sends what does no harm when sent twice; an answer that was lost is asked for again.

        With `durably` the answer waits until the write is as safe as an append. Raises StoreUnavailable or another
        StoreError.
        """
        try:
            return await self._deliver(partition, command, durably=durably)
        except OutcomeUnknown:
            await self._rediscover(self._holder(partition))
        except StoreUnavailable:
            if not self._topology.clustered:
                raise
            await self._rediscover(self._holder(partition))
        except RedisError as error:
            raise refusal(error) from error
        try:
            return await self._deliver(partition, command, durably=durably)
        except OutcomeUnknown as error:
            raise StoreUnavailable(str(error)) from error
        except RedisError as error:
            raise refusal(error) from error

    async def invoke(self, partition: int, function: StoreFunction, keys: int, arguments: Sequence[Argument]) -> Reply:
        """Calls a function whose first `keys` arguments are keys of the partition, as safely as promised.

        Raises StoreUnavailable or another StoreError if it was not executed, OutcomeUnknown if nobody knows.
        """
        command = ("FCALL", function.name, keys, *arguments)
        try:
            return await self._deliver(partition, command, durably=True)
        except OutcomeUnknown:
            self._begin_rediscovery(doubted=self._holder(partition))
            raise
        except StoreUnavailable:
            if not self._topology.clustered:
                raise
            await self._rediscover(self._holder(partition))
        except RedisError as error:
            if "Function not found" not in str(error):
                raise refusal(error) from error
            await load(self._links[self._holder(partition)].reads, function)
        try:
            return await self._deliver(partition, command, durably=True)
        except RedisError as error:
            raise refusal(error) from error

    async def _deliver(self, partition: int, command: Sequence[Argument], *, durably: bool) -> Reply:
        """Sends a command to whoever holds its partition, and after it while the partition moves.

        Raises what the wire raises.
        """
        node = self._holder(partition)
        try:
            return await self._send(node, command, durably=durably)
        except (AskError, MovedError, TryAgainError) as error:
            return await self._pursue(partition, command, durably, node, error)

    async def _pursue(
        self, partition: int, command: Sequence[Argument], durably: bool, node: Node, error: ResponseError
    ) -> Reply:
        """Sends a command that `node` answered with MOVED, ASK or TRYAGAIN to where it belongs by now.

        That node has done nothing, so it is asked, or another one, for as long as an answer may take.
        """
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + self._answer_within
        backoff = Backoff()
        while loop.time() < give_up_at:
            if type(error) is AskError:  # MovedError is one too
                node, asking = _named(error, node), True
            else:
                node, asking = await self._settled_holder(partition, node, error, backoff), False
            try:
                return await self._send(node, command, durably=durably, asking=asking)
            except (AskError, MovedError, TryAgainError) as again:
                error = again
        raise error

    async def _settled_holder(self, partition: int, node: Node, error: ResponseError, backoff: Backoff) -> Node:
        """Who holds a partition, after a look at the cluster where a node says MOVED, or else after a pause."""
        if isinstance(error, MovedError):
            await self._rediscover(doubted=node, hint=_named(error, node))
        if self._holder(partition) == node:
            await backoff.pause()
        return self._holder(partition)

    async def _send(self, node: Node, command: Sequence[Argument], *, durably: bool, asking: bool = False) -> Reply:
        """Sends a command to a node; one that held nothing until a partition began to arrive is made ready."""
        if node not in self._links:
            await self._open([node])
        link = self._links[node]
        try:
            return await (link.appends if durably else link.reads).call(*command, asking=asking)
        except ReadOnlyError:
            link.renew()  # the address leads to another node by now, or soon will
            raise

    def _holder(self, partition: int) -> Node:
        return self._topology.node_of[partition]

    async def _rediscover(self, doubted: Node, hint: Node | None = None) -> None:
        """Looks again who holds what, once for all who ask at the same time; goes on with what is known if it fails.

        A node that is in doubt is asked last, one that was hinted at first.
        """
        task = self._begin_rediscovery(doubted, hint)
        if task is not None:
            await asyncio.wait((task,))

    def _begin_rediscovery(self, doubted: Node, hint: Node | None = None) -> asyncio.Task[None] | None:
        if not self._topology.clustered:
            return None
        if self._rediscovery is None or self._rediscovery.done():
            known = sorted(self._links, key=lambda node: node == doubted)
            order = [hint, *known] if hint else known
            self._rediscovery = asyncio.create_task(self._try_to_discover(order), name="store discovery")
        return self._rediscovery

    async def _try_to_discover(self, order: Sequence[Node]) -> None:
        try:
            await self._discover(order)
        except StoreError as error:
            log.warning("the nodes of the event store cannot be found anew: %s", error)

    async def _discover(self, order: Sequence[Node] = ()) -> None:
        topology = await self._first_answer(order)
        await self._open([node for node in topology.nodes if node not in self._links])
        before, self._topology = self._topology, topology
        for node in self._links.keys() - topology.nodes:
            await self._links.pop(node).close()
        if before.node_of not in ((), topology.node_of):
            self.on_change(topology)

    async def _first_answer(self, order: Sequence[Node]) -> Topology:
        """What the first node says that answers: these in their order, then the one at the given address."""
        for node in order:
            with suppress(StoreUnavailable):
                return await discover(node, within=self._answer_within)
        return await discover(node_at(self._url), within=self._answer_within)

    async def _open(self, nodes: Sequence[Node]) -> None:
        """Makes nodes ready and links to them: to all or, if one fails, to none."""
        reads = [Wire(node.connect, timeout=self._answer_within) for node in nodes]
        barriers = await asyncio.gather(*map(self._prepare, reads), return_exceptions=True)
        for barrier in barriers:
            if isinstance(barrier, BaseException):
                await asyncio.gather(*(wire.close() for wire in reads))
                raise barrier
        for node, wire, barrier in zip(nodes, reads, barriers, strict=True):
            assert not isinstance(barrier, BaseException)
            if node in self._links:  # another was faster
                await wire.close()
                continue
            self._links[node] = _Link(wire, Wire(node.connect, timeout=self._answer_within, barrier=barrier))


def _named(error: AskError, node: Node) -> Node:
    """The node that another one's MOVED or ASK names."""
    return node.neighbour(error.host or None, error.port)


async def load(wire: Wire, function: StoreFunction) -> None:
    """Loads a function into a node, beside those of other versions; does no harm when it is there.

    Raises StoreUnavailable or another StoreError.
    """
    try:
        await wire.call("FUNCTION", "LOAD", function.source)
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error
    except RedisError as error:
        if "already exists" not in str(error):
            raise refusal(error) from error
