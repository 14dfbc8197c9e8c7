"""Handymen in the view and back; what must add up."""

from ludarium.games.alhambra.v1 import handymen_pb2, view_pb2

from server.games.alhambra.module_states import need
from server.games.alhambra.state import AlhambraState
from server.games.kernel.chance import Chance
from server.games.kernel.pieces import holding


def piece(state: AlhambraState) -> bytes:
    """The module's part of the view; nothing of it is hidden."""
    own = need(state.handymen)
    seen = handymen_pb2.HandymenView(
        players=[
            handymen_pb2.HandymenOfPlayerView(seat=seat, supply=own.supply[seat], used=own.used[seat])
            for seat in range(state.seats)
        ],
        on_market=[
            handymen_pb2.HandymenOnSpaceView(space=space, seat=seat, number=number)
            for space, by_seat in enumerate(own.on_market, start=1)
            for seat, number in enumerate(by_seat)
            if number
        ],
        dice=own.dice,
        left=[handymen_pb2.HandymenLeftView(space=space, seats=seats) for space, seats in sorted(own.left.items())],
    )
    return holding(view_pb2.View.HANDYMEN_FIELD_NUMBER, seen.SerializeToString())


def on_tiles(state: AlhambraState) -> frozenset[str]:
    """The tiles on which handymen stand."""
    return frozenset(need(state.handymen).on_tiles)


def show(on_tiles: frozenset[str], tile: view_pb2.TileView) -> None:
    """Whether a handyman stands on the tile."""
    tile.handyman = tile.id in on_tiles


def imagine(state: AlhambraState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    """Read the view back."""
    own = need(state.handymen)
    seen = view.handymen
    for part in seen.players:
        own.supply[part.seat], own.used[part.seat] = part.supply, part.used
    for there in seen.on_market:
        own.on_market[there.space - 1][there.seat] = there.number
    own.dice = list(seen.dice)
    own.left = {left.space: list(left.seats) for left in seen.left}
    for player in view.players:
        tiles = [*(placed.tile for placed in player.alhambra), *player.reserve]
        own.on_tiles.update(tile.id for tile in tiles if tile.handyman)


def check(state: AlhambraState) -> None:
    """R18.4: each player's handymen, by where they are; a tile carries one at most, and one of its owner."""
    own = need(state.handymen)
    of_player = state.components.modules.handymen.of_player
    carried = 0
    for seat, player in enumerate(state.players):
        on_tiles = own.on_tiles & {*player.alhambra.values(), *player.reserve}
        on_market = sum(by_seat[seat] for by_seat in own.on_market)
        everywhere = own.supply[seat] + own.used[seat] + on_market + len(on_tiles)
        assert everywhere == of_player, f"R18.4: seat {seat} has {everywhere} handymen"
        assert own.supply[seat] >= 0, f"R18.4: seat {seat} has fewer than none in the supply"
        carried += len(on_tiles)
    assert carried == len(own.on_tiles), "R13.8: a handyman stands on a tile that is nobody's"
    assert all(number >= 0 for by_seat in own.on_market for number in by_seat), "R18.4: fewer than none on a space"
