"""What a game of Castles has to be used, and which events use it."""

from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, options_pb2, types_pb2

from server.games.castles.in_play import bonus_cards, decrees, favors
from server.games.castles.state import CastlesState
from server.games.kernel.game import Usage, Used

M = options_pb2

EVENTS: Mapping[str, Sequence[str]] = {
    "towers": ("favor_pile_built", "favors_looked_at", "favor_kept"),
    "moats": ("moat_bought", "moat_placed", "moat_completed", "deck_tile_removed", "stack_tile_taken"),
    "passages": ("passages_given", "passage_aimed", "passage_placed"),
    "swans": ("lake_filled", "swan_token_placed", "swan_token_taken", "swan_tokens_traded"),
    "renovations": (
        "renovation_stack_built",
        "renovation_turned_up",
        "renovation_bought",
        "renovation_aimed",
        "renovation_placed",
    ),
    "decrees": (
        "decree_deck_shuffled",
        "decrees_dealt",
        "decrees_offered",
        "decree_kept",
        "decrees_returned",
        "decree_revealed",
        "start_decree_resolved",
        "decree_given_up",
        "private_favors_taken",
        "room_hidden",
        "hidden_room_revealed",
        "bonus_discard_shown",
        "bonus_exchange_done",
        "rooms_planned",
        "planning_declined",
        "coins_moved",
        "moving_done",
        "coins_saved",
        "tiles_removed",
        "start_of_final_done",
    ),
}
"""By module, the kinds of events that are its own."""


def things(state: CastlesState) -> Mapping[str, Sequence[str]]:
    """R1.1, R1.2.3, R9.2: tiles and cards in play, completion rewards, and where rooms can lie."""
    components = state.components
    rewards = [*range(types_pb2.REWARD_ACTIVITY, types_pb2.REWARD_TOWER)]
    rewards += [types_pb2.REWARD_TOWER] * (M.MODULE_TOWERS in state.modules)
    rewards += [types_pb2.REWARD_MOAT] * (M.MODULE_MOATS in state.modules)
    found: dict[str, Sequence[str]] = {
        "room": [
            *(name for name in components.rooms if state.expansion_tiles or not components.tiles[name].expansion),
            *(components.towers if M.MODULE_TOWERS in state.modules else ()),
        ],
        "reward": [_reward(reward) for reward in rewards],
        "favor": favors(state),
        "bonus card": bonus_cards(state),
    }
    if M.MODULE_MOATS in state.modules:
        found["place"] = ["castle", "garden"]
    if M.MODULE_RENOVATIONS in state.modules:
        found["renovation"] = components.renovations
    if M.MODULE_DECREES in state.modules:
        found["decree"] = decrees(components, list(state.modules), state.removed_decrees)
    return found


def used(state: CastlesState, event: Message) -> Iterator[Used]:
    """Tiles placed, rewards earned, favors ranked, bonus cards shown at the end, decrees laid open."""
    match event:
        case events_pb2.RoomPlaced():
            if event.tile in state.components.rooms or event.tile in state.components.towers:
                yield Used("room", event.tile)
            if M.MODULE_MOATS in state.modules:
                yield Used("place", "garden" if event.garden else "castle")
        case events_pb2.RewardEarned():
            yield Used("reward", _reward(event.reward))
        case events_pb2.PointsScored() if event.reason == types_pb2.POINTS_REASON_REWARD:
            yield Used("reward", "activity")
        case events_pb2.CoinsGained() if event.reason == types_pb2.COINS_REASON_REWARD:
            yield Used("reward", "outdoor")
        case events_pb2.ExtraTurnEarned():
            yield Used("reward", "food")
        case events_pb2.RenovationPlaced():
            yield Used("renovation", event.renovation)
        case events_pb2.FavorRanked():
            yield Used("favor", event.favor)
        case events_pb2.CardsRevealed():
            yield from (Used("bonus card", card) for card in event.cards if card in state.components.bonus_cards)
        case events_pb2.DecreeRevealed():
            yield Used("decree", event.decree)


def _reward(number: int) -> str:
    return types_pb2.Reward.Name(types_pb2.Reward.ValueType(number)).removeprefix("REWARD_").lower()


USAGE = Usage(events=EVENTS, things=things, used=used)
