"""Castles of Mad King Ludwig, wired."""

from pathlib import Path

from ludarium.games.castles.v1 import events_pb2, options_pb2, view_pb2

from server.games.castles.choices import CODEC, Decline, EndTurn, FinishPlacing, Pass, canonical
from server.games.castles.content import load
from server.games.castles.content.records import COLORS
from server.games.castles.decide import decide
from server.games.castles.event_words import EVENTS
from server.games.castles.evolve import EVOLVE
from server.games.castles.imagine import imagine
from server.games.castles.invariants import check
from server.games.castles.legal import legal
from server.games.castles.setup import check_options, new_state, set_up
from server.games.castles.state import CastlesState
from server.games.castles.story import chapter, points
from server.games.castles.usage import USAGE
from server.games.castles.view import view_pieces
from server.games.castles.words import choice_words, decision_words
from server.games.kernel.game import Content, Game, ModuleInfo, Rulebook, SeatResult, Words

MODULES = (
    ModuleInfo("five-players", "a fifth player; needs towers"),
    ModuleInfo("towers", "tower rooms of 325 square feet that earn face-down favors"),
    ModuleInfo("moats", "barbicans, moats around the castle, and gardens outside"),
    ModuleInfo("passages", "secret passages that join rooms and double connection bonuses"),
    ModuleInfo("swans", "swan tokens to trade for coins or to collect in sets"),
    ModuleInfo("renovations", "second types and centres laid over rooms"),
    ModuleInfo("decrees", "a drafted Royal Decree for each player"),
    ModuleInfo("double-decree", "two decrees for each player; needs decrees"),
)


def result(state: CastlesState) -> tuple[SeatResult, ...] | None:
    """R11.3: scores and places once the game has ended; the winners share the first place."""
    if not state.winners:
        return None
    scores = [player.score for player in state.players]
    return tuple(
        SeatResult(seat, score, 1 if seat in state.winners else _place(state, seat, scores))
        for seat, score in enumerate(scores)
    )


def _place(state: CastlesState, seat: int, scores: list[int]) -> int:
    """R11.3.2: whoever has as many points as the winners, but lost the tie-break, comes after them."""
    better = sum(
        score > scores[seat] or (score == scores[seat] and other in state.winners) for other, score in enumerate(scores)
    )
    return 1 + better


CASTLES = Game(
    name="castles",
    rules="castles/1",
    content=Content(load().version, load().digest),
    rulebook=Rulebook(
        title="Castles of Mad King Ludwig",
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
    neutral=frozenset({Pass, FinishPlacing, EndTurn, Decline}),
    usage=USAGE,
    canonical=canonical,
)
