"""Three Guilds of The Expansion Expansion on their own (R26.0.2, R30.5)."""

from server.games.belfort.content import load
from server.games.belfort.points import Points


def attach(points: Points, seats: int) -> None:
    """R30.5: they join the pool; nothing else changes."""
    points.guild_pool.update(load().module_guilds["expansion_guilds"])
