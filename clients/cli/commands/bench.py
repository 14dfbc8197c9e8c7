"""`ludarium bench`: the benchmark sheet."""

from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.options import Json
from clients.cli.problem import Problem


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A short run of about a minute.")] = False,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="PATH", help="Write PATH.json and PATH.md instead of showing the sheet."),
    ] = None,
    gate: Annotated[
        Path | None,
        typer.Option(
            "--gate", metavar="FILE", help="Compare with an earlier sheet (JSON); exit code 1 if it got worse."
        ),
    ] = None,
    where: Annotated[
        Path | None,
        typer.Option(
            "--where", metavar="DIR", help="Where the store writes.", show_default="the system's temporary directory"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure durable commands a second beside a bare gRPC echo, the read side, watchers, the games' speed, and peers.

    Starts an event store, servers, a worker and an echo of its own on temporary data, and stops them again. The full
    run takes some minutes, wants a machine with nothing else to do, and installs peers from npm and PyPI in build/peers
    when it is started in the repository.
    """
    import json
    import sys
    import tempfile

    import uvloop

    from clients.cli.bench import page
    from clients.cli.bench.sheet import FULL, QUICK, measure
    from clients.cli.output import say, say_json

    def tell(line: str) -> None:
        print(line, file=sys.stderr)

    earlier = _earlier(gate) if gate is not None else None
    with tempfile.TemporaryDirectory(prefix="ludarium-bench-", dir=where) as data:
        figures = uvloop.run(measure(Path(data), QUICK if quick else FULL, tell))
    command = "ludarium bench" + (" --quick" if quick else "") + (f" --sheet {sheet}" if sheet is not None else "")
    if sheet is not None:
        sheet.with_suffix(".json").write_text(json.dumps(figures | {"command": command}, indent=2) + "\n")
        sheet.with_suffix(".md").write_text(page.write(figures, command))
    if as_json:
        say_json(figures)
    elif sheet is None and gate is None:
        say(page.write(figures, command))
    if earlier is not None:
        _judge(earlier, figures)


def _earlier(path: Path) -> dict[str, Any]:
    import json

    try:
        return dict(json.loads(path.read_text()))
    except (OSError, ValueError) as error:
        raise Problem(
            f"{path} is no sheet to compare with: {error}.", "Make one: ludarium bench --sheet PATH"
        ) from None


def _judge(before: dict[str, Any], now: dict[str, Any]) -> None:
    """Show every ratio then and now. Raises Exit(1) when one fell by more than the tolerance."""
    from clients.cli.bench.gate import TOLERANCE, compare
    from clients.cli.output import say, table

    compared = compare(before, now)
    rows = table("ratio", "then", "now", "", right=("then", "now"))
    for one in compared:
        verdict = "" if one.holds(TOLERANCE) else f"fell by more than {TOLERANCE:.0%}"
        rows.add_row(one.name, f"{one.before:,.3g}", f"{one.now:,.3g}", verdict)
    say(rows)
    if not all(one.holds(TOLERANCE) for one in compared):
        raise typer.Exit(1)
