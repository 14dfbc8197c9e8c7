"""Castles' choices and decisions in words; events are in event_words."""

from ludarium.games.castles.v1 import types_pb2

from server.games.castles import choices as c
from server.games.castles.content.records import SWAN_COLORS
from server.games.castles.names import PASSAGES, REWARDS, SIDES, SLOTS, stack_words, thing
from server.games.castles.state import CastlesState
from server.games.castles.turns import turn as kinds
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision
from server.games.kernel.words import listed

_DECISIONS: dict[int, str] = {
    kinds.CHOOSE_FOYER: "choose the side of your foyer and how it lies",
    kinds.KEEP_DECREE: "keep one of these decrees",
    kinds.GRAND_APPROACH: "place a free hallway and stairs",
    kinds.HIDE_ROOM: "hide the top room of a stack",
    kinds.DISCARD_BONUS: "give one bonus card back",
    kinds.EXCHANGE_BONUS: "exchange a bonus card for a discarded one",
    kinds.PLAN_ROOMS: "put room cards on top of the deck",
    kinds.MOVE_COINS: "move coins between market rooms",
    kinds.PRICE: "choose what lies under the next price",
    kinds.ACTION: "choose an action",
    kinds.PLACE: "choose where the room goes",
    kinds.PASSAGES: "let secret passages come along",
    kinds.REWARD: "choose the next reward",
    kinds.CORRIDOR_REWARD: "take free stairs or a free hallway",
    kinds.DOWNSTAIRS_REWARD: "choose a reward for your downstairs rooms",
    kinds.LOOK_INTO_STACK: "choose a stack to look through",
    kinds.TAKE_TILE: "take a tile of the stack",
    kinds.KEEP_BONUS: "keep one of these bonus cards",
    kinds.KEEP_FAVOR: "keep one of these favors",
    kinds.END_TURN: "end your turn",
    kinds.SAVE_COINS: "save 1000",
    kinds.REMOVE_TILES: "remove tiles from stacks",
}


def decision_words(state: CastlesState, decision: Decision) -> str:
    """What is being decided."""
    if decision.kind == kinds.PRICE and state.priced_places < len(state.row.prices):
        return f"choose what lies under {state.row.prices[state.priced_places]}"
    return _DECISIONS[decision.kind]


def choice_words(state: CastlesState, decision: Decision, choice: Choice) -> str:
    """An answer, as a player would say it."""
    match choice:
        case c.ChooseFoyer(side, quarter_turns):
            return "the side with four entrances" if side == 2 else _three(quarter_turns)
        case c.KeepDecree(decree):
            return f"keep {thing(decree)}"
        case c.HideRoom(stack):
            return f"hide the top {stack_words(stack)}"
        case c.DiscardBonus(card):
            return f"give back {thing(card)}"
        case c.ExchangeBonus(own, other):
            return f"give {thing(own)} for {thing(other)}"
        case c.PlanRooms(cards):
            return f"put on the deck, from the top: {listed(stack_words(card) for card in cards)}"
        case c.MoveCoins(source, target, coins):
            return f"move {coins} from {thing(source)} to {thing(target)}"
        case c.Decline():
            return _DECLINE.get(decision.kind, "do without")
        case _:
            return _turn_words(state, decision, choice)


def _turn_words(state: CastlesState, decision: Decision, choice: Choice) -> str:
    match choice:
        case c.PriceTile(tile):
            return f"{thing(tile)} under {state.row.prices[state.priced_places]}"
        case c.LeaveEmpty():
            return f"leave {state.row.prices[state.priced_places]} empty"
        case c.AddTile(tile):
            return f"{thing(tile)} beside the tile before"
        case c.BuyRoom(tile):
            return f"buy {thing(tile)}{_price(state, tile)}"
        case c.BuyCorridor(stack):
            return f"buy {stack_words(stack)}"
        case c.BuyMoat(slot):
            return f"buy a moat for the {SLOTS[slot]}"
        case c.BuyRenovation(renovation, room):
            covered = state.players[decision.seat].castle.rooms[room]
            return f"renovate {covered.shows.name} (room {room}) with {thing(renovation)}"
        case c.Pass():
            return "pass and take coins"
        case c.TradeSwans(colors):
            tokens = listed(SWAN_COLORS[color - 1] for color in colors)
            return f"trade {tokens} for {state.components.trade_coins[len(colors)]}"
        case c.Place():
            return _place_words(choice)
        case c.AddPassage(passage, own, other):
            return f"a {PASSAGES[passage]} Passage from {_entrance(own)} to {_entrance(other)}"
        case _:
            return _reward_words(state, choice)


def _reward_words(state: CastlesState, choice: Choice) -> str:
    match choice:
        case c.FinishPlacing():
            return "place it so"
        case c.TakeReward(number):
            reward = next((reward for reward in state.rewards if reward.number == number), None)
            return f"take the {REWARDS[reward.reward]} reward" if reward else f"take reward {number}"
        case c.TakeCorridor(stack):
            return f"take {stack_words(stack)}"
        case c.ChooseReward(reward):
            return f"the {REWARDS[reward]} reward"
        case c.LookInto(stack):
            return f"look through the stack of {stack_words(stack)}"
        case c.TakeTile(tile):
            return f"take {thing(tile)}"
        case c.KeepBonus(card) | c.KeepFavor(card):
            return f"keep {thing(card)}"
        case c.SaveCoins():
            return "save 1000"
        case c.EndTurn():
            return "end the turn"
        case c.RemoveTiles(stack, count):
            return f"remove {count} from the stack of {stack_words(stack)}"
        case _:
            raise TypeError(f"{choice} is no choice of Castles")


def _three(turns: int) -> str:
    missing = SIDES[turns]
    drawbridge = "no drawbridge" if missing == "south" else f"none to the {missing}"
    return f"the side with three entrances, {drawbridge}"


def _place_words(choice: c.Place) -> str:
    turned = f", turned {90 * choice.quarter_turns}°" if choice.quarter_turns else ""
    level = {types_pb2.LEVEL_UP: ", upstairs", types_pb2.LEVEL_DOWN: ", downstairs"}.get(
        types_pb2.Level.ValueType(choice.level), ""
    )
    return f"{thing(choice.tile)} at {choice.x}, {choice.y}{turned}{level}"


def _entrance(entrance: c.Entrance) -> str:
    return f"the {SIDES[entrance.side - 1]} of {entrance.x}, {entrance.y}"


def _price(state: CastlesState, tile: str) -> str:
    lying = state.market_tile(tile)
    if lying is None or lying.place is None:
        return ""
    coins = f", {lying.coins} on it" if lying.coins else ""
    swan = f", with a {SWAN_COLORS[lying.swan - 1]} swan" if lying.swan else ""
    return f" for {state.row.prices[lying.place]}{coins}{swan}"


_DECLINE: dict[int, str] = {
    kinds.EXCHANGE_BONUS: "keep your bonus cards",
    kinds.PLAN_ROOMS: "not now",
    kinds.MOVE_COINS: "move no more coins",
    kinds.TAKE_TILE: "take no more",
    kinds.SAVE_COINS: "save nothing this turn",
    kinds.REMOVE_TILES: "remove no more",
}
