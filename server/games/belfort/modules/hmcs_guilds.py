"""Four more Guilds (R30.3, R36); what they do is in the effect vocabulary."""

from server.games.belfort.content import load
from server.games.belfort.points import Points


def attach(points: Points, seats: int) -> None:
    """R30.3: they join the pool."""
    points.guild_pool.update(load().module_guilds["hmcs_guilds"])
