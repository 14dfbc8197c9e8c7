"""`ludarium rehearse`: breaks a scratch deployment on purpose and says which promises held."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import Json
from clients.cli.problem import Problem

if TYPE_CHECKING:
    from clients.rehearse.defences import Defence
    from clients.rehearse.finding import Entry, Finding

SHOWN_PROBLEMS = 5


def rehearse(
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="This entry alone; may be repeated.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--break", metavar="DEFENCE", help="Switch a defence off, to see the rehearsal fail; may be repeated."
        ),
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="Show the entries and the defences, and stop.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Everything once, with fewer tables and streams.")] = False,
    where: Annotated[
        Path | None,
        typer.Option(
            "--where", metavar="DIR", help="Where scratch files are.", show_default="the system's temporary directory"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Break scratch deployments on this machine on purpose, and print which promises held. Exits 1 if one did not.

    Stores, servers, workers and bots are real processes with ports and files of their own, all gone afterwards. Nothing
    else on the machine is touched.
    """
    import uvloop

    from clients.cli.output import complain, say_json
    from clients.rehearse.catalogue import CATALOGUE
    from clients.rehearse.defences import Defence

    if listing:
        _list(as_json)
        return
    entries = [_named(name, {entry.name: entry for entry in CATALOGUE}, "entry") for name in only or []] or CATALOGUE
    broken = [_named(name, {str(defence): defence for defence in Defence}, "defence") for name in without or []]
    found = uvloop.run(_run(entries, broken, quick, where, as_json))
    if as_json:
        say_json(found)
    if found["broken"]:
        complain(f"Promises were broken: {'; '.join(found['broken'])}.")
        raise typer.Exit(1)


async def _run(
    entries: "list[Entry] | tuple[Entry, ...]", broken: "list[Defence]", quick: bool, where: Path | None, as_json: bool
) -> dict[str, Any]:
    import os
    import time

    from clients.cli.output import say
    from clients.rehearse.catalogue import rehearse
    from clients.rehearse.stage import QUICK, WHOLE

    began = time.monotonic()
    sheet = []
    for defence in broken:
        if not as_json:
            say(f"Switched off: {defence}: {defence.words}.")
    for entry in entries:
        started = time.monotonic()
        if not as_json:
            say("", f"{entry.name}: {entry.does}")
        async for finding in rehearse(entry, QUICK if quick else WHOLE, broken, where):
            sheet.append({"entry": entry.name, **_document(finding)})
            if not as_json:
                _tell(finding)
        if not as_json:
            say(f"  {time.monotonic() - started:.0f} s")
    failed = [f"{line['entry']}: {line['promise']}" for line in sheet if line["held"] is False]
    seconds, processor = round(time.monotonic() - began), round(_processor_seconds())
    if not as_json:
        held = sum(line["held"] is True for line in sheet)
        say("", f"{held} promises held, {len(failed)} broken, in {seconds} s on {os.cpu_count()} cores.")
        say(f"All processes together used {processor} s of processor time.")
    return {
        "findings": sheet,
        "broken": failed,
        "switched_off": broken,
        "seconds": seconds,
        "processor_seconds": processor,
        "cores": os.cpu_count(),
    }


def _processor_seconds() -> float:
    """Processor time of this process and of all that it has started and seen ending."""
    import resource

    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _tell(finding: "Finding") -> None:
    from rich.text import Text

    from clients.cli.output import say

    word, style = {True: ("PASS", "green"), False: ("FAIL", "bold red"), None: ("none", "yellow")}[finding.held]
    line = Text.assemble("  ", (word, style), f"  {finding.promise}", (f"  {finding.facts}", "dim"))
    say(line)
    if finding.held is False:
        more = len(finding.problems) - SHOWN_PROBLEMS
        shown = [*finding.problems[:SHOWN_PROBLEMS], *([f"and {more} more"] if more > 0 else [])]
        for problem in shown:
            say(f"        {problem}")


def _list(as_json: bool) -> None:
    from clients.cli.output import say, say_json, table
    from clients.rehearse.catalogue import CATALOGUE
    from clients.rehearse.defences import Defence

    if as_json:
        entries = [{"name": entry.name, "does": entry.does} for entry in CATALOGUE]
        say_json({"entries": entries, "defences": {str(defence): defence.words for defence in Defence}})
        return
    shown = table("entry", "what happens")
    for entry in CATALOGUE:
        shown.add_row(entry.name, entry.does)
    defences = table("--break", "what is switched off", "seen by --only")
    for defence in Defence:
        defences.add_row(str(defence), defence.words, defence.entry)
    say(shown, defences)


def _named(name: str, known: dict[str, Any], what: str) -> Any:
    if name not in known:
        raise Problem(f"There is no {what} {name}.", f"There are: {', '.join(known)}.")
    return known[name]


def _document(finding: "Finding") -> dict[str, Any]:
    return {
        "promise": finding.promise,
        "held": finding.held,
        "facts": finding.facts,
        "problems": finding.problems,
    }
