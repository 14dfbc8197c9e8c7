"""The state of a game of Belfort."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ludarium.games.belfort.v1 import types_pb2

from server.games.belfort.content import Components
from server.games.belfort.points import Points
from server.games.kernel.state import GameState

ELF, DWARF, GNOME = types_pb2.WORKER_ELF, types_pb2.WORKER_DWARF, types_pb2.WORKER_GNOME
IMP, NON_PLAYER = types_pb2.WORKER_IMP, types_pb2.WORKER_NON_PLAYER
KINDS = (ELF, DWARF)
OWNER_A, OWNER_B = types_pb2.OWNER_NON_PLAYER_A, types_pb2.OWNER_NON_PLAYER_B
OWNER_HERITAGE = types_pb2.OWNER_HERITAGE
AREAS = (types_pb2.AREA_FOREST, types_pb2.AREA_QUARRY, types_pb2.AREA_MINE, types_pb2.AREA_GOLD_FIELD)
FOREST, QUARRY, MINE, GOLD_FIELD = AREAS
NO_LOCK, GNOME_LOCK, CENTAUR_LOCK = types_pb2.LOCK_UNSPECIFIED, types_pb2.LOCK_GNOME, types_pb2.LOCK_CENTAUR
SOURCE_COUNT = 9


class Due(NamedTuple):
    """A decision to be asked, or a step to be taken; see the contract."""

    decision: int
    step: int
    seat: int
    amount: int = 0
    thing: str = ""
    source: str = ""


NOTHING_DUE = Due(0, 0, 0)


class Occupant(NamedTuple):
    """What stands on a plank: the owner as the contract counts them, and its kind."""

    owner: int
    kind: int


class Marker(NamedTuple):
    """A marker on a space."""

    owner: int
    decorated: bool = False


class Reserved(NamedTuple):
    """A space kept free for an owner (R7.3); `vacated` where a marker was removed from it (R27.2)."""

    owner: int
    vacated: bool


class AreaWorkers(NamedTuple):
    """Workers of a player in one area; the last number counts Giant tokens."""

    elves: int = 0
    dwarves: int = 0
    master_elves: int = 0
    master_dwarves: int = 0
    giants: int = 0


class Discount(NamedTuple):
    """A discount on buildings to come (R40.4)."""

    source: str
    amount: int
    goods: tuple[int, ...]
    builds: int
    properties_only: bool


@dataclass(slots=True)
class Built:
    """A built Property: its lock, the Gatehouse it stands for, its Permit."""

    card: str
    property: str
    lock: int = NO_LOCK
    gatehouse: str = ""
    permit: str = ""
    expanded: bool = False
    gave_marker: bool = False


@dataclass(slots=True)
class Turn:
    """What a player has done in the running turn (R0.17)."""

    hired: bool = False
    visits: int = 0
    sold: bool = False
    bought: bool = False
    extra_visits: int = 0
    offers: list[int] = field(default_factory=list)
    metal_bought: int = 0
    builds: int = 0
    collected: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """Less Red Tape: what the gatherings of this turn have brought (R31.3.3)."""
    main_action: bool = False
    building: bool = False


@dataclass(slots=True, kw_only=True)
class Player:
    """One player. `board` and `reserve` count Elves and Dwarves."""

    color: int = 0
    goods: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    parts: list[int] = field(default_factory=lambda: [0] * SOURCE_COUNT)
    hand: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    clipboard: list[str] = field(default_factory=list)
    spied: list[str] = field(default_factory=list)
    key_cards: list[str] = field(default_factory=list)
    board: list[int] = field(default_factory=lambda: [0, 0])
    reserve: list[int] = field(default_factory=lambda: [0, 0])
    markers: int = 0
    built: list[Built] = field(default_factory=list)
    areas: list[AreaWorkers] = field(default_factory=lambda: [AreaWorkers()] * 4)
    gathered: list[AreaWorkers] = field(default_factory=lambda: [AreaWorkers()] * 4)
    """Less Red Tape: Workers that have gathered and stay in their areas (R31.2.2)."""
    passed: bool = False
    acted: bool = False
    borrowed: int = 0
    turn: Turn = field(default_factory=Turn)
    discounts: list[Discount] = field(default_factory=list)
    month: int = 0
    finished: bool = False

    @property
    def score(self) -> int:
        """All points; the sum of their parts."""
        return sum(self.parts)

    def find(self, card: str) -> Built | None:
        """The built Property of a card."""
        return next((built for built in self.built if built.card == card), None)

    def unlocked(self, property_type: str) -> int:
        """How many built Properties of a type have a filled lock (R0.5)."""
        return sum(1 for built in self.built if built.property == property_type and built.lock)


@dataclass(slots=True)
class Tile:
    """An Assistant in play: `holder` is a seat, -1 in the display."""

    id: str
    gold: int = 0
    holder: int = -1
    exhausted: bool = False
    extra: bool = False
    declined: bool = False
    """The Giant was not sent when he could be (R31.6.4)."""


@dataclass(slots=True, kw_only=True)
class BelfortState(GameState):
    """A game of Belfort. Decks have their top first; districts, areas and goods are counted from 0."""

    components: Components
    points: Points
    mix: str
    """The Guild mix (R1.2)."""
    custom_guilds: tuple[str, ...]
    centaur_discount: bool
    """Option centaur_reading: discount (R24.1.4)."""
    modules: frozenset[int]
    players: list[Player]
    non_player_colors: list[int] = field(default_factory=list)
    non_player_markers: list[int] = field(default_factory=list)
    heritage_color: int = 0
    guilds: list[str] = field(default_factory=list)
    """By district."""
    order: list[int] = field(default_factory=list)
    month: int = 0
    phase: int = 0
    active: int = 0
    begun: bool = False
    deck: deque[str] = field(default_factory=deque)
    discard: list[str] = field(default_factory=list)
    pool: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    shelf: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    spaces: dict[str, Marker] = field(default_factory=dict)
    reserved: dict[str, Reserved] = field(default_factory=dict)
    planks: dict[str, Occupant] = field(default_factory=dict)
    goon_plank: str = ""
    goon_seat: int = 0
    gnomes: int = 0
    permits: list[str] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    gorgon: str = ""
    gorgon_paid: list[int] = field(default_factory=list)
    gorgon_collected: bool = False
    queen: str = ""
    parks: str = ""
    rex: str = ""
    queen_card: str = ""
    queen_deck: deque[str] = field(default_factory=deque)
    queen_discard: list[str] = field(default_factory=list)
    queen_steps: int = 0
    key_holder: int = -1
    key_deck: deque[str] = field(default_factory=deque)
    runs_a: int = 0
    agenda: list[Due] = field(default_factory=list)
    asked: Due = NOTHING_DUE
    scorings_done: int = 0
    winners: tuple[int, ...] = ()

    def tile(self, assistant: str) -> Tile | None:
        """The tile of an Assistant in play."""
        return next((tile for tile in self.tiles if tile.id == assistant), None)

    def ready(self, seat: int, assistant: str) -> bool:
        """Whether a seat holds this Assistant and has not used it (R21.1)."""
        return any(t.holder == seat and t.id == assistant and not t.exhausted for t in self.tiles)

    def tiles_of(self, seat: int) -> list[Tile]:
        """The tiles a seat holds, its own before an extra one."""
        return sorted((tile for tile in self.tiles if tile.holder == seat), key=lambda tile: tile.extra)

    def season(self, seat: int) -> int:
        """R0.11: the season that counts for a seat, from 0 for spring."""
        month = self.points.month(self, seat)
        return self.components.months[max(month, 1) - 1].season

    def value(self, seat: int, assistant: str, key: str) -> int:
        """R21.3: a seasonal value of an Assistant."""
        return self.components.assistants[assistant].values[self.season(seat)][key]

    def guild_on(self, plank: str) -> str | None:
        """The Guild of a Guild's plank."""
        return plank[6:] if plank.startswith("guild.") else None

    def owner_of_guild(self, guild: str) -> int:
        """Who has built a Guild; 0 for nobody."""
        marker = self.spaces.get(f"{self.components.districts[self.guilds.index(guild)]}.guild")
        return marker.owner if marker else 0

    def in_play(self, seat: int, kind: int) -> int:
        """Workers of a kind that are not in the reserve (R10.3)."""
        numbers = self.components.numbers
        total = numbers.start_workers[kind - 1] + numbers.reserve_workers[kind - 1]
        return total - self.players[seat].reserve[kind - 1]

    def masters(self, seat: int, kind: int) -> int:
        """R27.1: how many Workers of a kind are Masters."""
        return masters_of(self.components, self.players[seat].built, kind, self.in_play(seat, kind))

    def active_effects(self, seat: int, op: str) -> int:
        """How much the filled locks and open Key cards of a seat give of a passive effect (R8.11, R35.3)."""
        return self.passive_effects(seat, op) + effects_of_locks(self.components, self.players[seat].built, op)

    def passive_effects(self, seat: int, op: str) -> int:
        """How much modules add to a passive effect (R35.3)."""
        return sum(extra(self, seat, op) for extra in self.points.passives)


def masters_of(components: Components, built: Iterable[Built], kind: int, in_play: int) -> int:
    """R27.1: how many Workers of a kind are Masters, with these Properties and so many Workers in play."""
    unlocked = 0
    for each in built:
        if each.lock:
            lock = components.properties[each.property].lock
            if lock and lock.op == "master_allowance" and (lock.worker == "elf") == (kind == ELF):
                unlocked += lock.count
    return min(unlocked, in_play)


def effects_of_locks(components: Components, built: Iterable[Built], op: str) -> int:
    """How much the filled locks of these Properties give of a passive effect (R8.11)."""
    found = 0
    for each in built:
        if each.lock:
            lock = components.properties[each.property].lock
            if lock and lock.op == op:
                found += lock.gold if op == "income_bonus" else lock.limit_per_turn or lock.count
    return found


def owner(seat: int) -> types_pb2.Owner.ValueType:
    """The owner that a seat is."""
    return types_pb2.Owner.ValueType(seat + 1)


def seat_of(marker_owner: int) -> int | None:
    """The seat that an owner is; None for non-players and Heritage."""
    return marker_owner - 1 if 1 <= marker_owner <= 5 else None
