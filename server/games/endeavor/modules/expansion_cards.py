"""The cards of Age of Expansion (R12.3, R14, R15)."""

from server.games.endeavor.modules import conscripts, fortifications
from server.games.endeavor.modules.cards import (
    company_raj,
    conquistadors,
    declaration,
    dejima,
    flota,
    gains,
    marriage,
    plague,
    rosetta,
    stacks,
    subsidies,
    utrecht,
    vaccine,
)
from server.games.endeavor.points import Points


def attach(points: Points) -> None:
    """Every card's effect; fortifications and conscripts, which some of them bring (R12.7)."""
    fortifications.attach(points)
    conscripts.attach(points)
    stacks.attach(points)
    subsidies.attach(points)
    rosetta.attach(points)
    flota.attach(points)
    dejima.attach(points)
    company_raj.attach(points)
    declaration.attach(points)
    conquistadors.attach(points)
    gains.attach(points)
    plague.attach(points)
    marriage.attach(points)
    utrecht.attach(points)
    vaccine.attach(points)
