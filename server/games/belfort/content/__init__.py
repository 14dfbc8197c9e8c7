"""Belfort's components: YAML by content version, decoded into typed records."""

from server.games.belfort.content.records import Components, Effect, load

__all__ = ["Components", "Effect", "load"]
