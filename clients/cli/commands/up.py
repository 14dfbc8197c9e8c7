"""`ludarium up`: everything in one go."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import HOME, Data, Json

if TYPE_CHECKING:
    from clients.cli.upkeep.demo import Demo
    from clients.cli.upkeep.keeper import Keeper, Plan


def up(
    data: Data = HOME,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The command server's port; 0 takes free ones.")
    ] = 7443,
    query_port: Annotated[
        int | None,
        typer.Option(
            "--query-port", min=0, max=65535, help="The query server's port.", show_default="the one after --port"
        ),
    ] = None,
    web_port: Annotated[
        int | None,
        typer.Option(
            "--web-port",
            min=0,
            max=65535,
            help="The port of the viewer in the browser.",
            show_default="7480; with --port 0 a free one",
        ),
    ] = None,
    no_demo: Annotated[bool, typer.Option("--no-demo", help="Open no demo table.")] = False,
    pace: Annotated[
        float, typer.Option("--pace", min=0, metavar="SECONDS", help="How long bots think, so that people can watch.")
    ] = 1.0,
    as_json: Json = False,
) -> None:
    """Run everything on this machine: event store, command server, query server, worker, bots and viewer.

    A demo table with three bots is opened, and the commands to watch and replay it are printed. Ctrl-C stops
    everything; started again on the same data it goes on where it was. Other commands on the same data directory find
    the servers, and the key for their tokens, by themselves.
    """
    import asyncio

    from clients.cli.upkeep.keeper import Plan, free_port

    server_port = port or free_port()
    query = query_port or (free_port() if port == 0 else server_port + 1)
    viewer = web_port or (free_port() if port == 0 or web_port == 0 else 7480)
    plan = Plan(data, server_port, query, pace, web_port=viewer)
    asyncio.run(_run(plan, _Teller(data, as_json), demo=not no_demo))


async def _run(plan: "Plan", teller: "_Teller", demo: bool) -> None:
    from clients.cli.processes import until_stopped

    await until_stopped(_keep(plan, teller, demo))
    teller.stopped()


async def _keep(plan: "Plan", teller: "_Teller", demo: bool) -> None:
    """Keep the house up until cancelled."""
    import asyncio

    from clients.cli.upkeep.demo import DemoTables
    from clients.cli.upkeep.keeper import Keeper
    from clients.sdk.connection import Connection

    teller.note(f"Starting Ludarium on {plan.data} …")
    async with Keeper(plan, teller.note) as keeper, Connection(keeper.server, keeper.query, "none") as connection:
        if not demo:
            teller.ready(keeper, None)
            await asyncio.Event().wait()
        tables = DemoTables(keeper.house, connection)
        present = await tables.present()
        teller.ready(keeper, present)
        await tables.follow(present, teller.demo)


class _Teller:
    """Tells whoever started the house what there is and what happens."""

    def __init__(self, data: Any, as_json: bool) -> None:
        self._json = as_json
        self._data = data

    def note(self, line: str) -> None:
        """Something that happened."""
        from clients.cli.output import say, say_json

        if self._json and not line.startswith("Starting"):
            say_json({"note": line})
        elif not self._json:
            say(line)

    def stopped(self) -> None:
        """Everything has ended."""
        from clients.cli.program import as_typed

        self.note(f"Stopped. `{as_typed('up', self._data)}` goes on where this was.")

    def ready(self, keeper: "Keeper", demo: "Demo | None") -> None:
        """What there is, and what to type next."""
        from clients.cli.output import say, say_json

        notes = keeper.house.notes()
        if self._json:
            facts = {"server": notes.server, "query": notes.query, "web": keeper.web}
            facts |= {"data": str(self._data), "demo": notes.demo}
            say_json(facts | {"demo_continued": demo is not None and demo.continued})
            return
        say(
            "",
            f"  viewer     {keeper.web}",
            f"  commands   {notes.server}   (gRPC)",
            f"  queries    {notes.query}   (gRPC)",
            f"  logs       {keeper.house.logs}",
        )
        if demo is not None:
            self._show_demo(demo)
        say(
            "",
            f"Play yourself in the browser, or at the terminal: {self._typed('play alhambra')}",
            "Ctrl-C stops everything.",
        )

    def demo(self, demo: "Demo", result: str) -> None:
        """A demo table began, or ended with a result."""
        from clients.cli.output import say, say_json

        if self._json:
            say_json({"demo": demo.table_id, "result": result} if result else {"demo": demo.table_id})
        elif result:
            say(
                "", f"Demo table {demo.table_id} has ended: {result}.", f"  see it again: {self._typed('replay', demo)}"
            )
        else:
            self._show_demo(demo)

    def _show_demo(self, demo: "Demo") -> None:
        from clients.cli.output import say

        how = "goes on" if demo.continued else "is open"
        say(
            "",
            f"Demo table {demo.table_id} {how}: Alhambra with three bots.",
            f"  watch it:   {self._typed('watch', demo)}",
            f"  replay it:  {self._typed('replay', demo)}",
        )

    def _typed(self, command: str, demo: "Demo | None" = None) -> str:
        """A command as it can be typed here."""
        from clients.cli.program import as_typed

        return as_typed(f"{command} {demo.table_id}" if demo is not None else command, self._data)
