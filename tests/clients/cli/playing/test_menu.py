"""The menu: short lists stay flat, long ones are grouped, and every choice can be reached."""

from ludarium.games.alhambra.v1 import commands_pb2 as alhambra
from ludarium.games.alhambra.v1 import types_pb2
from ludarium.v1 import commands_pb2, views_pb2

from clients.cli.playing.menu import MOST_LINES, Menu


def _choice(words: str, command: alhambra.Command) -> commands_pb2.Choice:
    return commands_pb2.Choice(command=views_pb2.GameCommand(alhambra=command), words=words)


def _buy(space: int, card: str) -> commands_pb2.Choice:
    command = alhambra.Command(buy=alhambra.Buy(space=space, cards=[card]))
    return _choice(f"buy tower {space} for 9, exactly: {card}", command)


def _place(tile: str, x: int) -> commands_pb2.Choice:
    cell = types_pb2.Cell(x=x, y=1)
    return _choice(f"place {tile} {x} east", alhambra.Command(place=alhambra.Place(tile=tile, cell=cell)))


def _take(card: str) -> commands_pb2.Choice:
    return _choice(f"take {card}", alhambra.Command(take_money=alhambra.TakeMoney(cards=[card])))


def test_a_short_list_is_numbered_as_it_is() -> None:
    menu = Menu([_take("florin_3"), _take("ducat_9"), _buy(1, "florin_9")])
    assert menu.lines() == [
        "  1  take florin_3",
        "  2  take ducat_9",
        "  3  buy tower 1 for 9, exactly: florin_9",
    ]


def test_a_long_list_is_grouped_by_what_its_choices_have_in_common() -> None:
    menu = Menu([_take("florin_3"), *(_buy(1, f"f{n}") for n in range(30)), *(_buy(2, f"d{n}") for n in range(40))])
    assert menu.lines() == [
        "  1  take florin_3",
        "  2  buy tower 1 for 9, exactly … (30 ways)",
        "  3  buy tower 2 for 9, exactly … (40 ways)",
    ]


def test_every_choice_can_be_reached_by_numbers() -> None:
    choices = [_place(f"tile_{tile}", x) for tile in range(12) for x in range(30)]
    reached = []

    def go(menu: Menu) -> None:
        assert len(menu.entries) <= max(MOST_LINES, 30)
        for entry in menu.entries:
            if len(entry.choices) == 1:
                reached.append(entry.choices[0])
            else:
                go(Menu(entry.choices))

    go(Menu(choices))
    assert reached == choices


def test_words_narrow_the_choices() -> None:
    menu = Menu([_take("florin_3"), _take("ducat_9"), _buy(1, "florin_9")])
    assert [choice.words for choice in menu.narrowed("TAKE florin")] == ["take florin_3"]
    assert menu.narrowed("steal") == []


def test_numbers_that_are_not_there_pick_nothing() -> None:
    menu = Menu([_take("florin_3")])
    assert menu.picked(0) is None
    assert menu.picked(2) is None
