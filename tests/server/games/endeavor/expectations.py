"""What examples.yaml expects, read from a table."""

from collections.abc import Callable
from typing import Any

from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import attributes
from server.games.endeavor.content.records import ATTRIBUTES, EUROPE, GLORY
from server.games.endeavor.map import presence
from server.games.endeavor.modules.prominence.alliances import winning_box
from server.games.endeavor.setup import choose_level_five
from server.games.endeavor.turns import kinds
from server.games.kernel.chance import Chance
from tests.server.games.endeavor.steps import PARTS
from tests.server.games.endeavor.table import Table, seat_of

OF_A_TURN = (kinds.TAKE_TURN, kinds.CHOOSE_ACTION, kinds.MOBILIZE, kinds.BUILD, kinds.ARRANGE_CARDS, kinds.PAY)


def check(table: Table, word: str, expected: Any) -> None:
    """Assert one word of an `expect`."""
    found = _READ[word](table, expected)
    assert found == expected, f"{word}: {found}, expected {expected}"


def by_player(read: Callable[[Table, int], Any]) -> Callable[[Table, Any], Any]:
    """Reads the same of every player that the expectation names."""
    return lambda table, expected: {name: read(table, seat_of(name)) for name in expected}


def named(seat: int | None) -> str:
    """Seat 0 is P1."""
    return "none" if seat is None else f"P{seat + 1}"


def tokens(table: Table, seat: int, *, blue: bool) -> list[str]:
    records = table.state.components.tokens
    return [token for token in table.state.players[seat].tokens.elements() if records[token].blue == blue]


def positions(table: Table, expected: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {
        name: {word: attributes.position(table.state, seat_of(name), ATTRIBUTES.index(word) + 1) for word in wanted}
        for name, wanted in expected.items()
    }


def glory(table: Table, expected: dict[str, int]) -> dict[str, int]:
    part = next(row["part"] for row in table.given["when"] if row["do"] == "final_scoring")
    scored = [e for e in table.all(events_pb2.PointsScored) if e.source == PARTS[part]]
    return {name: sum(e.points for e in scored if e.seat == seat_of(name)) for name in expected}


def glory_by_attribute(table: Table, expected: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    scored = {(e.seat, e.attribute): e.points for e in table.all(events_pb2.PointsScored) if e.attribute}
    return {
        name: {word: scored.get((seat_of(name), ATTRIBUTES.index(word) + 1), 0) for word in wanted}
        for name, wanted in expected.items()
    }


def conscripts(table: Table, seat: int) -> list[str]:
    return [slot.building for slot in table.state.players[seat].buildings if slot.conscript]


def on_card(table: Table, expected: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    whole: dict[str, Any] = {
        "tokens": sorted(table.state.flota.elements()),
        "fortifications": table.state.declaration,
    }
    return {card: {word: whole[word] for word in things} for card, things in expected.items()}


def symbols_in_play(table: Table) -> int:
    player = table.state.players[0]
    return sum(attributes.card_symbols(table.state, player, index) for index in range(GLORY + 1))


def symbols_lost(table: Table, expected: int) -> int:
    cards = [event.card for event in table.all(events_pb2.CardDiscarded)]
    return sum(sum(table.state.card(card).symbols) for card in cards)


def stock_of_level(level: int) -> Callable[[Table, Any], int]:
    return lambda table, expected: sum(
        count for name, count in table.state.stock.items() if table.state.components.buildings[name].level == level
    )


def level_five(table: Table, expected: int) -> int:
    chosen: Any = choose_level_five(table.state, Chance(b"any"))
    assert len(chosen.in_play) + len(chosen.removed) == 7
    return len(chosen.in_play)


def space_token_gained(table: Table, expected: str) -> str:
    attacked = [event.space for event in table.all(events_pb2.AttackMade)]
    taken = [event.token for event in table.all(events_pb2.TokenTaken) if event.place in attacked]
    return taken[0] if taken else "none"


def asked(table: Table, expected: list[str]) -> list[str]:
    opened = table.all(events_pb2.DecisionOpened)
    return [named(event.seat) for event in opened if event.kind == kinds.FORTIFY_IN_PEACE]


def pending(table: Table, expected: str) -> str:
    open_kinds = [decision.kind for decision in table.state.decisions if decision.kind not in OF_A_TURN]
    return str(open_kinds) if open_kinds else "none"


def deck_sizes(table: Table, expected: int) -> int:
    sizes = {len(cards) for deck, cards in table.state.decks.items() if deck not in (EUROPE, "slavery")}
    assert len(sizes) == 1
    return sizes.pop()


def governor_slot(table: Table, expected: bool) -> bool:
    return table.state.card(table.state.players[0].cards[-1]).governor_slot


def discs_in_seas(table: Table, expected: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    seas = table.state.seas
    return {region: {name: seas[region][seat_of(name)] for name in discs} for region, discs in expected.items()}


def discs_in_boxes(table: Table, expected: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    boxes = table.state.alliances
    return {box: {name: boxes[box][seat_of(name)] for name in discs} for box, discs in expected.items()}


_READ: dict[str, Callable[[Table, Any], Any]] = {
    "note": lambda t, e: e,
    "cards": by_player(lambda t, seat: t.state.players[seat].cards),
    "common_discard": lambda t, e: t.state.discard,
    "positions": positions,
    "total_symbols": lambda t, e: symbols_in_play(t),
    "slots_used": lambda t, e: len(t.state.players[0].units()),
    "glory_symbols": lambda t, e: attributes.card_symbols(t.state, t.state.players[0], GLORY),
    "symbols_lost": symbols_lost,
    "penalty_cards": by_player(lambda t, seat: t.state.players[seat].penalty),
    "glory_slavery": by_player(lambda t, seat: t.state.players[seat].glory[types_pb2.POINT_SOURCE_SLAVERY]),
    "out_of_game": lambda t, e: t.state.out_of_game,
    "harbor": by_player(lambda t, seat: t.state.players[seat].harbor),
    "supply": by_player(lambda t, seat: t.state.players[seat].supply),
    "bans": lambda t, e: list(t.state.marriage),
    "open_sea": discs_in_seas,
    "control": lambda t, e: {space: named(t.state.control.get(space)) for space in e},
    "tile": lambda t, e: {spot: named(t.state.spots.get(spot)) for spot in e},
    "boxes": discs_in_boxes,
    "conscripts": by_player(conscripts),
    "fortified": lambda t, e: sorted(t.state.fortified, key=e.index),
    "fortification_supply": lambda t, e: t.state.fortifications,
    "space_token_gained": space_token_gained,
    "mat_tokens": by_player(lambda t, seat: tokens(t, seat, blue=False)),
    "blue": by_player(lambda t, seat: tokens(t, seat, blue=True)),
    "blue_discard": lambda t, e: sorted(t.state.blue_discard.elements(), key=e.index),
    "tokens_on": lambda t, e: {place: t.state.tokens.get(place) for place in e},
    "decision_pending": pending,
    "occupied": by_player(lambda t, seat: [slot.building for slot in t.state.players[seat].buildings if slot.disc]),
    "glory": glory,
    "glory_by_attribute": glory_by_attribute,
    "on_card": on_card,
    "reserved": by_player(lambda t, seat: t.state.players[seat].reserved),
    "governor_slot_legal": governor_slot,
    "asked": asked,
    "presence": lambda t, e: {
        name: {region: presence(t.state, seat_of(name), region) for region in regions} for name, regions in e.items()
    },
    "presence_europe": by_player(lambda t, seat: presence(t.state, seat, EUROPE)),
    "winner": lambda t, e: winning_box(t.state),
    "level_5_types_available": level_five,
    "level_1_tiles": stock_of_level(1),
    "level_2_tiles": stock_of_level(2),
    "level_3_tiles": stock_of_level(3),
    "level_4_tiles": stock_of_level(4),
    "deck_africa": lambda t, e: t.state.decks["africa"],
    "deck_europe": lambda t, e: t.state.decks[EUROPE],
    "deck_size_each_region": deck_sizes,
    "open": lambda t, e: {region: t.state.open[region] for region in e},
    "winners": lambda t, e: [named(seat) for seat in t.all(events_pb2.GameEnded)[-1].winners],
}
