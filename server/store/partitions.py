"""The 64 partitions and the names of every key and channel in the store.

The hash tag `{pNN}` keeps all keys of a partition in one slot of a Redis Cluster, so that one function call may
touch them together.
"""

from zlib import crc32

PARTITIONS = 64
"""How many partitions there are; fixed for ever, since the partition of a table never changes."""


def partition_of(name: str) -> int:
    """The partition, 0 to 63, of a table (by its id) or of any other name that wants a home."""
    return crc32(name.encode()) % PARTITIONS


def partition_tag(partition: int) -> str:
    """The hash tag of a partition: `{p00}` to `{p63}`."""
    return f"{{p{partition:02d}}}"


def table_key(table_id: str) -> str:
    """The stream of a table's events; entry ids are `<version>-0`."""
    return f"{partition_tag(partition_of(table_id))}:table:{table_id}"


def commands_key(table_id: str) -> str:
    """The hash of a table's remembered commands; fields are `<actor>:<command id>`."""
    return f"{partition_tag(partition_of(table_id))}:commands:{table_id}"


def request_key(key: str) -> str:
    """The string that remembers which table a request to create one was given."""
    return f"{partition_tag(partition_of(key))}:request:{key}"


def feed_key(partition: int) -> str:
    """The stream of all events of a partition; entry ids are `<position>-0`, dense from 1."""
    return f"{partition_tag(partition)}:feed"


def archived_key(partition: int) -> str:
    """The hash of tombstones: from a partition's archived tables to the final points of their streams."""
    return f"{partition_tag(partition)}:archived"


def imported_key(partition: int) -> str:
    """The set of a partition's archived tables that were played elsewhere and came here as records."""
    return f"{partition_tag(partition)}:imported"


def archives_key(partition: int) -> str:
    """The hash from a partition's archived tables to their blobs, where Redis keeps them."""
    return f"{partition_tag(partition)}:archives"


def deadlines_key(partition: int) -> str:
    """The sorted set of a partition's tables by their next deadline in milliseconds since 1970."""
    return f"{partition_tag(partition)}:deadlines"


PULSE_KEYS = (f"{partition_tag(0)}:pulse", f"{partition_tag(0)}:outages")
"""The string that says when a server was last there, and the sorted set of the times in which none was."""


def news_channel(partition: int) -> str:
    """The sharded channel that announces the head of a partition's feed after each append."""
    return f"{partition_tag(partition)}:news"
