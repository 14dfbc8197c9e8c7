"""Positions with decrees."""

from typing import Any

from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles.content import load
from server.games.castles.modules.decrees import start
from server.games.castles.turns import rewards
from server.games.kernel.chance import Chance
from tests.server.games.castles.table import FOYER, happen, playing

DECREES = load().decrees
PANTRY: Any = (*FOYER, {"tile": "pantry", "x": 10, "y": 0})


def having(*decrees: str, seat: int = 0, modules: tuple[str, ...] = ("decrees",), **given: Any) -> Any:
    return playing(decrees={seat: decrees}, modules=modules, **given)


def starting(*decrees: str, **given: Any) -> Any:
    position = having(*decrees, active=None, **given)
    position.given(events_pb2.StageBegan(stage=types_pb2.STAGE_START_DECREES))
    return happen(position, start.start_decrees(position.state, Chance(b"start")))


def earning(decree: str, reward: int, **given: Any) -> Any:
    position = having(decree, active=None, **given)
    position.given(events_pb2.TurnBegan(seat=0, turn=1))
    value = types_pb2.Reward.ValueType(reward)
    position.given(events_pb2.RewardEarned(seat=0, number=1, reward=value, room=0))
    return happen(position, rewards.next_reward(position.state, Chance(b"reward")))


def amount(decree: str, name: str, base: int) -> int:
    position = having(decree)
    return position.state.points.amount(name, position.state, 0, base)  # type: ignore[no-any-return]
