"""Endeavor, wired."""

from pathlib import Path

from ludarium.games.endeavor.v1 import events_pb2, options_pb2, view_pb2

from server.games.endeavor.choices import CODEC, Decline, Keep, Pass
from server.games.endeavor.content import load
from server.games.endeavor.content.records import COLORS
from server.games.endeavor.decide import decide
from server.games.endeavor.event_words import EVENTS
from server.games.endeavor.evolve import EVOLVE
from server.games.endeavor.imagine import imagine
from server.games.endeavor.invariants import check
from server.games.endeavor.legal import legal
from server.games.endeavor.setup import check_options, new_state, set_up
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.story import chapter, points
from server.games.endeavor.usage import USAGE
from server.games.endeavor.view import view_pieces
from server.games.endeavor.words import choice_words, decision_words
from server.games.kernel.game import Content, Game, ModuleInfo, Rulebook, SeatResult, Words, ranking

MODULES = (
    ModuleInfo("expansion-buildings", "the buildings of Age of Expansion: Trade, Fortify, conscripts"),
    ModuleInfo("expansion-cards", "the cards of Age of Expansion for the regions and Europe"),
    ModuleInfo("prominence", "a Prominence tile in Europe; slavery cards lie in the discard pile"),
)


def result(state: EndeavorState) -> tuple[SeatResult, ...] | None:
    """R11.7: scores and places once the game has ended."""
    if not state.winners:
        return None
    return ranking([player.score for player in state.players])


ENDEAVOR = Game(
    name="endeavor",
    rules="endeavor/1",
    content=Content(load().version, load().digest),
    rulebook=Rulebook(
        title="Endeavor: Age of Sail",
        seats=range(2, 6),
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
    neutral=frozenset({Pass, Keep, Decline}),
    usage=USAGE,
)
