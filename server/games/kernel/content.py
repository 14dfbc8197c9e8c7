"""Component data: reading YAML into typed records, its digest, and where it comes from."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec
import yaml

T = TypeVar("T")

Provenance = Mapping[str, Mapping[str, int]]
"""By component file, how many of its records are confirmed, reconstructed, …"""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The base of component records: immutable, so a copy of a state shares them."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


def read(path: Path, kind: type[T]) -> T:
    """A YAML file as a typed value. Raises msgspec.ValidationError naming the field that doesn't fit."""
    return msgspec.yaml.decode(path.read_bytes(), type=kind)


def digest(folder: Path) -> bytes:
    """SHA-256 over the names and bytes of every YAML file of a content version, in order of name."""
    total = sha256()
    for path in sorted(folder.glob("*.yaml")):
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.digest()


def provenance(folder: Path) -> Provenance:
    """Count each file's records by their `confidence`; files whose records carry none count under the file's word."""
    return {path.stem: _count(_parse(path)) for path in sorted(folder.glob("*.yaml"))}


def _parse(path: Path) -> Any:
    """A file as plain values; libyaml's parser, which is ten times as fast as the one in Python."""
    return yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)


def _count(value: Any) -> dict[str, int]:
    marks: Counter[str] = Counter()
    _collect(value, marks)
    return dict(marks)


def _collect(value: Any, marks: Counter[str]) -> None:
    if isinstance(value, dict):
        if isinstance(value.get("confidence"), str):
            marks[value["confidence"]] += 1
        for part in value.values():
            _collect(part, marks)
    elif isinstance(value, list):
        for part in value:
            _collect(part, marks)
