"""Words made from figures: R9, R26, R36, R40."""

from server.games.belfort.content import load
from server.games.belfort.effect_words import action_words, effect_words
from server.games.belfort.names import built, plank


def test_every_guild_and_queen_card_is_explained() -> None:
    """R9.2, R9.3, R9.4, R40.1 to R40.6: with the figures of the component data."""
    components = load()
    words = {guild.id: action_words(guild.effects) for guild in components.guilds.values()}
    assert all(words.values())
    assert words["bankers"] == "4 gold"
    assert words["thieves"] == "rob one player of 2 gold, or up to three of 1 each"
    assert words["librarians"] == "draw three cards, keep two"
    assert words["clipboard_makers"] == (
        "draw one card; one more visit to the Trading Post; a Gnome for 1 gold, outside the limit"
    )
    assert all("_" not in effect_words(card.effect) for card in components.queen_cards.values())


def test_a_built_property_is_called_by_its_name() -> None:
    """A number only where several of a kind stand, or where it is not known what stands."""
    assert built("bank_1", ["bank_1", "pub_2"]) == "the Bank"
    assert built("bank_1", ["bank_1", "bank_4"]) == "Bank 1"
    assert built("bank_1") == "Bank 1"
    assert plank("blacksmith_3", ["blacksmith_3"]) == "the plank of the Blacksmith"
    assert plank("goon.blacksmith_3") == "the plank of Blacksmith 3"
