"""Build hook: generates the Python package `ludarium` from proto/ whenever the project is installed."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PROTO = ROOT / "proto"
CONTRACT = ROOT / "build" / "contract"


class ContractHook(BuildHookInterface[Any]):
    """Runs before a wheel (plain or editable) is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        generate()


def generate() -> None:
    """Write build/contract/ludarium: messages, service stubs and type stubs for every file of proto/.

    The contract that is there stays until the new one is complete, so a wrong file of proto/ takes nothing away.
    Raises subprocess.CalledProcessError when protoc refuses a file; protoc's own message is on stderr.
    """
    CONTRACT.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CONTRACT.parent, prefix="contract-") as scratch:
        fresh = Path(scratch) / "fresh"
        fresh.mkdir()
        _run_protoc(fresh)
        _mark_packages(fresh)
        if CONTRACT.exists():
            CONTRACT.rename(Path(scratch) / "old")
        fresh.rename(CONTRACT)


def _run_protoc(target: Path) -> None:
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    outputs = [f"--{kind}_out={target}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    plugins = [f"--plugin=protoc-gen-{name}={_program(f'protoc-gen-{name}')}" for name in ("mypy", "mypy_grpc")]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *plugins, *outputs, *files]
    subprocess.run(command, check=True)


def _mark_packages(target: Path) -> None:
    for module in target.rglob("*_pb2.py"):
        for folder in module.relative_to(target).parents[:-1]:
            (target / folder / "__init__.py").touch()
    (target / "ludarium" / "py.typed").touch()


def _program(name: str) -> str:
    """Where a package has put its program: beside this interpreter, or beside its library in an isolated build."""
    beside = [Path(entry).parents[2] / "bin" for entry in sys.path if entry.endswith("site-packages")]
    places = [str(Path(sys.executable).parent), *map(str, beside), os.environ.get("PATH", "")]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        raise FileNotFoundError(f"{name} is missing; it comes with the package mypy-protobuf: make setup installs it")
    return found


if __name__ == "__main__":
    generate()
