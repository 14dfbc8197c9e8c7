"""Hidden information, decisions and undo: R16, R17. The harness shows the same in random games."""

import random
from typing import Any

from ludarium.games.alhambra.v1 import events_pb2, view_pb2

from server.games.alhambra.choices import Buy, Reserve, Store, TakeMoney
from server.games.alhambra.game import ALHAMBRA
from server.games.kernel.chance import Chance
from server.games.kernel.driver import run
from server.games.kernel.options import build
from server.games.kernel.redact import redact
from server.games.kernel.simulate import Simulation
from server.games.kernel.undo import points
from tests.server.games.alhambra.table import playing, table


def seen_by(position_view: view_pb2.View, viewer: int | None) -> view_pb2.View:
    copy = view_pb2.View()
    copy.CopyFrom(position_view)
    redact(copy, viewer)
    return copy


def test_a_hand_is_its_owners_secret_and_its_size_is_public() -> None:
    """R16, R16.1: cards dealt or taken in the open are hidden once they are in the hand."""
    view = ALHAMBRA.view(playing(hands={0: ["florin_7"], 1: ["denar_5", "denar_6"]}).state)
    mine = seen_by(view, 1)
    assert [card.id for card in mine.players[1].hand] == ["denar_5", "denar_6"]
    assert not mine.players[0].hand
    assert [player.hand_count for player in mine.players] == [1, 2, 0]
    assert not any(player.hand for player in seen_by(view, None).players)


def test_nobody_sees_the_order_of_piles_and_everybody_their_size() -> None:
    """R16: money deck with its scoring cards, draw pile."""
    view = ALHAMBRA.view(playing(draw_pile=["garden_12"]).state)
    for viewer in (0, 1, 2, None):
        cut = seen_by(view, viewer)
        assert not cut.money_deck
        assert not cut.draw_pile
        assert (cut.money_deck_count, cut.draw_pile_count) == (5, 1)


def test_reserves_alhambras_bought_tiles_and_the_discard_pile_are_public() -> None:
    """R16"""
    position = playing(hands={0: ["florin_9"]}, reserves={1: ["garden_12"]}, alhambras={2: {(1, 0): "pavilion_8"}})
    position.when(0, Buy(1, ("florin_9",)))
    cut = seen_by(ALHAMBRA.view(position.state), None)
    assert [tile.id for tile in cut.players[0].bought] == ["tower_8"]
    assert [tile.id for tile in cut.players[1].reserve] == ["garden_12"]
    assert [placed.tile.id for placed in cut.players[2].alhambra][1:] == ["pavilion_8"]
    assert [card.id for card in cut.discard] == ["florin_9"]


def test_shuffles_are_hidden_in_events_too() -> None:
    """R16, R2.12"""
    position = table(3)
    happened = run(ALHAMBRA, position.state, ALHAMBRA.set_up(position.state, Chance(b"s")), Chance(b"s"))
    for event, _ in happened:
        redact(event, 0)
        if isinstance(event, events_pb2.DrawPileShuffled | events_pb2.MoneyShuffled | events_pb2.MoneyDeckBuilt):
            assert event.count
            assert not getattr(event, event.DESCRIPTOR.fields[0].name)


def test_answers_to_another_decision_are_refused() -> None:
    """R17, R17.6"""
    position = playing(reserves={0: ["garden_12"]})
    position.when(0, Reserve("garden_12")).then_rejected("R17")
    assert position.legal(0)


def test_whether_a_seat_is_asked_depends_on_public_facts_only() -> None:
    """R17.3, R17.4: refilling and scoring ask nobody, and an extra action is asked whatever the hand holds."""
    position = playing(hands={0: ["florin_8"]}).when(0, Buy(1, ("florin_8",)))
    assert [(d.seat, d.standing) for d in position.state.decisions] == [(0, False)]


def test_what_shows_nothing_new_can_be_taken_back() -> None:
    """R17.5: buying and placing can, even shown payments; the refill at the end of the turn closes the way back."""
    simulation = Simulation(ALHAMBRA, build(ALHAMBRA), 3, "undo")
    rng = random.Random(1)
    seen = set()
    for _ in range(400):
        state: Any = simulation.table.running()
        decision = state.decisions[0]
        choice = rng.choice(list(ALHAMBRA.legal(state, decision)))
        events = simulation.play(decision, choice)
        if simulation.table.closed:
            break
        kinds = {event.alhambra.WhichOneof("event") for event in events}
        open_points = points(simulation.table, decision.seat)
        assert bool(open_points) is not bool(kinds & ALHAMBRA.revealing)
        if isinstance(choice, Buy) and open_points:
            seen.add("buy")
        if isinstance(choice, Store) and open_points:
            seen.add("store")
        if isinstance(choice, TakeMoney):
            assert bool(open_points) is not ("money_turned_up" in kinds or "building_turned_up" in kinds)
    assert seen == {"buy", "store"}
