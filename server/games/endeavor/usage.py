"""What a game of Endeavor has to be used, and which events use it."""

from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.content.records import SLAVERY
from server.games.endeavor.state import EndeavorState
from server.games.kernel.game import Usage, Used

EVENTS: Mapping[str, Sequence[str]] = {
    "expansion-buildings": ("traded", "city_fortified", "conscript_placed", "conscript_mobilized"),
    "expansion-cards": (
        "card_stacked",
        "rosetta_used",
        "flota_loaded",
        "flota_robbed",
        "token_claimed",
        "card_reserved",
        "card_taken_back",
        "attack_declared",
        "attack_repelled",
        "conscript_returned",
        "fortifications_stocked",
        "europe_abandoned",
        "plague_struck",
        "plague_suffered",
        "marriage_made",
        "wealth_spent",
    ),
    "prominence": ("prominence_chosen", "disc_placed_on_tile", "alliance_left", "disc_moved_to_sea"),
}
"""By module, the kinds of events that it brings along."""


def things(state: EndeavorState) -> Mapping[str, Sequence[str]]:
    """R2.5, R12: buildings, cards and governors of the decks in play, sides of the Prominence tile."""
    found: dict[str, Sequence[str]] = {
        "building": state.building_set,
        "card": [*(card for deck in state.decks.values() for card in deck), *state.discard],
        "governor": list(state.governors.values()),
    }
    if SLAVERY not in state.decks:  # R12.4: with Prominence its cards lie face up
        sides = state.components.prominence.values()
        found["prominence side"] = [
            side.id for side in sides if state.seats in side.seats and state.side_wanted in ("", side.id)
        ]
    return found


def used(state: EndeavorState, event: Message) -> Iterator[Used]:
    """Buildings built, cards drawn and governors gained, the side of the tile that is played on."""
    match event:
        case events_pb2.BuildingBuilt():
            yield Used("building", event.building)
        case events_pb2.CardDrawn():
            yield Used("card", event.card)
        case events_pb2.GovernorGained():
            yield Used("governor", event.card)
        case events_pb2.ProminenceChosen():
            yield Used("prominence side", event.side)


USAGE = Usage(events=EVENTS, things=things, used=used)
