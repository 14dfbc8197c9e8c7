"""Previews: whether a command would be legal and what would happen, tried on a copy."""

import copy
from dataclasses import dataclass

from ludarium.v1 import events_pb2

from server.games.kernel.chance import NoChance
from server.games.kernel.commands import Actor, Play
from server.games.kernel.decider import open_decision
from server.games.kernel.driver import Happened, preview
from server.games.kernel.envelope import EVENT_ID_BYTES, stamp
from server.games.kernel.outcome import Outcome
from server.games.kernel.table import Table
from server.store.points import Point
from server.tables.orders import last_point


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen: the point it was tried at, the events in full with the versions they would get, the seat that
    would act, and whether the preview stops before a draw or a reveal."""

    point: Point
    events: tuple[events_pb2.Event, ...]
    viewer: int
    stopped: bool


def preview_play(table: Table, actor: Actor, command: Play, command_id: str) -> Preview:
    """Try an answer on a copy of the table's game. Raises Rejected as the command itself would."""
    running = table.running()
    decision = open_decision(table, running, actor, command.decision)
    state = copy.deepcopy(running)
    game = table.game
    chance = NoChance(state.draws)
    messages, stopped = preview(game, state, game.decide(state, decision, command.choice, chance), chance, decision)
    outcome = Outcome(seat=decision.seat, decision=decision.id)
    outcome.game_events(game, [Happened(message, []) for message in messages])
    stamp(outcome, table.version, table.time_ms, command_id, lambda _: bytes(EVENT_ID_BYTES))
    return Preview(last_point(table), tuple(outcome.payloads), decision.seat, stopped)
