"""Answers on their way through a page: grouped for its list, written into its form, read back from it."""

import base64
import binascii
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError
from ludarium.v1 import decisions_pb2, views_pb2

from clients.web.boards.picks import Answer

NAMESPACE: Final = uuid.UUID("c0b8f9d6-7f0e-5f2d-9d63-2f7f0f1c8e54")
LONGEST_COMMAND: Final = 16_384


@dataclass(frozen=True, slots=True)
class Line:
    """An answer as a button: its value in the form, its words, and its keys on the board."""

    value: str
    words: str
    picks: str


@dataclass(frozen=True, slots=True)
class Group:
    """Answers of one kind."""

    title: str
    lines: Sequence[Line]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.lines)


def grouped(answers: Sequence[Answer]) -> list[Group]:
    """The answers by decision and kind of command, in their order."""
    groups: dict[tuple[tuple[int, int], str], list[Line]] = {}
    for answer in answers:
        line = Line(encode(answer), answer.words, " ".join(answer.keys))
        groups.setdefault((answer.decision, _kind(answer.command)), []).append(line)
    return [Group(kind, lines) for (_, kind), lines in groups.items()]


def encode(answer: Answer) -> str:
    """An answer as one word: its decision and its command."""
    command = base64.urlsafe_b64encode(answer.command.SerializeToString(deterministic=True)).decode().rstrip("=")
    return f"{answer.decision[0]}.{answer.decision[1]}.{command}"


def decode(value: str) -> tuple[decisions_pb2.DecisionId, views_pb2.GameCommand]:
    """The decision and the command in such a word. Raises ValueError for anything else."""
    if len(value) > LONGEST_COMMAND:
        raise ValueError("too long")
    version, number, command = value.split(".")
    padded = command + "=" * (-len(command) % 4)
    try:
        data = base64.urlsafe_b64decode(padded)
        decision = decisions_pb2.DecisionId(version=int(version), number=int(number))
        return decision, views_pb2.GameCommand.FromString(data)
    except (binascii.Error, DecodeError, UnicodeEncodeError) as error:
        raise ValueError("not an answer") from error


def command_id(table_id: str, page: str, value: str) -> str:
    """The id of a command: the same however often the same button of the same page is pressed."""
    return str(uuid.uuid5(NAMESPACE, f"{table_id} {page} {value}"))


def page_id() -> str:
    """A fresh id for a page that is shown."""
    return uuid.uuid4().hex


def _kind(command: views_pb2.GameCommand) -> str:
    game = command.WhichOneof("command") or ""
    own = getattr(command, game, None)
    kind = own.WhichOneof("command") if own is not None and "command" in own.DESCRIPTOR.oneofs_by_name else None
    words = (kind or "answer").replace("_", " ")
    return words[:1].upper() + words[1:]
