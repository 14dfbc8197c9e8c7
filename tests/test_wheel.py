"""What is installed from a wheel is whole: the image and `pip install` have no source tree beside them."""

import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("server", "projections", "clients")
SOURCES = (*ROOMS, "proto", "pyproject.toml", "build_contract.py", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the sources, so that a contract generated earlier is of no help."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (folder / "source").mkdir(exist_ok=True)
            shutil.copy(source, folder / "source" / name)
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, folder / "source")
    [built] = folder.glob("*.whl")
    return built


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *map(str, arguments)]
    subprocess.run(command, check=True)


def test_a_wheel_holds_every_file_of_the_three_rooms(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file())
    expected = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}
    assert expected - packed == set()


def test_a_wheel_holds_the_contract_and_no_tests(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel).namelist()
    contract = {f"{path.relative_to(ROOT / 'proto').with_suffix('')}_pb2.py" for path in ROOT.glob("proto/**/*.proto")}
    assert contract - set(packed) == set()
    assert {name.split("/")[0] for name in packed if ".dist-info" not in name} == {"ludarium", *ROOMS}


def test_an_installed_wheel_imports_without_the_source_tree(wheel: Path, tmp_path: Path) -> None:
    python = clean_venv(tmp_path / "venv")
    pip("--python", python, "install", "--no-deps", "--no-index", wheel)
    names = ["ludarium.v1.events_pb2", "ludarium.v1.events_pb2_grpc", *ROOMS]
    script = f"import importlib; print(*(importlib.import_module(name).__file__ for name in {names}), sep='\\n')"
    printed = subprocess.run([python, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True)
    places = [Path(line) for line in printed.stdout.splitlines()]
    assert len(places) == len(names)
    assert all(place.is_relative_to(tmp_path) for place in places)


def clean_venv(folder: Path) -> Path:
    """A virtual environment with the locked libraries and without the project: the former are shared, not installed."""
    venv.create(folder, with_pip=False)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    (Path(paths["purelib"]) / "locked.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return folder / "bin" / "python"
