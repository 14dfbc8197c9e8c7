"""What the tests of the command line share."""

import os
import sys
from pathlib import Path

import pytest

from clients.cli.main import main
from tests.clients.cli.running import Here, Ran, clean_environment


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Here:
    """Runs the program inside this process, in an empty directory, without settings from around the tests."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Ran:
        for name in set(os.environ) - set(clean_environment()):
            monkeypatch.delenv(name)
        monkeypatch.setattr(sys, "argv", ["ludarium", *arguments])
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run
