"""The view of a castle is kept from one event to the next: it must never be what the castle was before."""

from projections.folding import advance
from server.games import GAMES
from server.games.castles.state import CastlesState
from server.games.castles.view_castle import castle_view, look_at
from server.games.kernel import record
from server.games.kernel.history import effective
from server.games.kernel.table import open_table
from tests.goldens import FOLDER

EVERYTHING = "castles-5-five-players+towers+moats+passages+swans+renovations+decrees+double-decree-0.ldm"


def test_a_castle_is_seen_as_it_is_after_every_event() -> None:
    events = record.read((FOLDER / "castles" / EVERYTHING).read_bytes()).events
    table = open_table(events[0], GAMES)
    looked, kept = 0, 0
    before: dict[int, object] = {}
    for number, event in enumerate(effective(events[1:])):
        advance(table, event)
        state = table.state
        if not isinstance(state, CastlesState):
            continue
        for seat, player in enumerate(state.players):
            seen = castle_view(state, player)
            looked, kept, before[seat] = looked + 1, kept + (before.get(seat) is seen), seen
            if number % 16 == 0:
                assert seen == look_at(state, player)
    assert kept / looked > 0.9
