"""A state that is possible for all that a viewer knows (R16)."""

from collections import Counter, deque
from collections.abc import Iterable

from ludarium.games.alhambra.v1 import options_pb2, view_pb2

from server.games.alhambra.choices import Cell
from server.games.alhambra.setup import SCORING_CARDS, money_cards, new_state
from server.games.alhambra.state import AlhambraState, Player
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating


def imagine(options: options_pb2.Options, view: view_pb2.View, seat: int | None, chance: Chance) -> AlhambraState:
    """Deal what the viewer can't see at random: other hands, the money deck, the draw pile."""
    state = new_state(options, [Seating("")] * len(view.players))
    state.players = [_player(player) for player in view.players]
    state.market = [space.tile.id if space.HasField("tile") else None for space in view.market]
    state.display = [card.id for card in view.display]
    state.discard = Counter(card.id for card in view.discard)
    state.out_of_game = [tile.id for tile in view.out_of_game]
    if view.HasField("dirk"):
        state.dirk = [tile.id for tile in view.dirk.buildings]
        state.dirk_score = view.dirk.score
    state.active, state.turn, state.extra_action = view.active_seat, view.turn, view.extra_action
    state.scorings_done, state.ending, state.winners = view.scorings_done, view.ending, tuple(view.winners)
    _deal_money(state, view, seat, chance)
    state.draw_pile = deque(chance.shuffle(_unseen_tiles(state)))
    for read in state.points.imagine:
        read(state, view, seat, chance)
    return state


def _player(view: view_pb2.PlayerView) -> Player:
    return Player(
        color=view.color,
        hand=Counter(card.id for card in view.hand),
        alhambra={Cell(placed.cell.x, placed.cell.y): placed.tile.id for placed in view.alhambra},
        reserve=[tile.id for tile in view.reserve],
        bought=[tile.id for tile in view.bought],
        leftover=[tile.id for tile in view.leftover],
        majorities=list(view.score.majorities),
        wall=view.score.wall,
        decorated=view.score.decorated,
        handymen=view.score.handymen,
        gates=view.score.gates,
    )


def _deal_money(state: AlhambraState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    unseen = Counter(money_cards(state.components, state.seats))
    unseen -= state.discard + Counter(state.display)
    for player in state.players:
        unseen -= player.hand
    cards = chance.shuffle(sorted(unseen.elements()))
    for number, player in enumerate(state.players):
        if number != seat:
            count = view.players[number].hand_count
            player.hand, cards = Counter(cards[:count]), cards[count:]
    state.money_deck = deque(_with_scoring_cards(cards, view.money_deck_count - len(cards), chance))


def _with_scoring_cards(cards: list[str], missing: int, chance: Chance) -> list[str]:
    """The scoring cards still in the deck lie somewhere in it, card 1 above card 2 (R2.8)."""
    places = sorted(chance.draw(len(cards) + 1) for _ in range(missing))
    deck = list(cards)
    for offset, (place, card) in enumerate(zip(places, SCORING_CARDS[2 - missing :], strict=True)):
        deck.insert(place + offset, card)
    return deck


def _unseen_tiles(state: AlhambraState) -> list[str]:
    seen = {*_on_the_table(state)}
    return [tile for tile in state.components.buildings if tile not in seen]


def _on_the_table(state: AlhambraState) -> Iterable[str]:
    yield from (tile for tile in state.market if tile is not None)
    yield from state.dirk
    yield from state.out_of_game
    for player in state.players:
        yield from player.alhambra.values()
        yield from player.reserve
        yield from player.bought
        yield from player.leftover
