"""What can go wrong between the server and its store."""


class StoreError(Exception):
    """Any failure of the store."""


class StoreUnavailable(StoreError):
    """The store did not do what was asked, and is known not to have done it. Trying again later is safe."""


class OutcomeUnknown(StoreError):
    """The append was sent and its answer was lost: it may have happened or not.

    Settle it by sending the same command id again: the store answers `Seen` if it had happened.
    """


class StoreMalformed(StoreError):
    """The store holds something that this software never writes; the message names the key and the entry."""


class StoreUnsuitable(StoreError):
    """The store's settings are weaker than the promises made on top of it; the message says which to change."""
