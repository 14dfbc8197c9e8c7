"""Scoring, the end, two players, information: R10 to R13."""

import pytest

from server.games.belfort import counting, scoring
from server.games.belfort.choices import EndTurn, PickGuild, PickSpace, PlaceWorker, Resolve
from server.games.belfort.game import BELFORT
from server.games.belfort.state import ELF, OWNER_A, OWNER_B
from server.games.belfort.turns import flow
from server.games.belfort.turns.flow import proceed
from server.games.kernel.chance import Chance
from server.games.kernel.redact import redact
from tests.server.games.belfort.table import (
    E,
    K,
    acting,
    built,
    carry_out,
    counts,
    hand,
    has,
    kept,
    marks,
    of_type,
    permit,
    placed,
    placing,
    player,
    pool,
    scores,
    started,
    state_of,
    table,
    take,
)


def test_scoring_goes_by_districts_workers_and_expansions() -> None:
    """R10.1, R23.2, R23.3"""
    position = built(table(4, modules=("expansion-expansion",), month=3), 0, "keep_1", district="d1")
    permit(position, 0, "keep_chapel_1", "keep_1", expanded=True)
    take(position, K.STEP_SCORING)
    sources = [event.source for event in position.all(E.PointsScored)]
    assert sources == sorted(sources)
    assert sources[0] == K.POINT_SOURCE_DISTRICTS
    assert [e.points for e in position.all(E.PointsScored) if e.source == K.POINT_SOURCE_EXPANSIONS] == [1]


def test_scoring_comes_before_tokens_return_and_after_loans() -> None:
    """R10.1.1, R21.4: the Centaur's second marker still counts, borrowed Workers do not."""
    position = acting(has(table(2 + 1, modules=("expansion-expansion",), month=3), 0), 0)
    for seat in (1, 2):
        position.state.players[seat].acted = True
        player(position, seat).goods[3] = 0
    position.given(E.AssistantsLaidOut(assistants=["pixie", "djinn"]), E.AssistantTaken(seat=0, assistant="pixie"))
    position.when(0, EndTurn())
    kinds = [type(event).__name__ for event in position.happened]
    assert kinds.index("ScoringBegan") < kinds.index("AssistantReturned")


def test_three_scorings_and_the_highest_score_wins() -> None:
    """R2.2, R11.1, R11.3, R11.4: the game ends after the scoring of month 7."""
    position = scores(scores(table(month=7), 1, 60), 0, 59)
    take(position, K.STEP_ROUND_END)
    assert position.all(E.GameEnded)[0].winners == [1]
    assert not position.all(E.RoundEnded)
    result = BELFORT.result(position.state)
    assert result is not None
    assert [r.place for r in result] == [2, 1, 3]


@pytest.mark.parametrize(
    ("change", "winners"), [({"gold": 5}, [0]), ({"gold": 4, "wood": 9}, [0]), ({"gold": 4}, [0, 1])]
)
def test_ties_at_the_end(change: dict[str, int], winners: list[int]) -> None:
    """R11.2: most Gold, most goods, most markers, shared victory."""
    position = has(has(has(scores(scores(table(month=7), 0, 9), 1, 9), 0, **change), 1, gold=4), 2)
    take(position, K.STEP_ROUND_END)
    assert list(position.all(E.GameEnded)[0].winners) == winners


def test_more_markers_break_the_last_tie() -> None:
    """R11.2"""
    position = marks(has(has(has(scores(scores(table(month=7), 0, 9), 1, 9), 0), 1), 2), 1, "d1.pub")
    has(position, 1)
    take(position, K.STEP_ROUND_END)
    assert list(position.all(E.GameEnded)[0].winners) == [1]


def test_runners_are_fixed_for_the_round() -> None:
    """R12.2, R12.2.1: who holds crest 1 in the Calendar phase runs A."""
    position = table(2, order=[1, 0])
    take(position, K.STEP_CALENDAR)
    assert position.state.runs_a == 1
    position.given(E.CrestsExchanged(seat=0, other=1))
    assert position.state.runs_a == 1


def test_non_player_workers_block_guilds() -> None:
    """R12.3, R12.7, R37.6: A's runner, then B's; no fee, no effect; they leave at the end of the round."""
    position = table(2, modules=("key-to-belfort",), guilds=("locksmiths", "bankers", "masons", "sawyers", "thieves"))
    position.state.runs_a = 1
    take(position, K.STEP_PLACEMENT)
    carry_out(position, proceed(position.state, Chance(b"x")))
    position.when(1, PickGuild("locksmiths")).then_asked(0, K.DECISION_KIND_PLACE_FOR_NON_PLAYER)
    assert position.state.key_holder == -1
    position.when(0, PickGuild("locksmiths")).then_rejected("R12.3")
    position.when(0, PickGuild("masons"))
    owners = {plank: occupant.owner for plank, occupant in position.state.planks.items()}
    assert owners == {"guild.locksmiths": OWNER_A, "guild.masons": OWNER_B}
    assert counting.guilds_with_workers(position.state) == ["locksmiths", "masons"]
    position.given(E.NonPlayerWorkersLeft())
    assert not position.state.planks


def test_a_non_player_property_at_the_end_of_a_turn() -> None:
    """R12.4, R12.6: one card of the pool, discarded; no fee, no benefit; the pool is filled."""
    position = pool(has(table(2, modules=("queen-of-belfort",)), 0), "keep_1", "gatehouse_1", "bank_1")
    position.given(E.PawnsPlaced(queen="d1"), E.QueenDeckShuffled(cards=["queen_gold"], count=1))
    position.given(E.QueenCardRevealed(card="queen_gold"))
    acting(position, 0).when(0, EndTurn()).then_asked(0, K.DECISION_KIND_BUILD_FOR_NON_PLAYER)
    before = list(player(position, 0).goods)
    position.when(0, PickSpace("d1.keep_left"))
    owner = position.state.spaces["d1.keep_right"].owner
    assert owner in (OWNER_A, OWNER_B)
    assert position.state.non_player_markers[owner - OWNER_A] == 10
    assert "keep_1" in position.state.discard
    assert len(position.state.pool) == 3
    assert player(position, 0).goods == before


def test_no_placeable_card_redeals_the_pool() -> None:
    """R12.4: at most three times, then the build is skipped."""
    position = pool(has(table(2), 0), "bank_1", "bank_2", "bank_3")
    marks(position, 1, *(f"d{n}.bank" for n in range(1, 6)))
    acting(position, 0).when(0, EndTurn()).then_asked(0, K.DECISION_KIND_BUILD_FOR_NON_PLAYER)
    assert {"bank_1", "bank_2", "bank_3"} <= set(position.state.discard)
    assert of_type(position, 0, PickSpace)


def test_non_players_rank_and_do_not_score() -> None:
    """R10.2.3, R12.1, R37.3"""
    position = table(2)
    ranks = scoring.rank({OWNER_A: 6, 1: 4, 2: 2}, scoring.district_values(position.state, "d1"))
    assert [(ranked.owner, ranked.points) for ranked in ranks] == [(OWNER_A, 7), (1, 4), (2, 0)]
    counts(position, "d1", {0: 2})
    take(position, K.STEP_SCORING)
    assert {event.seat for event in position.all(E.PointsScored)} <= {0, 1}


def test_who_sees_what() -> None:
    """R13.1, R13.2, R13.3, R13.6: hands, Key cards and decks are hidden; counts are not."""
    simulation = kept(started(3, "key-to-belfort", "queen-of-belfort"))
    for viewer in (0, 1, 2, None):
        view = BELFORT.view(state_of(simulation))
        redact(view, viewer)
        assert not view.deck
        assert not view.queen_deck
        assert not view.key_deck
        assert view.deck_count
        for number, other in enumerate(view.players):
            assert bool(other.hand) == (number == viewer)
            assert bool(other.key_cards) == (number == viewer)
            assert other.hand_count == 3
            assert other.key_card_count == 1


def test_what_reveals_closes_the_way_back() -> None:
    """R13.4: taking an open card without a refill does not."""
    assert {"card_turned_up", "card_drawn", "deck_shuffled", "queen_card_revealed", "key_card_drawn", "key_taken",
            "hand_spied"} <= BELFORT.revealing  # fmt: skip
    assert "card_taken" not in BELFORT.revealing


def test_lost_key_cards_are_a_count_again() -> None:
    """R13.5, R35.3, R35.3.2: only the holder's cards are open; the Key never goes back to the supply."""
    position = table(modules=("key-to-belfort",))
    position.given(E.KeyDeckShuffled(cards=["key_guild_pass", "key_trade_licence"], count=2))
    position.given(E.KeyCardDrawn(seat=0, card="key_guild_pass"), E.KeyCardDrawn(seat=1, card="key_trade_licence"))
    position.given(E.KeyTaken(seat=0, cards=["key_guild_pass"]), E.KeyTaken(seat=1, cards=["key_trade_licence"]))
    view = BELFORT.view(position.state)
    redact(view, 2)
    assert [list(me.open_key_cards) for me in view.players[:2]] == [[], ["key_trade_licence"]]
    assert not view.players[0].key_cards
    assert view.players[0].key_card_count == 1
    take(position, K.STEP_CALENDAR)
    assert position.state.key_holder == 1


def test_printing_leaves_the_copied_plank_in_use() -> None:
    """R6.2.2, R36.1, R37.12: the Worker there is resolved by its owner as usual."""
    position = table(guilds=("printers", "masons", "sawyers", "bankers", "miners"))
    placed(placed(has(position, 0), 0, ELF, "guild.printers"), 0, ELF, "guild.masons")
    acting(position, 0).when(0, Resolve("guild.printers")).when(0, PickGuild("masons"))
    position.when(0, Resolve("guild.masons"))
    assert player(position, 0).goods[1] == 6


def test_prompts_and_automatic_steps() -> None:
    """R41.1, R41.2: what has no choice is not asked; every kind of decision has its answers."""
    kinds = {value for value in K.DecisionKind.values() if value}
    assert set(flow.ASKS) == kinds
    assert set(flow.STEPS) == {value for value in K.Step.values() if value}
    position = placing(hand(has(table(), 0, gold=1), 0, "bank_1"), 0)
    position.when(0, PlaceWorker(ELF, "guild.masons")).then_asked(1, K.DECISION_KIND_PLACE)
