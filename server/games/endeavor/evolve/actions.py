"""Turns and actions."""

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.state import CARD_SLOT, EndeavorState, PendingAttack

State = EndeavorState


def building_activated(state: State, event: events_pb2.BuildingActivated) -> None:
    """A disc came to a building."""
    player = state.players[event.seat]
    player.harbor -= 1
    player.buildings[event.slot - 1].disc = True
    turn = state.turn
    turn.slot, turn.mode, turn.rosetta = event.slot, event.mode, event.rosetta
    turn.actions = list(event.actions)


def token_spent(state: State, event: events_pb2.TokenSpent) -> None:
    """A blue token came to the blue discard."""
    lose_token(state, event.seat, event.token)
    state.blue_discard[event.token] += 1
    turn = state.turn
    turn.token, turn.mode = event.token, event.mode
    turn.actions = list(event.actions)


def passed(state: State, event: events_pb2.Passed) -> None:
    """A player is out of the round."""
    state.players[event.seat].passed = True


def action_taken(state: State, event: events_pb2.ActionTaken) -> None:
    """An action of the turn is used up."""
    turn = state.turn
    turn.done += 1
    if turn.replacing:
        turn.replacing = False
    elif turn.mode == types_pb2.ACTION_MODE_BOTH:
        turn.actions.remove(event.action)
    else:
        turn.actions.clear()


def space_taken(state: State, event: events_pb2.CityOccupied | events_pb2.FleetLaunched) -> None:
    """A disc came to a city or fleet."""
    use_disc(state, event.seat, event.conscript)
    state.control[event.space] = event.seat


def track_shipped(state: State, event: events_pb2.TrackShipped) -> None:
    """A disc came to a shipping track."""
    use_disc(state, event.seat, event.conscript)
    state.tracks[event.region].append(event.seat)


def sea_shipped(state: State, event: events_pb2.SeaShipped) -> None:
    """A disc came to an open sea."""
    use_disc(state, event.seat, event.conscript)
    state.seas[event.region][event.seat] += 1


def token_taken(state: State, event: events_pb2.TokenTaken) -> None:
    """A token came from the board to a mat."""
    del state.tokens[event.place]
    state.players[event.seat].tokens[event.token] += 1


def region_opened(state: State, event: events_pb2.RegionOpened) -> None:
    """A region is open."""
    state.open[event.region] = True


def attack_declared(state: State, event: events_pb2.AttackDeclared) -> None:
    """An attack waits for the defender."""
    state.turn.attack = PendingAttack(event.space, tuple(event.casualties))


def attack_made(state: State, event: events_pb2.AttackMade) -> None:
    """A space changed hands."""
    state.turn.attack = None
    attacker = state.players[event.seat]
    attacker.harbor -= event.harbor_casualties
    attacker.supply += event.harbor_casualties + len(event.tile_casualties)
    for spot in event.tile_casualties:
        del state.spots[spot]
    if event.fortified:
        state.fortified.remove(event.space)
        state.fortifications += 1
    state.players[event.defender].supply += 1
    use_disc(state, event.seat, event.conscript)
    state.control[event.space] = event.seat


def attack_repelled(state: State, event: events_pb2.AttackRepelled) -> None:
    """A fortification of the Declaration was spent; all else stays as it was."""
    state.turn.attack = None
    state.turn.mobilizing = None
    state.declaration -= 1
    state.fortifications += 1


def declined(state: State, event: events_pb2.Declined) -> None:
    """A player did nothing, or nothing more."""
    if event.kind == types_pb2.DECISION_KIND_CHOOSE_ACTION:
        state.turn.actions.clear()


def rosetta_used(state: State, event: events_pb2.RosettaUsed) -> None:
    """An action is replaced by any of the four."""
    turn = state.turn
    turn.rosetta, turn.replacing = False, True
    if turn.mode == types_pb2.ACTION_MODE_BOTH:
        turn.actions.remove(event.replaces)
    else:
        turn.actions.clear()


def traded(state: State, event: events_pb2.Traded) -> None:
    """Two tokens changed places."""
    lose_token(state, event.seat, event.given)
    state.players[event.seat].tokens[event.taken] += 1
    state.tokens[event.place] = event.given


def city_fortified(state: State, event: events_pb2.CityFortified) -> None:
    """A fortification lies under a disc."""
    state.fortifications -= 1
    state.fortified.add(event.space)


def disc_placed_on_tile(state: State, event: events_pb2.DiscPlacedOnTile) -> None:
    """A disc came to the Prominence tile."""
    use_disc(state, event.seat, event.conscript)
    if event.place in state.alliances:
        state.alliances[event.place][event.seat] += 1
    else:
        state.spots[event.place] = event.seat


def alliance_left(state: State, event: events_pb2.AllianceLeft) -> None:
    """Discs went from an alliance to supply."""
    state.alliances[event.box][event.seat] -= event.discs
    state.players[event.seat].supply += event.discs


def disc_moved_to_sea(state: State, event: events_pb2.DiscMovedToSea) -> None:
    """A disc went from the tile to a sea."""
    del state.spots[event.spot]
    state.seas[event.region][event.seat] += 1
    state.turn.moved_to_sea = True


def conscript_mobilized(state: State, event: events_pb2.ConscriptMobilized) -> None:
    """A conscript is about to act."""
    turn = state.turn
    turn.mobilized, turn.mobilizing = True, event.slot
    turn.actions = [event.action]
    turn.mode = types_pb2.ACTION_MODE_SINGLE
    turn.done = 0


def conscript_returned(state: State, event: events_pb2.ConscriptReturned) -> None:
    """A conscript went to supply."""
    _take_conscript(state, event.seat)
    state.players[event.seat].supply += 1


def use_disc(state: State, seat: int, conscript: bool) -> None:
    """Take a disc to be placed from where it lies."""
    if conscript:
        _take_conscript(state, seat)
    else:
        state.players[seat].harbor -= 1


def lose_token(state: State, seat: int, token: str) -> None:
    """Take one token from a mat; a counter without the key equals one that never had it."""
    tokens = state.players[seat].tokens
    if tokens[token] == 1:
        del tokens[token]
    else:
        tokens[token] -= 1


def _take_conscript(state: State, seat: int) -> None:
    slot = state.turn.mobilizing
    state.turn.mobilizing = None
    assert slot is not None, "a conscript is used while none is mobilized"
    if slot == CARD_SLOT:
        state.conquistador = None
    else:
        state.players[seat].buildings[slot - 1].conscript = False
