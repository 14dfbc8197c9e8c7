"""The answers to Belfort's decisions, as small tuples; fields are those of the messages in commands.proto."""

from typing import NamedTuple

from ludarium.games.belfort.v1 import commands_pb2

from server.games.kernel.codec import Choice, Codec


class Goods(NamedTuple):
    """Goods and Gold together (R0.6)."""

    wood: int = 0
    stone: int = 0
    metal: int = 0
    gold: int = 0


NOTHING = Goods()


class KeepCards(NamedTuple):
    """Keep these of the cards dealt (R1.5) or drawn (R9.2)."""

    properties: tuple[str, ...]


class PickCard(NamedTuple):
    """Pick a card by its type; "" is the top of the deck."""

    source: int
    property: str


class ChooseAssistant(NamedTuple):
    """Take an Assistant of the display (R21.2)."""

    assistant: str


class PlaceWorker(NamedTuple):
    """Put a Worker on a plank (R4.2)."""

    worker: int
    plank: str


class PlaceGoon(NamedTuple):
    """Put the Goon beside a Worker on a Guild (R24.5)."""

    plank: str


class PlaceImp(NamedTuple):
    """Put an Imp on a plank (R24.9)."""

    plank: str


class Pass(NamedTuple):
    """Place no more (R4.8)."""


class SendWorkers(NamedTuple):
    """Workers of one kind into the areas (R4.8, R31.3.3)."""

    own_area: int
    mine: int
    gold_field: int
    masters_own_area: int
    masters_mine: int
    masters_gold_field: int


class SendGiants(NamedTuple):
    """The Giant's tokens into one area (R24.4)."""

    area: int


class PlaceGorgon(NamedTuple):
    """The Gorgon into a district (R24.6)."""

    district: str


class UseAssistant(NamedTuple):
    """Use a Specialty; `district` is the Pixie's (R24)."""

    assistant: str
    district: str


class UseDjinn(NamedTuple):
    """Exchange points for goods (R24.2)."""

    points: int
    goods: Goods


class Resolve(NamedTuple):
    """Take a Worker or token back and resolve the plank (R6.2)."""

    plank: str


class Reclaim(NamedTuple):
    """Take a Worker or token back without effect (R6.2)."""

    plank: str


class Build(NamedTuple):
    """Build on a space (R7)."""

    space: str
    source: int
    discount: Goods


class HireGnome(NamedTuple):
    """Hire a Gnome onto a lock (R6.4)."""

    card: str
    with_centaur: bool
    with_clipboard: bool


class Sell(NamedTuple):
    """Sell one unit (R6.5)."""

    good: int


class Buy(NamedTuple):
    """Buy one unit (R6.5)."""

    good: int


class BuyMetal(NamedTuple):
    """Buy Metal at a gnomed Blacksmith (R8.2)."""


class TakePermit(NamedTuple):
    """Take a Permit (R22.1, R26.5)."""

    permit_type: str
    card: str
    assistant: str


class MovePawn(NamedTuple):
    """Move a pawn (R33.6, R34.3)."""

    pawn: int
    district: str


class PickSpace(NamedTuple):
    """Pick a space of the board."""

    space: str


class PickLock(NamedTuple):
    """Pick a Gnome Lock."""

    card: str


class PickWorker(NamedTuple):
    """Pick a kind of Worker."""

    worker: int


class PickGoods(NamedTuple):
    """Pick goods."""

    goods: Goods


class CountWorkers(NamedTuple):
    """So many Elves and Dwarves (R26.4)."""

    elves: int
    dwarves: int


class PickGuild(NamedTuple):
    """Pick a Guild (R36.1)."""

    guild: str


class Retrieve(NamedTuple):
    """Retrieve a Worker from a plank (R36.3)."""

    plank: str


class RetrieveFromArea(NamedTuple):
    """Retrieve a Worker from a resource area (R36.3)."""

    area: int
    worker: int


class Steal(NamedTuple):
    """Rob one player of two, or several of one each (R9.4)."""

    victims: tuple[int, ...]


class Exchange(NamedTuple):
    """Exchange what stands on two spaces (R9.4)."""

    space: str
    other_space: str


class PickSeat(NamedTuple):
    """Pick a player."""

    seat: int


class Gather(NamedTuple):
    """Begin the Main Action of gathering and building (R31.3.3)."""


class Collect(NamedTuple):
    """Take the Main Action of collecting Workers (R31.3.5)."""


class EndTurn(NamedTuple):
    """End the turn (R6.7, R31.2)."""


class Decline(NamedTuple):
    """Leave an offer unused (R0.14)."""


class Expand(NamedTuple):
    """Pay what a red board asks (R22.3)."""


CODEC = Codec(
    commands_pb2.Command,
    {
        KeepCards: "keep_cards",
        PickCard: "pick_card",
        ChooseAssistant: "choose_assistant",
        PlaceWorker: "place_worker",
        PlaceGoon: "place_goon",
        PlaceImp: "place_imp",
        Pass: "pass",
        SendWorkers: "send_workers",
        SendGiants: "send_giants",
        PlaceGorgon: "place_gorgon",
        UseAssistant: "use_assistant",
        UseDjinn: "use_djinn",
        Resolve: "resolve",
        Reclaim: "reclaim",
        Build: "build",
        HireGnome: "hire_gnome",
        Sell: "sell",
        Buy: "buy",
        BuyMetal: "buy_metal",
        TakePermit: "take_permit",
        MovePawn: "move_pawn",
        PickSpace: "pick_space",
        PickLock: "pick_lock",
        PickWorker: "pick_worker",
        PickGoods: "pick_goods",
        CountWorkers: "count_workers",
        PickGuild: "pick_guild",
        Retrieve: "retrieve",
        RetrieveFromArea: "retrieve_from_area",
        Steal: "steal",
        Exchange: "exchange",
        PickSeat: "pick_seat",
        Gather: "gather",
        Collect: "collect",
        EndTurn: "end_turn",
        Decline: "decline",
        Expand: "expand",
    },
)


def canonical(choice: Choice) -> Choice:
    """The one form of a choice: property types and victims in order."""
    if isinstance(choice, KeepCards):
        return KeepCards(tuple(sorted(choice.properties)))
    if isinstance(choice, Steal):
        return Steal(tuple(sorted(choice.victims)))
    return choice
