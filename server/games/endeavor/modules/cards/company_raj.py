"""Company Raj (R14.8): a spent blue token of the drawer's choice."""

from collections.abc import Iterator

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2

from server.games.endeavor.choices import ClaimToken
from server.games.endeavor.points import Points
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow, kinds
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.rejection import illegal


def attach(points: Points) -> None:
    """The effect and its answer."""
    points.effects["company_raj"] = drawn
    points.lists[kinds.CLAIM_TOKEN] = claims
    points.answer(kinds.CLAIM_TOKEN, ClaimToken, claim)


def drawn(state: EndeavorState, seat: int, card: str, chance: Chance) -> Iterator[Message]:
    """R14.8: nothing if no token was spent yet."""
    if state.blue_discard:
        yield ask(seat, kinds.CLAIM_TOKEN, card)


def claims(state: EndeavorState, seat: int) -> Iterator[Choice]:
    """R14.8: each kind of token in the blue discard."""
    return (ClaimToken(token) for token in state.components.tokens if token in state.blue_discard)


def claim(state: EndeavorState, seat: int, choice: ClaimToken, chance: Chance) -> Iterator[Message]:
    """R14.8, R14.6.1: also the token spent for this very draw."""
    if choice.token not in state.blue_discard:
        raise illegal("R14.8", f"No token {choice.token} lies in the blue discard.")
    yield events_pb2.TokenClaimed(seat=seat, token=choice.token)
    yield from flow.go_on(state, chance)
