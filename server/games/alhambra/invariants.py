"""What holds in every state between two commands (R18)."""

from collections import Counter

from server.games.alhambra import grid
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.setup import SCORING_CARDS, money_cards
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns.turn import CHOOSE_ACTION


def check(state: AlhambraState) -> None:
    """Raise AssertionError naming the rule that does not hold."""
    assert _tiles(state) == Counter(state.components.buildings.keys()), "R18.1: buildings appeared or vanished"
    assert _money(state) == Counter(money_cards(state.components, state.seats)), "R18.2: money appeared or vanished"
    _check_scoring_cards(state)
    for player in state.players:
        _check_alhambra(player.alhambra, state.walls)
    assert len({player.color for player in state.players}) == state.seats, "R1.5.1: two players of one colour"
    assert all(1 <= player.color <= len(COLORS) for player in state.players), "R1.5.1: a player without a colour"
    if any(decision.kind == CHOOSE_ACTION for decision in state.decisions) and not state.extra_action:
        _check_between_turns(state)
    for check_module in state.points.invariants:
        check_module(state)


def _tiles(state: AlhambraState) -> Counter[str]:
    """All buildings; fountains and the tiles of modules are counted elsewhere."""
    tiles = Counter(state.draw_pile) + Counter(state.dirk) + Counter(state.out_of_game)
    tiles.update(tile for tile in state.market if tile is not None)
    for player in state.players:
        tiles.update(player.alhambra.values())
        tiles.update(player.reserve + player.bought + player.leftover)
    return Counter({tile: number for tile, number in tiles.items() if tile in state.components.buildings})


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
    assert grid.has_no_hole(tiles), "R18.3: an empty area is enclosed"


def _check_between_turns(state: AlhambraState) -> None:
    assert None not in state.market, "R18.10: the market is not full"
    if state.money_deck or state.discard:
        assert len(state.display) == state.components.counts.display, "R18.10: the display is not full"
    assert not any(player.bought for player in state.players), "R18.11: a tile is set aside at the start of a turn"
