"""Positions of Endeavor in the vocabulary of examples.yaml (its head explains the words)."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, options_pb2, types_pb2

from server.games.endeavor import choices as c
from server.games.endeavor.attributes import position
from server.games.endeavor.content.records import ATTRIBUTES
from server.games.endeavor.game import ENDEAVOR
from server.games.endeavor.invariants import discs_of
from server.games.endeavor.setup import check_options, new_state
from server.games.endeavor.state import CARD_SLOT, EndeavorState, Slot, Turn
from server.games.endeavor.turns import kinds
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.driver import run
from server.games.kernel.game import Seating
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import Decision, DecisionId
from server.games.kernel.testkit import ScriptedChance

MODULES = {
    "expansion-buildings": options_pb2.MODULE_EXPANSION_BUILDINGS,
    "expansion-cards": options_pb2.MODULE_EXPANSION_CARDS,
    "prominence": options_pb2.MODULE_PROMINENCE,
}
PHASES = {
    "setup": types_pb2.PHASE_UNSPECIFIED,
    "build": types_pb2.PHASE_BUILD,
    "growth": types_pb2.PHASE_GROWTH,
    "payment": types_pb2.PHASE_PAYMENT,
    "action": types_pb2.PHASE_ACTION,
    "discard": types_pb2.PHASE_DISCARD,
}
OPENING = {
    "setup": kinds.CHOOSE_STARTING_SIDE,
    "build": kinds.BUILD,
    "payment": kinds.PAY,
    "action": kinds.TAKE_TURN,
    "discard": kinds.ARRANGE_CARDS,
}
DECKS = ("north_america", "caribbean", "south_america", "africa", "india", "far_east", "europe")
Given = Mapping[str, Any]


def seat_of(name: str) -> int:
    """P1 is seat 0."""
    return int(name[1:]) - 1


def table_options(given: Given) -> options_pb2.Options:
    """The options of a position."""
    options = options_pb2.Options(
        modules=[MODULES[name] for name in given.get("modules", ())],
        board_side=options_pb2.BoardSide.Value(f"BOARD_SIDE_{given.get('side', 'B')}"),
        spice_trade=given.get("spice_trade", False),
        governor_slots=given.get("governor_slots", 0),
    )
    if "prominence_side" in given:
        name = f"PROMINENCE_SIDE_{given['prominence_side'].upper()}"
        options.prominence_side = options_pb2.ProminenceSide.Value(name)
    for deck, kept_set in given.get("region_decks", {}).items():
        if kept_set == "age_of_sail":
            options.kept_cards.add(deck=options_pb2.Deck.Value(f"DECK_{deck.upper()}"))
    chosen = given.get("card_values_from_expansion")
    if chosen is not None:
        for deck in DECKS:
            new = set(chosen["europe" if deck == "europe" else "regions"])
            values = sorted(set(range(7) if deck == "europe" else range(1, 6)) - new)
            options.kept_cards.add(deck=options_pb2.Deck.Value(f"DECK_{deck.upper()}"), values=values)
    return options


class Table:
    """A position that is played step by step; remembers what happened and what was refused."""

    def __init__(self, given: Given | None = None, **more: Any) -> None:
        given = {**(given or {}), **more}
        self.given = given
        seats = given.get("players", 4)
        self.options = table_options(given)
        check_options(self.options, seats)
        self.state: EndeavorState = new_state(self.options, [Seating(f"player {seat}") for seat in range(seats)])
        self.happened: list[Message] = []
        self.hold = False
        """Stop where a turn ends by itself, so that a refused mobilization is judged within its turn."""
        lay_out(self.state, given)
        phase = given.get("phase", "action")
        if phase in OPENING:
            seat = seat_of(given["active"]) if phase == "action" and "active" in given else 0
            self.state.open_decision(seat, OPENING[phase])

    def decision(self, seat: int, kind: int | None = None) -> Decision:
        """The seat's open decision, or one made up so that the rules can refuse its answer."""
        own = [decision for decision in self.state.decisions if decision.seat == seat]
        if kind is not None and not any(decision.kind == kind for decision in own):
            return Decision(DecisionId(0, 99), seat, kind, standing=False)
        assert own, f"seat {seat} is not asked; open: {self.state.decisions}"
        return own[0]

    def play(
        self, seat: int, choice: Choice, kind: int | None = None, draws: Sequence[int] | None = None
    ) -> list[Message]:
        """Let a seat answer; raises Rejected, and then nothing changed."""
        decision = self.decision(seat, kind)
        chance = Chance(b"table", self.state.draws) if draws is None else ScriptedChance(draws)
        events = ENDEAVOR.decide(self.state, decision, choice, chance)
        if self.hold:
            events = itertools.takewhile(lambda event: not isinstance(event, events_pb2.TurnBegan), events)
        happened = [event for event, _ in run(ENDEAVOR, self.state, events, chance, decision)]
        self.happened += happened
        return happened

    def refused(self, seat: int, choice: Choice, kind: int | None = None) -> str:
        """The rule that refuses an answer."""
        try:
            next(iter(ENDEAVOR.decide(self.state, self.decision(seat, kind), choice, Chance(b"table"))))
        except Rejected as rejection:
            return rejection.rule
        raise AssertionError(f"{choice} was accepted")

    def legal(self, seat: int = 0) -> list[Choice]:
        """The legal answers to the seat's open decision."""
        return list(ENDEAVOR.legal(self.state, self.decision(seat)))

    def kind(self, seat: int = 0) -> int | None:
        """What the seat is asked; None for nothing."""
        return next((decision.kind for decision in self.state.decisions if decision.seat == seat), None)

    def slot(self, seat: int, building: str) -> int:
        """The slot of a building on a mat; 0 for the card Conquistadors."""
        if building.startswith("x_"):
            return CARD_SLOT
        return next(i for i, slot in enumerate(self.state.players[seat].buildings, 1) if slot.building == building)

    def all(self, kind: type[Message]) -> list[Any]:
        """The events of one type among what happened."""
        return [event for event in self.happened if isinstance(event, kind)]

    def activate(self, building: str, action: Choice | None = None, seat: int = 0) -> None:
        """Activate a building, and carry an action out."""
        self.play(seat, c.Activate(self.slot(seat, building)))
        if action is not None:
            self.play(seat, action)

    def spend(self, token: str, action: Choice | None = None, seat: int = 0) -> None:
        """Spend a token, and carry an action out."""
        self.play(seat, c.SpendToken(token))
        if action is not None:
            self.play(seat, action)


def lay_out(state: EndeavorState, given: Given) -> None:
    """Write a position into a fresh state: facts only, no legal past is needed."""
    state.round, state.phase = given.get("round", 3), PHASES[given.get("phase", "action")]
    state.active = seat_of(given["active"]) if "active" in given else 0
    state.turn = Turn(number=1)
    for region in state.open:
        state.open[region] = region not in given.get("closed_regions", ())
    if "prominence_side" in given:
        state.side = state.components.prominence[given["prominence_side"]]
        state.alliances = {box: [0] * state.seats for box in state.side.boxes}
    _lay_board(state, given)
    _lay_mats(state, given)
    _lay_cards(state, given)
    _fill_supplies(state, given)


def _lay_board(state: EndeavorState, given: Given) -> None:
    state.tokens = dict(given.get("tokens_on", {}))
    for region, names in given.get("track", {}).items():
        state.tracks[region] = [seat_of(name) for name in names]
    state.control = {space: seat_of(name) for space, name in given.get("control", {}).items()}
    for region, discs in given.get("open_sea", {}).items():
        for name, number in discs.items():
            state.seas[region][seat_of(name)] = number
    state.spots = {spot: seat_of(name) for spot, name in given.get("tile", {}).items()}
    for box, discs in given.get("boxes", {}).items():
        for name, number in discs.items():
            state.alliances[box][seat_of(name)] = number
    state.fortified = set(given.get("fortified", ()))
    on_cards = sum(things.get("fortifications", 0) for things in given.get("on_card", {}).values())
    if "fortification_supply" in given:
        state.fortifications = given["fortification_supply"]
    elif state.fortifications:
        state.fortifications -= len(state.fortified) + on_cards
    state.blue_discard = Counter(given.get("blue_discard", ()))


def _lay_mats(state: EndeavorState, given: Given) -> None:
    sides = {name: [side] for name, side in given.get("starting_side", {}).items()}
    for name, buildings in {**sides, **given.get("buildings", {})}.items():
        player = state.players[seat_of(name)]
        player.buildings = [Slot(building) for building in buildings]
        for slot in player.buildings:
            slot.disc = slot.building in given.get("occupied", {}).get(name, ())
            slot.conscript = slot.building in given.get("conscripts", {}).get(name, ())
    for name, spaces in given.get("conscripts", {}).items():
        if any(space.startswith("x_") for space in spaces):
            state.conquistador = seat_of(name)
    for word in ("mat_tokens", "blue"):
        for name, tokens in given.get(word, {}).items():
            state.players[seat_of(name)].tokens.update(tokens)
    for name, wanted in given.get("positions", {}).items():
        for attribute, place in wanted.items():
            missing = place - position(state, seat_of(name), ATTRIBUTES.index(attribute) + 1)
            if missing:
                state.players[seat_of(name)].tokens[f"token_{attribute}"] += missing
    for name, number in given.get("harbor", {}).items():
        state.players[seat_of(name)].harbor = number
    for name, total in given.get("totals", {}).items():
        state.players[seat_of(name)].glory = {types_pb2.POINT_SOURCE_CITIES: total}


def _lay_cards(state: EndeavorState, given: Given) -> None:
    for name, cards in given.get("cards", {}).items():
        state.players[seat_of(name)].cards = list(cards)
    for name, stacks in given.get("stacks", {}).items():
        state.players[seat_of(name)].stacks = dict(stacks)
    for name, card in given.get("reserved", {}).items():
        state.players[seat_of(name)].reserved = card
    for name, cards in given.get("penalty", {}).items():
        state.players[seat_of(name)].penalty = list(cards)
    state.discard = list(given.get("common_discard", ()))
    taken = {card for player in state.players for card in (*player.cards, player.reserved)} | set(state.discard)
    for deck in state.decks:
        state.decks[deck] = [card for card in state.decks[deck] if card not in taken]
    for deck, top in given.get("deck_top", {}).items():
        cards = state.decks[deck]
        state.decks[deck] = cards[cards.index(top) :] if top in cards else [top]
    for card, things in given.get("on_card", {}).items():
        state.flota.update(things.get("tokens", ()))
        state.declaration += things.get("fortifications", 0)
        discs = {seat_of(name): number for name, number in things.get("discs", {}).items()}
        if state.card(card).effect == "marriage_alliance":
            state.marriage, state.marriage_discs = tuple(sorted(discs)), discs


def _fill_supplies(state: EndeavorState, given: Given) -> None:
    """All other discs are in supply, or parked in the sea of the Far East where the supply is given."""
    for seat, player in enumerate(state.players):
        player.supply = 0
        rest = state.components.numbers.discs - discs_of(state, seat)
        player.supply = given.get("supply", {}).get(f"P{seat + 1}", rest)
        state.seas["far_east"][seat] += rest - player.supply
