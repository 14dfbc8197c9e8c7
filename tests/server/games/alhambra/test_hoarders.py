"""A hoarder's hand: more cards than needed may be paid (R5.2), so the list grows with every card that is kept."""

import time
from collections import Counter
from itertools import islice
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.access.limits import LARGEST_MESSAGE
from server.games.alhambra.choices import Buy
from server.games.alhambra.content import load
from server.games.alhambra.game import ALHAMBRA
from server.games.alhambra.state import AlhambraState
from server.games.kernel.chance import Chance
from server.games.kernel.commands import Actor
from server.games.kernel.options import build
from server.games.kernel.rejection import Rejected
from server.games.kernel.simulate import Simulation
from server.tables.choices import LARGEST_PAGE, list_choices
from tests.server.games.alhambra.table import playing

CARDS = load().cards
BANK = [card for card, kind in CARDS.items() for _ in range(kind.copies)]
HOARDS = st.lists(st.sampled_from(BANK), min_size=20, max_size=60).map(
    lambda cards: sorted((Counter(cards) & Counter(BANK)).elements())
)


@settings(max_examples=25, deadline=None)
@given(HOARDS, st.integers(0, 20_000))
def test_what_is_listed_for_a_hoard_is_accepted_and_what_is_not_is_refused(hoard: list[str], place: int) -> None:
    """R5.1, R5.2, R5.2.1"""
    position = playing(hands={0: hoard})
    decision = position.decision_of(0)
    listed = list(islice(ALHAMBRA.legal(position.state, decision), place, place + 50))
    for choice in listed:
        next(iter(ALHAMBRA.decide(position.state, decision, choice, Chance(b""))))
        if isinstance(choice, Buy):
            short = choice._replace(cards=(*choice.cards, *["florin_1"] * (hoard.count("florin_1") + 1)))
            with pytest.raises(Rejected):
                next(iter(ALHAMBRA.decide(position.state, decision, short, Chance(b""))))
    assert len(set(listed)) == len(listed)


def test_the_whole_bank_in_one_hand_is_listed_a_page_at_a_time() -> None:
    """A million choices: a page of them takes no more time than a page, and fits into a message."""
    simulation = Simulation(ALHAMBRA, build(ALHAMBRA), 2, "hoard")
    state = cast(AlhambraState, simulation.table.running())
    (decision,) = state.decisions
    state.players[decision.seat].hand = Counter(BANK)
    player, token = Actor(f"player {decision.seat}"), ""
    began = time.process_time()
    for _ in range(3):
        page = list_choices(simulation.table, player, decision.id, LARGEST_PAGE, token)
        token = page.next_page_token
        assert len(page.choices) == LARGEST_PAGE
        assert page.ByteSize() < LARGEST_MESSAGE
    assert time.process_time() - began < 1.0  # all of them would take many seconds
    everything = Buy(1, tuple(card for card in BANK if CARDS[card].currency == 1))
    largest = page.choices[0]
    largest.command.alhambra.CopyFrom(ALHAMBRA.codec.encode(everything))
    largest.words = ALHAMBRA.words.choice(state, decision, everything)
    assert largest.ByteSize() * LARGEST_PAGE < LARGEST_MESSAGE
