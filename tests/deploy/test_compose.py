"""The compose file and the image: what can be checked without an engine. `.ci/compose` runs them where there is one."""

import re
from dataclasses import fields
from typing import Any

import yaml

from projections.settings import QuerySettings, WorkerSettings
from server.api.settings import Settings
from tests.deploy.manifests import DEPLOY

COMPOSE = DEPLOY / "compose.yaml"
ROOT = DEPLOY.parent
OURS = {"server", "query", "worker", "bots", "web"}
FOR_COMPOSE_ONLY = {"LUDARIUM_IMAGE", "LUDARIUM_REDIS_IMAGE", "LUDARIUM_PROMETHEUS_IMAGE", "LUDARIUM_GRAFANA_IMAGE"}
VARIABLE = re.compile(r"LUDARIUM_[A-Z][A-Z_]+")


def services() -> dict[str, Any]:
    """The services of the compose file."""
    composed: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return composed


def test_every_process_runs_with_nothing_that_it_does_not_need() -> None:
    assert services().keys() == OURS | {"redis", "prometheus", "grafana"}
    for name, service in services().items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ())), name
    for name in OURS:
        assert services()[name]["read_only"], name
    assert [services()[name]["deploy"]["replicas"] for name in ("server", "worker")] == [2, 2]


def test_the_store_keeps_what_it_acknowledges() -> None:
    command = " ".join(services()["redis"]["command"].split())
    for setting in ("--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction"):
        assert setting in command


def test_every_file_that_is_mounted_is_there() -> None:
    for service in services().values():
        for volume in service.get("volumes", ()):
            if volume.startswith("."):
                assert (DEPLOY / volume.split(":")[0]).is_file(), volume


def test_every_setting_that_is_spoken_of_exists() -> None:
    known = {f"LUDARIUM_{f.name.upper()}" for kind in (Settings, QuerySettings, WorkerSettings) for f in fields(kind)}
    for source in (ROOT / "clients").rglob("*.py"):
        known |= set(VARIABLE.findall(source.read_text()))
    spoken = [*DEPLOY.rglob("*.yaml"), *DEPLOY.rglob("*.yml"), DEPLOY / "Dockerfile", *(ROOT / "docs").glob("*.md")]
    for file in spoken:
        strange = set(VARIABLE.findall(file.read_text())) - known - FOR_COMPOSE_ONLY
        assert not strange, f"{file.relative_to(ROOT)} speaks of {', '.join(sorted(strange))}"


def test_the_image_is_nobodys_and_has_no_tools() -> None:
    stages = (DEPLOY / "Dockerfile").read_text().split("\nFROM ")
    final = stages[-1]
    assert "USER 10001:10001" in final
    assert "pip install" not in final
    assert 'CMD ["ludarium", "health"]' in final
