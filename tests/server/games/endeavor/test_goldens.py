"""The golden games together tell of nearly all that can happen; tests/server/games/test_goldens.py replays them."""

from server.games.endeavor.game import ENDEAVOR
from server.games.kernel import record
from tests.goldens import FOLDER, path_of
from tests.server.games.endeavor.goldens import WANTED

RARE = {
    "attack_declared",
    "attack_repelled",
    "card_taken_back",
    "conscript_returned",
    "disc_moved_to_track",
    "flota_robbed",
    "token_claimed",
}
"""What only the walks through late games tell of."""


def test_the_golden_games_tell_of_all_but_the_rarest_events() -> None:
    assert all(path_of(sitting).exists() for sitting in WANTED)
    told = {
        event.endeavor.WhichOneof("event")
        for path in (FOLDER / "endeavor").glob("*.ldm")
        for event in record.read(path.read_bytes()).events
        if event.HasField("endeavor")
    }
    assert set(ENDEAVOR.kinds.values()) - told <= RARE
