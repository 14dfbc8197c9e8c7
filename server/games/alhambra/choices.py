"""The answers to Alhambra's decisions, as small tuples; fields are those of the messages in commands.proto."""

from typing import NamedTuple

from ludarium.games.alhambra.v1 import commands_pb2

from server.games.alhambra.content import load
from server.games.kernel.codec import Choice, Codec


class Cell(NamedTuple):
    """A cell of an Alhambra; the fountain lies at (0, 0), x grows east, y south (R0.5)."""

    x: int
    y: int


class TakeMoney(NamedTuple):
    """Take cards from the display (R4)."""

    cards: tuple[str, ...]


class Buy(NamedTuple):
    """Buy the building on a market space, 1 to 4, with cards of its currency (R5)."""

    space: int
    cards: tuple[str, ...]


class Build(NamedTuple):
    """Redesign: from the reserve to an empty cell (R7.1)."""

    tile: str
    cell: Cell


class Store(NamedTuple):
    """Redesign: from the Alhambra to the reserve (R7.1)."""

    tile: str


class Exchange(NamedTuple):
    """Redesign: a tile of the reserve for one of the Alhambra (R7.1)."""

    tile: str
    other_tile: str


class Pass(NamedTuple):
    """Take no action (R3.3, R3.5)."""


class Place(NamedTuple):
    """Put a bought or left-over building into the Alhambra (R8.1, R10.3)."""

    tile: str
    cell: Cell


class Reserve(NamedTuple):
    """Put a bought or left-over building into the reserve (R8.1, R10.3)."""

    tile: str


class GiveToDirk(NamedTuple):
    """Give a bought building to Dirk (R14.5)."""

    tile: str


CODEC = Codec(
    commands_pb2.Command,
    {
        TakeMoney: "take_money",
        Buy: "buy",
        Build: "build",
        Store: "store",
        Exchange: "exchange",
        Pass: "pass",
        Place: "place",
        Reserve: "reserve",
        GiveToDirk: "give_to_dirk",
    },
)


def sort_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards in canonical order: by currency, then value; unknown ones last."""
    known = load().cards
    return tuple(sorted(cards, key=lambda card: (card not in known, _rank(card))))


def canonical(choice: Choice) -> Choice:
    """The one form of a choice: its cards in canonical order."""
    if isinstance(choice, TakeMoney | Buy):
        return choice._replace(cards=sort_cards(choice.cards))
    return choice


def _rank(card: str) -> tuple[int, int, str]:
    record = load().cards.get(card)
    return (record.currency, record.value, card) if record else (0, 0, card)
