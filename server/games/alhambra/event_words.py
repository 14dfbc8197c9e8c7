"""Alhambra's events in words, for logs and playthroughs."""

from ludarium.games.alhambra.v1 import events_pb2

from server.games.alhambra.choices import Cell
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.modules.fresh_colors import words as fresh_colors
from server.games.alhambra.modules.gates import words as gates
from server.games.alhambra.modules.handymen import words as handymen
from server.games.alhambra.names import place, thing, things
from server.games.alhambra.story import reason_words
from server.games.kernel.words import Name, Writers, colors_given, game_over


def _start(event: events_pb2.StartPlayerChosen, name: Name) -> str:
    why = {1: "with the fewest cards", 2: "with the lowest total among the fewest cards", 3: "by a draw"}[event.reason]
    return f"{name(event.seat)} begins, {why}"


def _bought(event: events_pb2.BuildingBought, name: Name) -> str:
    how = "exactly, and has an extra action" if event.exact else f"with {event.paid}"
    return f"{name(event.seat)} buys {thing(event.tile)} for {event.price_due}, paying {how}: {things(event.cards)}"


def _scored(event: events_pb2.PointsScored, name: Name) -> str:
    who = name(event.seat) if event.HasField("seat") else "Dirk"
    return f"{who} scores {event.points}: {reason_words(event)}"


def _leftover(event: events_pb2.LeftoverAwarded, name: Name) -> str:
    who = f"{name(event.seat)} gets" if event.HasField("seat") else "nobody gets"
    return f"{who} left-over {thing(event.tile)} (totals {', '.join(map(str, event.totals))})"


EVENTS: Writers = {
    "colors_given": colors_given(COLORS),
    "draw_pile_shuffled": lambda e, name: f"{e.count} buildings are shuffled",
    "money_shuffled": lambda e, name: f"{e.count} money cards are shuffled",
    "starting_money_dealt": lambda e, name: f"{name(e.seat)} is dealt {things(e.cards)}",
    "start_player_chosen": _start,
    "money_deck_built": lambda e, name: f"the money deck is built, {e.count} cards with two scoring cards inside",
    "building_turned_up": lambda e, name: f"{thing(e.tile)} comes to market space {e.space}",
    "money_turned_up": lambda e, name: f"{thing(e.card)} comes to the display",
    "scoring_card_drawn": lambda e, name: f"scoring card {e.scoring} is drawn",
    "discard_shuffled": lambda e, name: f"the {e.count} cards of the discard pile become the money deck",
    "dirk_dealt": lambda e, name: f"Dirk gets {things(e.tiles)}",
    "turn_began": lambda e, name: f"turn {e.turn}: {name(e.seat)}",
    "money_taken": lambda e, name: f"{name(e.seat)} takes {things(e.cards)}",
    "building_bought": _bought,
    "tile_built": lambda e, name: f"{name(e.seat)} builds {thing(e.tile)} {place(Cell(e.cell.x, e.cell.y))}",
    "tile_stored": lambda e, name: f"{name(e.seat)} stores {thing(e.tile)}",
    "tiles_exchanged": lambda e, name: f"{name(e.seat)} puts {thing(e.tile)} in place of {thing(e.other_tile)}",
    "passed": lambda e, name: f"{name(e.seat)} passes",
    "building_placed": lambda e, name: f"{name(e.seat)} places {thing(e.tile)} {place(Cell(e.cell.x, e.cell.y))}",
    "building_reserved": lambda e, name: f"{name(e.seat)} puts {thing(e.tile)} into the reserve",
    "building_given_to_dirk": lambda e, name: f"{name(e.seat)} gives {thing(e.tile)} to Dirk",
    "scoring_began": lambda e, name: f"scoring {e.scoring}",
    "points_scored": _scored,
    "end_reached": lambda e, name: "the market can't be filled: the game is ending",
    "leftover_awarded": _leftover,
    "game_ended": game_over,
    **handymen.EVENTS,
    **gates.EVENTS,
    **fresh_colors.EVENTS,
}
