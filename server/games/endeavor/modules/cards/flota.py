"""Flota des Indias (R14.6): spent tokens on a card, which others may take by an Attack action."""

from collections import Counter
from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor.choices import LoadFlota, TakeFromFlota
from server.games.endeavor.modules.cards.held import has, held
from server.games.endeavor.points import Means, Points
from server.games.endeavor.scoring import scored
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.acting import require, take_action
from server.games.endeavor.turns.kinds import ask, declined
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal

FLOTA = "flota_des_indias"


def attach(points: Points) -> None:
    """The effect, the robbery, the tokens on the card and their glory."""
    points.effects[FLOTA] = drawn
    points.instead.append(robberies)
    points.things.append(things)
    points.score_cards.append(score)
    points.lists[kinds.LOAD_FLOTA] = loads
    points.answer(kinds.LOAD_FLOTA, LoadFlota, load)
    points.answer(kinds.CHOOSE_ACTION, TakeFromFlota, rob)


def most(state: EndeavorState) -> int:
    """R14.6: the most tokens that may be taken now; those just spent among them (R14.6.1)."""
    return min(state.components.numbers.flota_tokens, state.blue_discard.total())


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R14.6: the drawer names the number."""
    if most(state):
        yield ask(seat, kinds.LOAD_FLOTA, card)


def loads(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.6: 0 to 5 tokens, as many as there are."""
    return map(LoadFlota, range(most(state) + 1))


def load(state: EndeavorState, seat: int, choice: LoadFlota, chance: Chance) -> Iterator[Message]:
    """R14.6: random tokens of the blue discard."""
    if choice.tokens > most(state):
        raise illegal("R14.6", f"At most {most(state)} tokens may be taken.")
    if choice.tokens:
        left = sorted(state.blue_discard.elements())
        tokens = [left.pop(chance.draw(len(left))) for _ in range(choice.tokens)]
        yield events_pb2.FlotaLoaded(seat=seat, tokens=tokens)
    else:
        yield declined(seat, kinds.LOAD_FLOTA)
    yield from flow.go_on(state, chance)


def robberies(state: EndeavorState, seat: int, action: int, means: Means) -> Iterator[Choice]:
    """R14.6, R14.6.2: an Attack of a building or blue token may take a token of another player's card."""
    if action != types_pb2.ACTION_ATTACK or means.conscript or not state.flota or has(state, seat, FLOTA):
        return
    yield from (TakeFromFlota(token) for token in state.components.tokens if token in state.flota)


def rob(state: EndeavorState, seat: int, choice: TakeFromFlota, chance: Chance) -> Iterator[Message]:
    """R14.6: no casualty, no disc, no presence."""
    action = require(state, types_pb2.ACTION_ATTACK)
    if state.turn.mobilizing is not None:
        raise illegal("R13.4.6", "A mobilized conscript can't take from Flota des Indias.")
    owner = held(state, FLOTA)
    if owner is None or choice.token not in state.flota:
        raise illegal("R14.6", f"No token {choice.token} lies on Flota des Indias.")
    if owner[0] == seat:
        raise illegal("R14.6.2", "You can't take from your own card.")
    yield take_action(state, action)
    yield events_pb2.FlotaRobbed(seat=seat, token=choice.token)
    yield from flow.go_on(state, chance)


def things(state: EndeavorState, card: str, lost: events_pb2.Things) -> None:
    """R10.5: the tokens on the card."""
    if state.card(card).effect == FLOTA:
        lost.tokens.extend(sorted(Counter(state.flota).elements()))


def score(state: EndeavorState, seat: int) -> Iterator[Message]:
    """R14.6: glory for each token left."""
    if has(state, seat, FLOTA):
        tokens = state.flota.total()
        points = tokens * state.components.numbers.flota_glory
        yield from scored(seat, points, types_pb2.POINT_SOURCE_FLOTA_DES_INDIAS, count=tokens)
