"""Build hook: generates the Python package `ludarium` from proto/ whenever the project is installed."""

import shutil
import subprocess
import sys
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

    Raises subprocess.CalledProcessError when protoc refuses a file; protoc's own message is on stderr.
    """
    shutil.rmtree(CONTRACT, ignore_errors=True)
    CONTRACT.mkdir(parents=True)
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    outputs = [f"--{kind}_out={CONTRACT}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    plugins = [
        f"--plugin=protoc-gen-{name}={shutil.which(f'protoc-gen-{name}', path=_scripts())}"
        for name in ("mypy", "mypy_grpc")
    ]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *plugins, *outputs, *files]
    subprocess.run(command, check=True)
    for folder in {path.parent for path in CONTRACT.rglob("*_pb2.py")} | {CONTRACT / "ludarium"}:
        while folder != CONTRACT:
            (folder / "__init__.py").touch()
            folder = folder.parent
    (CONTRACT / "ludarium" / "py.typed").touch()


def _scripts() -> str:
    """Where this interpreter's packages put their programs, in an isolated build as well as in a venv."""
    import os

    beside = [str(Path(entry).parent.parent.parent / "bin") for entry in sys.path if entry.endswith("site-packages")]
    return os.pathsep.join([str(Path(sys.executable).parent), *beside, os.environ.get("PATH", "")])


if __name__ == "__main__":
    generate()
