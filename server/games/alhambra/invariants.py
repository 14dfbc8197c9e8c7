"""What holds in every state between two commands (R18)."""

from collections import Counter

from server.games.alhambra import grid
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.setup import SCORING_CARDS, money_cards
from server.games.alhambra.state import AlhambraState


def check(state: AlhambraState) -> None:
    """Raise AssertionError naming the rule that does not hold."""
    assert _tiles(state) == Counter(state.components.buildings.keys()), "R18.1: buildings appeared or vanished"
    assert _money(state) == Counter(money_cards(state.components, state.seats)), "R18.2: money appeared or vanished"
    _check_scoring_cards(state)
    for player in state.players:
        _check_alhambra(player.alhambra, state.walls)
    assert len({player.color for player in state.players}) == state.seats, "R1.5.1: two players of one colour"
    assert all(1 <= player.color <= len(COLORS) for player in state.players), "R1.5.1: a player without a colour"
    if any(decision.seat == state.active for decision in state.decisions) and _at_turn_start(state):
        _check_between_turns(state)


def _tiles(state: AlhambraState) -> Counter[str]:
    tiles = Counter(state.draw_pile) + Counter(state.dirk) + Counter(state.out_of_game)
    tiles.update(tile for tile in state.market if tile is not None)
    for player in state.players:
        tiles.update(tile for cell, tile in player.alhambra.items() if cell != grid.ORIGIN)
        tiles.update(player.reserve + player.bought + player.leftover)
    return tiles


def _money(state: AlhambraState) -> Counter[str]:
    money = Counter(state.display) + state.discard
    money.update(card for card in state.money_deck if card not in SCORING_CARDS)
    for player in state.players:
        money.update(player.hand)
    return money


def _check_scoring_cards(state: AlhambraState) -> None:
    left = [card for card in state.money_deck if card in SCORING_CARDS]
    drawn = min(state.scorings_done, 2) if not state.winners else 2 - len(left)
    assert left == list(SCORING_CARDS[drawn:]), "R18.2: a scoring card is neither in the deck nor carried out"


def _check_alhambra(tiles: grid.Tiles, walls: grid.Walls) -> None:
    assert grid.ORIGIN in tiles, "R6.7: the fountain is gone"
    assert grid.all_reachable(tiles, walls), "R18.3: a tile can't be reached on foot"
    for cell, tile in tiles.items():
        rest = {place: other for place, other in tiles.items() if place != cell}
        assert grid.sides_match(rest, walls, tile, cell), "R18.3: sides don't match"
    assert _has_no_hole(tiles), "R18.3: an empty area is enclosed"


def _has_no_hole(tiles: grid.Tiles) -> bool:
    """R6.5 to the letter: every empty cell reaches the outside by steps through empty cells."""
    xs, ys = [cell.x for cell in tiles], [cell.y for cell in tiles]
    columns, rows = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    start = type(grid.ORIGIN)(columns.start, rows.start)
    seen, front = {start}, [start]
    while front:
        for _, beyond in grid.neighbours(front.pop()):
            if beyond.x in columns and beyond.y in rows and beyond not in tiles and beyond not in seen:
                seen.add(beyond)
                front.append(beyond)
    return len(seen) + len(tiles) == len(columns) * len(rows)


def _at_turn_start(state: AlhambraState) -> bool:
    return not state.extra_action and not state.ending and not state.players[state.active].bought


def _check_between_turns(state: AlhambraState) -> None:
    assert None not in state.market, "R18.10: the market is not full"
    if state.money_deck or state.discard:
        assert len(state.display) == state.components.counts.display, "R18.10: the display is not full"
    assert not any(player.bought for player in state.players), "R18.11: a tile is set aside at the start of a turn"
