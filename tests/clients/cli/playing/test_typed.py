"""Commands typed in full."""

import pytest
from ludarium.games.alhambra.v1 import commands_pb2 as alhambra
from ludarium.games.alhambra.v1 import types_pb2

from clients.cli.playing.typed import NotACommand, kinds, parse


def test_a_command_is_read_by_the_fields_of_its_message() -> None:
    assert parse("alhambra", "buy 2 florin_4,florin_5").alhambra == alhambra.Command(
        buy=alhambra.Buy(space=2, cards=["florin_4", "florin_5"])
    )
    assert parse("alhambra", "place tower_11 -2,1").alhambra == alhambra.Command(
        place=alhambra.Place(tile="tower_11", cell=types_pb2.Cell(x=-2, y=1))
    )
    assert parse("alhambra", "take-money ducat_9").alhambra.take_money.cards == ["ducat_9"]
    assert parse("alhambra", "pass").alhambra.HasField("pass")


def test_numbers_at_the_end_may_be_left_out() -> None:
    assert parse("alhambra", "buy 2 florin_4 1").alhambra.buy.handymen_up == 1
    assert parse("alhambra", "buy 2 florin_4 0 2").alhambra.buy.handymen_down == 2
    assert parse("alhambra", "discard-colors blue,red").alhambra.discard_colors.colors == [1, 2]
    with pytest.raises(NotACommand, match="take_back SPACE NUMBER"):
        parse("alhambra", "take-back 2")


def test_how_each_command_is_typed_can_be_shown() -> None:
    usages = kinds("alhambra")
    assert usages["buy"] == "buy SPACE CARD[,CARD…] [HANDYMEN_UP] [HANDYMEN_DOWN]"
    assert usages["place"] == "place TILE x,y"
    assert usages["pass"] == "pass"


@pytest.mark.parametrize("text", ["steal 3", "buy", "buy two florin_4", "place tower_11 2", "place tower_11 a,b"])
def test_what_is_no_command_is_refused_with_words(text: str) -> None:
    with pytest.raises(NotACommand, match=r"."):
        parse("alhambra", text)
