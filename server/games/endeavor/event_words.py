"""Endeavor's events in words, for logs and playthroughs."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.content.records import ATTRIBUTES, COLORS
from server.games.endeavor.names import ACTION_WORDS
from server.games.endeavor.story import PHASES, reason_words, thing_name
from server.games.endeavor.words import place_words, token_words
from server.games.kernel.words import Name, Writers, colors_given, game_over, listed

_DECLINED: dict[int, str] = {
    types_pb2.DECISION_KIND_PAY: "makes no more payments",
    types_pb2.DECISION_KIND_CHOOSE_ACTION: "leaves the other action",
    types_pb2.DECISION_KIND_MOBILIZE: "ends the turn",
    types_pb2.DECISION_KIND_STACK: "keeps the card apart",
    types_pb2.DECISION_KIND_REPEL: "does not repel the attack",
    types_pb2.DECISION_KIND_MOVE_TO_TRACK: "moves no more discs",
}
_TO = {
    1: "to the discard pile",
    2: "face down beside the mat, where it counts against its player",
    3: "out of the game",
}
_GAIN = {1: "for the spot's marking", 2: "by Succession", 3: "by the Smallpox Vaccine"}


def _discs(number: int) -> str:
    return f"{number} disc{'' if number == 1 else 's'}"


def _attack(e: events_pb2.AttackMade, name: Name) -> str:
    lost = e.harbor_casualties + len(e.tile_casualties)
    from_tile = f", {len(e.tile_casualties)} of them from the tile" if e.tile_casualties else ""
    fort = "; its fortification returns to the supply" if e.fortified else ""
    return f"{name(e.seat)} takes {thing_name(e.space)} from {name(e.defender)}, losing {_discs(lost)}{from_tile}{fort}"


def _things(things: events_pb2.Things) -> str:
    parts = [f"the {token_words(token)}" for token in things.tokens]
    parts += [f"{things.fortifications} fortifications"] if things.fortifications else []
    parts += [_discs(sum(row.discs for row in things.discs))] if things.discs else []
    marriage = "; the Marriage Alliance is dissolved" if things.dissolves_marriage else ""
    return (f", and with it {listed(parts)}" if parts else "") + marriage


def _abandoned(e: events_pb2.EuropeAbandoned, name: Name) -> str:
    return f"{name(e.seat)} gives up {listed(map(thing_name, e.cities))}"


def _plague(e: events_pb2.PlagueStruck, name: Name) -> str:
    lost = f"{listed(map(name, e.harbors))} lose a disc of the harbor" if e.harbors else "no harbor has a disc to lose"
    return f"the Great Plague: {lost}" + (f"; {listed(map(name, e.choosers))} must choose" if e.choosers else "")


def _suffered(e: events_pb2.PlagueSuffered, name: Name) -> str:
    what = "a conscript" if e.conscript else "a disc"
    return f"{name(e.seat)} loses {what} of the {thing_name(e.building)} to the plague"


def _returned(e: events_pb2.ConscriptReturned, name: Name) -> str:
    return f"the conscript of {name(e.seat)} on the {thing_name(e.building)} returns to the supply"


def _passed(e: events_pb2.Passed, name: Name) -> str:
    return f"{name(e.seat)} passes" + (", having nothing else to do" if e.forced else "")


def _activated(e: events_pb2.BuildingActivated, name: Name) -> str:
    return f"{name(e.seat)} activates the {thing_name(e.building)}"


def _shipped(e: events_pb2.TrackShipped, name: Name) -> str:
    return f"{name(e.seat)} ships to space {e.index} of the track of {thing_name(e.region)}"


EVENTS: Writers = {
    "colors_given": colors_given(COLORS),
    "tokens_laid": lambda e, name: f"{len(e.tokens)} trade tokens are laid on the board",
    "level_five_chosen": lambda e, name: f"the buildings of level 5 are {listed(map(thing_name, e.in_play))}",
    "prominence_chosen": lambda e, name: f"the Prominence tile is {thing_name(e.side)}",
    "first_player_chosen": lambda e, name: f"{name(e.seat)} has the crown",
    "starting_side_chosen": lambda e, name: f"{name(e.seat)} begins with the {thing_name(e.building)}",
    "round_began": lambda e, name: f"round {e.round}: {name(e.crown)} has the crown",
    "phase_began": lambda e, name: f"{PHASES[e.phase]} phase",
    "building_built": lambda e, name: f"{name(e.seat)} builds the {thing_name(e.building)} in slot {e.slot}",
    "build_skipped": lambda e, name: f"{name(e.seat)} finds nothing to build",
    "population_grown": lambda e, name: f"{name(e.seat)} gains {_discs(e.discs)} by growth",
    "conscript_placed": lambda e, name: f"{name(e.seat)} gets a conscript on the {thing_name(e.building)}",
    "disc_paid": lambda e, name: f"{name(e.seat)} takes the disc of the {thing_name(e.building)} back",
    "turn_began": lambda e, name: f"turn {e.turn}: {name(e.seat)}",
    "building_activated": _activated,
    "token_spent": lambda e, name: f"{name(e.seat)} spends the {token_words(e.token)}",
    "passed": _passed,
    "city_occupied": lambda e, name: f"{name(e.seat)} occupies {thing_name(e.space)}",
    "fleet_launched": lambda e, name: f"{name(e.seat)} takes the {thing_name(e.space)}",
    "track_shipped": _shipped,
    "sea_shipped": lambda e, name: f"{name(e.seat)} ships to the open sea of {thing_name(e.region)}",
    "token_taken": lambda e, name: f"{name(e.seat)} takes the {token_words(e.token)} of {place_words(e.place)}",
    "region_opened": lambda e, name: f"{thing_name(e.region)} is open",
    "governor_gained": lambda e, name: f"{name(e.seat)} gets the {thing_name(e.card)}",
    "attack_declared": lambda e, name: f"{name(e.seat)} attacks {thing_name(e.space)} of {name(e.defender)}",
    "attack_made": _attack,
    "attack_repelled": lambda e, name: f"{name(e.seat)} repels the attack on {thing_name(e.space)}",
    "card_drawn": lambda e, name: (
        f"{name(e.seat)} draws {thing_name(e.card)}" + (" from the discard pile" if e.from_discard else "")
    ),
    "card_stacked": lambda e, name: f"{name(e.seat)} stacks {thing_name(e.card)} on {thing_name(e.on)}",
    "declined": lambda e, name: f"{name(e.seat)} {_DECLINED.get(e.kind, 'declines')}",
    "rosetta_used": lambda e, name: f"{name(e.seat)} uses the Rosetta Stone instead of {ACTION_WORDS[e.replaces]}",
    "traded": lambda e, name: (
        f"{name(e.seat)} trades the {token_words(e.given)} for the {token_words(e.taken)} of {place_words(e.place)}"
    ),
    "city_fortified": lambda e, name: f"{name(e.seat)} fortifies {thing_name(e.space)}",
    "disc_placed_on_tile": lambda e, name: f"{name(e.seat)} places a disc on {thing_name(e.place)}",
    "discs_gained": lambda e, name: f"{name(e.seat)} gains {_discs(e.discs)} {_GAIN[e.reason]}",
    "alliance_left": lambda e, name: f"{name(e.seat)} leaves {thing_name(e.box)} with {_discs(e.discs)}",
    "disc_moved_to_sea": lambda e, name: (
        f"{name(e.seat)} moves a disc from {thing_name(e.spot)} to the sea of {thing_name(e.region)}"
    ),
    "conscript_mobilized": lambda e, name: f"{name(e.seat)} mobilizes the conscript of the {thing_name(e.building)}",
    "conscript_returned": _returned,
    "flota_loaded": lambda e, name: f"Flota des Indias takes {listed(map(token_words, e.tokens))}",
    "flota_robbed": lambda e, name: f"{name(e.seat)} takes the {token_words(e.token)} from Flota des Indias",
    "token_claimed": lambda e, name: f"{name(e.seat)} takes the spent {token_words(e.token)}",
    "europe_abandoned": _abandoned,
    "fortifications_stocked": lambda e, name: f"{e.count} fortifications lie on the Declaration of Independence",
    "marriage_made": lambda e, name: f"{name(e.first)} and {name(e.second)} are bound by marriage",
    "plague_struck": _plague,
    "plague_suffered": _suffered,
    "wealth_spent": lambda e, name: f"{name(e.seat)} gives up a wealth token for {_discs(e.discs)}",
    "slavery_abolished": lambda e, name: f"slavery is abolished; {len(e.removed)} cards leave the game",
    "card_discarded": lambda e, name: (
        f"{name(e.seat)} loses {thing_name(e.card)}: it goes {_TO[e.destination]}" + _things(e.things)
    ),
    "card_reserved": lambda e, name: (
        f"{name(e.seat)} puts {thing_name(e.card)} under Port of Dejima{_things(e.things)}"
    ),
    "card_taken_back": lambda e, name: f"{name(e.seat)} takes {thing_name(e.card)} back",
    "cards_kept": lambda e, name: f"{name(e.seat)} has arranged the cards",
    "disc_moved_to_track": lambda e, name: (
        f"{name(e.seat)} moves a disc from the sea of {thing_name(e.region)} to {ATTRIBUTES[e.attribute - 1]}"
    ),
    "scoring_began": lambda e, name: "final scoring",
    "points_scored": lambda e, name: (
        f"{name(e.seat)} {'scores' if e.points > 0 else 'loses'} {abs(e.points)}: {reason_words(e)}"
    ),
    "game_ended": game_over,
}
