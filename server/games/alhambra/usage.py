"""What a game of Alhambra has to be used, and which events use it."""

from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, fresh_colors_pb2, gates_pb2

from server.games.alhambra.content.module_records import BONUSES
from server.games.alhambra.modules.fresh_colors import evolve as fresh_colors
from server.games.alhambra.modules.fresh_colors.projects import projects_in_play
from server.games.alhambra.modules.gates import evolve as gates
from server.games.alhambra.modules.handymen import evolve as handymen
from server.games.alhambra.state import AlhambraState
from server.games.kernel.game import Usage, Used


def things(state: AlhambraState) -> Mapping[str, Sequence[str]]:
    """R0.5, R11.2, R11.4, R2.11: buildings, and keys, bonuses and projects of the modules."""
    found: dict[str, Sequence[str]] = {"building": list(state.components.buildings)}
    if state.gates is not None:
        found |= {"key": list(state.components.modules.gates.keys), "bonus": BONUSES}
    if state.fresh_colors is not None:
        found |= {"project": projects_in_play(state)}
    return found


def used(state: AlhambraState, event: Message) -> Iterator[Used]:
    """Buildings placed, keys turned up, bonuses offered at gates, projects completed."""
    match event:
        case events_pb2.BuildingPlaced() | events_pb2.TileBuilt():
            if event.tile in state.components.buildings:
                yield Used("building", event.tile)
        case gates_pb2.KeyRevealed():
            yield Used("key", event.key)
        case gates_pb2.BonusOffered():
            yield Used("bonus", BONUSES[event.bonus - 1])
        case fresh_colors_pb2.ProjectsCompleted():
            yield from (Used("project", project) for project in event.projects)


USAGE = Usage(
    events={
        "handymen": list(handymen.EVOLVE),
        "gates-without-end": list(gates.EVOLVE),
        "fresh-colors": list(fresh_colors.EVOLVE),
    },
    things=things,
    used=used,
)
