"""Walks through late games: all regions open, rich mats, high cards on top, where random games rarely come."""

import copy
import random
from collections.abc import Sequence

import pytest
from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, options_pb2

from server.games.endeavor.game import ENDEAVOR
from server.games.endeavor.imagine import imagine
from server.games.endeavor.setup import new_state
from server.games.endeavor.state import EndeavorState
from server.games.endeavor.turns import flow
from server.games.endeavor.words import choice_words, decision_words
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.driver import run, step
from server.games.kernel.game import Seating
from server.games.kernel.simulate import random_choice
from tests.server.games.endeavor.eager import eager_choice
from tests.server.games.endeavor.table import table_options
from tests.server.games.test_legal_means_legal import accept, exact, mutants, refuse

B, C, P = "expansion-buildings", "expansion-cards", "prominence"
SIDES = {
    2: ("naval_superiority_2_3", "military_buildup_2_3", "political_agenda"),
    3: ("naval_superiority_2_3", "military_buildup_2_3", "political_agenda", "changing_alliances"),
    4: ("naval_superiority_4_5", "military_buildup_4_5", "political_agenda", "changing_alliances"),
    5: ("naval_superiority_4_5", "military_buildup_4_5", "political_agenda", "changing_alliances"),
}
MIXES: list[tuple[int, tuple[str, ...], str]] = [
    *((seats, mix, "") for seats, mix in zip((2, 3, 4, 5), ((), (B,), (C,), (B, C)), strict=True)),
    *((seats, (B, C, P), side) for seats, sides in SIDES.items() for side in sides),
    *((seats, mix, SIDES[seats][0]) for seats, mix in zip((3, 4, 5), ((P,), (B, P), (C, P)), strict=True)),
]


def late_game(seats: int, modules: Sequence[str], side: str, rng: random.Random) -> tuple[EndeavorState, list[Message]]:
    """A position of round 5 made of facts in legal proportions, and the facts."""
    given = {"modules": modules, "side": "A" if seats < 4 else "B", "spice_trade": rng.random() < 0.5}
    options = table_options({**given, **({"prominence_side": side} if side else {})})
    state = new_state(options, [Seating(f"player {seat}") for seat in range(seats)])
    facts: list[Message] = []

    def fact(event: Message) -> None:
        step(ENDEAVOR, state, event, Chance(b""), None)
        facts.append(event)

    chance = Chance(str(rng.random()).encode())
    facts += [event for event, _ in run(ENDEAVOR, state, ENDEAVOR.set_up(state, chance), chance)]
    state.decisions.clear()
    for seat in range(seats):
        fact(events_pb2.StartingSideChosen(seat=seat, building=rng.choice(state.components.starting)))
        fact(events_pb2.PopulationGrown(seat=seat, discs=34))
    fact(events_pb2.RoundBegan(round=rng.choice((5, 7)), crown=rng.randrange(seats)))
    for region in rng.sample(list(state.tracks), 6 if rng.random() < 0.5 else 5):
        for index in range(state.board.track_length[region]):
            seat = max(range(seats), key=lambda one: (state.players[one].harbor, rng.random()))
            fact(events_pb2.TrackShipped(seat=seat, region=region, index=index + 1))
            place = state.board.track_places[region][index]
            fact(events_pb2.TokenTaken(seat=seat, place=place, token=state.tokens[place]))
        fact(events_pb2.RegionOpened(region=region))
        fact(events_pb2.GovernorGained(seat=rng.randrange(seats), card=state.governors[region]))
    for deck, cards in state.decks.items():
        if deck != "slavery" and state.open[deck]:
            for card in cards[: rng.randrange(len(cards))]:
                fact(events_pb2.CardDrawn(seat=rng.randrange(seats), card=card))
    for seat in range(seats):
        player = state.players[seat]
        for _ in range(6):
            free = [name for name, left in state.stock.items() if left]
            weights = [1 + 9 * bool(state.components.buildings[name].conscription) for name in free]
            name = rng.choices(free, weights)[0]
            fact(events_pb2.BuildingBuilt(seat=seat, building=name, slot=len(player.buildings) + 1))
        if player.harbor > 8:
            player.supply, player.harbor = player.supply + player.harbor - 8, 8
    return state, facts


@pytest.mark.parametrize(("seats", "modules", "side"), MIXES)
def test_late_games_end_legally(seats: int, modules: tuple[str, ...], side: str) -> None:
    """R21.4, R1.1, R11.1, R18.1: invariants after every command, the fold gives the state, the view holds it all."""
    rng = random.Random(f"late {seats} {modules} {side}")
    state, _ = late_game(seats, modules, side, rng)
    ENDEAVOR.check(state)
    chance = Chance(str(rng.random()).encode())
    run(ENDEAVOR, state, flow.build_phase(state, chance, ()), chance)
    chooser = eager_choice if rng.random() < 0.7 else random_choice
    steps = 0
    while state.decisions:
        decision = state.decisions[0]
        choices = list(ENDEAVOR.legal(state, decision))
        assert choices
        assert len(set(map(repr, choices))) == len(choices)
        before = copy.deepcopy(state)
        if steps % 9 == 0:
            check_imagined(state)
            for choice in choices[:50]:
                assert choice_words(state, decision, choice)
                assert ENDEAVOR.codec.decode(ENDEAVOR.codec.encode(choice)) == choice
            assert decision_words(state, decision)
        choice = choices[chooser(ENDEAVOR, state, decision, choices, rng)]
        happened = run(ENDEAVOR, state, ENDEAVOR.decide(state, decision, choice, chance), chance, decision)
        ENDEAVOR.check(state)
        replay(before, [event for event, _ in happened], decision.id)
        assert before.decisions == state.decisions
        before.draws = state.draws
        assert before == state
        steps += 1
    assert ENDEAVOR.result(state) is not None


@pytest.mark.parametrize(("seats", "modules", "side"), MIXES)
def test_late_lists_are_exact(seats: int, modules: tuple[str, ...], side: str) -> None:
    """R21.3: what is listed is accepted, what is not is refused by a rule and changes nothing."""
    rng = random.Random(f"lists {seats} {modules} {side}")
    state, _ = late_game(seats, modules, side, rng)
    chance = Chance(str(rng.random()).encode())
    run(ENDEAVOR, state, flow.build_phase(state, chance, ()), chance)
    pool: dict[type, list[Choice]] = {}
    for number in range(120):
        if not state.decisions:
            break
        decision = state.decisions[0]
        choices = list(ENDEAVOR.legal(state, decision))
        for choice in choices[:20]:
            pool.setdefault(type(choice), []).append(choice)
        if number % 8 == 0:
            for choice in rng.sample(choices, min(10, len(choices))):
                accept(ENDEAVOR, state, decision, choice)
            before = copy.deepcopy(state)
            listed = set(map(exact, choices))
            for choice in mutants(choices, pool, rng):
                if exact(choice) not in listed:
                    refuse(ENDEAVOR, state, decision, choice)
            assert state == before
        choice = choices[eager_choice(ENDEAVOR, state, decision, choices, rng)]
        run(ENDEAVOR, state, ENDEAVOR.decide(state, decision, choice, chance), chance, decision)


def replay(state: EndeavorState, events: Sequence[Message], answered: object) -> None:
    """Fold the events of one command, and say each of them."""
    for number, event in enumerate(events):
        if number == 0:
            state.decisions = [decision for decision in state.decisions if decision.id != answered]
        step(ENDEAVOR, state, event, Chance(b""), None)
        whole = events_pb2.Event()
        getattr(whole, ENDEAVOR.kinds[type(event)]).CopyFrom(event)
        words = ENDEAVOR.words.event(whole, lambda seat: f"seat {seat}")
        assert words or isinstance(event, events_pb2.DecisionOpened | events_pb2.ActionTaken)


def check_imagined(state: EndeavorState) -> None:
    """R18.1: the state read back from the view has the same legal answers."""
    view = ENDEAVOR.view(state)
    other = imagine(options_of(state), view, None, Chance(b""))
    other.decisions, other.version = list(state.decisions), state.version
    assert ENDEAVOR.view(other) == view
    for decision in state.decisions:
        assert list(ENDEAVOR.legal(other, decision)) == list(ENDEAVOR.legal(state, decision))


def options_of(state: EndeavorState) -> options_pb2.Options:
    modules = [B] * ("inn" in state.building_set) + [C] * ("x_africa_1" in cards_of(state)) + [P] * bool(state.side)
    side = {"prominence_side": state.side.id} if state.side else {}
    return table_options({"modules": modules, "side": state.board.side, "spice_trade": bool(state.exploits), **side})


def cards_of(state: EndeavorState) -> set[str]:
    held = {card for player in state.players for card in (*player.cards, *player.penalty, player.reserved) if card}
    return held | {card for deck in state.decks.values() for card in deck} | set(state.discard) | set(state.out_of_game)
