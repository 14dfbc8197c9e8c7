"""Opening a table: what the contract does not know is refused, and everybody gets a colour."""

from typing import Any

import pytest
from ludarium.games.endeavor.v1 import options_pb2

from server.games import GAMES
from server.games.kernel.game import Seating
from server.games.kernel.opening import give_colors, refuse_unknown, wish
from server.games.kernel.rejection import Rejected


@pytest.mark.parametrize("name", GAMES)
def test_numbers_of_a_newer_contract_are_refused(name: str) -> None:
    message: Any = GAMES[name].options_message
    refuse_unknown(message(), name, "R0")
    for modules in ([99], [0], [1, 1]):
        with pytest.raises(Rejected, match="no modules"):
            refuse_unknown(message(modules=modules), name, "R0")
    fields = [field for field in message.DESCRIPTOR.fields if field.enum_type and not field.is_repeated]
    assert fields
    for field in fields:
        with pytest.raises(Rejected, match=f"{field.name} has no value 99"):
            refuse_unknown(message(**{field.name: 99}), name, "R0")


def test_what_stands_in_a_list_must_be_named() -> None:
    kept = options_pb2.KeptCards
    refuse_unknown(options_pb2.Options(kept_cards=[kept(deck=options_pb2.DECK_INDIA)]), "Endeavor", "R2.12")
    for number in (0, 99):
        deck = options_pb2.Deck.ValueType(number)
        with pytest.raises(Rejected, match=f"kept_cards has no value {number}"):
            refuse_unknown(options_pb2.Options(kept_cards=[kept(deck=deck)]), "Endeavor", "R2.12")


def test_wishes_are_kept_and_others_get_the_first_free_colour() -> None:
    colors = ("red", "blue", "green")
    seats = [Seating("a"), Seating("b", color="red"), Seating("c")]
    assert give_colors([wish(seat, colors) for seat in seats], len(colors), int) == [2, 1, 3]
