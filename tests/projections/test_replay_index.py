"""The replay index names the chapters and steps of what counts."""

from ludarium.games.alhambra.v1 import events_pb2 as alhambra
from ludarium.v1 import table_events_pb2

from projections.replay_index import REPLAY_INDEX
from tests.projections.given import Given, asked, full_table, given
from tests.projections.playing import played_game


def turn(number: int) -> alhambra.TurnBegan:
    return alhambra.TurnBegan(seat=0, turn=number)


def test_chapters_begin_with_the_table_its_set_up_and_each_turn() -> None:
    index = given(*full_table(), turn(1), asked(0), turn(2), table_events_pb2.TableFinished()).then(REPLAY_INDEX)

    assert [(chapter.version, chapter.title) for chapter in index.chapters] == [
        (1, "Seats are taken"),
        (5, "Set-up"),
        (6, "Turn 1"),
        (8, "Turn 2"),
        (9, "The end"),
    ]


def test_every_command_is_a_step() -> None:
    events = played_game()
    index = Given(events).then(REPLAY_INDEX)

    assert list(index.steps) == [event.version for event in events if event.last]
    assert index.table.table_id == events[0].table.opened.table_id


def test_what_was_taken_back_is_neither_chapter_nor_step() -> None:
    index = given(*full_table(), turn(1), turn(2), table_events_pb2.Undone(to_version=6), asked(0)).then(REPLAY_INDEX)

    assert [chapter.title for chapter in index.chapters] == ["Seats are taken", "Set-up", "Turn 1"]
    assert list(index.steps) == [1, 2, 3, 4, 5, 6, 8, 9]
