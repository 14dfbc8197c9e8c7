"""What each event changes in the state. No rules here: facts are written down as they are told."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.choices import Cell
from server.games.alhambra.folds import cell_of, set_down, take_away
from server.games.alhambra.grid import ORIGIN
from server.games.alhambra.modules.fresh_colors import evolve as fresh_colors
from server.games.alhambra.modules.gates import evolve as gates
from server.games.alhambra.modules.handymen import evolve as handymen
from server.games.alhambra.state import AlhambraState

State = AlhambraState


def colors_given(state: State, event: events_pb2.ColorsGiven) -> None:
    """The players have their colours and fountains."""
    for player, color in zip(state.players, event.colors, strict=True):
        player.color = color
        player.alhambra[ORIGIN] = state.components.fountains[color]


def draw_pile_shuffled(state: State, event: events_pb2.DrawPileShuffled) -> None:
    """The draw pile lies in this order."""
    state.draw_pile.extend(event.tiles)


def money_shuffled(state: State, event: events_pb2.MoneyShuffled) -> None:
    """The money cards lie in this order."""
    state.money_deck.extend(event.cards)


def starting_money_dealt(state: State, event: events_pb2.StartingMoneyDealt) -> None:
    """Cards from the top went to a hand."""
    for card in event.cards:
        if state.money_deck:
            state.money_deck.popleft()
        state.players[event.seat].hand[card] += 1


def start_player_chosen(state: State, event: events_pb2.StartPlayerChosen) -> None:
    """Somebody begins."""
    state.active = event.seat


def money_deck_built(state: State, event: events_pb2.MoneyDeckBuilt) -> None:
    """The money deck lies in this order."""
    state.money_deck.clear()
    state.money_deck.extend(event.cards)


def building_turned_up(state: State, event: events_pb2.BuildingTurnedUp) -> None:
    """A tile came to a market space."""
    if state.draw_pile:
        state.draw_pile.popleft()
    state.market[event.space - 1] = event.tile


def money_turned_up(state: State, event: events_pb2.MoneyTurnedUp) -> None:
    """A card came to the display."""
    if state.money_deck:
        state.money_deck.popleft()
    state.display.append(event.card)


def scoring_card_drawn(state: State, event: events_pb2.ScoringCardDrawn) -> None:
    """A scoring card left the game."""
    if state.money_deck:
        state.money_deck.popleft()
    state.scoring_due.append(event.scoring)


def discard_shuffled(state: State, event: events_pb2.DiscardShuffled) -> None:
    """The discard pile became the money deck."""
    state.discard.clear()
    state.money_deck.extend(event.cards)


def dirk_dealt(state: State, event: events_pb2.DirkDealt) -> None:
    """Dirk got the top tiles."""
    for tile in event.tiles:
        if state.draw_pile:
            state.draw_pile.popleft()
        state.dirk.append(tile)


def turn_began(state: State, event: events_pb2.TurnBegan) -> None:
    """A turn began."""
    state.active = event.seat
    state.turn = event.turn
    state.extra_action = False


def decision_opened(state: State, event: events_pb2.DecisionOpened) -> None:
    """A seat is asked."""
    state.open_decision(event.seat, event.kind)


def money_taken(state: State, event: events_pb2.MoneyTaken) -> None:
    """Cards went from the display to a hand."""
    for card in event.cards:
        state.display.remove(card)
        state.players[event.seat].hand[card] += 1


def building_bought(state: State, event: events_pb2.BuildingBought) -> None:
    """A building was set aside, its price paid."""
    player = state.players[event.seat]
    for card in event.cards:
        take_away(player.hand, card)
        state.discard[card] += 1
    state.market[event.space - 1] = None
    player.bought.append(event.tile)
    state.extra_action = event.exact


def tile_built(state: State, event: events_pb2.TileBuilt) -> None:
    """A tile of the reserve was built."""
    player = state.players[event.seat]
    player.reserve.remove(event.tile)
    player.alhambra[Cell(event.cell.x, event.cell.y)] = event.tile


def tile_stored(state: State, event: events_pb2.TileStored) -> None:
    """A tile went into the reserve."""
    player = state.players[event.seat]
    del player.alhambra[cell_of(player.alhambra, event.tile)]
    player.reserve.append(event.tile)


def tiles_exchanged(state: State, event: events_pb2.TilesExchanged) -> None:
    """A tile of the reserve replaced another."""
    player = state.players[event.seat]
    player.alhambra[cell_of(player.alhambra, event.other_tile)] = event.tile
    player.reserve.remove(event.tile)
    player.reserve.append(event.other_tile)


def passed(state: State, event: events_pb2.Passed) -> None:
    """Nothing was done."""


def building_placed(state: State, event: events_pb2.BuildingPlaced) -> None:
    """A waiting building was built."""
    player = state.players[event.seat]
    set_down(state, event.seat, event.tile)
    player.alhambra[Cell(event.cell.x, event.cell.y)] = event.tile


def building_reserved(state: State, event: events_pb2.BuildingReserved) -> None:
    """A waiting building went into the reserve."""
    set_down(state, event.seat, event.tile)
    state.players[event.seat].reserve.append(event.tile)


def building_given_to_dirk(state: State, event: events_pb2.BuildingGivenToDirk) -> None:
    """A waiting building went to Dirk."""
    set_down(state, event.seat, event.tile)
    state.dirk.append(event.tile)


def scoring_began(state: State, event: events_pb2.ScoringBegan) -> None:
    """A scoring is carried out."""
    if event.scoring in state.scoring_due:
        state.scoring_due.remove(event.scoring)
    state.scorings_done = event.scoring


def points_scored(state: State, event: events_pb2.PointsScored) -> None:
    """Somebody scored."""
    if not event.HasField("seat"):
        state.dirk_score += event.points
        return
    player = state.players[event.seat]
    match event.WhichOneof("reason"):
        case "majority":
            player.majorities[event.majority.type - 1] += event.points
        case "wall":
            player.wall += event.points
        case "decorated":
            player.decorated += event.points
        case "handymen":
            player.handymen += event.points
        case "gate":
            player.gates += event.points


def end_reached(state: State, event: events_pb2.EndReached) -> None:
    """The game is ending."""
    state.ending = True


def leftover_awarded(state: State, event: events_pb2.LeftoverAwarded) -> None:
    """A left-over building was awarded or left the game."""
    state.market[event.space - 1] = None
    if event.HasField("seat"):
        state.players[event.seat].leftover.append(event.tile)
    else:
        state.out_of_game.append(event.tile)


def game_ended(state: State, event: events_pb2.GameEnded) -> None:
    """The game is over."""
    state.winners = tuple(event.winners)


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "colors_given": colors_given,
    "draw_pile_shuffled": draw_pile_shuffled,
    "money_shuffled": money_shuffled,
    "starting_money_dealt": starting_money_dealt,
    "start_player_chosen": start_player_chosen,
    "money_deck_built": money_deck_built,
    "building_turned_up": building_turned_up,
    "money_turned_up": money_turned_up,
    "scoring_card_drawn": scoring_card_drawn,
    "discard_shuffled": discard_shuffled,
    "dirk_dealt": dirk_dealt,
    "turn_began": turn_began,
    "decision_opened": decision_opened,
    "money_taken": money_taken,
    "building_bought": building_bought,
    "tile_built": tile_built,
    "tile_stored": tile_stored,
    "tiles_exchanged": tiles_exchanged,
    "passed": passed,
    "building_placed": building_placed,
    "building_reserved": building_reserved,
    "building_given_to_dirk": building_given_to_dirk,
    "scoring_began": scoring_began,
    "points_scored": points_scored,
    "end_reached": end_reached,
    "leftover_awarded": leftover_awarded,
    "game_ended": game_ended,
    **handymen.EVOLVE,
    **gates.EVOLVE,
    **fresh_colors.EVOLVE,
}
