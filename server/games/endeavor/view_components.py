"""Components in the view: buildings, cards and tokens with what they show."""

from collections.abc import Iterable, Sequence
from functools import cache

from ludarium.games.endeavor.v1 import view_pb2

from server.games.endeavor.content import Building, Card, Components
from server.games.endeavor.names import EFFECTS, SPECIALS

Tokens = tuple[tuple[str, int], ...]
"""Kinds of tokens, and how many of each."""


@cache
def building_view(record: Building) -> view_pb2.BuildingView:
    """A Building with its symbols, its actions and what it does."""
    return view_pb2.BuildingView(
        id=record.id,
        name=record.name,
        level=record.level,
        symbols=_symbols(record.symbols),
        actions=record.actions,
        mode=record.mode,
        conscription=record.conscription,
        effect=SPECIALS.get(record.special or "", ""),
    )


@cache
def card_view(record: Card) -> view_pb2.CardView:
    """A card with its symbols and what it does."""
    return view_pb2.CardView(
        id=record.id,
        name=record.name,
        deck=record.deck,
        value=record.value or 0,
        symbols=_symbols(record.symbols),
        effect=EFFECTS.get(record.effect or "", ""),
        governor_slot=record.governor_slot,
    )


def _symbols(symbols: Sequence[int]) -> view_pb2.SymbolsView:
    industry, culture, wealth, influence, glory = symbols
    return view_pb2.SymbolsView(industry=industry, culture=culture, wealth=wealth, influence=influence, glory=glory)


def card_views(components: Components, names: Iterable[str]) -> list[view_pb2.CardView]:
    """The cards of these names, in their order."""
    return [card_view(components.cards[name]) for name in names]


def token_views(components: Components, tokens: Tokens, *, blue: bool) -> list[view_pb2.TokensView]:
    """The kinds of tokens there are any of, the blue ones or the others, with their counts."""
    counts = dict(tokens)
    return [
        view_pb2.TokensView(token=record.id, count=counts[record.id])
        for record in components.tokens.values()
        if record.blue == blue and counts.get(record.id)
    ]
