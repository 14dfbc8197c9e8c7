"""Facts about set-up, phases, turns, decisions and points."""

from collections.abc import Callable, Mapping
from typing import Any

from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort.state import BelfortState, Due, Turn

State = BelfortState


def parties_seated(state: State, event: events_pb2.PartiesSeated) -> None:
    """Everyone has a colour."""
    for player, color in zip(state.players, event.colors, strict=True):
        player.color = color
    state.non_player_colors = list(event.non_players)
    state.heritage_color = event.heritage


def guilds_drawn(state: State, event: events_pb2.GuildsDrawn) -> None:
    """The Guilds of the districts."""
    state.guilds = list(event.guilds)


def crests_dealt(state: State, event: events_pb2.CrestsDealt) -> None:
    """The turn order."""
    state.order = list(event.order)


def crests_exchanged(state: State, event: events_pb2.CrestsExchanged) -> None:
    """Two seats changed places."""
    one, other = state.order.index(event.seat), state.order.index(event.other)
    state.order[one], state.order[other] = event.other, event.seat


def play_began(state: State, event: events_pb2.PlayBegan) -> None:
    """Set-up is over."""
    state.begun = True


def phase_began(state: State, event: events_pb2.PhaseBegan) -> None:
    """Another phase."""
    state.phase = event.phase
    state.month = event.month
    if event.phase == types_pb2.PHASE_PLACEMENT:
        state.active = state.seats
        for player in state.players:
            player.passed = False
    elif event.phase == types_pb2.PHASE_ACTIONS:
        for player in state.players:
            player.acted = False


def runners_set(state: State, event: events_pb2.RunnersSet) -> None:
    """Who runs A."""
    state.runs_a = event.runs_a


def turn_began(state: State, event: events_pb2.TurnBegan) -> None:
    """A new turn; discounts that last for a turn are gone."""
    player = state.players[event.seat]
    state.active = event.seat
    player.acted = True
    player.turn = Turn()
    player.discounts = [d for d in player.discounts if state.points.keeps_discounts and not d.properties_only]


def decision_opened(state: State, event: events_pb2.DecisionOpened) -> None:
    """A seat is asked; what was due for that is struck off."""
    due = Due(event.kind, 0, event.seat, event.amount, event.thing, event.source)
    if state.agenda and state.agenda[-1] == due:
        state.agenda.pop()
    state.asked = due
    if event.kind == types_pb2.DECISION_KIND_PLACE:
        state.active = event.seat
    state.open_decision(event.seat, event.kind)


def dues_added(state: State, event: events_pb2.DuesAdded) -> None:
    """More is due."""
    state.agenda.extend(Due(d.decision, d.step, d.seat, d.amount, d.thing, d.source) for d in event.dues)


def due_settled(state: State, event: events_pb2.DueSettled) -> None:
    """The foremost is done."""
    state.agenda.pop()


def declined(state: State, event: events_pb2.Declined) -> None:
    """Nothing was done; the Giant is offered once only."""
    tile = state.tile("giant")
    if event.kind == types_pb2.DECISION_KIND_SEND_GIANTS and tile is not None:
        tile.declined = True


def guild_copied(state: State, event: events_pb2.GuildCopied) -> None:
    """A Guild acts for somebody else too."""


def round_ended(state: State, event: events_pb2.RoundEnded) -> None:
    """A round is over."""


def main_action_began(state: State, event: events_pb2.MainActionBegan) -> None:
    """The Main Action of the turn."""
    turn = state.players[event.seat].turn
    turn.main_action = True
    turn.building = event.building


def marker_advanced(state: State, event: events_pb2.MarkerAdvanced) -> None:
    """A calendar marker was put beside month 1, or moved; discounts kept so long are gone."""
    player = state.players[event.seat]
    player.month = event.month
    player.discounts = []
    if not event.month:
        player.markers -= 1


def seat_finished(state: State, event: events_pb2.SeatFinished) -> None:
    """A seat has no more turns."""
    state.players[event.seat].finished = True


def scoring_began(state: State, event: events_pb2.ScoringBegan) -> None:
    """A scoring."""
    state.scorings_done += 1


def points_scored(state: State, event: events_pb2.PointsScored) -> None:
    """Points."""
    state.players[event.seat].parts[event.source] += event.points


def game_ended(state: State, event: events_pb2.GameEnded) -> None:
    """The game is over."""
    state.winners = tuple(event.winners)


EVOLVE: Mapping[str, Callable[[State, Any], None]] = {
    "parties_seated": parties_seated,
    "guilds_drawn": guilds_drawn,
    "crests_dealt": crests_dealt,
    "crests_exchanged": crests_exchanged,
    "play_began": play_began,
    "phase_began": phase_began,
    "runners_set": runners_set,
    "turn_began": turn_began,
    "decision_opened": decision_opened,
    "dues_added": dues_added,
    "due_settled": due_settled,
    "declined": declined,
    "guild_copied": guild_copied,
    "round_ended": round_ended,
    "main_action_began": main_action_began,
    "marker_advanced": marker_advanced,
    "seat_finished": seat_finished,
    "scoring_began": scoring_began,
    "points_scored": points_scored,
    "game_ended": game_ended,
}
