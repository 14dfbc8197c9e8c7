"""The models across tables. A new one is its module and a line here."""

from projections.across.model import AnyAcrossModel
from projections.across.players import PLAYERS
from projections.across.ratings import RATINGS
from projections.across.records import RECORDS

ACROSS: tuple[AnyAcrossModel, ...] = (RATINGS, PLAYERS, RECORDS)
