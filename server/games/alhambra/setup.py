"""Set-up (R2): from the options to the first turn."""

from collections.abc import Iterator, Sequence

from google.protobuf.message import Message
from ludarium.games.alhambra.v1 import events_pb2, options_pb2, types_pb2

from server.games.alhambra.content import Components, load
from server.games.alhambra.content.records import COLORS
from server.games.alhambra.modules import attach
from server.games.alhambra.state import AlhambraState, Player
from server.games.alhambra.turns.turn import next_turn
from server.games.kernel.chance import Chance
from server.games.kernel.game import Seating
from server.games.kernel.opening import give_colors, refuse_unknown, wish
from server.games.kernel.rejection import Reason, Rejected

SCORING_CARDS = ("scoring_card_1", "scoring_card_2")


def check_options(options: options_pb2.Options, seats: int) -> None:
    """Raise Rejected for options that the contract doesn't know (R19); any subset of the modules is legal."""
    refuse_unknown(options, "Alhambra", "R19")
    _check_rulings_of_modules(options)


def new_state(options: options_pb2.Options, seating: Sequence[Seating]) -> AlhambraState:
    """The state before the first event. The wishes for colours are kept in seat order for `set_up`."""
    components = load()
    walls = {tile.id: tile.walls for tile in components.buildings.values()}
    walls.update(dict.fromkeys(components.fountains.values(), 0))
    state = AlhambraState(
        seats=len(seating),
        components=components,
        points=attach(options.modules),
        pass_extra=options.extra_action == options_pb2.EXTRA_ACTION_MAY,
        leftovers_at_once=options.leftover_order == options_pb2.LEFTOVER_ORDER_RECEIVER_CHOOSES,
        players=[Player(color=wish(seat, COLORS)) for seat in seating],
        walls=walls,
    )
    for add in state.points.new_state:
        add(state, options)
    return state


def set_up(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    """R2 in its order, up to the first turn."""
    wishes = [player.color for player in state.players]
    yield events_pb2.ColorsGiven(colors=give_colors(wishes, len(COLORS), types_pb2.PlayerColor.ValueType))
    tiles = chance.shuffle(state.components.buildings)
    yield events_pb2.DrawPileShuffled(tiles=tiles, count=len(tiles))
    for space in range(1, state.components.counts.market + 1):
        yield events_pb2.BuildingTurnedUp(space=space, tile=state.draw_pile[0])
    if state.has_dirk:
        yield events_pb2.DirkDealt(tiles=[state.draw_pile[i] for i in range(state.components.counts.dirk_at_start)])
    yield from _deal_money(state, chance)
    for step in state.points.set_up:
        yield from step(state, chance)
    yield from next_turn(state, state.active)


def money_cards(components: Components, seats: int) -> list[str]:
    """The money cards of a game (R2.3), a copy an entry, in canonical order."""
    return [
        card.id
        for card in components.cards.values()
        for _ in range(card.copies_with_two if seats == 2 else card.copies)
    ]


def deal_starting_money(state: AlhambraState) -> Iterator[Message]:
    """R2.5: in seat order, cards one by one until each player's total is high enough."""
    for seat in range(state.seats):
        dealt: list[str] = []
        for card in state.money_deck:
            dealt.append(card)
            if sum(state.components.cards[c].value for c in dealt) >= state.components.counts.starting_money:
                break
        yield events_pb2.StartingMoneyDealt(seat=seat, cards=dealt)


def choose_start_player(state: AlhambraState, chance: Chance) -> Message:
    """R2.6: fewest cards, then the lowest total, then a draw."""
    cards = state.components.cards
    ranks = [
        (player.hand.total(), sum(cards[card].value * n for card, n in player.hand.items())) for player in state.players
    ]
    fewest = [seat for seat, rank in enumerate(ranks) if rank[0] == min(ranks)[0]]
    lowest = [seat for seat in fewest if ranks[seat] == min(ranks)]
    if len(fewest) == 1:
        return events_pb2.StartPlayerChosen(seat=fewest[0], reason=events_pb2.START_REASON_FEWEST_CARDS)
    if len(lowest) == 1:
        return events_pb2.StartPlayerChosen(seat=lowest[0], reason=events_pb2.START_REASON_LOWEST_TOTAL)
    return events_pb2.StartPlayerChosen(seat=chance.choose(lowest), reason=events_pb2.START_REASON_DRAWN)


def section_sizes(cards: int, sections: int) -> list[int]:
    """R2.8: sections as equal as possible, the larger ones on top."""
    return [cards // sections + (1 if number < cards % sections else 0) for number in range(sections)]


def build_money_deck(state: AlhambraState, chance: Chance) -> Message:
    """R2.8: the remaining cards in sections, each scoring card at a random place in its own."""
    rest = list(state.money_deck)
    counts = state.components.counts
    deck: list[str] = []
    for number, size in enumerate(section_sizes(len(rest), counts.sections), start=1):
        section, rest = rest[:size], rest[size:]
        if number in counts.scoring_sections:
            card = SCORING_CARDS[counts.scoring_sections.index(number)]
            section.insert(chance.draw(size + 1), card)
        deck.extend(section)
    return events_pb2.MoneyDeckBuilt(cards=deck, count=len(deck))


def _deal_money(state: AlhambraState, chance: Chance) -> Iterator[Message]:
    cards = chance.shuffle(money_cards(state.components, state.seats))
    yield events_pb2.MoneyShuffled(cards=cards, count=len(cards))
    yield from deal_starting_money(state)
    yield choose_start_player(state, chance)
    for _ in range(state.components.counts.display):
        yield events_pb2.MoneyTurnedUp(card=state.money_deck[0])
    yield build_money_deck(state, chance)


def _check_rulings_of_modules(options: options_pb2.Options) -> None:
    """R19: a ruling about a module that is off is not offered; its default says nothing and is taken."""
    needs: list[tuple[str, bool, tuple[options_pb2.Module.ValueType, ...]]] = [
        (
            "project_board_refill",
            options.project_board_refill == options_pb2.PROJECT_BOARD_REFILL_NEVER,
            (options_pb2.MODULE_FRESH_COLORS,),
        ),
        (
            "handymen_take_back",
            options.handymen_take_back == options_pb2.HANDYMEN_TAKE_BACK_ALL_OR_NONE,
            (options_pb2.MODULE_HANDYMEN,),
        ),
        (
            "semi_buildings_decorated",
            options.semi_buildings_decorated,
            (options_pb2.MODULE_GATES_WITHOUT_END, options_pb2.MODULE_FRESH_COLORS),
        ),
    ]
    for name, chosen, modules in needs:
        missing = [options_pb2.Module.Name(module) for module in modules if module not in options.modules]
        if chosen and missing:
            message = f"The option {name} needs {' and '.join(missing)}."
            raise Rejected(Reason.REASON_FORBIDDEN_MIX, message, "R19")
