"""A state that is possible for all that a viewer knows (R13)."""

from collections import deque
from collections.abc import Iterable

from ludarium.games.belfort.v1 import options_pb2, types_pb2, view_pb2

from server.games.belfort.setup import new_state
from server.games.belfort.state import (
    SOURCE_COUNT,
    AreaWorkers,
    BelfortState,
    Built,
    Discount,
    Due,
    Marker,
    Occupant,
    Player,
    Reserved,
    Tile,
    Turn,
)
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating


def imagine(options: options_pb2.Options, view: view_pb2.View, seat: int | None, chance: Chance) -> BelfortState:
    """Deal what the viewer can't see at random: other hands and Key cards, the decks."""
    state = new_state(options, [Seating("")] * len(view.players))
    state.players = [_player(player) for player in view.players]
    _read_table(state, view)
    _read_board(state, view)
    _deal_properties(state, view, seat, chance)
    _deal_key_cards(state, view, seat, chance)
    known = {*state.queen_discard, state.queen_card}
    if state.queen:
        cards = [card for card in state.components.queen_cards if card not in known | state.points.left_out]
        state.queen_deck = deque(chance.shuffle(cards)) if view.queen_deck_count else deque()
    return state


def _read_table(state: BelfortState, view: view_pb2.View) -> None:
    state.month, state.phase, state.active = view.month, view.phase, view.active_seat
    state.order = list(view.order)
    state.begun, state.scorings_done, state.winners = view.begun, view.scorings_done, tuple(view.winners)
    state.pool, state.row, state.shelf = list(view.pool), list(view.row), list(view.shelf)
    state.discard, state.removed = list(view.discard), list(view.removed)
    state.gnomes, state.permits = view.gnomes, list(view.permits)
    state.tiles = [
        Tile(t.id, t.gold, t.holder if t.HasField("holder") else -1, t.exhausted, t.extra, t.declined)
        for t in view.assistants
    ]
    state.goon_plank, state.goon_seat = view.goon_plank, view.goon_seat
    state.gorgon, state.gorgon_collected = view.gorgon, view.gorgon_collected
    state.gorgon_paid = list(view.gorgon_paid)
    state.queen, state.parks, state.rex = view.queen, view.parks, view.rex
    state.queen_card, state.queen_steps = view.queen_card, view.queen_steps
    state.queen_discard = list(view.queen_discard)
    state.key_holder = view.key_holder if view.HasField("key_holder") else -1
    state.non_player_colors = [non_player.color for non_player in view.non_players]
    state.non_player_markers = [non_player.markers for non_player in view.non_players]
    state.runs_a, state.heritage_color = view.runs_a, view.heritage
    state.agenda = [_due(due) for due in view.agenda]
    state.asked = _due(view.asked)


def _read_board(state: BelfortState, view: view_pb2.View) -> None:
    state.guilds = [district.guild.id for district in view.districts if district.HasField("guild")]
    for district in view.districts:
        for space in district.spaces:
            if space.owner:
                state.spaces[space.space] = Marker(space.owner, space.decorated)
            if space.reserved_for:
                state.reserved[space.space] = Reserved(space.reserved_for, space.vacated)
    state.planks = {plank.plank: Occupant(plank.owner, plank.worker) for plank in view.planks}


def _due(due: types_pb2.Due) -> Due:
    return Due(due.decision, due.step, due.seat, due.amount, due.thing, due.source)


def _player(view: view_pb2.PlayerView) -> Player:
    parts = [0] * SOURCE_COUNT
    for part in view.parts:
        parts[part.source] = part.points
    turn = view.turn
    return Player(
        color=view.color,
        goods=[view.goods.wood, view.goods.stone, view.goods.metal, view.goods.gold],
        parts=parts,
        hand=list(view.hand),
        drawn=list(view.drawn),
        clipboard=list(view.clipboard),
        spied=list(view.spied),
        key_cards=[*view.key_cards, *view.open_key_cards],
        board=[view.elves, view.dwarves],
        reserve=[view.reserve_elves, view.reserve_dwarves],
        markers=view.markers,
        built=[Built(b.card, b.property, b.lock, b.gatehouse, b.permit, b.expanded, b.gave_marker) for b in view.built],
        areas=_areas(view.areas),
        gathered=_areas(view.gathered),
        passed=view.passed,
        acted=view.acted,
        borrowed=view.borrowed,
        turn=Turn(
            turn.hired,
            turn.visits,
            turn.sold,
            turn.bought,
            turn.extra_visits,
            list(turn.offers),
            turn.metal_bought,
            turn.builds,
            [turn.collected.wood, turn.collected.stone, turn.collected.metal, turn.collected.gold],
            turn.main_action,
            turn.building,
        ),
        discounts=[
            Discount(d.source, d.amount, tuple(good - 1 for good in d.goods), d.builds, d.properties_only)
            for d in view.discounts
        ],
        month=view.month,
        finished=view.finished,
    )


def _areas(views: Iterable[view_pb2.AreaView]) -> list[AreaWorkers]:
    areas = [AreaWorkers()] * 4
    for area in views:
        areas[area.area - 1] = AreaWorkers(
            area.elves, area.dwarves, area.master_elves, area.master_dwarves, area.giants
        )
    return areas


def _deal_properties(state: BelfortState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    """Unseen cards to the other hands and the deck; a hand that the viewer is looking at is known."""
    if seat is not None and state.players[seat].spied:
        state.players[int(state.asked.thing)].hand = list(state.players[seat].spied)
    seen = {*state.pool, *state.row, *state.shelf, *state.discard, *state.removed}
    for player in state.players:
        seen.update(player.hand, player.drawn, player.clipboard, (built.card for built in player.built))
    unseen = deque(chance.shuffle(card for card in state.components.cards if card not in seen))

    def deal(number: int) -> list[str]:
        return sorted(unseen.popleft() for _ in range(number))

    for other, player in enumerate(state.players):
        counts = view.players[other]
        if other != seat:
            player.hand = player.hand or deal(counts.hand_count)
            player.drawn = deal(counts.drawn_count)
            player.clipboard = deal(counts.clipboard_count)
    _show_spied(state, view, seat)
    state.deck = unseen


def _show_spied(state: BelfortState, view: view_pb2.View, seat: int | None) -> None:
    """Somebody else looks at a hand: that hand, whatever it is."""
    asked = state.asked
    if view.winners or asked.decision != types_pb2.DECISION_KIND_TAKE_SPIED_CARD or asked.seat == seat:
        return
    if view.players[asked.seat].spied_count:
        state.players[asked.seat].spied = list(state.players[int(asked.thing)].hand)


def _deal_key_cards(state: BelfortState, view: view_pb2.View, seat: int | None, chance: Chance) -> None:
    if not any(player.key_card_count for player in view.players) and not view.key_deck_count:
        return
    seen = {card for player in state.players for card in player.key_cards}
    unseen = deque(chance.shuffle(c for c in state.components.key_cards if c not in seen | state.points.left_out))
    for other, player in enumerate(state.players):
        missing = view.players[other].key_card_count - len(player.key_cards)
        player.key_cards = sorted([*player.key_cards, *(unseen.popleft() for _ in range(missing))])
    state.key_deck = unseen
