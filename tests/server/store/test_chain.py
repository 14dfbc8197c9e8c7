"""Event ids follow from a table's key and its events, and from nothing that anybody else could know."""

from ludarium.v1.events_pb2 import Event

from server.store.chain import KEY_BYTES, Chain, chained_id, chained_ids, new_key


def happened(version: int, seconds: int = 0) -> Event:
    event = Event(version=version)
    event.time.seconds = seconds
    return event


def opened(key: bytes) -> Event:
    event = happened(1)
    event.table.opened.id_key = key
    return event


def test_the_ids_of_a_table_with_a_key_can_be_told_again() -> None:
    key = new_key()
    assert len(key) == KEY_BYTES
    events = [opened(key), happened(2), happened(3)]
    chain = Chain(key, b"")
    assert [chain(event) for event in events] == chained_ids(events)
    later = Chain(key, chained_id(key, b"", events[0]))
    assert [later(event) for event in events[1:]] == (chained_ids(events) or [])[1:]


def test_a_table_without_a_key_has_ids_that_were_drawn() -> None:
    assert chained_ids([happened(1)]) is None


def test_another_tail_has_other_ids_from_the_first_event_that_differs() -> None:
    key = new_key()
    lost = chained_ids([opened(key), happened(2), happened(3, 7), happened(4)]) or []
    again = chained_ids([opened(key), happened(2), happened(3, 8), happened(4)]) or []
    assert [one == other for one, other in zip(lost, again, strict=True)] == [True, True, False, False]


def test_the_same_event_has_another_id_under_another_key_or_behind_another_history() -> None:
    ids = {chained_id(key, before, happened(2)) for key in (b"a" * 16, b"b" * 16) for before in (b"1" * 8, b"2" * 8)}
    assert len(ids) == 4
