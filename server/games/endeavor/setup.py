"""Set-up (R2): from the options to the choice of starting buildings."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.endeavor.v1 import events_pb2, options_pb2, types_pb2

from server.games.endeavor.content import load
from server.games.endeavor.content.records import COLORS, EUROPE
from server.games.endeavor.modules import attach
from server.games.endeavor.selection import (
    BUILDINGS,
    CARDS,
    PROMINENCE,
    board_side,
    chosen_cards,
    exploit_ids,
    kept_values,
    leftover_scores,
    level_five_each,
    side_id,
    values_of,
)
from server.games.endeavor.state import EndeavorState, Player
from server.games.endeavor.turns import kinds
from server.games.endeavor.turns.kinds import ask
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating
from server.games.kernel.opening import give_colors, refuse_unknown, wish
from server.games.kernel.rejection import Reason, Rejected


def check_options(options: options_pb2.Options, seats: int) -> None:
    """Raise Rejected for what the contract doesn't know or the rules forbid (R2.12)."""
    refuse_unknown(options, "Endeavor", "R2.12")
    if seats not in load().sides[board_side(options, seats)]:
        raise _forbidden("R2.1", f"That side of the board is not for {seats} players.")
    if side_id(options):
        _check_prominence(options, seats)
    if options.kept_cards:
        _check_kept(options)


def new_state(options: options_pb2.Options, seating: Sequence[Seating]) -> EndeavorState:
    """The state before the first event. The wishes for colours are kept in seat order for `set_up`."""
    components = load()
    seats = len(seating)
    board = components.boards[board_side(options, seats)]
    modules = set(options.modules)
    building_set = components.sets["age_of_expansion" if BUILDINGS in modules else "age_of_sail"]
    buildings = components.buildings
    decks = chosen_cards(options)
    governors = {region.id: region.governor for region in board.regions.values() if region.governor}
    state = EndeavorState(
        seats=seats,
        components=components,
        board=board,
        points=attach(options),
        leftover_scores=leftover_scores(options),
        level_five_each=level_five_each(options),
        governors_anywhere=options.governor_slots != options_pb2.GOVERNOR_SLOTS_OWN_ONLY,
        side_wanted=side_id(options),
        exploits=exploit_ids(options),
        players=[Player(color=wish(seat, COLORS), supply=components.numbers.discs) for seat in seating],
        building_set=building_set,
        stock={name: 0 if buildings[name].level == 5 else buildings[name].copies for name in building_set},
        decks=decks,
        governors=governors,
        cards_in_game=sum(map(len, decks.values())) + len(governors),
        open={region.id: region.starts_open for region in board.regions.values()},
        tracks={region: [] for region in board.track_length},
        seas={region.id: [0] * seats for region in board.regions.values() if region.sea},
        fortifications=components.numbers.fortifications if modules & {BUILDINGS, CARDS} else 0,
    )
    if PROMINENCE in modules:
        state.discard = state.decks.pop("slavery")
    return state


def set_up(state: EndeavorState, chance: Chance) -> Iterator[Message]:
    """R2.11: colours, then random parts in their order, then the choices in turn order."""
    wishes = [player.color for player in state.players]
    yield events_pb2.ColorsGiven(colors=give_colors(wishes, len(COLORS), types_pb2.PlayerColor.ValueType))
    tokens = chance.shuffle([token.id for token in state.components.tokens.values() for _ in range(token.count)])
    places = zip(state.board.circles, tokens, strict=True)
    yield events_pb2.TokensLaid(tokens=[events_pb2.PlacedToken(place=place, token=token) for place, token in places])
    yield choose_level_five(state, chance)
    for step in state.points.set_up:
        yield from step(state, chance)
    yield events_pb2.FirstPlayerChosen(seat=chance.draw(state.seats))
    yield ask(state.crown, kinds.CHOOSE_STARTING_SIDE)


def choose_level_five(state: EndeavorState, chance: Chance) -> Message:
    """R2.5, R12.2: three of the seven buildings of level 5."""
    fives = [name for name in state.building_set if state.components.buildings[name].level == 5]
    kept = set(chance.shuffle(fives)[: state.components.numbers.level_five_kept])
    return events_pb2.LevelFiveChosen(
        in_play=[name for name in fives if name in kept], removed=[name for name in fives if name not in kept]
    )


def _check_prominence(options: options_pb2.Options, seats: int) -> None:
    if PROMINENCE not in options.modules:
        raise _forbidden("R12.4", "A Prominence side is named, but the module prominence is off.")
    side = load().prominence[side_id(options)]
    if seats not in side.seats:
        raise _forbidden("R12.4", f"{side.name} ({side.id}) is not for {seats} players.")


def _check_kept(options: options_pb2.Options) -> None:
    if CARDS not in options.modules:
        raise _forbidden("R12.3", "Cards are kept, but the module expansion-cards is off.")
    for deck, values in kept_values(options).items():
        unknown = values - values_of(deck)
        if unknown:
            raise _forbidden("R12.3", f"The deck {deck} has no cards of value {sorted(unknown)}.")
    cards = load().cards
    if sum(cards[card].effect == "abolition" for card in chosen_cards(options)[EUROPE]) != 1:
        message = "Europe must hold exactly one Abolition card: keep values 5 and 6 both or neither."
        raise _forbidden("R12.3", message)


def _forbidden(rule: str, message: str) -> Rejected:
    return Rejected(Reason.REASON_FORBIDDEN_MIX, message, rule)
