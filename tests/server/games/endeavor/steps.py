"""The steps of examples.yaml, as answers to decisions."""

from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, types_pb2

from server.games.endeavor import choices as c
from server.games.endeavor import scoring
from server.games.endeavor.content.records import ACTIONS
from server.games.endeavor.game import ENDEAVOR
from server.games.endeavor.turns import flow, kinds
from server.games.kernel.chance import Chance
from server.games.kernel.codec import Choice
from server.games.kernel.driver import run, step
from server.games.kernel.rejection import Rejected
from tests.server.games.endeavor.table import Table, seat_of

PARTS: dict[str, int] = {
    "flota_des_indias": types_pb2.POINT_SOURCE_FLOTA_DES_INDIAS,
    "port_of_dejima": types_pb2.POINT_SOURCE_PORT_OF_DEJIMA,
    "declaration_of_independence": types_pb2.POINT_SOURCE_DECLARATION_OF_INDEPENDENCE,
    "conquistadors": types_pb2.POINT_SOURCE_CONQUISTADORS,
    "citadel": types_pb2.POINT_SOURCE_CITADEL,
    "naval_superiority_majority": types_pb2.POINT_SOURCE_PROMINENCE_MAJORITY,
    "prominence_links": types_pb2.POINT_SOURCE_PROMINENCE_LINKS,
    "attributes": types_pb2.POINT_SOURCE_ATTRIBUTE,
    "changing_alliances": types_pb2.POINT_SOURCE_PROMINENCE_ALLIANCE,
}
"""By `part` of a final scoring, its source."""
ACTION_WORDS = ("occupy", "attack", "ship", "draw", "trade", "payment", "place")
Step = Mapping[str, Any]


def take(table: Table, row: Step) -> None:
    """Carry a step out. Raises Rejected."""
    _STEPS[row["do"]](table, seat_of(row.get("player", "P1")), row)


def actions(table: Table, seat: int, row: Step) -> Iterator[Choice]:
    """The answers to CHOOSE_ACTION that a step names besides what it does."""
    for word in ACTION_WORDS:
        if word in row and row["do"] != word:
            yield action(table, seat, word, row[word], row)


def action(table: Table, seat: int, word: str, value: Any, row: Step) -> Choice:
    """`occupy: elmina` as a choice."""
    match word:
        case "occupy":
            return c.Occupy(value)
        case "attack" if isinstance(value, dict):
            return c.TakeFromFlota(value["flota"])
        case "attack":
            return c.Attack(value, tuple(row.get("casualty", ())))
        case "ship":
            return c.ShipToSea(value["open_sea"]) if "open_sea" in value else c.ShipToTrack(value["track"])
        case "draw":
            return c.Draw(value)
        case "trade":
            return c.Trade(value["give"], value["take_from"])
        case "payment":
            return c.Pay(table.slot(seat, value))
        case _:
            return c.PlaceOnTile(value)


def _activate(table: Table, seat: int, row: Step) -> None:
    slot = table.slot(seat, row["building"])
    record = table.state.components.buildings[row["building"]]
    forced = events_pb2.BuildingActivated(
        seat=seat, slot=slot, building=record.id, actions=record.actions, mode=record.mode
    )
    _begin(table, seat, c.Activate(slot), forced, row)


def _spend(table: Table, seat: int, row: Step) -> None:
    record = table.state.components.tokens[row["token"]]
    forced = events_pb2.TokenSpent(seat=seat, token=record.id, actions=record.actions, mode=record.mode)
    _begin(table, seat, c.SpendToken(row["token"]), forced, row)


def _begin(table: Table, seat: int, choice: Choice, forced: Message, row: Step) -> None:
    """Where nothing would be possible, the beginning itself is refused; then the action tells by which rule."""
    wanted = list(actions(table, seat, row))
    try:
        table.play(seat, choice)
    except Rejected as rejection:
        if rejection.rule not in ("R7.5", "R7.5.1") or not wanted:
            raise
        step(ENDEAVOR, table.state, forced, Chance(b""), table.decision(seat))
    for one in wanted:
        table.play(seat, one, kinds.CHOOSE_ACTION)
    if "rosetta" in row:
        table.play(seat, c.UseRosetta(types_pb2.ACTION_DRAW), kinds.CHOOSE_ACTION)


def _act(table: Table, seat: int, row: Step) -> None:
    word = row["do"]
    value = row.get("target") or {key: row[key] for key in ("open_sea", "track") if key in row}
    table.play(seat, action(table, seat, word, value, row), kinds.CHOOSE_ACTION)


def _mobilize(table: Table, seat: int, row: Step) -> None:
    kind = table.kind(seat) if table.kind(seat) in (kinds.TAKE_TURN, kinds.CHOOSE_ACTION) else kinds.MOBILIZE
    if kind == kinds.TAKE_TURN and table.state.turn.number > 1:
        kind = kinds.MOBILIZE
    table.play(seat, c.Mobilize(table.slot(seat, row["space"])), kind)
    if "rosetta" in row:
        table.play(seat, c.UseRosetta(types_pb2.ACTION_SHIP))
    for one in actions(table, seat, row):
        table.play(seat, one)


def _rosetta(table: Table, seat: int, row: Step) -> None:
    table.play(seat, c.UseRosetta(ACTIONS[row["replace"]]))
    for one in actions(table, seat, row):
        table.play(seat, one)


def _arrange(table: Table, seat: int, row: Step) -> None:
    for card in row.get("discard", ()):
        table.play(seat, c.Discard(card))
    if "reserve" in row:
        table.play(seat, c.Reserve(row["reserve"]))
    table.play(seat, c.Keep())


def _growth(table: Table, seat: int, row: Step) -> None:
    chance = Chance(b"growth")
    happened = run(ENDEAVOR, table.state, flow.growth_phase(table.state, chance, [seat]), chance)
    table.happened += [event for event, _ in happened]


def _final(table: Table, seat: int, row: Step) -> None:
    for part in scoring.parts(table.state):
        table.happened += list(part(table.state))


def _end(table: Table, seat: int, row: Step) -> None:
    table.happened.append(scoring.game_ended(table.state))


def _plays(make: Any) -> Any:
    return lambda table, seat, row: [table.play(seat, choice) for choice in make(table, seat, row)]


_STEPS: dict[str, Any] = {
    "read": lambda table, seat, row: None,
    "setup": lambda table, seat, row: None,
    "activate": _activate,
    "spend": _spend,
    "ship": _act,
    "attack": _act,
    "mobilize": _mobilize,
    "rosetta": _rosetta,
    "arrange": _arrange,
    "growth": _growth,
    "final_scoring": _final,
    "end": _end,
    "stack": _plays(lambda t, s, row: [c.Stack(row["on"], row["card"])]),
    "subsidy": _plays(lambda t, s, row: [c.Pay(t.slot(s, row["pay"]))]),
    "pay": _plays(lambda t, s, row: [c.Pay(t.slot(s, building)) for building in row["buildings"]]),
    "company_raj": _plays(lambda t, s, row: [c.ClaimToken(row["take"])]),
    "repel": _plays(lambda t, s, row: [c.Repel() if row["use"] else c.Decline()]),
    "plague": _plays(lambda t, s, row: [c.LoseDisc(t.slot(s, row["lose"]), False)]),
    "smallpox": _plays(lambda t, s, row: [c.SpendWealth() if row["spend"] else c.Decline()]),
    "fortify": _plays(lambda t, s, row: [c.Fortify(row["city"])]),
    "naval_move": _plays(lambda t, s, row: [c.MoveToSea(row["from"], row["open_sea"])]),
    "choose_conscripts": _plays(lambda t, s, row: [c.PlaceConscript(t.slot(s, space)) for space in row["spaces"]]),
    "build": _plays(lambda t, s, row: [c.Build(row["building"])]),
    "choose_starting_side": _plays(lambda t, s, row: [c.ChooseStartingSide(row["side"])]),
}
