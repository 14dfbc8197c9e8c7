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
    """Buy the building on a market space, 1 to 4, with cards of its currency and own handymen on it (R5, R13.5)."""

    space: int
    cards: tuple[str, ...]
    handymen_up: int = 0
    handymen_down: int = 0


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
    """Put a bought or left-over building into the Alhambra (R8.1, R10.3, R11.5.3)."""

    tile: str
    cell: Cell


class Reserve(NamedTuple):
    """Put a bought or left-over building into the reserve (R8.1, R10.3, R11.5.3)."""

    tile: str


class GiveToDirk(NamedTuple):
    """Give a bought building to Dirk (R14.5)."""

    tile: str


class RollDie(NamedTuple):
    """Handymen: roll the first die (R13.2)."""


class RefuseRoll(NamedTuple):
    """Handymen: refuse what the dice show (R13.3)."""


class PutOnMarket(NamedTuple):
    """Handymen: accept the roll for a market space, 1 to 4 (R13.4)."""

    space: int


class PutOnTile(NamedTuple):
    """Handymen: accept the roll for an own tile (R13.4)."""

    tile: str


class TakeBack(NamedTuple):
    """Handymen: take so many back from a space whose building was bought (R13.6)."""

    space: int
    number: int


class PlaceKey(NamedTuple):
    """Gates: turn the revealed key, 0 to 5 (R11.4)."""

    rotation: int


class Move(NamedTuple):
    """Gates: move a tile inside the Alhambra (R11.5.1)."""

    tile: str
    cell: Cell


class AddWallPiece(NamedTuple):
    """Gates: add a wall piece to a side (1 to 4) of a tile of the Alhambra (R11.5.2)."""

    tile: str
    side: int


class BuyAtGate(NamedTuple):
    """Gates: choose a building for 14 (R11.5.3)."""

    space: int
    handymen_up: int = 0
    handymen_down: int = 0


class PayCard(NamedTuple):
    """Gates: lay a card (R11.5.3.4)."""

    card: str


class TakeCard(NamedTuple):
    """Gates: take a card of the display (R11.5.4)."""

    card: str


class TakeSemiBuilding(NamedTuple):
    """Gates: take the semi-building of a type, 1 to 6 (R11.5.5)."""

    type: int


class SwapSpaces(NamedTuple):
    """Gates: swap the contents of two market spaces, the lower one first (R11.5.6)."""

    space: int
    other_space: int


class PlacePlaza(NamedTuple):
    """Gates: a plaza into the Alhambra (R11.5.7)."""

    cell: Cell


class ReservePlaza(NamedTuple):
    """Gates: a plaza into the reserve (R11.5.7)."""


class TakePoints(NamedTuple):
    """Gates: take the points (R11.5.8)."""


class DeclineBonus(NamedTuple):
    """Gates: don't use the bonus (R11.4)."""


class TakeProject(NamedTuple):
    """Fresh Colors: a project from the board (1) or the stack (2) (R12.2)."""

    source: int


class TakeColorSet(NamedTuple):
    """Fresh Colors: a set of the column, from 1 (R12.2)."""

    set: int


class DeclineReward(NamedTuple):
    """Fresh Colors: no reward (R12.2)."""


class DiscardColors(NamedTuple):
    """Fresh Colors: give colour tiles back, one entry (1 to 6) a tile, in order (R12.5)."""

    colors: tuple[int, ...]


class CompleteProjects(NamedTuple):
    """Fresh Colors: complete one or two projects, in order (R12.6)."""

    projects: tuple[str, ...]


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
        RollDie: "roll_die",
        RefuseRoll: "refuse_roll",
        PutOnMarket: "put_on_market",
        PutOnTile: "put_on_tile",
        TakeBack: "take_back",
        PlaceKey: "place_key",
        Move: "move",
        AddWallPiece: "add_wall_piece",
        BuyAtGate: "buy_at_gate",
        PayCard: "pay_card",
        TakeCard: "take_card",
        TakeSemiBuilding: "take_semi_building",
        SwapSpaces: "swap_spaces",
        PlacePlaza: "place_plaza",
        ReservePlaza: "reserve_plaza",
        TakePoints: "take_points",
        DeclineBonus: "decline_bonus",
        TakeProject: "take_project",
        TakeColorSet: "take_color_set",
        DeclineReward: "decline_reward",
        DiscardColors: "discard_colors",
        CompleteProjects: "complete_projects",
    },
)


def sort_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards in canonical order: by currency, then value; unknown ones last."""
    known = load().cards
    return tuple(sorted(cards, key=lambda card: (card not in known, _rank(card))))


def canonical(choice: Choice) -> Choice:
    """The one form of a choice: its cards, colours, projects or spaces in canonical order."""
    match choice:
        case TakeMoney() | Buy():
            return choice._replace(cards=sort_cards(choice.cards))
        case DiscardColors(colors):
            return DiscardColors(tuple(sorted(colors)))
        case CompleteProjects(projects):
            return CompleteProjects(tuple(sorted(projects)))
        case SwapSpaces(space, other_space) if space > other_space:
            return SwapSpaces(other_space, space)
    return choice


def _rank(card: str) -> tuple[int, int, str]:
    record = load().cards.get(card)
    return (record.currency, record.value, card) if record else (0, 0, card)
