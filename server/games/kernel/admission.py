"""Admission: who may know of a table, and who may look on."""

from dataclasses import dataclass
from typing import Self

from ludarium.v1 import tables_pb2

from server.games.kernel.commands import Actor
from server.games.kernel.rejection import Reason, Rejected
from server.games.kernel.table import Status, Table


@dataclass(frozen=True, slots=True)
class Admission:
    """What decides about it. Operators and bots are let in everywhere, as spectators where no seat is theirs."""

    table_id: str
    private: bool
    """Only `invited` may know of the table."""
    shut: bool
    """Only `playing` may look on: the game is on and the table takes no spectators."""
    invited: frozenset[str]
    playing: frozenset[str]
    """Those who left the running game are still among them."""

    @classmethod
    def to(cls, table: Table) -> Self:
        """To a table as the kernel folds it."""
        opened = table.opened
        seated = frozenset(seating.player_id for seating in table.seats if seating and not seating.bot)
        playing = seated | {left.player_id for left in table.left.values()}
        return cls(
            opened.table_id,
            opened.terms.private,
            opened.terms.no_spectators and table.status is Status.RUNNING,
            table.invited | playing | {opened.player_id},
            playing,
        )

    @classmethod
    def told_by(cls, table: tables_pb2.Table) -> Self:
        """To a table as the contract tells of it."""
        seated = frozenset(seat.player_id for seat in table.seats if seat.player_id and not seat.bot)
        playing = seated | {seat.left_by for seat in table.seats if seat.left_by}
        return cls(
            table.table_id,
            table.terms.private,
            table.terms.no_spectators and table.status == tables_pb2.TABLE_STATUS_RUNNING,
            playing | {*table.invited, table.opener},
            playing,
        )

    def knows(self, actor: Actor) -> bool:
        """Whether the actor may know that the table is there."""
        return not self.private or actor.operator or actor.bot or actor.player_id in self.invited

    def watches(self, actor: Actor) -> bool:
        """Whether the actor may see the game."""
        return self.knows(actor) and (not self.shut or actor.operator or actor.bot or actor.player_id in self.playing)

    def check_known(self, actor: Actor) -> None:
        """Raise Rejected(UNKNOWN_TABLE) for a stranger at a private table, in the words for a table that is none."""
        if not self.knows(actor):
            raise unknown_table(self.table_id)

    def check(self, actor: Actor) -> None:
        """Raise Rejected(UNKNOWN_TABLE or NO_SPECTATORS) for who may not see the game."""
        self.check_known(actor)
        if not self.watches(actor):
            message = "This table takes no spectators; its game can be looked at once it is over."
            raise Rejected(Reason.REASON_NO_SPECTATORS, message)


def check_known(table: Table, actor: Actor) -> None:
    """Raise Rejected(UNKNOWN_TABLE) for a stranger at a private table; quick where everybody may know of it."""
    if table.opened.terms.private:
        Admission.to(table).check_known(actor)


def unknown_table(table_id: str) -> Rejected:
    """There is no such table, as far as the asker may know."""
    return Rejected(Reason.REASON_UNKNOWN_TABLE, f"There is no table {table_id}.")
