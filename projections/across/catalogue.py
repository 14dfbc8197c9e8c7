"""The models across tables. A new one is its module and a line here."""

from projections.across.model import AnyAcrossModel
from projections.across.players import PLAYERS
from projections.across.ratings import RATINGS
from projections.across.records import RECORDS
from projections.across.swans import PLAYER_SWANS, SWAN_TABLES

ACROSS: tuple[AnyAcrossModel, ...] = (RATINGS, PLAYERS, RECORDS, PLAYER_SWANS, SWAN_TABLES)
