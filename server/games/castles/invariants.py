"""What holds in every state between two commands (R13.4)."""

from collections import Counter

from ludarium.games.castles.v1 import types_pb2

from server.games.castles.content.records import COLORS, HALLWAYS, MOATS, STAIRS, STANDARD, TOWERS
from server.games.castles.geometry.castle import Castle
from server.games.castles.geometry.outside import external_doors
from server.games.castles.geometry.relations import relation
from server.games.castles.in_play import bonus_cards, decrees, favors, room_cards, room_tiles
from server.games.castles.state import CastlesState


def check(state: CastlesState) -> None:
    """Raise AssertionError naming what does not hold."""
    if not state.bonus_deck and not any(player.bonus or player.looked for player in state.players):
        return
    assert _tiles(state) == _all_tiles(state), "R13.4: room tiles appeared or vanished"
    assert _cards(state) == Counter(room_cards(state)), "R13.4: room cards appeared or vanished"
    assert _favors(state) == Counter(favors(state)), "R13.4: favors appeared or vanished"
    _check_supplies(state)
    _check_cards(state)
    for player in state.players:
        _check_castle(player.castle)
        assert player.coins >= 0, "R3.5: debts"
        assert player.score == sum(player.parts.values()), "points without a reason"
    assert len({player.color for player in state.players}) == state.seats, "two players of one colour"
    assert all(1 <= player.color <= len(COLORS) for player in state.players), "a player without a colour"
    assert len(state.market) <= state.row.market_rooms, "R2.2.4: too many rooms in the market"
    assert len(state.pool) <= state.row.market_rooms, "R8.8.4: too many renovations in the pool"


def _all_tiles(state: CastlesState) -> Counter[str]:
    tiles = Counter(tile for stack in STANDARD for tile in room_tiles(state, stack))
    if TOWERS in state.stacks:
        tiles.update(state.components.towers)
    return tiles


def _tiles(state: CastlesState) -> Counter[str]:
    tiles = Counter(state.box)
    for stack in state.stacks.values():
        tiles.update(stack)
    tiles.update(entry.tile for entry in state.room_deck if entry.tile)
    tiles.update(lying.tile for lying in state.market)
    for player in state.players:
        tiles.update(room.tile.id for room in player.castle.rooms if room.tile.stack in (*STANDARD, TOWERS))
        if player.hidden_room:
            tiles[player.hidden_room] += 1
    return tiles


def _cards(state: CastlesState) -> Counter[int]:
    cards = Counter(state.discard_pile) + Counter(state.boxed_cards)
    cards.update(entry.stack for entry in state.room_deck if not entry.tile)
    return cards


def _favors(state: CastlesState) -> Counter[str]:
    cards = Counter(state.favors + state.favor_pile + state.favor_box + state.favor_discard)
    for player in state.players:
        cards.update(player.tower_favors + player.private_favors)
        cards.update(card for card in player.looked if card in state.components.favors)
    return cards


def _check_supplies(state: CastlesState) -> None:
    rooms = Counter(room.tile.stack for player in state.players for room in player.castle.rooms)
    removed = sum(len(player.removed_from) for player in state.players)
    if not removed:
        assert rooms[STAIRS] + state.supplies[STAIRS] == state.row.stairs, "R13.4: stairs"
        assert rooms[HALLWAYS] + state.supplies[HALLWAYS] == state.row.hallways, "R13.4: hallways"
    if MOATS in state.supplies:
        moats = sum(len(player.castle.moats) for player in state.players)
        assert moats + state.supplies[MOATS] == state.row.moats, "R13.4: moats"
    if state.renovations:
        covers = Counter(cover for stack in state.renovations.values() for cover in stack)
        covers.update(lying.renovation for lying in state.pool)
        covers.update(room.shows.id for p in state.players for room in p.castle.rooms if room.shows is not room.tile)
        assert covers == Counter(state.components.renovations), "R13.4: renovations"
    tokens = Counter(state.lake) + state.traded
    for player in state.players:
        tokens += player.swans
    tokens.update(state.swans_lying())
    assert not tokens or tokens == Counter(state.components.swans), "R13.4: swan tokens"


def _check_cards(state: CastlesState) -> None:
    cards = Counter(state.bonus_deck)
    for player in state.players:
        cards.update(player.bonus)
        if not (
            state.exchange_shown and any(card in discard.cards for discard in state.discards for card in player.looked)
        ):
            cards.update(card for card in player.looked if card in state.components.bonus_cards)
    cards.update(card for discard in state.discards for card in discard.cards)
    assert cards == Counter(bonus_cards(state)), "R13.4: bonus cards appeared or vanished"
    if state.points.draft and state.stage > types_pb2.STAGE_FOYERS:
        laws = Counter(state.decree_deck + state.draft)
        for player in state.players:
            laws.update(player.decrees + player.kept_decrees)
            laws.update(card for card in player.looked if card in state.components.decrees)
        known = Counter(decrees(state.components, sorted(state.modules), state.removed_decrees))
        assert laws == known, "R13.4: decrees appeared or vanished"


def _check_castle(castle: Castle) -> None:
    if not castle.rooms:
        return
    assert external_doors(castle), "R4.1.3: no external entrance"
    newest = castle.rooms[-1]
    for other in castle.rooms[:-1]:
        apart = relation(newest.lying.form, other.lying.form, other.x - newest.x, other.y - newest.y)
        assert apart >= 0, f"R4.1.0: rooms {newest.number} and {other.number} overlap"
    reached, front = {0}, [0]
    while front:
        for other_number in castle.connected(front.pop()):
            if other_number not in reached:
                reached.add(other_number)
                front.append(other_number)
    assert len(reached) == len(castle.rooms), "R4.1.2: a room is not connected"
    for room in castle.rooms:
        if room.complete:
            assert castle.is_joined(room.number), f"R4.4.1: room {room.number} is not complete"
