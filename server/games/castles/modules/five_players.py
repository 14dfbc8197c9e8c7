"""Five players: the fifth set of pieces and a market of eight, all of it numbers of config.yaml (R1.2.8.1, R2.2.2)."""

from server.games.castles.points import Points


def attach(points: Points) -> None:
    """Nothing reaches in: the row of the player count says everything (R1.2.2)."""
