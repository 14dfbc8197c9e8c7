"""What hostile callers send: found by reflection, so that no RPC is forgotten, and made from a seed."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from tests.server.api.callers import Metadata

SECONDS = 10.0

_EDGES = (0, 1, 2, 7, 63, 64, 2**31 - 1, 2**32 - 1, 2**63 - 1)
_TEXTS = (
    "",
    "x",
    "alhambra",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "\x00",
    "a" * 5000,
    "\N{SNOWMAN}",
    "../../etc",
    "'; --",
    "{p00}",
)


@dataclass(frozen=True)
class Method:
    """One RPC."""

    path: str
    request: type[Message]
    client_streams: bool
    server_streams: bool

    @property
    def ours(self) -> bool:
        """Whether it is of our services, and not one of gRPC's own."""
        return self.path.startswith("/ludarium.")


def methods_of(address: str) -> list[Method]:
    """Every RPC that a server tells of."""
    with grpc.insecure_channel(address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        pool = DescriptorPool(database)
        found = []
        for service in database.get_services():
            for method in pool.FindServiceByName(service).methods:
                request = GetMessageClass(method.input_type)
                path = f"/{service}/{method.name}"
                found.append(Method(path, request, method.client_streaming, method.server_streaming))
    return found


def payloads(method: Method, seed: str, count: int) -> Iterator[bytes]:
    """What to send to it: nonsense, messages with nonsense in them, and messages that are broken on purpose."""
    chance = random.Random(f"{seed} {method.path}")
    yield b""
    yield b"\xff" * 40
    yield b"\x0a" + b"\xff\xff\xff\xff\x0f"  # a field that claims four gigabytes
    yield _nested(20_000)
    yield bytes(method.request.DESCRIPTOR.full_name, "ascii") * 3000  # too large, as the doors see it
    for _ in range(count):
        message = method.request()
        _fill(message, chance, depth=4)
        encoded = bytearray(message.SerializeToString())
        if chance.random() < 0.5 and encoded:
            for _ in range(chance.randint(1, 4)):
                encoded[chance.randrange(len(encoded))] = chance.randrange(256)
            del encoded[chance.randrange(len(encoded)) + 1 :]
        yield bytes(encoded)


async def send(channel: grpc.aio.Channel, method: Method, data: bytes, metadata: Metadata) -> grpc.StatusCode:
    """Call with these bytes, read a few answers of a stream, and give the status; CANCELLED for a stream left open."""
    raw: Any = channel
    try:
        if not method.client_streams and not method.server_streams:
            await raw.unary_unary(method.path)(data, metadata=metadata, timeout=SECONDS)
            return grpc.StatusCode.OK
        if method.client_streams:
            call = raw.stream_stream(method.path)(_once(data), metadata=metadata, timeout=SECONDS)
        else:
            call = raw.unary_stream(method.path)(data, metadata=metadata, timeout=SECONDS)
        for _ in range(3):
            async with asyncio.timeout(0.2):
                if await call.read() is grpc.aio.EOF:
                    break
        call.cancel()
    except grpc.aio.AioRpcError as error:
        return error.code()
    except TimeoutError:
        call.cancel()
        return grpc.StatusCode.CANCELLED
    return grpc.StatusCode.OK


async def _once(data: bytes) -> AsyncIterator[bytes]:
    yield data


def _nested(depth: int) -> bytes:
    """A message in a message in a message, as field 1."""
    data = b""
    for _ in range(depth):
        if len(data) > 60_000:
            break
        data = b"\x0a" + _varint(len(data)) + data
    return data


def _varint(value: int) -> bytes:
    encoded = b""
    while value > 127:
        encoded += bytes((value & 127 | 128,))
        value >>= 7
    return encoded + bytes((value,))


def _fill(message: Message, chance: random.Random, depth: int) -> None:
    for field in message.DESCRIPTOR.fields:
        if chance.random() < 0.4:
            continue
        if field.message_type is not None:
            if depth == 0 or field.message_type.GetOptions().map_entry:
                continue
            held = getattr(message, field.name)
            for inner in [held.add() for _ in range(chance.randint(0, 3))] if field.is_repeated else [held]:
                _fill(inner, chance, depth - 1)
                if not field.is_repeated:
                    inner.SetInParent()
        elif field.is_repeated:
            getattr(message, field.name).extend(_value(field, chance) for _ in range(chance.choice((0, 1, 3, 200))))
        else:
            setattr(message, field.name, _value(field, chance))


def _value(field: Any, chance: random.Random) -> Any:
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_STRING:
        if field.type == FieldDescriptor.TYPE_BYTES:
            return chance.randbytes(chance.choice((0, 1, 8, 16, 32, 1000)))
        return chance.choice(_TEXTS)
    if kind == FieldDescriptor.CPPTYPE_BOOL:
        return chance.random() < 0.5
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        return chance.choice((0, 1, 2, 7, 2**31 - 1, -1))
    if kind in (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT):
        return chance.choice((0.0, -1.0, 1e30, float("nan"), float("inf")))
    signed = kind in (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_INT64)
    bits = 32 if kind in (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32) else 64
    fitting = [edge for edge in _EDGES if edge < 2 ** (bits - signed)]
    return chance.choice([*fitting, -1] if signed else fitting)
