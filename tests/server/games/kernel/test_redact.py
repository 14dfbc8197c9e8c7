"""The redactor clears what the contract hides, and nothing else."""

from ludarium.games.alhambra.v1 import events_pb2 as alhambra
from ludarium.games.alhambra.v1 import view_pb2
from ludarium.v1 import events_pb2, table_events_pb2

from server.games.kernel.redact import hides, redact


def hidden_everywhere() -> events_pb2.Event:
    event = events_pb2.Event(version=3, alhambra=alhambra.Event())
    event.alhambra.draw_pile_shuffled.tiles.extend(["tower_8", "tower_9_a"])
    event.alhambra.draw_pile_shuffled.count = 2
    event.draws.first_index = 0
    event.draws.bounds.append(2)
    event.draws.outcomes.append(1)
    return event


def test_what_nobody_may_see_is_cleared_for_everyone() -> None:
    for viewer in (0, 1, None):
        event = hidden_everywhere()
        redact(event, viewer)
        assert not event.HasField("draws")
        assert not event.alhambra.draw_pile_shuffled.tiles
        assert event.alhambra.draw_pile_shuffled.count == 2


def test_the_seed_is_cleared_and_its_commitment_stays() -> None:
    opened = table_events_pb2.TableOpened(seed=b"secret", seed_commitment=b"public")
    event = events_pb2.Event(table=table_events_pb2.TableEvent(opened=opened))
    redact(event, 0)
    assert not event.table.opened.HasField("seed")
    assert event.table.opened.seed_commitment == b"public"


def test_what_an_owner_may_see_is_cleared_for_the_others() -> None:
    def view() -> view_pb2.View:
        players = [
            view_pb2.PlayerView(seat=seat, hand=[view_pb2.MoneyCardView(id="florin_1")], hand_count=1)
            for seat in (0, 1)
        ]
        return view_pb2.View(players=players)

    for viewer, seen in ((0, [1, 0]), (1, [0, 1]), (None, [0, 0]), (7, [0, 0])):
        cut = view()
        redact(cut, viewer)
        assert [len(player.hand) for player in cut.players] == seen
        assert [player.hand_count for player in cut.players] == [1, 1]


def test_unknown_fields_are_dropped() -> None:
    """A newer server may have hidden something in them."""
    newer = events_pb2.Event(version=1).SerializeToString() + b"\xfa\x3f\x03abc"
    event = events_pb2.Event.FromString(newer)
    assert b"abc" in event.SerializeToString()
    redact(event, None)
    assert b"abc" not in event.SerializeToString()


def test_messages_without_anything_to_hide_are_known() -> None:
    assert hides(alhambra.DrawPileShuffled.DESCRIPTOR)
    assert not hides(alhambra.MoneyTaken.DESCRIPTOR)
