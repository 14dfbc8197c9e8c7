"""Parts that several boards have in common."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from markupsafe import Markup

from clients.web.boards.look import Look
from clients.web.boards.svg import tag

Player = TypeVar("Player")


def around(players: Sequence[Player], look: Look) -> list[Player]:
    """The players in their order, whoever looks first."""
    first = look.seat if look.seat is not None and look.seat < len(players) else 0
    return [*players[first:], *players[:first]]


def phases(names: Iterable[str], now: int, label: str, first: int = 1) -> Markup:
    """What follows one another, with the one that is on; they are numbered from `first`."""
    shown = [
        tag("li", name, class_="now" if number == now else None, aria_current="step" if number == now else None)
        for number, name in enumerate(names, start=first)
    ]
    return tag("ol", *shown, class_="phases", aria_label=label)


def score_table(heads: Iterable[str], rows: Iterable[Markup], title: str = "Score", note: str = "") -> Markup:
    """A panel with a line a player, between their name and their total."""
    head = tag("tr", *(tag("th", words, scope="col") for words in ("Player", *heads, "Total")))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="scores")
    scroller = tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=title)
    below = [tag("p", note, class_="note")] if note else []
    return tag("section", tag("h3", title), scroller, *below, class_="panel score")


def score_row(name: Iterable[Markup | str], points: Iterable[int], total: int) -> Markup:
    """A line of such a table."""
    cells = [tag("td", str(one)) for one in points]
    return tag("tr", tag("th", *name, scope="row"), *cells, tag("td", tag("strong", str(total))))
