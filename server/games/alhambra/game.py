"""Alhambra, wired."""

from pathlib import Path

from ludarium.games.alhambra.v1 import events_pb2, options_pb2, view_pb2

from server.games.alhambra.choices import CODEC, DeclineBonus, DeclineReward, Pass, RefuseRoll, canonical
from server.games.alhambra.content import load
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.decide import decide
from server.games.alhambra.event_words import EVENTS
from server.games.alhambra.evolve import EVOLVE
from server.games.alhambra.imagine import imagine
from server.games.alhambra.invariants import check
from server.games.alhambra.legal import legal
from server.games.alhambra.setup import check_options, new_state, set_up
from server.games.alhambra.state import AlhambraState
from server.games.alhambra.story import chapter, points
from server.games.alhambra.usage import USAGE
from server.games.alhambra.view import view_pieces
from server.games.alhambra.words import choice_words, decision_words
from server.games.kernel.game import Content, Game, ModuleInfo, Rulebook, SeatResult, Words, ranking

MODULES = (
    ModuleInfo("handymen", "dice place handymen, which change prices by 1 each and score in groups"),
    ModuleInfo("gates-without-end", "buying arcades brings keys, whose bonuses everybody uses at their own gate"),
    ModuleInfo("fresh-colors", "overpaying brings projects and colour tiles; decorated buildings score"),
)


def result(state: AlhambraState) -> tuple[SeatResult, ...] | None:
    """R10.6: scores and places once the game has ended."""
    if not state.winners:
        return None
    return ranking([player.score for player in state.players])


ALHAMBRA = Game(
    name="alhambra",
    rules="alhambra/1",
    content=Content(load().version, load().digest),
    rulebook=Rulebook(
        title="Alhambra",
        seats=range(2, 7),
        modules=MODULES,
        colors=COLORS,
        text=(Path(__file__).parent / "rules.md").read_text,
        provenance=lambda: load().provenance,
    ),
    event_message=events_pb2.Event,
    view_message=view_pb2.View,
    options_message=options_pb2.Options,
    codec=CODEC,
    check_options=check_options,
    new_state=new_state,
    set_up=set_up,
    decide=decide,
    evolve=EVOLVE,
    legal=legal,
    result=result,
    view_pieces=view_pieces,
    imagine=imagine,
    check=check,
    points=points,
    chapter=chapter,
    words=Words(choice=choice_words, events=EVENTS, decision=decision_words),
    neutral=frozenset({Pass, RefuseRoll, DeclineBonus, DeclineReward}),
    usage=USAGE,
    canonical=canonical,
)
