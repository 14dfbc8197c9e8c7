"""Where things lie on the drawn map of Endeavor: regions, cities, fleets, and how some links bend.

A drawing's business alone. Cities that the atlas does not know are set into their region where there is room.
"""

from typing import Final, NamedTuple

WIDTH: Final = 780
HEIGHT: Final = 848
At = tuple[float, float]


class Land(NamedTuple):
    """A region's frame, and where its shipping track runs: below its title, or along its lower edge."""

    left: float
    top: float
    right: float
    bottom: float
    track_below: bool


class Spot(NamedTuple):
    """Where a city or fleet lies, and on which side of it its name stands."""

    x: float
    y: float
    name: str = "below"


LANDS: Final[dict[str, Land]] = {
    "north_america": Land(8, 8, 252, 282, track_below=False),
    "caribbean": Land(8, 292, 252, 552, track_below=False),
    "south_america": Land(8, 562, 252, 840, track_below=True),
    "europe": Land(264, 8, 522, 502, track_below=False),
    "africa": Land(264, 512, 522, 840, track_below=True),
    "far_east": Land(534, 8, 772, 432, track_below=False),
    "india": Land(534, 442, 772, 840, track_below=True),
}
ELSEWHERE: Final = Land(264, 8, 522, 502, track_below=False)

SPOTS: Final[dict[str, Spot]] = {
    "quebec": Spot(58, 148),
    "boston": Spot(188, 148, "above"),
    "new_york": Spot(188, 216),
    "charleston": Spot(70, 236),
    "havana": Spot(60, 436, "right"),
    "santo_domingo": Spot(184, 438, "above"),
    "port_royal": Spot(60, 514, "right"),
    "caribbean_fleet": Spot(200, 506),
    "cartagena": Spot(56, 622, "right"),
    "lima": Spot(56, 708, "right"),
    "rio_de_janeiro": Spot(192, 680),
    "london": Spot(318, 112, "above"),
    "amsterdam": Spot(438, 178),
    "north_sea_fleet": Spot(430, 84, "above"),
    "stockholm": Spot(492, 128),
    "lisbon": Spot(298, 246),
    "atlantic_fleet": Spot(364, 210),
    "seville": Spot(384, 284),
    "genoa": Spot(480, 258, "above"),
    "venice": Spot(490, 346),
    "mediterranean_fleet": Spot(392, 358),
    "tunis": Spot(300, 390),
    "constantinople": Spot(440, 432),
    "alexandria": Spot(334, 462),
    "elmina": Spot(312, 592, "right"),
    "luanda": Spot(388, 656, "right"),
    "cape_town": Spot(326, 724),
    "zanzibar": Spot(482, 706),
    "nagasaki": Spot(722, 146, "above"),
    "south_china_sea_fleet": Spot(716, 226),
    "canton": Spot(592, 172),
    "manila": Spot(716, 322, "above"),
    "batavia": Spot(650, 384),
    "calcutta": Spot(596, 528, "right"),
    "madras": Spot(700, 604, "above"),
    "goa": Spot(580, 634, "above"),
    "indian_ocean_fleet": Spot(682, 706),
}
BENDS: Final[dict[str, At]] = {
    "link_lisbon_luanda": (262, 470),
    "link_tunis_elmina": (286, 490),
    "link_amsterdam_new_york": (330, 176),
    "link_seville_santo_domingo": (280, 326),
    "link_calcutta_canton": (570, 350),
    "link_lisbon_rio_de_janeiro": (250, 440),
    "link_constantinople_goa": (520, 520),
}
"""Where a link is drawn towards on its way, so that it passes by what lies between."""
MIDDLES: Final[dict[str, float]] = {
    "link_london_lisbon": 0.68,
    "link_amsterdam_new_york": 0.72,
    "link_lisbon_rio_de_janeiro": 0.45,
    "link_lisbon_luanda": 0.6,
    "link_tunis_elmina": 0.42,
    "link_venice_constantinople": 0.62,
    "link_seville_santo_domingo": 0.66,
}
"""How far along a link its token lies; in the middle unless said here."""
