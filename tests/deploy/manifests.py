"""The overlays as kustomize builds them."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
OVERLAYS = ("dev", "production", "cluster")

Manifest = dict[str, Any]


def kubectl() -> str | None:
    """The kubectl of this environment, else the machine's; None where there is none."""
    beside = Path(sys.executable).with_name("kubectl")
    return str(beside) if beside.exists() else shutil.which("kubectl")


@cache
def overlay(name: str) -> tuple[Manifest, ...]:
    """Everything that an overlay consists of."""
    program = kubectl()
    assert program is not None
    command = [program, "kustomize", str(DEPLOY / "kubernetes" / "overlays" / name)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return tuple(document for document in yaml.safe_load_all(built.stdout) if document)


def of_kind(manifests: tuple[Manifest, ...], *kinds: str) -> list[Manifest]:
    """Those of some kinds."""
    return [manifest for manifest in manifests if manifest["kind"] in kinds]


def name_of(manifest: Manifest) -> str:
    """How people call it."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def pods(manifests: tuple[Manifest, ...]) -> Iterator[tuple[Manifest, Manifest]]:
    """Whatever makes pods, with the template of them."""
    for manifest in of_kind(manifests, "Deployment", "StatefulSet", "Job"):
        yield manifest, manifest["spec"]["template"]


def containers(manifests: tuple[Manifest, ...]) -> Iterator[tuple[Manifest, Manifest]]:
    """Every container, with whatever makes its pods."""
    for manifest, template in pods(manifests):
        for container in (*template["spec"].get("initContainers", ()), *template["spec"]["containers"]):
            yield manifest, container


def selects(selector: Manifest, labels: Manifest) -> bool:
    """Whether a plain selector of labels takes something with these labels."""
    return all(labels.get(key) == value for key, value in selector.items())
