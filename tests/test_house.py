"""The house rules that no other tool checks: what may stand in a file, how long it gets, what is explained."""

import ast
import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("server", "projections", "clients")

LINES = 400
# A Python file that is longer on purpose, and why it is not two.
LONG_FILES: dict[str, str] = {}

# These patterns are written so that they do not find themselves.
REGISTRY = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|crates|debian|rubygems)\.(?:org|com|io|net)\b"
    r"|(?<!-emit-)\b(?:extra-)?index-ur[l]\b|(?<!-emit-)\bfind-link[s]\b|\btrusted-hos[t]\b"
)
MACHINE = re.compile(r"(?<![\w.~-])/(?:work|root|mnt/sandboxing|home/\w+)/\w")
LEFT_UNDONE = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Found(NamedTuple):
    """A class of the project: the names of its bases and of the methods it explains."""

    bases: list[str]
    explained: set[str]


@cache
def house() -> dict[str, str]:
    """Every text file of the repository, tracked or about to be, with its content."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listing.returncode:
        pytest.skip("not a git checkout, so nobody knows which files belong to the repository")
    texts = {}
    for name in filter(None, listing.stdout.split("\0")):
        path = ROOT / name
        if path.is_file():
            content = path.read_bytes()
            if b"\0" not in content[:8000]:
                texts[name] = content.decode(errors="replace")
    return texts


@cache
def modules() -> dict[str, ast.Module]:
    """Every Python file of the three rooms, parsed."""
    return {
        name: ast.parse(text) for name, text in house().items() if name.endswith(".py") and name.split("/")[0] in ROOMS
    }


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern occurs, as file:line: text."""
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
        for name, text in house().items()
        for match in pattern.finditer(text)
    ]


def assert_none(found: Iterable[str], advice: str = "") -> None:
    """Fails with everything that was found, one a line; pytest would cut the list short."""
    assert not found, "\n".join([advice, *sorted(found)])


def test_no_file_names_a_package_registry() -> None:
    assert_none(lines_with(REGISTRY))


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert_none(lines_with(MACHINE))


def test_nothing_is_marked_as_left_undone() -> None:
    assert_none(lines_with(LEFT_UNDONE))


def test_a_long_file_has_a_reason() -> None:
    long = {n for n, text in house().items() if n.endswith(".py") and text.count("\n") >= LINES}
    assert_none(long - LONG_FILES.keys(), f"{LINES} lines or more: split it, or say in LONG_FILES why not")
    assert_none(LONG_FILES.keys() - long, "in LONG_FILES without need")


def test_what_is_public_is_explained() -> None:
    known = classes()
    bare = [
        f"{name}:{node.lineno}: {label}"
        for name, tree in modules().items()
        if not any(part.startswith("_") for part in Path(name).parts if part != "__init__.py")
        for label, node in public(tree, known)
        if ast.get_docstring(node) is None
    ]
    assert_none(bare)


def classes() -> dict[str, Found]:
    """Every class of the three rooms by its name; classes of one name are taken together."""
    known: dict[str, Found] = defaultdict(lambda: Found([], set()))
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found = known[node.name]
                found.bases.extend(filter(None, map(last_name, node.bases)))
                found.explained.update(n.name for n in node.body if isinstance(n, Function) and ast.get_docstring(n))
    return dict(known)


def public(
    body: ast.Module | ast.ClassDef, known: dict[str, Found], prefix: str = ""
) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """Every public function, class and method of a module that a docstring is asked of, with its dotted name."""
    for node in body.body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if isinstance(node, Function) and (decorated(node) or is_override(body, node.name, known)):
            continue
        yield prefix + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from public(node, known, f"{prefix}{node.name}.")


def decorated(node: Function) -> bool:
    """Whether a decorator says that the explanation stands elsewhere: overrides, overloads, setters, registrations."""
    names = {last_name(decorator) for decorator in node.decorator_list}
    return bool(names & {"override", "overload", "setter", "deleter", "register"})


def is_override(body: ast.Module | ast.ClassDef, method: str, known: dict[str, Found]) -> bool:
    """Whether a base class explains the method, or is a class from elsewhere that may well do so."""
    if isinstance(body, ast.Module):
        return False
    ours = {"object", "ABC", "Protocol", "Generic", "NamedTuple", "Struct", "Exception"} | {
        "Enum",
        "IntEnum",
        "StrEnum",
    }
    todo, seen = [name for name in map(last_name, body.bases) if name], set[str]()
    while todo:
        base = todo.pop()
        if base in seen or base in ours:
            continue
        seen.add(base)
        if base not in known or method in known[base].explained:
            return True
        todo.extend(known[base].bases)
    return False


def last_name(node: ast.expr) -> str | None:
    """The last name of a dotted, called or subscripted expression: Struct for msgspec.Struct, Base for Base[int]."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def contracts() -> list[dict[str, Any]]:
    """The import contracts as pyproject.toml has them; that they hold is checked by make lint."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    linter = project["tool"]["importlinter"]
    assert set(ROOMS) <= set(linter["root_packages"])
    return list(linter["contracts"])


def packages(folder: str) -> set[str]:
    """The packages right below a folder, as dotted names."""
    return {f"{folder.replace('/', '.')}.{path.parent.name}" for path in ROOT.glob(f"{folder}/*/__init__.py")}


def test_every_room_stands_in_an_import_contract() -> None:
    named = {
        module
        for contract in contracts()
        for key in ("source_modules", "forbidden_modules", "modules")
        for module in contract.get(key, [])
    }
    assert_none((packages("server") | set(ROOMS)) - named)


def test_every_client_but_the_command_line_is_told_what_to_leave_alone() -> None:
    sources = {module for contract in contracts() for module in contract.get("source_modules", [])}
    assert_none(packages("clients") - {"clients.cli"} - sources)


def test_no_game_knows_another() -> None:
    games = packages("server/games") - {"server.games.kernel"}
    apart = {module for c in contracts() if c["type"] == "independence" for module in c["modules"]}
    unknown_to_kernel = {
        module
        for c in contracts()
        if c.get("source_modules") == ["server.games.kernel"]
        for module in c["forbidden_modules"]
    }
    assert_none(games - apart)
    assert_none(games - unknown_to_kernel)


def test_nothing_imports_the_tests() -> None:
    importing = [
        f"{name}:{node.lineno}"
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Import) and any(a.name.split(".")[0] == "tests" for a in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tests")
    ]
    assert_none(importing)


PIN = re.compile(r"^(\S+==\S+)", re.MULTILINE)


def test_the_image_installs_what_was_tested() -> None:
    everything, image = (
        set(PIN.findall((ROOT / path).read_text())) for path in ("requirements.lock", "deploy/requirements.lock")
    )
    assert image
    assert_none(image - everything, "make lock writes both")
