"""Component data says where it comes from."""

from pathlib import Path

from server.games.kernel.content import digest, provenance

MARKED = """# confidence: recalled
tiles:
  - {id: a, confidence: confirmed}
  - {id: b, confidence: reconstructed}
"""
BARE = """# a list of cards. confidence: confirmed
cards:
  - {id: a}
  - {id: b}
"""


def test_records_count_by_their_own_mark_or_by_the_head_of_their_file(tmp_path: Path) -> None:
    (tmp_path / "tiles.yaml").write_text(MARKED)
    (tmp_path / "cards.yaml").write_text(BARE)
    (tmp_path / "numbers.yaml").write_text("# confidence: confirmed\nlimit: 5\n")
    assert provenance(tmp_path) == {
        "cards": {"confirmed": 2},
        "numbers": {"confirmed": 1},
        "tiles": {"confirmed": 1, "reconstructed": 1},
    }


def test_a_changed_value_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "tiles.yaml").write_text(MARKED)
    before = digest(tmp_path)
    (tmp_path / "tiles.yaml").write_text(MARKED.replace("id: a", "id: c"))
    assert digest(tmp_path) != before
