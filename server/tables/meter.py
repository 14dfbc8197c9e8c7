"""What the host and the watchers report about themselves; whoever wants figures gives them a meter."""

from typing import Protocol


class Meter(Protocol):
    """Takes note of what happens; must be quick."""

    def appended(self, seconds: float) -> None:
        """An append was acknowledged after so many seconds."""

    def conflicted(self) -> None:
        """Another server was faster; the command is decided again."""

    def looked_up(self, hit: bool) -> None:
        """A table was needed and was, or was not, in memory and fresh."""

    def watching(self, change: int) -> None:
        """A watcher came (1) or went (-1)."""

    def went_back(self) -> None:
        """The feed of a partition does not go on where it was read: history went back, or it was trimmed too far."""


class NoMeter:
    """Takes note of nothing."""

    def appended(self, seconds: float) -> None:
        """Do nothing."""

    def conflicted(self) -> None:
        """Do nothing."""

    def looked_up(self, hit: bool) -> None:
        """Do nothing."""

    def watching(self, change: int) -> None:
        """Do nothing."""

    def went_back(self) -> None:
        """Do nothing."""
