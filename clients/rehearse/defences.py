"""The defences that a rehearsal can switch off, to see that it would notice if they were missing."""

from enum import StrEnum


class Defence(StrEnum):
    """What keeps a promise."""

    APPEND_ONLY_FILE = "append-only-file"
    COMMAND_MEMORY = "command-memory"
    CURSOR_COMPARE = "cursor-compare"
    REPLICA_ACKS = "replica-acks"

    @property
    def words(self) -> str:
        """What is switched off."""
        return _WORDS[self]

    @property
    def entry(self) -> str:
        """The entry of the catalogue that notices first."""
        return _ENTRIES[self]


_WORDS = {
    Defence.APPEND_ONLY_FILE: "the store writes nothing to disk, and the servers' start-up check is told to look away",
    Defence.COMMAND_MEMORY: "the append function does not look whether it has seen a command id before",
    Defence.CURSOR_COMPARE: "the commit function writes whatever a worker says, wherever the cursor stands",
    Defence.REPLICA_ACKS: "replies leave before a replica has the events, where they should wait for one",
}
_ENTRIES = {
    Defence.APPEND_ONLY_FILE: "kill",
    Defence.COMMAND_MEMORY: "twice",
    Defence.CURSOR_COMPARE: "pause",
    Defence.REPLICA_ACKS: "failover",
}
