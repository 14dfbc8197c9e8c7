"""What all tests share: one event store a session."""

import os
from collections.abc import Iterator

# Tests start stores while channels are open. The handlers that gRPC runs at each fork are for children that go on to
# use gRPC; in a child that becomes another program they may crash.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

import pytest

from tests.session_store import SessionStore, choose_store

_CHOICE = pytest.StashKey[SessionStore]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_CHOICE] = choose_store()


def pytest_report_header(config: pytest.Config) -> str:
    return f"event store: {config.stash[_CHOICE].reason}"


@pytest.fixture(scope="session")
def store_url(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real event store, shared by all tests of the session: use table ids of your own."""
    with pytestconfig.stash[_CHOICE].start(tmp_path_factory.mktemp("store")) as url:
        yield url
