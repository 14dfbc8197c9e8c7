"""The view of a state; nothing of it is secret (R18.1)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from ludarium.games.endeavor.v1 import types_pb2, view_pb2

from server.games.endeavor import attributes
from server.games.endeavor.content import Building, Card, Space
from server.games.endeavor.content.records import ATTRIBUTES, SLAVERY
from server.games.endeavor.map import presence
from server.games.endeavor.names import EFFECTS, SPECIALS
from server.games.endeavor.state import EndeavorState, Player, Slot


def view(state: EndeavorState) -> view_pb2.View:
    """Everything on the table."""
    return view_pb2.View(
        players=[_player(state, seat, player) for seat, player in enumerate(state.players)],
        regions=[_region(state, region) for region in state.board.regions],
        links=[
            view_pb2.LinkView(
                id=link.id, ends=link.ends, circle=link.circle, glory=link.glory, token=state.tokens.get(link.id, "")
            )
            for link in state.board.links.values()
        ],
        stock=[view_pb2.StockView(building=building(state, name), count=n) for name, n in state.stock.items() if n],
        removed_buildings=state.removed_buildings,
        discard=[card(state, name) for name in state.discard],
        out_of_game=[card(state, name) for name in state.out_of_game],
        blue_discard=_tokens(state, state.blue_discard, blue=True),
        removed_tokens=_tokens(state, state.removed_tokens, blue=False),
        fortifications=state.fortifications,
        prominence=_prominence(state),
        on_cards=_on_cards(state),
        exploits=[state.components.exploits[name].name for name in state.exploits],
        round=state.round,
        phase=types_pb2.Phase.ValueType(state.phase),
        crown=state.crown,
        active_seat=state.active,
        turn=_turn(state),
        abolished=state.abolished,
        plague_choosers=state.plague_choosers,
        subject=state.subject,
        board_side=state.board.side,
        winners=state.winners,
    )


def building(state: EndeavorState, name: str) -> view_pb2.BuildingView:
    """A kind of building; one message for all places, so whoever takes it copies it."""
    return _building(state.components.buildings[name])


@cache
def _building(record: Building) -> view_pb2.BuildingView:
    return view_pb2.BuildingView(
        id=record.id,
        name=record.name,
        level=record.level,
        symbols=_symbols(record.symbols),
        actions=record.actions,
        mode=record.mode,
        conscription=record.conscription,
        effect=SPECIALS.get(record.special or "", ""),
    )


def card(state: EndeavorState, name: str) -> view_pb2.CardView:
    """A card; one message for all places, so whoever takes it copies it."""
    return _card(state.card(name))


@cache
def _card(record: Card) -> view_pb2.CardView:
    return view_pb2.CardView(
        id=record.id,
        name=record.name,
        deck=record.deck,
        value=record.value or 0,
        symbols=_symbols(record.symbols),
        effect=EFFECTS.get(record.effect or "", ""),
        governor_slot=record.governor_slot,
    )


def _symbols(symbols: Sequence[int]) -> view_pb2.SymbolsView:
    industry, culture, wealth, influence, glory = symbols
    return view_pb2.SymbolsView(industry=industry, culture=culture, wealth=wealth, influence=influence, glory=glory)


def _player(state: EndeavorState, seat: int, player: Player) -> view_pb2.PlayerView:
    assets, governors = attributes.card_slots(state, seat)
    return view_pb2.PlayerView(
        seat=seat,
        color=types_pb2.PlayerColor.ValueType(player.color),
        harbor=player.harbor,
        supply=player.supply,
        buildings=[_slot(state, number, slot) for number, slot in enumerate(player.buildings, start=1)],
        cards=[_held(state, player, name) for name in player.units()],
        reserved=card(state, player.reserved) if player.reserved else None,
        penalty=[card(state, name) for name in player.penalty],
        brown_tokens=_tokens(state, player.tokens, blue=False),
        blue_tokens=_tokens(state, player.tokens, blue=True),
        attributes=[_attribute(state, seat, player, number) for number in range(1, len(ATTRIBUTES) + 1)],
        asset_slots=assets,
        governor_slots=governors,
        presence=[
            view_pb2.PresenceView(region=region, discs=presence(state, seat, region)) for region in state.board.regions
        ],
        passed=player.passed,
        glory=[view_pb2.GloryView(source=source, points=points) for source, points in player.glory.items()],
        score=player.score,
        payments=player.payments,
        reserved_now=player.reserved_now,
        took_back_now=player.took_back_now,
    )


def _slot(state: EndeavorState, number: int, slot: Slot) -> view_pb2.SlotView:
    return view_pb2.SlotView(
        slot=number, building=building(state, slot.building), disc=slot.disc, conscript=slot.conscript
    )


def _held(state: EndeavorState, player: Player, name: str) -> view_pb2.HeldCardView:
    upper = player.stacks.get(name)
    return view_pb2.HeldCardView(card=card(state, name), upper=card(state, upper) if upper else None)


_GIVES: dict[int, Callable[[EndeavorState, int], int]] = {
    attributes.INDUSTRY: attributes.build_level,
    attributes.CULTURE: attributes.growth,
    attributes.WEALTH: attributes.payments,
    attributes.INFLUENCE: lambda state, seat: attributes.card_slots(state, seat)[0],
}
"""What each attribute gives (R4.1, R5.1, R6.1, R10.1)."""


def _attribute(state: EndeavorState, seat: int, player: Player, number: int) -> view_pb2.AttributeView:
    return view_pb2.AttributeView(
        attribute=types_pb2.Attribute.ValueType(number),
        position=attributes.position(state, seat, number),
        level=attributes.level(state, seat, number) + 1,
        gives=_GIVES[number](state, seat),
        glory=attributes.track_glory(state, seat, number),
        discs=player.track_discs[number - 1],
    )


def _tokens(state: EndeavorState, tokens: Mapping[str, int], *, blue: bool) -> list[view_pb2.TokensView]:
    records = state.components.tokens.values()
    return [
        view_pb2.TokensView(token=record.id, count=tokens[record.id])
        for record in records
        if record.blue == blue and tokens.get(record.id)
    ]


def _region(state: EndeavorState, region: str) -> view_pb2.RegionView:
    record = state.board.regions[region]
    governor = state.governors.get(region)
    decks = [deck for deck in (region, SLAVERY) if deck in state.decks and (deck == region or not record.governor)]
    return view_pb2.RegionView(
        id=region,
        name=record.name,
        open=state.open[region],
        track=_track(state, region),
        has_sea=record.sea,
        sea=_discs(state.seas.get(region, ())),
        spaces=[_space(state, state.board.spaces[name]) for name in state.board.spaces_of[region]],
        decks=[view_pb2.DeckView(id=deck, cards=[card(state, name) for name in state.decks[deck]]) for deck in decks],
        governor=card(state, governor) if governor else None,
    )


def _track(state: EndeavorState, region: str) -> list[view_pb2.TrackSpaceView]:
    seats = state.tracks.get(region, [])
    places = state.board.track_places.get(region, ())
    return [
        view_pb2.TrackSpaceView(
            place=place, token=state.tokens.get(place, ""), seat=seats[index] if index < len(seats) else None
        )
        for index, place in enumerate(places)
    ]


def _space(state: EndeavorState, space: Space) -> view_pb2.SpaceView:
    return view_pb2.SpaceView(
        id=space.id,
        name=space.name,
        kind=types_pb2.SPACE_KIND_CITY if space.city else types_pb2.SPACE_KIND_FLEET,
        glory=space.glory,
        token=state.tokens.get(space.id, ""),
        seat=state.control.get(space.id),
        fortified=space.id in state.fortified,
    )


def _discs(by_seat: Iterable[int]) -> list[types_pb2.SeatDiscs]:
    return [types_pb2.SeatDiscs(seat=seat, discs=discs) for seat, discs in enumerate(by_seat) if discs]


def _prominence(state: EndeavorState) -> view_pb2.ProminenceView | None:
    side = state.side
    if side is None:
        return None
    return view_pb2.ProminenceView(
        side=side.id,
        name=side.name,
        action=side.action,
        spots=[
            view_pb2.SpotView(
                id=spot.id,
                lower=spot.lower,
                glory=spot.glory,
                disc_bonus=spot.disc_bonus,
                attribute=types_pb2.Attribute.ValueType(spot.attribute),
                seat=state.spots.get(spot.id),
            )
            for spot in side.spots.values()
        ],
        links=[view_pb2.SpotLinkView(ends=link.ends, glory=link.glory) for link in side.links],
        alliances=[
            view_pb2.AllianceView(id=box, color=color, discs=_discs(state.alliances[box]))
            for box, color in side.boxes.items()
        ],
    )


def _on_cards(state: EndeavorState) -> view_pb2.OnCardsView:
    return view_pb2.OnCardsView(
        flota=_tokens(state, Counter(state.flota), blue=True),
        declaration=state.declaration,
        conquistador=state.conquistador,
        marriage=state.marriage,
        marriage_discs=[
            types_pb2.SeatDiscs(seat=seat, discs=discs) for seat, discs in sorted(state.marriage_discs.items())
        ],
    )


def _turn(state: EndeavorState) -> view_pb2.TurnView:
    turn = state.turn
    attack = turn.attack
    return view_pb2.TurnView(
        number=turn.number,
        slot=turn.slot,
        token=turn.token,
        actions=turn.actions,
        mode=turn.mode,
        done=turn.done,
        rosetta=turn.rosetta,
        replacing=turn.replacing,
        mobilized=turn.mobilized,
        mobilizing=turn.mobilizing,
        moved_to_sea=turn.moved_to_sea,
        attack=view_pb2.PendingAttackView(space=attack.space, casualties=attack.casualties) if attack else None,
    )
