"""Endeavor's components: YAML by content version, decoded into typed records."""

from server.games.endeavor.content.loader import load
from server.games.endeavor.content.records import Board, Building, Card, Components, Link, Side, Space, Spot, Token

__all__ = ["Board", "Building", "Card", "Components", "Link", "Side", "Space", "Spot", "Token", "load"]
