"""Partitions and the names of keys, which may never change."""

from server.store import partitions


def test_the_partition_of_a_table_is_fixed_for_ever() -> None:
    assert partitions.partition_of("01ARZ3NDEKTSV4RRFFQ69G5FAV") == 13
    assert partitions.partition_of("") == 0


def test_the_keys_of_a_table_share_the_hash_tag_of_its_partition() -> None:
    table = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    assert partitions.table_key(table) == "{p13}:table:01ARZ3NDEKTSV4RRFFQ69G5FAV"
    assert partitions.commands_key(table) == "{p13}:commands:01ARZ3NDEKTSV4RRFFQ69G5FAV"
    assert partitions.feed_key(5) == "{p05}:feed"
    assert partitions.deadlines_key(5) == "{p05}:deadlines"
    assert partitions.news_channel(63) == "{p63}:news"


def test_ids_spread_over_all_partitions() -> None:
    assert {partitions.partition_of(f"table-{number}") for number in range(1000)} == set(range(partitions.PARTITIONS))
