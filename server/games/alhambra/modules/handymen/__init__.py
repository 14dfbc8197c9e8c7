"""The module Handymen (R13)."""

from typing import Any

from ludarium.games.alhambra.v1 import options_pb2

from server.games.alhambra.choices import (
    Build,
    Buy,
    CompleteProjects,
    Exchange,
    Pass,
    PutOnMarket,
    PutOnTile,
    RefuseRoll,
    RollDie,
    Store,
    TakeBack,
    TakeMoney,
)
from server.games.alhambra.module_states import HandymenState
from server.games.alhambra.modules.handymen import dice, left, scoring, view
from server.games.alhambra.points import Marks, Points
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.turns import actions
from server.games.alhambra.turns.turn import CHOOSE_ACTION


def attach(points: Points) -> None:
    """Attach the module to the named points."""
    points.new_state.append(new_state)
    points.before_action.append(dice.before_action)
    points.price_changes.append(left.price_changes)
    points.after_purchase.append(left.after_purchase)
    points.before_refill.append(left.ask_about_left)
    points.scoring.append(scoring.score)
    points.lists[dice.DICE] = dice.answers
    points.lists[dice.TAKE_MONEY] = dice.takings_after_roll
    points.lists[left.TAKE_BACK] = left.answers
    points.handlers.setdefault(CHOOSE_ACTION, {})[RollDie] = dice.roll
    points.handlers[dice.DICE] = {
        PutOnMarket: dice.put_on_market,
        PutOnTile: dice.put_on_tile,
        RefuseRoll: dice.refuse,
    }
    points.handlers[dice.TAKE_MONEY] = {
        TakeMoney: actions.take_money,
        **dict.fromkeys((Buy, Build, Store, Exchange, CompleteProjects, Pass, RollDie), dice.only_money),
    }
    points.handlers[left.TAKE_BACK] = {TakeBack: left.take_back}
    points.view.append(view.piece)
    points.marks.append(Marks(view.on_tiles, view.show))
    points.imagine.append(view.imagine)
    points.invariants.append(view.check)


def new_state(state: AlhambraState, options: Any) -> None:
    """R2.9: everybody has all handymen of the own colour."""
    seats = range(state.seats)
    state.handymen = HandymenState(
        supply=[state.components.modules.handymen.of_player for _ in seats],
        used=[0 for _ in seats],
        on_market=[[0 for _ in seats] for _ in state.market],
        all_or_none=options.handymen_take_back == options_pb2.HANDYMEN_TAKE_BACK_ALL_OR_NONE,
    )
