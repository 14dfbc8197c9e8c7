"""`ludarium web`: the viewer in the browser, which is not there yet."""

from clients.cli.options import Json
from clients.cli.problem import COMES_LATER, Problem


def web(as_json: Json = False) -> None:
    """The viewer in the browser. It comes with a later release; until then this says so and exits with 2."""
    if as_json:
        from clients.cli.output import say_json

        say_json({"available": False, "reason": "comes with a later release"})
    raise Problem(
        "The viewer in the browser comes with a later release.",
        "`ludarium watch TABLE` follows a table in the terminal, `ludarium replay TABLE` shows a past one.",
        COMES_LATER,
    )
