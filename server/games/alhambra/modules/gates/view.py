"""Gates Without End in the view and back; what must add up."""

from collections import Counter, deque

from ludarium.games.alhambra.v1 import gates_pb2, types_pb2, view_pb2

from server.games.alhambra.content.module_records import GateBoard
from server.games.alhambra.module_states import GatePurchase, GatesState, need
from server.games.alhambra.modules.gates.facing import at_gate
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.view import sides
from server.games.kernel.chance import Chance
from server.games.kernel.pieces import holding, kept


def piece(state: AlhambraState) -> bytes:
    """The module's part of the view; nobody sees the faces of keys that wait."""
    gates = need(state.gates)
    seen = gates_pb2.GatesView(
        stack_count=len(gates.stack),
        stack=gates.stack,
        used_keys=gates.used,
        players=[
            gates_pb2.GatesOfPlayerView(
                seat=seat,
                key_count=len(gates.waiting[seat]),
                keys=gates.waiting[seat],
                semi_buildings=_types(gates.semi_buildings[seat]),
            )
            for seat in range(state.seats)
        ],
        wall_pieces=gates.wall_pieces,
        plazas=gates.plazas,
        semi_buildings=_types(gates.semi_supply),
        resolving=gates.began_turn == state.turn,
        keys_due=gates.due,
        gates_come_to=gates.come_to,
        purchase=_purchase(gates.purchase) if gates.purchase else None,
    )
    key = _key(state.components.modules.gates, gates.center, gates.rotation)
    return holding(view_pb2.View.GATES_FIELD_NUMBER, key, seen.SerializeToString())


def pieces_on_tiles(state: AlhambraState) -> tuple[tuple[str, int], ...]:
    """By tile, the sides that have a wall piece, as bits."""
    return tuple(need(state.gates).pieces.items())


def show(pieces: tuple[tuple[str, int], ...], tile: view_pb2.TileView) -> None:
    """Which of its walls are wall pieces."""
    tile.wall_pieces.extend(sides(dict(pieces).get(tile.id, 0)))


def imagine(state: AlhambraState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    """Read the view back; keys that nobody has seen are dealt at random."""
    gates = need(state.gates)
    seen = view.gates
    if seen.HasField("center"):
        gates.center = seen.center.id
        gates.rotation = seen.center.rotation if seen.center.HasField("rotation") else None
    gates.used = list(seen.used_keys)
    gates.wall_pieces = seen.wall_pieces
    gates.plazas = list(seen.plazas)
    gates.semi_supply = list(seen.semi_buildings)
    gates.began_turn = view.turn if seen.resolving else 0
    gates.due, gates.come_to = seen.keys_due, seen.gates_come_to
    known = {*gates.used, gates.center}
    unseen = chance.shuffle(key for key in state.components.modules.gates.keys if key not in known)
    for player in seen.players:
        gates.waiting[player.seat], unseen = unseen[: player.key_count], unseen[player.key_count :]
        gates.semi_buildings[player.seat] = list(player.semi_buildings)
    gates.stack = deque(unseen)
    if seen.HasField("purchase"):
        buying = seen.purchase
        gates.purchase = GatePurchase(
            buying.seat, buying.space, buying.price_due, buying.handymen_up, buying.handymen_down, buying.paid
        )
        _let_them_pay(state, gates.purchase, seat)
    _read_pieces(state, gates, view)


def check(state: AlhambraState) -> None:
    """R18.5, R18.8, R18.12: keys, wall pieces, plazas and semi-buildings by where they are."""
    gates = need(state.gates)
    board = state.components.modules.gates
    keys = [*gates.stack, *gates.used, *(key for waiting in gates.waiting for key in waiting)]
    keys += [gates.center] if gates.center else []
    assert Counter(keys) == Counter(board.keys.keys()), "R18.5: keys appeared or vanished"
    plazas = list(gates.plazas)
    added = 0
    for player in state.players:
        plazas += [tile for tile in [*player.alhambra.values(), *player.reserve] if tile in board.plazas]
    for tile, mask in gates.pieces.items():
        added += mask.bit_count()
        printed = state.components.buildings[tile].walls if tile in state.components.buildings else 0
        assert not mask & printed, f"R18.12: {tile} has two walls on one side"
        assert state.walls[tile] == mask | printed, f"R11.5.2: the walls of {tile} are not those printed and added"
    assert Counter(plazas) == Counter(board.plazas), "R18.8: plazas appeared or vanished"
    assert gates.wall_pieces + added == board.wall_pieces, "R18.8: wall pieces appeared or vanished"
    owned = [building_type for types in gates.semi_buildings for building_type in types]
    assert sorted([*owned, *gates.semi_supply]) == list(board.semi_buildings), "R18.8: semi-buildings don't add up"


@kept
def _key(board: GateBoard, center: str | None, rotation: int | None) -> gates_pb2.GatesView:
    """The key in the centre and what it shows at the gates."""
    turned = center is not None and rotation is not None
    gates = [
        gates_pb2.GateView(
            color=types_pb2.PlayerColor.ValueType(color),
            bonus=at_gate(board, center, rotation, gate) if turned else gates_pb2.GATE_BONUS_UNSPECIFIED,
        )
        for gate, color in enumerate(board.gates)
    ]
    if center is None:
        return gates_pb2.GatesView(gates=gates)
    shown = [gates_pb2.GateBonus.ValueType(side) for side in board.keys[center]]
    return gates_pb2.GatesView(gates=gates, center=gates_pb2.KeyView(id=center, sides=shown, rotation=rotation))


def _purchase(buying: GatePurchase) -> gates_pb2.GatePurchaseView:
    return gates_pb2.GatePurchaseView(
        seat=buying.seat,
        space=buying.space,
        price_due=buying.price_due,
        paid=buying.paid,
        handymen_up=buying.handymen_up,
        handymen_down=buying.handymen_down,
    )


def _types(types: list[int]) -> list[types_pb2.BuildingType.ValueType]:
    return [types_pb2.BuildingType.ValueType(building_type) for building_type in types]


def _read_pieces(state: AlhambraState, gates: GatesState, view: view_pb2.View) -> None:
    for player in view.players:
        for tile in [*(placed.tile for placed in player.alhambra), *player.reserve]:
            mask = sum(1 << (side - 1) for side in tile.wall_pieces)
            if mask:
                gates.pieces[tile.id] = mask
                state.walls[tile.id] |= mask


def _let_them_pay(state: AlhambraState, buying: GatePurchase, viewer: int | None) -> None:
    """Whoever began to pay holds enough: what was dealt to them is exchanged for dearer cards until it is so."""
    values = state.components.cards
    hand = state.players[buying.seat].hand
    others = [player.hand for seat, player in enumerate(state.players) if seat not in (buying.seat, viewer)]
    while sum(values[card].value * number for card, number in hand.items()) < buying.price_due - buying.paid:
        mine = min(hand, key=lambda card: (values[card].value, card))
        places = [(values[card].value, number) for number, card in enumerate(state.money_deck) if card in values]
        best, place = max(places, default=(0, 0))
        if best > values[mine].value:
            theirs, state.money_deck[place] = state.money_deck[place], mine
        else:
            donor = max(others, key=lambda cards: max((values[card].value for card in cards), default=0))
            theirs = max(donor, key=lambda card: (values[card].value, card))
            donor.subtract([theirs])
            donor[mine] += 1
            donor += Counter()
        hand.subtract([mine])
        hand[theirs] += 1
        hand += Counter()
