"""Draws: repeatable, fair, and just as docs/fairness.md writes them down."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.kernel.chance import Chance, NoChance, StoppedBeforeDraw, chance_key, commitment, draw

KEY = chance_key(b"s" * 32, [b"a" * 16, b"b" * 16])


def test_the_key_and_the_commitment_are_those_of_the_docs() -> None:
    assert sha256(b"ludarium chance 1" + b"s" * 32 + b"a" * 16 + b"b" * 16).digest() == KEY
    assert commitment("01TABLE", b"s" * 32) == sha256(b"01TABLE" + b"s" * 32).digest()


@given(st.integers(0, 10**6), st.integers(1, 10**9))
def test_a_draw_is_the_one_of_the_docs(index: int, bound: int) -> None:
    attempt = 0
    while True:
        block = hmac.new(KEY, index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256").digest()
        number = int.from_bytes(block[:8], "big")
        if number < 2**64 - 2**64 % bound:
            break
        attempt += 1
    assert draw(KEY, index, bound) == number % bound


def test_draws_are_about_equally_likely() -> None:
    counts = Counter(draw(KEY, index, 6) for index in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


@given(st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_its_things_and_tells_its_draws(things: list[int]) -> None:
    chance = Chance(KEY, 5)
    assert sorted(chance.shuffle(things)) == sorted(things)
    made = chance.take()
    assert [made_draw.number for made_draw in made] == list(range(5, 5 + max(0, len(things) - 1)))
    assert [made_draw.bound for made_draw in made] == list(range(len(things), 1, -1))
    assert not chance.take()


def test_the_index_alone_decides_so_going_back_brings_the_same_draw() -> None:
    first = Chance(KEY)
    outcomes = [first.die() for _ in range(10)]
    assert [Chance(KEY, index).die() for index in range(10)] == outcomes


def test_a_preview_never_draws() -> None:
    with pytest.raises(StoppedBeforeDraw):
        NoChance().choose(["a", "b"])
