"""The command line: which commands there are. What they do is below clients/cli/commands, a file each."""

import os
import sys
from inspect import cleandoc

import typer

from clients.cli.commands import (
    archive,
    audit,
    backup,
    bench,
    bots,
    compare,
    erase,
    export,
    games,
    health,
    import_,
    leaderboard,
    play,
    projections,
    query,
    rehearse,
    replay,
    rules,
    serve,
    simulate,
    strength,
    swans,
    tables,
    token,
    up,
    verify,
    watch,
    web,
    work,
)
from clients.cli.output import complain
from clients.cli.problem import Problem

PLAYING = "Play and watch"
RECORDS = "Records"
RUNNING = "Run"
RULES = "Rules and figures"

app = typer.Typer(
    name="ludarium",
    help="Ludarium keeps heavyweight board games: played live, scored, and replayed move by move.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def version(show: bool) -> None:
    """Print the version and stop."""
    if show:
        from importlib.metadata import version as installed

        print(f"ludarium {installed('ludarium')}")
        raise typer.Exit


@app.callback()
def ludarium(
    show: bool = typer.Option(False, "--version", callback=version, is_eager=True, help="Show the version and stop."),
) -> None:
    """Ludarium keeps heavyweight board games: played live, scored, and replayed move by move."""


app.command("up", rich_help_panel=RUNNING)(up.up)
app.command("serve", rich_help_panel=RUNNING)(serve.serve)
app.command("work", rich_help_panel=RUNNING)(work.work)
app.command("query", rich_help_panel=RUNNING)(query.query)
app.command("bots", rich_help_panel=RUNNING)(bots.bots)
app.command("web", rich_help_panel=RUNNING)(web.web)
app.command("health", rich_help_panel=RUNNING)(health.health)
app.command("token", rich_help_panel=RUNNING)(token.token)
app.command("rehearse", rich_help_panel=RUNNING)(rehearse.rehearse)
app.add_typer(projections.app, name="projections", rich_help_panel=RUNNING)
app.add_typer(tables.app, name="tables", rich_help_panel=PLAYING)
app.command("leaderboard", rich_help_panel=PLAYING)(leaderboard.leaderboard)
app.command("swans", rich_help_panel=PLAYING)(swans.swans)
app.command("play", rich_help_panel=PLAYING)(play.play)
app.command("watch", rich_help_panel=PLAYING)(watch.watch)
app.command("replay", rich_help_panel=PLAYING)(replay.replay)
app.command("archive", rich_help_panel=RECORDS)(archive.archive)
app.command("audit", rich_help_panel=RECORDS)(audit.audit)
app.command("compare", rich_help_panel=RECORDS)(compare.compare)
app.command("erase", rich_help_panel=RECORDS)(erase.erase)
app.command("backup", rich_help_panel=RECORDS)(backup.backup)
app.command("restore", rich_help_panel=RECORDS)(backup.restore)
app.command("export", rich_help_panel=RECORDS)(export.export)
app.command("import", rich_help_panel=RECORDS)(import_.import_)
app.command("verify", rich_help_panel=RECORDS)(verify.verify)
app.command("strength", rich_help_panel=RULES)(strength.strength)
app.command("games", rich_help_panel=RULES)(games.games)
app.command("rules", rich_help_panel=RULES)(rules.rules)
app.command("simulate", rich_help_panel=RULES)(simulate.simulate)
app.command("bench", rich_help_panel=RULES)(bench.bench)

for commands in (app, projections.app, tables.app):
    for command in commands.registered_commands:
        paragraphs = cleandoc(command.callback.__doc__ or "").split("\n\n") if command.callback else []
        # typer breaks lines where the source does, which is seldom where the terminal ends
        command.help = "\n\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)


def main() -> None:
    """The program `ludarium`."""
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")  # we start programs, and never fork to go on ourselves
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # a connection that comes and goes is no news for people
    try:
        app()
    except Problem as problem:
        complain(problem.message, problem.hint)
        sys.exit(problem.code)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader of a pipe left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


if __name__ == "__main__":
    main()
