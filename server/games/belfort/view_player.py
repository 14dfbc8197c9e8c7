"""Players in the view, hidden things included (R13)."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from ludarium.games.belfort.v1 import types_pb2, view_pb2

from server.games.belfort import counting
from server.games.belfort.content import Components
from server.games.belfort.state import (
    AREAS,
    DWARF,
    ELF,
    AreaWorkers,
    BelfortState,
    Built,
    Discount,
    Player,
    effects_of_locks,
    masters_of,
)
from server.games.belfort.turns.agenda import goods_message
from server.games.kernel.pieces import holding, kept

T = types_pb2
PLAYERS: Final = view_pb2.View.PLAYERS_FIELD_NUMBER

Names = tuple[str, ...]
Values = tuple[Any, ...]
"""Fields of a Player, a Built, a Turn or a Tile, as plain values."""

_OF_PLAYER: Final = attrgetter("color", "markers", "passed", "acted", "borrowed", "month", "finished")
_OF_BUILT: Final = attrgetter("card", "property", "lock", "gatehouse", "permit", "expanded", "gave_marker")
_OF_TURN: Final = attrgetter(
    "hired", "visits", "sold", "bought", "extra_visits", "metal_bought", "builds", "main_action", "building"
)


def player_piece(state: BelfortState, seat: int, player: Player) -> bytes:
    """A player, as a piece of the view; kept until something of the player changes."""
    return _player(
        state.components,
        seat,
        (*_OF_PLAYER(player), state.season(seat), state.key_holder == seat, *player.board, *player.reserve),
        tuple(player.goods),
        (*_OF_TURN(player.turn), tuple(player.turn.offers), tuple(player.turn.collected)),
        tuple(player.hand),
        tuple(player.drawn),
        tuple(player.clipboard),
        tuple(player.spied),
        tuple(player.key_cards),
        tuple(player.discounts),
        tuple(player.parts),
        tuple(player.areas),
        tuple(player.gathered),
        tuple(map(_OF_BUILT, player.built)),
        state.in_play(seat, ELF),
        state.in_play(seat, DWARF),
        state.passive_effects(seat, "income_bonus"),
    )


@kept
def _player(
    components: Components,
    seat: int,
    values: Values,
    goods: tuple[int, ...],
    turn: Values,
    hand: Names,
    drawn: Names,
    clipboard: Names,
    spied: Names,
    key_cards: Names,
    discounts: tuple[Discount, ...],
    parts: tuple[int, ...],
    areas: tuple[AreaWorkers, ...],
    gathered: tuple[AreaWorkers, ...],
    built: tuple[Values, ...],
    elves_in_play: int,
    dwarves_in_play: int,
    income_bonus: int,
) -> bytes:
    color, markers, passed, acted, borrowed, month, finished, season, holds_key, *workers = values
    elves, dwarves, reserve_elves, reserve_dwarves = workers
    score = sum(parts)
    player = view_pb2.PlayerView(
        seat=seat,
        color=T.PlayerColor.ValueType(color),
        goods=goods_message(goods),
        score=score,
        parts=[
            view_pb2.ScorePart(source=T.PointSource.ValueType(source), points=points)
            for source, points in enumerate(parts)
            if points
        ],
        elves=elves,
        dwarves=dwarves,
        reserve_elves=reserve_elves,
        reserve_dwarves=reserve_dwarves,
        key_card_count=len(key_cards),
        key_cards=() if holds_key else key_cards,
        open_key_cards=key_cards if holds_key else (),
        markers=markers,
        passed=passed,
        acted=acted,
        borrowed=borrowed,
        discounts=list(map(_discount, discounts)),
        month=month,
        finished=finished,
        season=T.Season.ValueType(season + 1),
        tax=counting.tax(components, score),
    )
    return holding(
        PLAYERS,
        player.SerializeToString(),
        _turn(turn),
        _hand(hand, drawn, clipboard, spied),
        _areas(areas, gathered),
        _estate(components, built, elves_in_play, dwarves_in_play, income_bonus),
    )


@kept
def _turn(values: Values) -> view_pb2.PlayerView:
    hired, visits, sold, bought, extra_visits, metal_bought, builds, main_action, building, offers, collected = values
    turn = view_pb2.TurnView(
        hired=hired,
        visits=visits,
        sold=sold,
        bought=bought,
        extra_visits=extra_visits,
        offers=offers,
        metal_bought=metal_bought,
        builds=builds,
        collected=goods_message(collected),
        main_action=main_action,
        building=building,
    )
    return view_pb2.PlayerView(turn=turn)


@kept
def _hand(hand: Names, drawn: Names, clipboard: Names, spied: Names) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(
        hand=hand,
        hand_count=len(hand),
        drawn=drawn,
        drawn_count=len(drawn),
        clipboard=clipboard,
        clipboard_count=len(clipboard),
        spied=spied,
        spied_count=len(spied),
    )


def _discount(discount: Discount) -> view_pb2.DiscountView:
    return view_pb2.DiscountView(
        source=discount.source,
        amount=discount.amount,
        goods=[T.Good.ValueType(good + 1) for good in discount.goods],
        builds=discount.builds,
        properties_only=discount.properties_only,
    )


@kept
def _estate(
    components: Components, values: tuple[Values, ...], elves: int, dwarves: int, income_bonus: int
) -> view_pb2.PlayerView:
    """What a player has built and what that brings, given the Workers in play and what modules add to the income."""
    properties = [Built(*each) for each in values]
    bonus = income_bonus + effects_of_locks(components, properties, "income_bonus")
    return view_pb2.PlayerView(
        built=[_built(components, built) for built in properties],
        master_elves=masters_of(components, properties, ELF, elves),
        master_dwarves=masters_of(components, properties, DWARF, dwarves),
        gnomes=counting.gnomes_of(properties),
        income=counting.printed_income(components, properties) + bonus,
    )


def _built(components: Components, built: Built) -> view_pb2.BuiltView:
    return view_pb2.BuiltView(
        card=built.card,
        property=built.property,
        lock=T.Lock.ValueType(built.lock),
        has_lock=components.properties[built.property].has_lock,
        gatehouse=built.gatehouse,
        permit=built.permit,
        expanded=built.expanded,
        gave_marker=built.gave_marker,
        income=counting.income_of(components, built),
    )


@kept
def _areas(areas: tuple[AreaWorkers, ...], gathered: tuple[AreaWorkers, ...]) -> view_pb2.PlayerView:
    return view_pb2.PlayerView(areas=_workers(areas), gathered=_workers(gathered))


def _workers(areas: Sequence[AreaWorkers]) -> list[view_pb2.AreaView]:
    return [
        view_pb2.AreaView(
            area=number,
            elves=there.elves,
            dwarves=there.dwarves,
            master_elves=there.master_elves,
            master_dwarves=there.master_dwarves,
            giants=there.giants,
        )
        for number, there in zip(AREAS, areas, strict=True)
        if any(there)
    ]
