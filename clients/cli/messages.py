"""The contract's messages as JSON documents."""

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp


def document(message: Message) -> Any:
    """A message as plain data: field names of the contract, enums by name, bytes in hexadecimal, times as ISO 8601.

    Numbers stay numbers. Fields without presence are given even when they are empty, absent ones are not.
    """
    if isinstance(message, Timestamp):
        return message.ToJsonString()
    described: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        value = getattr(message, field.name)
        if field.is_repeated:
            described[field.name] = [_value(field, item) for item in value]
        else:
            described[field.name] = _value(field, value)
    return described


def _value(field: Any, value: Any) -> Any:
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return document(value)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return value.hex()
    if field.enum_type is not None:
        known = field.enum_type.values_by_number.get(value)
        return known.name if known else value
    return value
