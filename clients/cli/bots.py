"""Kinds of bots as people type them."""

from clients.bots.kinds import KINDS
from clients.cli.problem import Problem


def bot_kinds(text: str, besides: str = "") -> list[str]:
    """Kinds apart by commas; `besides` says what else may be typed there. Raises Problem."""
    kinds = [kind.strip() for kind in text.split(",")]
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise Problem(f"There is no kind of bot {unknown[0]!r}.", f"The kinds are: {', '.join(KINDS)}{besides}.")
    return kinds
