"""The scripts that start Redis on Kubernetes, with programs in place of Redis that note how they were called."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.manifests import DEPLOY

START = DEPLOY / "kubernetes" / "components" / "redis-replicated" / "start.sh"
PASSWORD = "the-password"


class Pod:
    """A pod with a volume, and peers that hold so many keys."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        self._programs = folder / "bin"
        self._programs.mkdir()
        self._put("hostname", f"echo {name}")
        self._put("sleep", f"echo 0 >{folder}/keys")  # whoever waits finds that the others are there and have nothing
        self._put("redis-server", f'echo "$@" >{folder}/started; cat "$1" >{folder}/conf')
        self._put("redis-cli", f'echo "$@" >>{folder}/asked; cat {folder}/keys')

    def peers_say(self, keys: str) -> None:
        """What each peer answers when it is asked how many keys it has."""
        (self._folder / "keys").write_text(keys)

    def start(self, primary: str) -> subprocess.CompletedProcess[str]:
        """Run the script."""
        script = self._folder / "start.sh"
        script.write_text(START.read_text().replace("/data", str(self.data)).replace("/tmp/", f"{self._folder}/"))
        environment = {
            "PATH": f"{self._programs}:{os.environ['PATH']}",
            "REDIS_PASSWORD": PASSWORD,
            "REDIS_PRIMARY": primary,
            "REDIS_NODES": "redis-0 redis-1 redis-2",
        }
        return subprocess.run(["sh", script], env=environment, capture_output=True, text=True, check=False)

    def read(self, name: str) -> str:
        """What a program wrote down; empty if it was not called."""
        file = self._folder / name
        return file.read_text() if file.exists() else ""

    def _put(self, name: str, script: str) -> None:
        program = self._programs / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)


@pytest.fixture
def pod(tmp_path: Path) -> Pod:
    """The pod redis-0."""
    return Pod(tmp_path, "redis-0")


def test_the_primary_starts_on_its_data(pod: Pod) -> None:
    (pod.data / "appendonlydir").mkdir()
    assert pod.start("redis-0").returncode == 0
    assert f"requirepass {PASSWORD}" in pod.read("conf")
    assert "replicaof" not in pod.read("conf")
    assert PASSWORD not in pod.read("started")


def test_the_others_are_its_replicas(pod: Pod) -> None:
    assert pod.start("redis-2").returncode == 0
    assert "replicaof redis-2.redis-nodes 6379" in pod.read("conf")


@pytest.mark.parametrize("at_first", ["", "LOADING Redis is loading the dataset in memory", "0"])
def test_a_primary_starts_empty_once_the_others_say_that_all_is_new(pod: Pod, at_first: str) -> None:
    pod.peers_say(at_first)
    started = pod.start("redis-0")
    assert started.returncode == 0
    assert pod.read("started")
    assert ("waiting for redis-1" in started.stderr) == (at_first != "0")


def test_a_primary_that_lost_its_volume_does_not_start_empty(pod: Pod) -> None:
    """Its replicas would throw away what they have, and copy nothing."""
    pod.peers_say("5120")
    refused = pod.start("redis-0")
    assert refused.returncode == 1
    assert "redis-1 has 5120 keys" in refused.stderr
    assert not pod.read("started")
    assert PASSWORD not in pod.read("asked")
