"""Records of every earlier version load and fold to the result they state, and no version goes without records."""

import pytest

from server.games import GAMES
from server.games.kernel import record
from server.games.kernel.digest import digest
from server.store.archive.blob import pack, unpack, without_command_id
from tests.history import Frozen, earlier, frozen, written_now

FROZEN = frozen()


@pytest.mark.parametrize("game", GAMES)
def test_every_version_of_rules_content_and_schema_has_its_records(game: str) -> None:
    """A version that was raised without its records kept is refused: `python -m tests.history` freezes them."""
    rules, content, schema = written_now(GAMES[game])
    kept = [one for one in FROZEN if one.game == game]
    assert {one.rules for one in kept} >= set(earlier(rules))
    assert {one.content for one in kept} >= set(earlier(content))
    assert {one.schema for one in kept} >= set(range(schema + 1))
    assert (rules, content, schema) in {one.versions for one in kept}


@pytest.mark.parametrize("one", FROZEN, ids=lambda one: one.file)
def test_a_frozen_record_folds_to_the_result_it_states(one: Frozen) -> None:
    assert Frozen.of(one.path) == one, "a frozen record is never written again"
    assert record.verify(one.path.read_bytes(), GAMES).problems == []
    events = record.read(one.path.read_bytes()).events
    found = digest(events, GAMES)
    assert (found.problem, found.result, found.events) == ("", one.result, one.events)
    assert (found.rules, found.content) == (one.rules, one.content)
    assert unpack(pack(events)) == [without_command_id(event) for event in events]
