"""Endeavor's choices and decisions in words; events are in event_words."""

from collections.abc import Callable

from ludarium.games.endeavor.v1 import types_pb2

from server.games.endeavor import choices as c
from server.games.endeavor.content import Building
from server.games.endeavor.content.records import ATTRIBUTES
from server.games.endeavor.names import ACTION_WORDS
from server.games.endeavor.state import CARD_SLOT, EndeavorState
from server.games.endeavor.story import thing_name
from server.games.endeavor.turns import kinds
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision
from server.games.kernel.words import listed


def decision_words(state: EndeavorState, decision: Decision) -> str:
    """What is being decided."""
    if decision.kind == kinds.CHOOSE_ACTION:
        return f"choose how to {_actions(state)}"
    about = f" ({thing_name(state.subject)})" if state.subject else ""
    return _DECISIONS[decision.kind] + about


_DECISIONS: dict[int, str] = {
    kinds.CHOOSE_STARTING_SIDE: "choose a side of your starting building",
    kinds.BUILD: "choose a building to build",
    kinds.PLACE_CONSCRIPT: "choose which conscription space gets a disc",
    kinds.PAY: "choose a building to pay, or stop",
    kinds.TAKE_TURN: "activate a building, spend a token, or pass",
    kinds.MOBILIZE: "mobilize a conscript, or end your turn",
    kinds.STACK: "stack the card, or keep it apart",
    kinds.SUBSIDY: "choose a building that the Subsidy pays",
    kinds.LOAD_FLOTA: "choose how many tokens the Flota takes",
    kinds.CLAIM_TOKEN: "choose a spent token",
    kinds.CHOOSE_PAIR: "choose the two players that are bound",
    kinds.LOSE_DISC: "choose the disc that the plague takes",
    kinds.SPEND_WEALTH: "spend a wealth token for two discs, or not",
    kinds.FORTIFY_IN_PEACE: "choose a city in Europe to fortify",
    kinds.REPEL: "repel the attack, or let it happen",
    kinds.ARRANGE_CARDS: "arrange your cards",
    kinds.MOVE_TO_TRACK: "move another disc to a track, or stop",
}


def choice_words(state: EndeavorState, decision: Decision, choice: Choice) -> str:
    """An answer, as a player would say it."""
    writer = _CHOICES.get(type(choice))
    if writer is None:
        raise TypeError(f"{choice} is no choice of Endeavor")
    return writer(state, decision, choice)


def token_words(token: str) -> str:
    """`wealth token`."""
    return f"{token.removeprefix('token_')} token"


def place_words(place: str) -> str:
    """A place of the board by name: a city, a fleet, a link, a track space."""
    region, track, index = place.partition("_track_")
    return f"space {index} of the shipping track of {thing_name(region)}" if track else thing_name(place)


def slot_words(state: EndeavorState, seat: int, slot: int) -> str:
    """A building of a mat: `Market (slot 2)`."""
    if slot == CARD_SLOT:
        return "Conquistadors"
    return f"{thing_name(state.players[seat].buildings[slot - 1].building)} (slot {slot})"


def _actions(state: EndeavorState) -> str:
    turn = state.turn
    if turn.replacing:
        return "use any of Occupy, Attack, Ship and Draw"
    return f"use {listed(ACTION_WORDS[action] for action in turn.actions)}"


def _activate(state: EndeavorState, decision: Decision, choice: c.Activate) -> str:
    record = state.components.buildings[state.players[decision.seat].buildings[choice.slot - 1].building]
    return f"activate {slot_words(state, decision.seat, choice.slot)}: {_printed(record)}"


def _printed(record: Building) -> str:
    joined = " or " if record.mode == types_pb2.ACTION_MODE_CHOICE else " and "
    return joined.join(ACTION_WORDS[action] for action in record.actions)


def _attack(state: EndeavorState, decision: Decision, choice: c.Attack) -> str:
    space, lost = choice
    defender = state.control.get(space)
    lost_words = f", losing {len(lost)} of the tile's discs" if lost else ""
    return f"attack {thing_name(space)} of seat {defender}{lost_words}"


def _build(state: EndeavorState, decision: Decision, choice: c.Build) -> str:
    record = state.components.buildings[choice.building]
    parts = [_printed(record)]
    parts += [f"{n} {name}" for n, name in zip(record.symbols, (*ATTRIBUTES, "glory"), strict=True) if n]
    parts += [f"conscript for {ACTION_WORDS[record.conscription]}"] if record.conscription else []
    return f"build the {record.name} of level {record.level}: {', '.join(filter(None, parts))}"


def _card(state: EndeavorState, card: str) -> str:
    record = state.card(card)
    symbols = [f"{n} {name}" for n, name in zip(record.symbols, (*ATTRIBUTES, "glory"), strict=True) if n]
    return f"{record.name}: {', '.join(symbols) or 'no symbols'}"


_DECLINES: dict[int, str] = {
    kinds.PAY: "make no more payments",
    kinds.CHOOSE_ACTION: "leave the other action",
    kinds.MOBILIZE: "end the turn",
    kinds.STACK: "keep the card apart",
    kinds.REPEL: "let it happen",
    kinds.MOVE_TO_TRACK: "move no more discs",
}


def _decline(state: EndeavorState, decision: Decision, choice: c.Decline) -> str:
    return _DECLINES.get(decision.kind, "decline")


def _lose(state: EndeavorState, decision: Decision, choice: c.LoseDisc) -> str:
    what = "the conscript" if choice.conscript else "the disc"
    return f"lose {what} of {slot_words(state, decision.seat, choice.slot)}"


_CHOICES: dict[type, Callable[..., str]] = {
    c.ChooseStartingSide: lambda s, d, x: f"begin with the {thing_name(x.building)}",
    c.Build: _build,
    c.PlaceConscript: lambda s, d, x: f"a conscript for {slot_words(s, d.seat, x.slot)}",
    c.Pay: lambda s, d, x: f"take the disc of {slot_words(s, d.seat, x.slot)} back",
    c.Activate: _activate,
    c.SpendToken: lambda s, d, x: f"spend the {token_words(x.token)}",
    c.Pass: lambda s, d, x: "pass",
    c.MoveToSea: lambda s, d, x: f"first move a disc from {thing_name(x.spot)} to the sea of {thing_name(x.region)}",
    c.Occupy: lambda s, d, x: f"occupy {thing_name(x.space)}{_token_there(s, x.space)}",
    c.Attack: _attack,
    c.ShipToTrack: lambda s, d, x: f"ship to the track of {thing_name(x.region)}{_token_there(s, _next(s, x.region))}",
    c.ShipToSea: lambda s, d, x: f"ship to the open sea of {thing_name(x.region)}",
    c.ShipToFleet: lambda s, d, x: f"ship to the {thing_name(x.space)}{_token_there(s, x.space)}",
    c.Draw: lambda s, d, x: f"draw {_card(s, x.card)}",
    c.Trade: lambda s, d, x: (
        f"trade the {token_words(x.token)} for the {token_words(s.tokens[x.place])} on {place_words(x.place)}"
    ),
    c.Fortify: lambda s, d, x: f"fortify {thing_name(x.space)}",
    c.PlaceOnTile: lambda s, d, x: f"place a disc on {thing_name(x.place)}",
    c.TakeFromFlota: lambda s, d, x: f"take the {token_words(x.token)} from Flota des Indias",
    c.UseRosetta: lambda s, d, x: f"use the Rosetta Stone instead of {ACTION_WORDS[x.replaces]}",
    c.Mobilize: lambda s, d, x: f"mobilize the conscript of {slot_words(s, d.seat, x.slot)}",
    c.Stack: lambda s, d, x: f"stack {thing_name(x.card)} on {thing_name(x.on)}",
    c.LoadFlota: lambda s, d, x: f"take {x.tokens} tokens",
    c.ClaimToken: lambda s, d, x: f"take the {token_words(x.token)}",
    c.ChoosePair: lambda s, d, x: f"bind seats {x.first} and {x.second}",
    c.LoseDisc: _lose,
    c.SpendWealth: lambda s, d, x: "spend a wealth token",
    c.Repel: lambda s, d, x: "repel the attack",
    c.Discard: lambda s, d, x: f"discard {_card(s, x.card)}",
    c.Reserve: lambda s, d, x: f"reserve {_card(s, x.card)}",
    c.TakeBack: lambda s, d, x: "take the reserved card back",
    c.Keep: lambda s, d, x: "keep the cards as they are",
    c.Decline: _decline,
    c.SpiceShip: lambda s, d, x: f"The Spice Trade: ship to the sea of {thing_name(x.region)} and draw there",
    c.MoveToTrack: lambda s, d, x: (
        f"The Spice Trade: a disc from the sea of {thing_name(x.region)} to {ATTRIBUTES[x.attribute - 1]}"
    ),
}


def _next(state: EndeavorState, region: str) -> str:
    return state.board.track_places[region][len(state.tracks[region])]


def _token_there(state: EndeavorState, place: str) -> str:
    token = state.tokens.get(place)
    return f", with its {token_words(token)}" if token else ""
