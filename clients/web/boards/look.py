"""Who looks at a board."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clients.web.boards.picks import Picks


@dataclass(frozen=True, slots=True)
class Look:
    """A pair of eyes: the names of all, the seat that looks (None: a spectator), and what it can pick."""

    names: Sequence[str]
    seat: int | None = None
    picks: Picks = field(default_factory=Picks)

    def name(self, seat: int) -> str:
        """Whoever sits there."""
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"

    def letter(self, seat: int) -> str:
        """The letter on their pieces: the first of their name, or the number of the seat where two begin alike."""
        initials = [name[:1].upper() for name in self.names]
        initial = initials[seat] if seat < len(initials) else ""
        return initial if initial.isalpha() and initials.count(initial) == 1 else str(seat + 1)

    def mine(self, seat: int) -> bool:
        """Whether that is the seat that looks."""
        return self.seat == seat
