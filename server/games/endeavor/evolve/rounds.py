"""Set-up, rounds and phases."""

from typing import Any

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.state import CARD_SLOT, EndeavorState, Slot, Turn

State = EndeavorState


def nothing(state: State, event: Any) -> None:
    """Told for the story; nothing changes."""


def colors_given(state: State, event: events_pb2.ColorsGiven) -> None:
    """The players have their colours."""
    for player, color in zip(state.players, event.colors, strict=True):
        player.color = color


def tokens_laid(state: State, event: events_pb2.TokensLaid) -> None:
    """The trade tokens lie on the board."""
    for placed in event.tokens:
        state.tokens[placed.place] = placed.token


def level_five_chosen(state: State, event: events_pb2.LevelFiveChosen) -> None:
    """The buildings of level 5 are known."""
    for name in event.in_play:
        state.stock[name] = state.components.buildings[name].copies
    state.removed_buildings.extend(event.removed)


def prominence_chosen(state: State, event: events_pb2.ProminenceChosen) -> None:
    """The Prominence tile lies on the board."""
    state.side = state.components.prominence[event.side]
    state.alliances = {box: [0] * state.seats for box in state.side.boxes}


def first_player_chosen(state: State, event: events_pb2.FirstPlayerChosen) -> None:
    """Somebody has the crown."""
    state.crown = state.active = event.seat


def decision_opened(state: State, event: events_pb2.DecisionOpened) -> None:
    """A seat is asked."""
    state.subject = event.card
    state.open_decision(event.seat, event.kind)


def starting_side_chosen(state: State, event: events_pb2.StartingSideChosen) -> None:
    """A starting building lies in slot 1, occupied."""
    player = state.players[event.seat]
    player.buildings.append(Slot(event.building, disc=True))
    player.supply -= 1


def round_began(state: State, event: events_pb2.RoundBegan) -> None:
    """A round began."""
    state.round, state.crown = event.round, event.crown


def phase_began(state: State, event: events_pb2.PhaseBegan) -> None:
    """A phase began; what is counted by the phase begins anew."""
    state.phase = event.phase
    for player in state.players:
        player.passed = False
        player.payments = 0
        player.reserved_now = player.took_back_now = False


def building_built(state: State, event: events_pb2.BuildingBuilt) -> None:
    """A building came to a mat."""
    state.stock[event.building] -= 1
    state.players[event.seat].buildings.append(Slot(event.building))


def population_grown(state: State, event: events_pb2.PopulationGrown) -> None:
    """Discs came to the harbor."""
    player = state.players[event.seat]
    player.supply -= event.discs
    player.harbor += event.discs


def conscript_placed(state: State, event: events_pb2.ConscriptPlaced) -> None:
    """A conscript came to its space."""
    player = state.players[event.seat]
    player.supply -= 1
    if event.slot == CARD_SLOT:
        state.conquistador = event.seat
    else:
        player.buildings[event.slot - 1].conscript = True


def disc_paid(state: State, event: events_pb2.DiscPaid) -> None:
    """A disc went from a building to the harbor."""
    player = state.players[event.seat]
    player.buildings[event.slot - 1].disc = False
    player.harbor += 1
    if event.reason == types_pb2.PAYMENT_REASON_PHASE:
        player.payments += 1


def turn_began(state: State, event: events_pb2.TurnBegan) -> None:
    """A turn began."""
    state.active = event.seat
    state.turn = Turn(number=event.turn)
