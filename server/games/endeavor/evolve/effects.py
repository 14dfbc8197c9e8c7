"""What cards and exploits do."""

from collections import Counter

from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.evolve.actions import lose_token
from server.games.endeavor.state import EndeavorState

State = EndeavorState


def discs_gained(state: State, event: events_pb2.DiscsGained) -> None:
    """Discs came to a harbor."""
    player = state.players[event.seat]
    player.supply -= event.discs
    player.harbor += event.discs


def flota_loaded(state: State, event: events_pb2.FlotaLoaded) -> None:
    """Tokens came onto Flota des Indias."""
    state.blue_discard -= Counter(event.tokens)
    state.flota.update(event.tokens)


def flota_robbed(state: State, event: events_pb2.FlotaRobbed) -> None:
    """A token came from Flota des Indias to a player."""
    state.flota -= Counter([event.token])
    state.players[event.seat].tokens[event.token] += 1


def token_claimed(state: State, event: events_pb2.TokenClaimed) -> None:
    """A spent token came to a player."""
    state.blue_discard -= Counter([event.token])
    state.players[event.seat].tokens[event.token] += 1


def europe_abandoned(state: State, event: events_pb2.EuropeAbandoned) -> None:
    """Discs went from cities to supply."""
    for city in event.cities:
        del state.control[city]
    state.players[event.seat].supply += len(event.cities)
    state.fortified.difference_update(event.fortified)
    state.fortifications += len(event.fortified)


def fortifications_stocked(state: State, event: events_pb2.FortificationsStocked) -> None:
    """Fortifications lie on the Declaration of Independence."""
    state.fortifications -= event.count
    state.declaration += event.count


def marriage_made(state: State, event: events_pb2.MarriageMade) -> None:
    """Two players are bound."""
    state.marriage = (event.first, event.second)
    for discs in event.discs:
        state.players[discs.seat].supply -= discs.discs
        state.marriage_discs[discs.seat] = discs.discs


def plague_struck(state: State, event: events_pb2.PlagueStruck) -> None:
    """Harbors lost a disc each; others must choose."""
    for seat in event.harbors:
        state.players[seat].harbor -= 1
        state.players[seat].supply += 1
    state.plague_choosers = list(event.choosers)


def plague_suffered(state: State, event: events_pb2.PlagueSuffered) -> None:
    """A building lost a disc."""
    player = state.players[event.seat]
    slot = player.buildings[event.slot - 1]
    if event.conscript:
        slot.conscript = False
    else:
        slot.disc = False
    player.supply += 1
    state.plague_choosers.remove(event.seat)


def wealth_spent(state: State, event: events_pb2.WealthSpent) -> None:
    """A wealth token left the game."""
    lose_token(state, event.seat, event.token)
    state.removed_tokens[event.token] += 1
    player = state.players[event.seat]
    player.supply -= event.discs
    player.harbor += event.discs


def disc_moved_to_track(state: State, event: events_pb2.DiscMovedToTrack) -> None:
    """A disc went from a sea to an attribute track."""
    state.seas[event.region][event.seat] -= 1
    state.players[event.seat].track_discs[event.attribute - 1] += 1
