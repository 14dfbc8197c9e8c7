"""The answers to Endeavor's decisions, as small tuples; fields are those of the messages in commands.proto."""

from typing import NamedTuple

from ludarium.games.endeavor.v1 import commands_pb2, types_pb2

from server.games.kernel.codec import Codec


class ChooseStartingSide(NamedTuple):
    """Choose a side of the starting building (R2.8)."""

    building: str


class Build(NamedTuple):
    """Take a building into the next free slot (R4)."""

    building: str


class PlaceConscript(NamedTuple):
    """Put a disc from supply on a conscription space (R13.3)."""

    slot: int


class Pay(NamedTuple):
    """Take the disc of a building's action space back into the harbor (R6.1, R8.5, R14.4)."""

    slot: int


class Activate(NamedTuple):
    """Put a disc from the harbor on a building and carry out its actions (R7.3)."""

    slot: int


class SpendToken(NamedTuple):
    """Spend a blue token and carry out its action (R7.4)."""

    token: str


class Pass(NamedTuple):
    """Take no more turns this round (R7.2)."""


class MoveToSea(NamedTuple):
    """Move a disc from the lower portion of Naval Superiority to an open sea (R16.5)."""

    spot: str
    region: str


class Occupy(NamedTuple):
    """Occupy an empty city (R8.1)."""

    space: str


class Attack(NamedTuple):
    """Attack another player's city or fleet (R8.2)."""

    space: str
    casualties: tuple[str, ...] = ()


class ShipToTrack(NamedTuple):
    """Ship to the first free space of a shipping track (R8.3.1)."""

    region: str


class ShipToSea(NamedTuple):
    """Ship to the open sea of an open region (R8.3.3)."""

    region: str


class ShipToFleet(NamedTuple):
    """Ship to an empty fleet (R8.3.4)."""

    space: str


class Draw(NamedTuple):
    """Draw a card (R8.4)."""

    card: str


class Trade(NamedTuple):
    """Swap an own token with one on the board (R13.1)."""

    token: str
    place: str


class Fortify(NamedTuple):
    """Put a fortification under the own disc in a city (R13.2, R15.5)."""

    space: str


class PlaceOnTile(NamedTuple):
    """Place a disc on the Prominence tile (R16.1)."""

    place: str


class TakeFromFlota(NamedTuple):
    """Take a token from another player's Flota des Indias (R14.6)."""

    token: str


class UseRosetta(NamedTuple):
    """Replace one action of the activated building by any of Occupy, Attack, Ship and Draw (R14.5)."""

    replaces: types_pb2.Action.ValueType


class Mobilize(NamedTuple):
    """Mobilize a conscript (R13.4)."""

    slot: int


class Stack(NamedTuple):
    """Stack a card on another for good (R14.3)."""

    on: str
    card: str


class LoadFlota(NamedTuple):
    """Take that many random tokens onto Flota des Indias (R14.6)."""

    tokens: int


class ClaimToken(NamedTuple):
    """Take a spent blue token (R14.8)."""

    token: str


class ChoosePair(NamedTuple):
    """Bind two players by marriage (R15.4)."""

    first: int
    second: int


class LoseDisc(NamedTuple):
    """Lose a disc of a building to the Great Plague (R15.3)."""

    slot: int
    conscript: bool


class SpendWealth(NamedTuple):
    """Spend a wealth token for two discs (R15.6)."""


class Repel(NamedTuple):
    """Repel the attack (R14.9)."""


class Discard(NamedTuple):
    """Discard a card, with all that is stacked with it or lies under it (R10.2)."""

    card: str


class Reserve(NamedTuple):
    """Put a card face down under Port of Dejima (R14.7)."""

    card: str


class TakeBack(NamedTuple):
    """Take the card under Port of Dejima back among the own cards (R14.7)."""


class Keep(NamedTuple):
    """Keep the cards as they lie (R10.2)."""


class Decline(NamedTuple):
    """Do nothing, or nothing more."""


class SpiceShip(NamedTuple):
    """The Spice Trade: ship to an open sea and draw in that region (R19)."""

    region: str


class MoveToTrack(NamedTuple):
    """The Spice Trade: a disc from an open sea to an attribute track (R19)."""

    region: str
    attribute: types_pb2.Attribute.ValueType


CODEC = Codec(
    commands_pb2.Command,
    {
        ChooseStartingSide: "choose_starting_side",
        Build: "build",
        PlaceConscript: "place_conscript",
        Pay: "pay",
        Activate: "activate",
        SpendToken: "spend_token",
        Pass: "pass",
        MoveToSea: "move_to_sea",
        Occupy: "occupy",
        Attack: "attack",
        ShipToTrack: "ship_to_track",
        ShipToSea: "ship_to_sea",
        ShipToFleet: "ship_to_fleet",
        Draw: "draw",
        Trade: "trade",
        Fortify: "fortify",
        PlaceOnTile: "place_on_tile",
        TakeFromFlota: "take_from_flota",
        UseRosetta: "use_rosetta",
        Mobilize: "mobilize",
        Stack: "stack",
        LoadFlota: "load_flota",
        ClaimToken: "claim_token",
        ChoosePair: "choose_pair",
        LoseDisc: "lose_disc",
        SpendWealth: "spend_wealth",
        Repel: "repel",
        Discard: "discard",
        Reserve: "reserve",
        TakeBack: "take_back",
        Keep: "keep",
        Decline: "decline",
        SpiceShip: "spice_ship",
        MoveToTrack: "move_to_track",
    },
)
"""Every choice has but one form; an Attack lists its casualties in the tile's order."""
