"""Alhambra's components: YAML by content version, decoded into typed records."""

from server.games.alhambra.content.records import Building, Components, load

__all__ = ["Building", "Components", "load"]
