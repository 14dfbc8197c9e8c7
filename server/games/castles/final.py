"""Final scoring (R11.2), in its order: each step for all players before the next, from the master builder on."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.castles.v1 import events_pb2, types_pb2

from server.games.castles import metrics
from server.games.castles.content import Metric
from server.games.castles.content.records import HALLWAYS, STAIRS
from server.games.castles.points import SeatStep, run_steps, waits
from server.games.castles.state import CastlesState
from server.games.castles.turns.turn import scored
from server.games.kernel.chance import Chance

FEWEST = "fewest_vps"


def score(state: CastlesState, chance: Chance) -> Iterator[Message]:
    """R11.2, R11.3. A step that asks comes back here with its answer."""
    if not state.start_of_final_done:
        yield from _each(state, state.points.final_start)
        yield events_pb2.StartOfFinalDone()
    yield from run_steps(state.points.before_depleted, state, chance)
    if waits(state):
        return
    yield from depleted_stacks(state)
    yield from _each(state, state.points.swan_sets)
    yield from _each(state, state.points.decrees)
    for favor in state.favors:
        yield from rank_favor(state, favor, None, types_pb2.POINTS_REASON_FAVOR)
    yield from bonus_cards(state)
    yield from _each(state, state.points.tower_favors)
    yield from leftover_coins(state)
    yield game_ended(state)


def depleted_stacks(state: CastlesState) -> Iterator[Message]:
    """R11.2.1; whether stairs and hallways score is an option (R11.2.1.2)."""
    for stack in metrics.depleted_stacks(state):
        yield events_pb2.StackDepleted(stack=types_pb2.Stack.ValueType(stack))
    corridors = () if state.corridors_deplete else (STAIRS, HALLWAYS)
    scoring = [stack for stack in metrics.depleted_stacks(state) if stack not in corridors]
    for seat in state.from_builder():
        tiles = sum(metrics.depleted_tiles(state, seat, stack) for stack in scoring)
        if tiles:
            points = tiles * state.components.amounts.depleted_stack_vp_per_tile
            yield scored(seat, points, types_pb2.POINTS_REASON_DEPLETED_STACKS, count=tiles)


def rank_favor(
    state: CastlesState, favor: str, owner: int | None, reason: types_pb2.PointsReason.ValueType
) -> Iterator[Message]:
    """R9.3: rank all players; a public favor is scored by all of them, another by its owner alone."""
    metric = state.components.favors[favor].metric
    counts = [metrics.count(state, seat, metric) for seat in range(state.seats)]
    shares = favor_points(counts, state.components.amounts.favor_rank_vp, fewest=metric.name == FEWEST)
    firsts = [seat for seat, share in enumerate(shares) if share is not None and share[1] == 1]
    winner = firsts[0] if len(firsts) == 1 else None
    yield events_pb2.FavorRanked(favor=favor, counts=counts, winner=winner, owner=owner)
    for seat in state.from_builder():
        share = shares[seat]
        if share is not None and share[0] and owner in (None, seat):
            points, place, sharing = share
            event = scored(seat, points, reason, card=favor, count=counts[seat])
            event.place, event.sharing = place, sharing  # type: ignore[attr-defined]
            yield event


def favor_points(
    counts: Sequence[int], rank_vp: Sequence[int], *, fewest: bool = False
) -> list[tuple[int, int, int] | None]:
    """R9.3.1 to R9.3.3: by seat (points, place, how many share it); None for who has none of the item."""
    ranked = [count for count in counts if fewest or count > 0]
    shares: list[tuple[int, int, int] | None] = []
    for count in counts:
        if not fewest and count <= 0:
            shares.append(None)
            continue
        better = sum(other < count if fewest else other > count for other in ranked)
        sharing = ranked.count(count)
        total = sum(rank_vp[better : better + sharing])
        shares.append((total // sharing, better + 1, sharing))
    return shares


def bonus_cards(state: CastlesState) -> Iterator[Message]:
    """R11.2.5: shown by all, then scored."""
    for seat in state.from_builder():
        yield events_pb2.CardsRevealed(seat=seat, cards=state.players[seat].bonus)
    for seat in state.from_builder():
        for card in state.players[seat].bonus:
            record = state.components.bonus_cards[card]
            count = metrics.count(state, seat, record.metric)
            points = metric_points(count, record.vp, record.per)
            if points:
                yield scored(seat, points, types_pb2.POINTS_REASON_BONUS_CARD, card=card, count=count)


def metric_points(count: int, vp: int, per: int) -> int:
    """Points for every `per` counted, rounded down; with `per` 0 once, if anything was counted."""
    return vp * (count // per) if per else vp * bool(count)


def leftover_coins(state: CastlesState) -> Iterator[Message]:
    """R11.2.7; coins saved on a decree count (D18.2)."""
    for seat in state.from_builder():
        coins = metrics.count(state, seat, Metric(name="coins", type=0, stacks=(), required=0))
        points = coins // state.components.amounts.coins_per_vp
        if points:
            yield scored(seat, points, types_pb2.POINTS_REASON_COINS, count=coins)
        for step in state.points.leftover:
            yield from step(state, seat)


def game_ended(state: CastlesState) -> Message:
    """R11.3: most points, then square feet, then coins, then a shared victory."""
    feet = [metrics.square_feet(state, player) for player in state.players]
    coins = [player.coins + player.saved for player in state.players]
    ranks = [(player.score, feet[seat], coins[seat]) for seat, player in enumerate(state.players)]
    winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return events_pb2.GameEnded(
        scores=[player.score for player in state.players], winners=winners, square_feet=feet, coins=coins
    )


def _each(state: CastlesState, steps: list[SeatStep]) -> Iterator[Message]:
    for seat in state.from_builder():
        for step in steps:
            yield from step(state, seat)
