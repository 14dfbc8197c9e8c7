"""The full view of a state; the redactor cuts it to what a viewer may see (R13)."""

from collections.abc import Sequence
from functools import cache

from ludarium.games.belfort.v1 import types_pb2, view_pb2

from server.games.belfort import counting, scoring
from server.games.belfort.content import load
from server.games.belfort.effect_words import action_words, effect_words
from server.games.belfort.state import AREAS, DWARF, ELF, OWNER_A, AreaWorkers, BelfortState, Built, Player
from server.games.belfort.turns.agenda import due_message, goods_message

T = types_pb2


def view(state: BelfortState) -> view_pb2.View:
    """Everything on the table, hidden things included."""
    color = T.PlayerColor.ValueType
    return view_pb2.View(
        players=[_player(state, seat, player) for seat, player in enumerate(state.players)],
        districts=[_district(state, number, district) for number, district in enumerate(state.components.districts)],
        planks=[
            view_pb2.PlankView(
                plank=plank,
                owner=T.Owner.ValueType(state.planks[plank].owner),
                worker=T.Worker.ValueType(state.planks[plank].kind),
            )
            for plank in sorted(state.planks)
        ],
        month=state.month,
        phase=T.Phase.ValueType(state.phase),
        order=state.order,
        active_seat=state.active,
        pool=state.pool,
        row=state.row,
        shelf=state.shelf,
        discard=state.discard,
        removed=state.removed,
        deck_count=len(state.deck),
        deck=state.deck,
        gnomes=state.gnomes,
        permits=state.permits,
        assistants=[
            view_pb2.AssistantView(
                id=tile.id,
                gold=tile.gold,
                holder=tile.holder if tile.holder >= 0 else None,
                exhausted=tile.exhausted,
                extra=tile.extra,
                declined=tile.declined,
            )
            for tile in state.tiles
        ],
        goon_plank=state.goon_plank,
        goon_seat=state.goon_seat,
        gorgon=state.gorgon,
        gorgon_paid=state.gorgon_paid,
        gorgon_collected=state.gorgon_collected,
        queen=state.queen,
        parks=state.parks,
        rex=state.rex,
        queen_card=state.queen_card,
        queen_discard=state.queen_discard,
        queen_deck_count=len(state.queen_deck),
        queen_deck=state.queen_deck,
        queen_steps=state.queen_steps,
        key_holder=state.key_holder if state.key_holder >= 0 else None,
        key_deck_count=len(state.key_deck),
        key_deck=state.key_deck,
        non_players=[
            view_pb2.NonPlayerView(
                owner=T.Owner.ValueType(OWNER_A + number),
                color=color(state.non_player_colors[number]) if state.non_player_colors else color(0),
                markers=markers,
            )
            for number, markers in enumerate(state.non_player_markers)
        ],
        runs_a=state.runs_a,
        heritage=color(state.heritage_color),
        agenda=[due_message(due) for due in state.agenda],
        asked=due_message(state.asked),
        scorings_done=state.scorings_done,
        winners=state.winners,
        begun=state.begun,
        prices=_prices(state.components.version),
        queen_favor=effect_words(state.components.queen_cards[state.queen_card].effect) if state.queen_card else "",
    )


@cache
def _prices(version: str) -> view_pb2.PricesView:
    """The same for every game of a content version."""
    components = load(int(version.rpartition("/")[2]))
    return view_pb2.PricesView(
        properties=[
            view_pb2.PropertyTypeView(
                id=kind.id, name=kind.name, cost=goods_message(kind.cost), income=kind.income, has_lock=kind.has_lock
            )
            for kind in components.properties.values()
        ],
        wall=goods_message(components.numbers.wall_cost),
        sell=goods_message(components.sell),
        buy=goods_message(components.buy),
        gnome=components.numbers.gnome_hire,
        card=components.numbers.card_price,
    )


def _district(state: BelfortState, number: int, district: str) -> view_pb2.DistrictView:
    guild = state.components.guilds[state.guilds[number]] if state.guilds else None
    names = [f"{district}.{space}" for space in state.components.spaces]
    return view_pb2.DistrictView(
        id=district,
        guild=view_pb2.GuildView(
            id=guild.id,
            name=guild.name,
            cost=goods_message(guild.cost),
            on_placement=guild.on_placement or state.points.acts_at_once,
            action=action_words(guild.effects),
        )
        if guild
        else None,
        spaces=[_space(state, name) for name in names if name in state.spaces or name in state.reserved],
        values=scoring.district_values(state, district),
    )


def _space(state: BelfortState, name: str) -> view_pb2.SpaceView:
    marker, reserved = state.spaces.get(name), state.reserved.get(name)
    return view_pb2.SpaceView(
        space=name,
        owner=T.Owner.ValueType(marker.owner if marker else 0),
        decorated=marker is not None and marker.decorated,
        reserved_for=T.Owner.ValueType(reserved.owner if reserved else 0),
        vacated=reserved is not None and reserved.vacated,
    )


def _player(state: BelfortState, seat: int, player: Player) -> view_pb2.PlayerView:
    turn = player.turn
    return view_pb2.PlayerView(
        seat=seat,
        color=T.PlayerColor.ValueType(player.color),
        goods=goods_message(player.goods),
        score=player.score,
        parts=[
            view_pb2.ScorePart(source=T.PointSource.ValueType(source), points=points)
            for source, points in enumerate(player.parts)
            if points
        ],
        hand=player.hand,
        hand_count=len(player.hand),
        drawn=player.drawn,
        drawn_count=len(player.drawn),
        clipboard=player.clipboard,
        clipboard_count=len(player.clipboard),
        spied=player.spied,
        spied_count=len(player.spied),
        key_cards=player.key_cards if state.key_holder != seat else [],
        key_card_count=len(player.key_cards),
        open_key_cards=player.key_cards if state.key_holder == seat else [],
        elves=player.board[0],
        dwarves=player.board[1],
        reserve_elves=player.reserve[0],
        reserve_dwarves=player.reserve[1],
        master_elves=state.masters(seat, ELF),
        master_dwarves=state.masters(seat, DWARF),
        gnomes=counting.gnomes(state, seat),
        markers=player.markers,
        built=[_built(state, built) for built in player.built],
        areas=_areas(player.areas),
        gathered=_areas(player.gathered),
        passed=player.passed,
        acted=player.acted,
        borrowed=player.borrowed,
        turn=view_pb2.TurnView(
            hired=turn.hired,
            visits=turn.visits,
            sold=turn.sold,
            bought=turn.bought,
            extra_visits=turn.extra_visits,
            offers=turn.offers,
            metal_bought=turn.metal_bought,
            builds=turn.builds,
            collected=goods_message(turn.collected),
            main_action=turn.main_action,
            building=turn.building,
        ),
        discounts=[
            view_pb2.DiscountView(
                source=discount.source,
                amount=discount.amount,
                goods=[T.Good.ValueType(good + 1) for good in discount.goods],
                builds=discount.builds,
                properties_only=discount.properties_only,
            )
            for discount in player.discounts
        ],
        month=player.month,
        finished=player.finished,
        season=T.Season.ValueType(state.season(seat) + 1),
        tax=counting.tax(state, player.score),
        income=counting.income(state, seat),
    )


def _built(state: BelfortState, built: Built) -> view_pb2.BuiltView:
    return view_pb2.BuiltView(
        card=built.card,
        property=built.property,
        lock=T.Lock.ValueType(built.lock),
        has_lock=state.components.properties[built.property].has_lock,
        gatehouse=built.gatehouse,
        permit=built.permit,
        expanded=built.expanded,
        gave_marker=built.gave_marker,
        income=counting.income_of(state, built),
    )


def _areas(areas: Sequence[AreaWorkers]) -> list[view_pb2.AreaView]:
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
