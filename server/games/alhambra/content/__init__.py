"""Alhambra's components: YAML by content version, decoded into typed records."""

from server.games.alhambra.content.records import Building, Components, MoneyCard, load

__all__ = ["Building", "Components", "MoneyCard", "load"]
