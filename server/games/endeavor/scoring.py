"""The final scoring (R11): one event for each seat and source."""

from collections.abc import Callable, Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes
from server.games.endeavor.content.records import ATTRIBUTES, GLORY
from server.games.endeavor.map import own_links
from server.games.endeavor.state import EndeavorState

Part = Callable[[EndeavorState], Iterator[Message]]


def score(state: EndeavorState) -> Iterator[Message]:
    """R11.1: all parts in order, then the winners."""
    yield events_pb2.ScoringBegan()
    for part in parts(state):
        yield from part(state)
    yield game_ended(state)


def parts(state: EndeavorState) -> list[Part]:
    """R11.1: the parts of the scoring in their order."""
    points = state.points
    return [
        *points.score_first,
        *points.score_exploits,
        score_attributes,
        score_spaces,
        score_links,
        score_buildings,
        score_cards,
        score_slavery,
        score_leftovers,
    ]


def scored(
    seat: int,
    points: int,
    source: types_pb2.PointSource.ValueType,
    things: Sequence[str] = (),
    count: int = 0,
) -> Iterator[Message]:
    """The event of points, where there are any."""
    if points:
        yield events_pb2.PointsScored(seat=seat, points=points, source=source, things=things, count=count)


def score_attributes(state: EndeavorState) -> Iterator[Message]:
    """R11.2: each attribute of each player."""
    for seat in range(state.seats):
        for number in range(1, len(ATTRIBUTES) + 1):
            points = attributes.track_glory(state, seat, number)
            if points:
                yield events_pb2.PointsScored(
                    seat=seat,
                    points=points,
                    source=types_pb2.POINT_SOURCE_ATTRIBUTE,
                    attribute=types_pb2.Attribute.ValueType(number),
                    position=attributes.position(state, seat, number),
                )


def score_spaces(state: EndeavorState) -> Iterator[Message]:
    """R11.3: cities, then fleets."""
    for seat in range(state.seats):
        own = [space for space in state.board.spaces.values() if state.control.get(space.id) == seat]
        for city, source in ((True, types_pb2.POINT_SOURCE_CITIES), (False, types_pb2.POINT_SOURCE_FLEETS)):
            kind = [space for space in own if space.city == city]
            yield from scored(seat, sum(space.glory for space in kind), source, [space.id for space in kind])


def score_links(state: EndeavorState) -> Iterator[Message]:
    """R11.3: links whose two ends a player controls, square ones too."""
    for seat in range(state.seats):
        links = list(own_links(state, seat))
        points = sum(link.glory for link in links)
        yield from scored(seat, points, types_pb2.POINT_SOURCE_LINKS, [link.id for link in links])


def score_buildings(state: EndeavorState) -> Iterator[Message]:
    """R11.4: glory symbols of buildings, then special buildings."""
    for seat, player in enumerate(state.players):
        shown, _ = attributes.glory_of_things(state, player)
        points = attributes.building_symbols(state, player, GLORY)
        yield from scored(seat, points, types_pb2.POINT_SOURCE_BUILDINGS, shown)
        for step in state.points.score_buildings:
            yield from step(state, seat)


def score_cards(state: EndeavorState) -> Iterator[Message]:
    """R11.4: glory symbols of cards in play, then special cards."""
    for seat, player in enumerate(state.players):
        _, shown = attributes.glory_of_things(state, player)
        yield from scored(seat, attributes.card_symbols(state, player, GLORY), types_pb2.POINT_SOURCE_CARDS, shown)
        for step in state.points.score_cards:
            yield from step(state, seat)


def score_slavery(state: EndeavorState) -> Iterator[Message]:
    """R11.5, R10.8: each slavery card beside the mat counts against its player."""
    for seat, player in enumerate(state.players):
        points = state.components.numbers.slavery_glory * len(player.penalty)
        yield from scored(seat, points, types_pb2.POINT_SOURCE_SLAVERY, player.penalty)


def score_leftovers(state: EndeavorState) -> Iterator[Message]:
    """R11.6: discs left in the harbor, where the table counts them."""
    if not state.leftover_scores:
        return
    for seat, player in enumerate(state.players):
        points = player.harbor // state.components.numbers.leftover_discs_per_glory
        yield from scored(seat, points, types_pb2.POINT_SOURCE_LEFTOVERS, count=player.harbor)


def game_ended(state: EndeavorState) -> Message:
    """R11.7: the most glory wins; ties share the victory."""
    scores = [player.score for player in state.players]
    winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
    return events_pb2.GameEnded(scores=scores, winners=winners)
