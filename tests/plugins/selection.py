"""A pytest plugin: marks the tests that any store must pass, and skips long runs that nobody asked for, saying so."""

from pathlib import Path

import pytest

STORE_TESTS = Path(__file__).parents[1] / "server" / "store"
# The fixture that gives the session's store; a test without it has a server of its own, or none.
STORE_FIXTURE = "store_url"


# First of all, so that -m finds what is marked here.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark and skip before pytest selects by -m."""
    long_runs_wanted = "soak" in config.getoption("-m")
    for item in items:
        if item.path.is_relative_to(STORE_TESTS) and STORE_FIXTURE in getattr(item, "fixturenames", ()):
            item.add_marker("any_store")
        if item.get_closest_marker("soak") and not long_runs_wanted:
            item.add_marker(pytest.mark.skip(reason="a long run: make soak"))
