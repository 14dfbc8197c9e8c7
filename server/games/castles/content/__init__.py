"""The components of Castles: YAML by content version, decoded into typed records."""

from server.games.castles.content.records import BonusCard, Center, Components, Decree, Favor, Metric, Tile, load

__all__ = ["BonusCard", "Center", "Components", "Decree", "Favor", "Metric", "Tile", "load"]
