"""The projections. A new one is its module and a line here."""

from projections.lobby import LOBBY
from projections.projection import AnyProjection
from projections.replay_index import REPLAY_INDEX
from projections.scoreboard import SCOREBOARD
from projections.swans import SWANS

PROJECTIONS: tuple[AnyProjection, ...] = (LOBBY, SCOREBOARD, REPLAY_INDEX, SWANS)
