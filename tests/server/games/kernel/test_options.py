"""Options by name."""

import pytest

from server.games import GAMES
from server.games.kernel.options import build, largest_mix, list_forms, mixes, module_names, modules_of, ruling_values
from server.games.kernel.rejection import Rejected


@pytest.mark.parametrize("name", GAMES)
def test_every_mix_of_a_game_can_be_named_and_read_back(name: str) -> None:
    game = GAMES[name]
    for mix in list(mixes(game, game.rulebook.seats[-1]))[:20]:
        assert tuple(modules_of(game, build(game, mix))) == mix
    assert largest_mix(game, 2) in list(mixes(game, 2))


@pytest.mark.parametrize("name", GAMES)
def test_names_are_written_with_hyphens(name: str) -> None:
    for word in [*module_names(GAMES[name].options_message), *ruling_values(GAMES[name])]:
        assert word == word.lower()
        assert "_" not in word


def test_rulings_take_their_values_by_name() -> None:
    game = GAMES["alhambra"]
    assert ruling_values(game)["extra-action"] == ["must", "may"]
    assert build(game, rulings={"extra_action": "may"}) == build(game, rulings={"extra-action": "MAY"})


def test_lists_are_written_with_commas() -> None:
    castles, belfort, endeavor = (GAMES[name] for name in ("castles", "belfort", "endeavor"))
    assert list_forms(castles) == {"removed-decrees": "ID,…"}
    removed = build(castles, rulings={"removed-decrees": "decree-food-coins, decree_living_three"})
    assert list(removed.removed_decrees) == ["decree_food_coins", "decree_living_three"]
    guilds = build(belfort, rulings={"guild-mix": "custom", "guilds": "bandits,spies,thieves,wizards,masons"})
    assert list(guilds.guilds) == ["bandits", "spies", "thieves", "wizards", "masons"]
    kept = build(endeavor, ["expansion-cards"], {"kept-cards": "europe:5+6,india"}).kept_cards
    assert [(deck.deck, list(deck.values)) for deck in kept] == [(1, [5, 6]), (6, [])]
    with pytest.raises(Rejected, match=r"DECK\[:NUMBER"):
        build(endeavor, rulings={"kept-cards": "europe:five"})
    with pytest.raises(Rejected, match="europe or north-america"):
        build(endeavor, rulings={"kept-cards": "asia:5"})


@pytest.mark.parametrize(
    ("modules", "rulings", "says"),
    [
        (["no-such-module"], {}, "has no module"),
        ([], {"no-such-option": "x"}, "has no option"),
        ([], {"extra-action": "perhaps"}, "must or may"),
    ],
)
def test_unknown_names_are_refused_with_what_there_is(modules: list[str], rulings: dict[str, str], says: str) -> None:
    with pytest.raises(Rejected, match=says):
        build(GAMES["alhambra"], modules, rulings)
