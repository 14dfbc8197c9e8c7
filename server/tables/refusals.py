"""The refusals of the host itself, in the words that clients read."""

from server.games.kernel.rejection import Reason, Rejected


def needs_newer_server(table_id: str) -> Rejected:
    """The table's history holds events that this software does not know."""
    message = f"Table {table_id} was played on by a newer server than this one; another server can serve it."
    return Rejected(Reason.REASON_NEEDS_NEWER_SERVER, message)


def history_went_back(version: int) -> Rejected:
    """The point that a token names is no part of the table's history any more."""
    message = (
        f"The point at version {version} that your token names was lost in a failover. "
        "Start again from the table's present view."
    )
    return Rejected(Reason.REASON_HISTORY_WENT_BACK, message)


def stale_version(expected: int, version: int) -> Rejected:
    """The table does not stand where the command expects it."""
    message = f"The command expects the table at version {expected}, but it stands at {version}. Look at it again."
    return Rejected(Reason.REASON_STALE_VERSION, message)


def command_id_reused(command_id: str) -> Rejected:
    """The id was used for another command."""
    message = f"The command id {command_id} was used for another command; give each command an id of its own."
    return Rejected(Reason.REASON_COMMAND_ID_REUSED, message)


def wrong_game(wanted: str, plays: str) -> Rejected:
    """A command of one game at a table of another."""
    message = f"That is a command of {wanted}, but this table plays {plays}."
    return Rejected(Reason.REASON_MALFORMED, message, field="command")


def slow_reader(queued: int) -> Rejected:
    """A watcher did not keep up."""
    message = f"You read too slowly: {queued} frames wait. Subscribe again after the last token you received."
    return Rejected(Reason.REASON_SLOW_READER, message)
