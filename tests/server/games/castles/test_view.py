"""The view of a castle is kept from one event to the next: it must never be what the castle was before."""

from projections.folding import advance
from server.games import GAMES
from server.games.castles.view_castle import castle_view, look_at
from server.games.kernel import record
from server.games.kernel.history import effective
from server.games.kernel.table import open_table
from tests.goldens import FOLDER


def test_a_castle_is_seen_as_it_is_after_every_event() -> None:
    path = (
        FOLDER
        / "castles"
        / "castles-5-five-players+towers+moats+passages+swans+renovations+decrees+double-decree-0.ldm"
    )
    events = record.read(path.read_bytes()).events
    table, kept, made = open_table(events[0], GAMES), 0, 0
    before: list[object] = []
    for number, event in enumerate(effective(events[1:])):
        advance(table, event)
        if table.state is None:
            continue
        seen = [castle_view(table.state, player) for player in table.state.players]
        kept, made, before = kept + sum(map(lambda a, b: a is b, before, seen)), made + 1, list(seen)
        if number % 16 == 0:
            assert seen == [look_at(table.state, player) for player in table.state.players]
    assert kept > 4 * made
