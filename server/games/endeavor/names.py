"""What cards and actions are called, for people."""

ACTION_WORDS = {
    1: "Occupy",
    2: "Attack",
    3: "Ship",
    4: "Draw",
    5: "Payment",
    6: "Trade",
    7: "Fortify",
    8: "Draw with the value 1 lower",
}
"""By number of the contract's Action."""
EFFECTS = {
    "abolition": "when drawn, slavery is abolished: everyone loses all slavery cards, which count against them",
    "merchant_fleet": "another card may be stacked on it for good; the two fill one slot",
    "subsidy": "when drawn, a disc may be taken back from a building that shows the card's action",
    "rosetta_stone": "once a turn, one action of an activated building may be any of Occupy, Attack, Ship and Draw",
    "flota_des_indias": "when drawn, takes up to 5 random spent tokens, which others may take by Attack; "
    "1 glory for each left",
    "port_of_dejima": "a card may lie under it instead of being discarded; 1 glory for each type of its symbols",
    "company_raj": "when drawn, takes a spent blue token",
    "declaration_of_independence": "when drawn, removes own discs from cities in Europe and takes 3 fortifications, "
    "each of which may repel an attack on a city in North America or scores 1 glory",
    "conquistadors": "a conscript for attacks in South America; 4 glory, less 1 for each other player "
    "with a city there",
    "crown_charters": "a governor, or a card permitted in a governor slot, may be stacked on it for good",
    "succession": "when drawn, gains a disc",
    "great_plague": "when drawn, every player loses a disc from harbor, or else from a building",
    "marriage_alliance": "binds two players, who may not attack each other's cities in Europe",
    "peace_of_utrecht": "when drawn, every player may fortify a city in Europe",
    "smallpox_vaccine": "when drawn, gains a disc; then everyone may spend a wealth token for two discs",
}
"""By effect of the component data."""
SPECIALS = {
    "fairground": "",
    "citadel": "at the end, 1 glory for every Fortify symbol on its player's buildings",
}
"""By `special` of a building; the Fairground's is told by its action."""
SOURCES = {
    1: ("prominence", "spots of the Prominence tile"),
    2: ("prominence", "links of the Prominence tile"),
    3: ("prominence", "discs on Naval Superiority"),
    4: ("prominence", "discs in the winning alliance"),
    5: ("exploits", "The Spice Trade"),
    6: ("attributes", "attribute"),
    7: ("cities", "cities"),
    8: ("fleets", "fleets"),
    9: ("links", "links"),
    10: ("buildings", "glory of buildings"),
    11: ("buildings", "Fortify symbols with the Citadel"),
    12: ("cards", "glory of cards"),
    13: ("cards", "tokens on Flota des Indias"),
    14: ("cards", "symbol types under Port of Dejima"),
    15: ("cards", "fortifications on the Declaration of Independence"),
    16: ("cards", "Conquistadors"),
    17: ("slavery", "slavery cards"),
    18: ("leftovers", "discs left in the harbor"),
}
"""By number of the contract's PointSource, its part of the score and what it is in words."""
