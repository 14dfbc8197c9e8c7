"""Belfort, wired."""

from pathlib import Path

from ludarium.games.belfort.v1 import events_pb2, options_pb2, view_pb2

from server.games.belfort.choices import CODEC, Decline, EndTurn, Pass, canonical
from server.games.belfort.content import load
from server.games.belfort.content.records import COLORS
from server.games.belfort.decide import decide
from server.games.belfort.event_words import EVENTS
from server.games.belfort.evolve import EVOLVE
from server.games.belfort.imagine import imagine
from server.games.belfort.invariants import check
from server.games.belfort.legal import legal
from server.games.belfort.scoring import standing
from server.games.belfort.setup import check_options, new_state, set_up
from server.games.belfort.state import BelfortState
from server.games.belfort.story import chapter, points
from server.games.belfort.usage import USAGE
from server.games.belfort.view import view_pieces
from server.games.belfort.words import choice_words, decision_words
from server.games.kernel.game import Content, Game, ModuleInfo, Rulebook, SeatResult, Words, ranking

MODULES = (
    ModuleInfo("expansion-expansion", "Assistants, Permits to expand Properties, and five Guilds"),
    ModuleInfo("expansion-guilds", "three Guilds of The Expansion Expansion on their own"),
    ModuleInfo("less-red-tape", "turns of one Main Action, and a calendar for each player"),
    ModuleInfo("heritage-properties", "old buildings that compete for districts; up to 4 players"),
    ModuleInfo("queen-of-belfort", "favours for building where the Queen is"),
    ModuleInfo("parks-and-rex", "two officials who change what districts score"),
    ModuleInfo("key-to-belfort", "the Key that makes its holder's Key cards work"),
    ModuleInfo("hmcs-guilds", "four more Guilds of Her Majesty's Civil Service"),
)


def result(state: BelfortState) -> tuple[SeatResult, ...] | None:
    """R11: scores and places once the game has ended."""
    if not state.winners:
        return None
    standings = [standing(state, seat) for seat in range(state.seats)]
    return ranking([score for score, *_ in standings], standings)


BELFORT = Game(
    name="belfort",
    rules="belfort/1",
    content=Content(load().version, load().digest),
    rulebook=Rulebook(
        title="Belfort",
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
    neutral=frozenset({Pass, EndTurn, Decline}),
    usage=USAGE,
    canonical=canonical,
)
