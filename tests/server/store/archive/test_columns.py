"""Columns outlive the contract that they were written under, and say so when they are newer than the reader's."""

from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from server.store.archive.columns import Columns, MalformedColumns, assemble, frame, shred, unframe

FIELD = descriptor_pb2.FieldDescriptorProto


def contract(*, grown: bool) -> Any:
    """The class of a message Table of one field `note`, a list of parts, and a oneof; grown, there is more of each."""
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto3")
    part = file.message_type.add(name="Part")
    part.field.add(name="size", number=1, type=FIELD.TYPE_SINT32, label=FIELD.LABEL_OPTIONAL)
    table = file.message_type.add(name="Table")
    if grown:
        part.field.add(name="color", number=2, type=FIELD.TYPE_STRING, label=FIELD.LABEL_OPTIONAL)
        table.field.add(name="first", number=1, type=FIELD.TYPE_BYTES, label=FIELD.LABEL_OPTIONAL)
        table.field.add(name="ratio", number=6, type=FIELD.TYPE_DOUBLE, label=FIELD.LABEL_REPEATED)
    table.field.add(name="note", number=2, type=FIELD.TYPE_STRING, label=FIELD.LABEL_OPTIONAL)
    table.field.add(name="parts", number=3, type=FIELD.TYPE_MESSAGE, type_name=".t.Part", label=FIELD.LABEL_REPEATED)
    table.oneof_decl.add(name="end")
    for name, number in (("won", 4), ("lost", 5), ("drawn", 7))[: 3 if grown else 2]:
        table.field.add(
            name=name,
            number=number,
            type=FIELD.TYPE_MESSAGE,
            type_name=".t.Part",
            label=FIELD.LABEL_OPTIONAL,
            oneof_index=0,
        )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("t.Table"))


OLD, NEW = contract(grown=False), contract(grown=True)


def written(messages: list[Any]) -> Columns:
    """The columns, once through their bytes."""
    return unframe(frame(shred(messages, messages[0].DESCRIPTOR)))


def test_columns_written_before_the_contract_grew_give_the_same_messages() -> None:
    old = [
        OLD(note="zero", parts=[{"size": -3}, {}, {"size": 70_000}], won={"size": 1}),
        OLD(),
        OLD(note="\0", lost={}),
    ]
    found = assemble(3, NEW.DESCRIPTOR, written(old), NEW)
    assert [message.SerializeToString() for message in found] == [message.SerializeToString() for message in old]


def test_columns_written_after_it_grew_are_read_by_the_old_contract_as_long_as_nothing_new_is_used() -> None:
    new = [NEW(note="a", parts=[{"size": 5}], won={})]
    (found,) = assemble(1, OLD.DESCRIPTOR, written(new), OLD)
    assert found.SerializeToString() == new[0].SerializeToString()


@pytest.mark.parametrize("more", [{"first": b"x"}, {"parts": [{"color": "red"}]}, {"ratio": [0.5]}, {"drawn": {}}])
def test_what_only_a_newer_contract_knows_is_not_dropped_in_silence(more: dict[str, Any]) -> None:
    with pytest.raises(MalformedColumns, match="a newer version wrote it"):
        assemble(1, OLD.DESCRIPTOR, written([NEW(**more)]), OLD)


def test_every_kind_of_field_comes_back() -> None:
    new = [NEW(first=b"\0\0", ratio=[0.0, 1.5], drawn={"color": "é", "size": 2}), NEW(ratio=[0.0])]
    assert assemble(2, NEW.DESCRIPTOR, written(new), NEW) == new
