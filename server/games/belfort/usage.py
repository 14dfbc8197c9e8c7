"""What a game of Belfort has to be used, and which events use it."""

from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.message import Message
from ludarium.games.belfort.v1 import events_pb2, options_pb2

from server.games.belfort.setup import guilds_in_play
from server.games.belfort.state import BelfortState
from server.games.kernel.game import Usage, Used

M = options_pb2

EVENTS: Mapping[str, Sequence[str]] = {
    "expansion-expansion": (
        "assistants_laid_out",
        "assistant_taken",
        "assistant_gilded",
        "assistant_exhausted",
        "assistant_returned",
        "permits_laid_out",
        "permit_taken",
        "property_expanded",
        "marker_decorated",
        "goon_placed",
        "imp_placed",
        "giants_sent",
        "gorgon_placed",
        "gorgon_met",
    ),
    "less-red-tape": ("row_flushed", "main_action_began", "areas_gathered", "marker_advanced", "seat_finished"),
    "heritage-properties": ("heritage_marked",),
    "queen-of-belfort": ("queen_deck_shuffled", "queen_card_revealed", "queen_card_discarded"),
    "parks-and-rex": ("pawn_moved",),
    "key-to-belfort": ("key_deck_shuffled", "key_card_drawn", "key_taken", "key_card_opened"),
}
"""By module, the kinds of events that are its own."""


def things(state: BelfortState) -> Mapping[str, Sequence[str]]:
    """R1.2, R20.4, R22, R33.1, R35.1, R31.1.6: Properties, and what the modules lay out."""
    components = state.components
    found: dict[str, Sequence[str]] = {"property": list(components.properties), "guild": guilds_in_play(state)}
    if M.MODULE_EXPANSION_EXPANSION in state.modules:
        found |= {"assistant": _kept(state, components.assistants), "permit": list(components.permit_types)}
    if M.MODULE_QUEEN_OF_BELFORT in state.modules:
        found["queen card"] = _kept(state, components.queen_cards)
    if M.MODULE_KEY_TO_BELFORT in state.modules:
        found["key card"] = _kept(state, components.key_cards)
    return found


def used(state: BelfortState, event: Message) -> Iterator[Used]:
    """Properties built, Guilds visited, Assistants' powers, expansions, and the cards of Queen and Key in force."""
    match event:
        case events_pb2.WorkerPlaced():
            if event.plank.startswith("guild."):
                yield Used("guild", event.plank.removeprefix("guild."))
        case events_pb2.AssistantExhausted():
            yield Used("assistant", event.assistant)
        case events_pb2.PropertyExpanded():
            yield Used("permit", state.components.permits[event.permit].permit_type)
        case events_pb2.PropertyBuilt():
            yield Used("property", state.components.cards[event.card])
            yield from _queens_favour(state, event.spaces[0])
        case events_pb2.GuildBuilt() | events_pb2.WallBuilt():
            yield from _queens_favour(state, event.space)
        case events_pb2.TurnBegan():
            if state.key_holder == event.seat:
                yield from (Used("key card", card) for card in state.players[event.seat].key_cards)


def _queens_favour(state: BelfortState, space: str) -> Iterator[Used]:
    """R33.5."""
    if state.queen_card and space.partition(".")[0] == state.queen:
        yield Used("queen card", state.queen_card)


def _kept(state: BelfortState, names: Mapping[str, object]) -> list[str]:
    return [name for name in names if name not in state.points.left_out]


USAGE = Usage(events=EVENTS, things=things, used=used)
