"""Promises hold on scratch deployments, and the rehearsal notices when a defence is down."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.rehearse.catalogue import CATALOGUE, rehearse
from clients.rehearse.defences import Defence
from clients.rehearse.finding import Entry, Finding
from clients.rehearse.stage import QUICK, WHOLE, Size
from tests.clients.cli.running import Here

pytestmark = pytest.mark.timeout(900)

ENTRIES = {entry.name: entry for entry in CATALOGUE}
OFTEN = ("twice", "disk", "restore", "failover-local")
"""The entries that every run of the tests has, once and small."""

soak = (pytest.mark.soak, pytest.mark.timeout(3600))


async def found(entry: Entry, size: Size, where: Path, *broken: Defence) -> list[Finding]:
    """The findings of one entry."""
    return [finding async for finding in rehearse(entry, size, broken, where)]


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in OFTEN else soak, id=name) for name in ENTRIES])
async def test_promises_hold(name: str, tmp_path: Path) -> None:
    findings = await found(ENTRIES[name], QUICK, tmp_path)
    assert [finding for finding in findings if finding.held is False] == []
    assert len(findings) > 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ENTRIES)
async def test_promises_hold_at_full_size(name: str, tmp_path: Path) -> None:
    assert [finding for finding in await found(ENTRIES[name], WHOLE, tmp_path) if finding.held is False] == []


@pytest.mark.parametrize(
    ("defence", "promise"),
    [
        (Defence.COMMAND_MEMORY, "a command that is sent again gets its first answer"),
        pytest.param(Defence.APPEND_ONLY_FILE, "no acknowledged command is lost", marks=soak),
        pytest.param(Defence.CURSOR_COMPARE, "read models equal a fresh fold of every stream", marks=soak),
        pytest.param(Defence.REPLICA_ACKS, "no acknowledged command is lost", marks=soak),
    ],
)
async def test_a_defence_that_is_down_is_noticed(defence: Defence, promise: str, tmp_path: Path) -> None:
    findings = await found(ENTRIES[defence.entry], QUICK, tmp_path, defence)
    assert promise in [finding.promise for finding in findings if finding.held is False]


async def test_a_rehearsal_that_fails_is_a_broken_promise(tmp_path: Path) -> None:
    async def run(_: object) -> AsyncIterator[Finding]:
        yield Finding("something is held", True)
        raise TimeoutError("it never came up")

    held, failed = await found(Entry("odd", "fails", run), QUICK, tmp_path)
    assert held.held
    assert (failed.held, failed.facts) == (False, "TimeoutError: it never came up")


def test_the_list_names_entries_and_defences(here: Here) -> None:
    listed = here("rehearse", "--list")
    assert listed.code == 0
    assert all(name in listed.out for name in (*ENTRIES, *Defence))
    refused = here("rehearse", "--only", "nonsense")
    assert refused.code != 0
    assert "There is no entry nonsense." in refused.err


def test_a_broken_promise_is_named_and_the_exit_status_says_so(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_: object) -> AsyncIterator[Finding]:
        await asyncio.sleep(0)
        yield Finding("no acknowledged command is lost", False, "7 acknowledged, 1 missing", ["it is missing"])
        yield Finding("every stream folds", True, "9 events")

    monkeypatch.setattr("clients.rehearse.catalogue.CATALOGUE", (Entry("odd", "loses one", run),))
    ran = here("rehearse")
    assert ran.code == 1
    assert "FAIL  no acknowledged command is lost  7 acknowledged, 1 missing" in ran.out
    assert "odd: no acknowledged command is lost" in ran.err
