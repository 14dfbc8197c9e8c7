"""What `legal` lists is accepted; what it omits is rejected with a rule and changes nothing."""

import itertools
import random
from typing import Any

import pytest

from server.games import GAMES
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.driver import run
from server.games.kernel.game import AnyGame
from server.games.kernel.rejection import Rejected
from server.games.kernel.state import Decision, GameState
from tests.server.games.sittings import covering, everywhere, quick
from tests.server.games.walk import Sitting, encoded, twin, walk

LONGEST_LIST = 2_000
EVERY = 7
"""Every so many steps of a walk each listed choice is tried; the others are tried in part."""


@pytest.mark.parametrize("sitting", everywhere(), ids=str)
def test_listed_choices_are_accepted_and_round_trip_over_the_wire(sitting: Sitting) -> None:
    game = sitting.rules
    for moment in walk(sitting):
        assert moment.choices, f"nothing is legal for {moment.decision}"
        assert len({exact(choice) for choice in moment.choices}) == len(moment.choices), "a choice is listed twice"
        tried = moment.choices if moment.step % EVERY == 0 and len(moment.choices) < 60 else moment.choices[:1]
        for choice in tried:
            assert game.codec.decode(game.codec.encode(choice)) == choice
            assert game.canonical(choice) == choice
            accept(game, moment.state, moment.decision, choice)


@pytest.mark.parametrize("sitting", everywhere(), ids=str)
def test_unlisted_choices_are_rejected_by_a_rule_and_change_nothing(sitting: Sitting) -> None:
    game = sitting.rules
    rng = random.Random(str(sitting))
    pool: dict[type, list[Choice]] = {}
    for moment in walk(sitting):
        for choice in moment.choices[:20]:
            pool.setdefault(type(choice), []).append(choice)
        if moment.step % EVERY:
            continue
        before = twin(moment.state)
        listed = {exact(choice) for choice in moment.choices}
        for choice in mutants(moment.choices, pool, rng):
            if exact(game.canonical(choice)) in listed:
                continue
            refuse(game, moment.state, moment.decision, choice)
        assert moment.state == before, "a rejection changed the state"


@pytest.mark.parametrize("sitting", quick(), ids=str)
def test_lists_are_lazy_short_and_in_the_same_order_every_time(sitting: Sitting) -> None:
    game = sitting.rules
    longest = 0
    for moment in itertools.islice(walk(sitting), 150):
        first = next(iter(game.legal(moment.state, moment.decision)))
        assert first == moment.choices[0]
        assert list(game.legal(moment.state, moment.decision)) == moment.choices
        longest = max(longest, len(moment.choices))
    assert longest <= LONGEST_LIST


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_over_the_wire_is_the_same_bytes_each_time(game: str) -> None:
    for moment in itertools.islice(walk(covering(game)[0]), 20):
        for choice in moment.choices[:10]:
            assert encoded(moment.simulation.game, choice) == encoded(moment.simulation.game, choice)


def accept(game: AnyGame, state: GameState, decision: Decision, choice: Choice) -> None:
    copy = twin(state)
    chance = Chance(b"try", copy.draws)
    happened = run(game, copy, game.decide(copy, decision, choice, chance), chance, decision)
    assert happened, f"{choice} was accepted and nothing happened"
    game.check(copy)


def refuse(game: AnyGame, state: GameState, decision: Decision, choice: Choice) -> None:
    with pytest.raises(Rejected) as refusal:
        first_event(game, state, decision, choice)
    assert refusal.value.message
    named = refusal.value.rule or refusal.value.reason_name != "ILLEGAL"
    assert named, f"{choice} was refused without a rule"


def first_event(game: AnyGame, state: GameState, decision: Decision, choice: Choice) -> object:
    return next(iter(game.decide(state, decision, choice, Chance(b"try", state.draws))))


def exact(choice: Choice) -> tuple[str, Choice]:
    """Choices of two types with equal fields are equal as tuples; this tells them apart."""
    return type(choice).__name__, choice


def mutants(choices: list[Choice], pool: dict[type, list[Choice]], rng: random.Random) -> list[Choice]:
    """Choices near the legal ones: fields of others, other moments' choices, values out of bounds."""
    made: list[Choice] = [rng.choice(other) for other in pool.values()]
    for choice in rng.sample(choices, min(6, len(choices))):
        made += [mutate(choice, pool, rng) for _ in range(3)]
    return made


def mutate(choice: Choice, pool: dict[type, list[Choice]], rng: random.Random) -> Choice:
    named: Any = choice
    if not choice:
        return choice
    name = rng.choice(named._fields)
    donors = [getattr(other, name) for others in pool.values() for other in others if hasattr(other, name)]
    return named._replace(**{name: strange(getattr(named, name), donors, rng)})  # type: ignore[no-any-return]


def strange(value: Any, donors: list[Any], rng: random.Random) -> Any:
    """Another value of the same kind: borrowed, out of bounds, empty, doubled or shortened."""
    if rng.random() < 0.4:
        same = [donor for donor in donors if type(donor) is type(value)]
        return rng.choice(same) if same else value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + rng.choice((-1, 1, 100, 2**31 - 1 - value)))
    if isinstance(value, str):
        return rng.choice(("", "no such thing", value + "x"))
    if hasattr(value, "_fields"):
        field = rng.choice(value._fields)
        inner = getattr(value, field)
        return value._replace(**{field: inner + rng.choice((-3, -1, 1, 3, 1000))}) if type(inner) is int else value
    if isinstance(value, tuple):
        return rng.choice(((), value[1:], value + value[:1], tuple(reversed(value))))
    return value
