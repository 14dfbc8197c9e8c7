"""Belfort's components: YAML by content version, decoded into typed records."""

from server.games.belfort.content.records import BenefitCard, Components, Effect, load

__all__ = ["BenefitCard", "Components", "Effect", "load"]
