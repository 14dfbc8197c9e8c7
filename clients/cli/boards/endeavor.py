"""The table of Endeavor in the terminal, drawn from its view alone."""

from collections.abc import Iterable, Sequence

from ludarium.games.endeavor.v1 import types_pb2, view_pb2
from rich.text import Text

from clients.cli.boards.blocks import WIDTH, Block, stacked

PHASES = ("Set-up", "Build", "Growth", "Payment", "Action", "Discard")
ROUNDS = 7
COLORS = {
    types_pb2.PLAYER_COLOR_RED: "bold bright_red",
    types_pb2.PLAYER_COLOR_BLUE: "bold bright_blue",
    types_pb2.PLAYER_COLOR_GREEN: "bold bright_green",
    types_pb2.PLAYER_COLOR_YELLOW: "bold bright_yellow",
    types_pb2.PLAYER_COLOR_BLACK: "bold white on grey30",
}
TOKENS = {
    "token_industry": ("Ind", "color(173)"),
    "token_culture": ("Cul", "color(173)"),
    "token_wealth": ("Wea", "color(173)"),
    "token_influence": ("Inf", "color(173)"),
    "token_attack": ("att", "cyan"),
    "token_payment": ("pay", "cyan"),
    "token_draw": ("drw", "cyan"),
    "token_occupy": ("occ", "cyan"),
}
"""By token: three letters, capital for brown ones, and a style."""
ACTIONS = ("", "Occupy", "Attack", "Ship", "Draw", "Payment", "Trade", "Fortify", "Draw -1")
ATTRIBUTES = ("", "Industry", "Culture", "Wealth", "Influence")
SOURCES = (
    ("Tile", (1, 2, 3, 4)),
    ("Exploit", (5,)),
    ("Tracks", (6,)),
    ("Cities", (7,)),
    ("Fleets", (8,)),
    ("Links", (9,)),
    ("Build", (10, 11)),
    ("Cards", (12, 13, 14, 15, 16)),
    ("Slavery", (17,)),
    ("Left", (18,)),
)
"""Columns of the final table: a word, and the sources of the contract that it adds up."""


def draw(view: view_pb2.View, names: Sequence[str], seat: int | None) -> list[Text]:
    """The table as `seat` sees it (None: a spectator), in lines of 100 columns at most."""
    return stacked(
        [
            [*_headline(view, names), *_legend(view, names)],
            _map(view),
            _prominence(view),
            _market(view),
            *(_mat(view, player, names) for player in _from_seat(view.players, seat)),
            _final(view, names),
        ]
    )


def _headline(view: view_pb2.View, names: Sequence[str]) -> Block:
    if view.winners:
        return [Text(f"The game is over: {' and '.join(names[winner] for winner in view.winners)} won.", "bold")]
    pieces = [Text(f"Round {view.round} of {ROUNDS}", "bold"), Text(PHASES[view.phase], "bold")]
    if view.phase == types_pb2.PHASE_ACTION:
        pieces.append(Text(f"turn of {names[view.active_seat]}", "bold"))
        if view.turn.actions:
            joined = " or " if view.turn.mode == types_pb2.ACTION_MODE_CHOICE else " and "
            pieces.append(Text(f"to use {joined.join(ACTIONS[action] for action in view.turn.actions)}"))
    pieces += [Text(f"crown {names[view.crown]}"), Text(f"side {view.board_side} of the board")]
    pieces += [Text("slavery is abolished")] if view.abolished else []
    return _flow("", pieces, gap=" · ")


def _legend(view: view_pb2.View, names: Sequence[str]) -> Block:
    pieces = [Text("Discs by seat:", "dim")]
    pieces += [Text.assemble(_disc(view, player.seat), f" {names[player.seat]}") for player in view.players]
    pieces += [Text("  # fortified   Ind Cul Wea Inf att pay drw occ: tokens to take", "dim")]
    return _flow("", pieces)


def _map(view: view_pb2.View) -> Block:
    lines: Block = []
    for region in view.regions:
        lines += _region(view, region)
    return [*lines, *_links(view)]


def _region(view: view_pb2.View, region: view_pb2.RegionView) -> Block:
    """A region in two parts: track or sea with its decks, then its cities and fleets."""
    pieces: list[Text] = []
    if not region.open:
        track = Text("track ")
        for space in region.track:
            track.append_text(_disc(view, space.seat) if space.HasField("seat") else _token(space.token))
            track.append(" ")
        pieces.append(track)
    elif region.has_sea:
        track = Text("track ")
        for space in region.track:
            track.append_text(_disc(view, space.seat) if space.HasField("seat") else Text("·"))
        track.append("  sea ")
        for discs in region.sea:
            track.append_text(_disc(view, discs.seat))
            track.append(f"x{discs.discs} ")
        pieces.append(track)
    for deck in region.decks:
        word = "slavery deck" if deck.id == "slavery" else "deck"
        top = f"{deck.cards[0].name}: {_symbols(deck.cards[0].symbols)}" if deck.cards else "empty"
        pieces.append(Text(f" {word} of {len(deck.cards)}: {top}", "dim"))
    label = region.name.split(" and ")[0]
    first = _flow(f"{label:<14}", pieces, style="bold" if region.open else "dim")
    return [*first, *_flow(" " * 14, [_space(view, space) for space in region.spaces])]


def _space(view: view_pb2.View, space: view_pb2.SpaceView) -> Text:
    """`London 0#` for an occupied, fortified one; `Lisbon Wea` for one with a token to take."""
    line = Text(space.name, "" if space.kind == types_pb2.SPACE_KIND_CITY else "italic")
    line.append(" ")
    if space.HasField("seat"):
        line.append_text(_disc(view, space.seat))
    else:
        line.append_text(_token(space.token))
    line.append("#" if space.fortified else "", "bold")
    return line


def _links(view: view_pb2.View) -> Block:
    """Links that still hold a token."""
    spaces = {space.id: space.name for region in view.regions for space in region.spaces}
    pieces = []
    for link in view.links:
        if link.token:
            piece = Text("–".join(spaces[end] for end in link.ends) + " ")
            piece.append_text(_token(link.token))
            pieces.append(piece)
    return _flow(f"{'Links':<14}", pieces, style="bold") if pieces else []


def _prominence(view: view_pb2.View) -> Block:
    if not view.HasField("prominence"):
        return []
    tile = view.prominence
    pieces = []
    for spot in tile.spots:
        piece = Text(f"{spot.id.partition('_')[2]} ")
        if spot.HasField("seat"):
            piece.append_text(_disc(view, spot.seat))
        else:
            piece.append("·" + (f"+{spot.glory}" if spot.glory else "") + ("°" if spot.disc_bonus else ""))
        pieces.append(piece)
    for alliance in tile.alliances:
        piece = Text(f"{alliance.color} alliance: ")
        for discs in alliance.discs:
            piece.append_text(_disc(view, discs.seat))
            piece.append(f"x{discs.discs} ")
        pieces.append(piece)
    head = Text(f"{tile.name}: {ACTIONS[tile.action]} may place here (+ glory, ° gains a disc)", "bold")
    return [head, *_flow("  ", pieces)]


def _market(view: view_pb2.View) -> Block:
    """What may be built, by level; the common piles."""
    lines: Block = []
    for level in sorted({row.building.level for row in view.stock}):
        rows = [row for row in view.stock if row.building.level == level]
        pieces = [Text(f"{row.count}x {_building(row.building)}") for row in rows]
        lines += _flow(f"Level {level:<8}", pieces, gap="; ", style="bold")
    if view.discard:
        pieces = [Text(f"{card.name}: {_symbols(card.symbols)}") for card in view.discard]
        lines += _flow(f"{'Discard pile':<14}", pieces, gap="; ", style="bold")
    if view.blue_discard:
        lines += _flow(f"{'Spent tokens':<14}", _token_counts(view.blue_discard), style="bold")
    return [*lines, *_on_cards(view)]


def _on_cards(view: view_pb2.View) -> Block:
    things = view.on_cards
    pieces = []
    if things.flota:
        pieces.append(Text.assemble("Flota des Indias: ", *(_token_counts(things.flota))))
    if things.declaration:
        pieces.append(Text(f"Declaration of Independence: {things.declaration} fortifications"))
    if things.HasField("conquistador"):
        pieces.append(Text("Conquistadors: a conscript"))
    if things.marriage:
        pieces.append(Text(f"Marriage Alliance: seats {' and '.join(str(seat + 1) for seat in things.marriage)}"))
    if view.fortifications:
        pieces.append(Text(f"fortifications in the supply: {view.fortifications}", "dim"))
    return _flow(f"{'On cards':<14}", pieces, gap="; ", style="bold") if pieces else []


def _mat(view: view_pb2.View, player: view_pb2.PlayerView, names: Sequence[str]) -> Block:
    head = Text.assemble(_disc(view, player.seat), " ", (names[player.seat], "bold"))
    head.append(f" · harbor {player.harbor} · supply {player.supply}")
    head.append(" · passed" if player.passed and view.phase == types_pb2.PHASE_ACTION else "", "dim")
    steps = [Text(f"{ATTRIBUTES[a.attribute]} {a.position} ({_gives(a)})") for a in player.attributes]
    lines = [head, *_flow("  attributes  ", steps)]
    slots = [_slot(slot) for slot in player.buildings]
    lines += _flow("  buildings   ", slots, gap="; ") if slots else []
    cards = [_held(unit) for unit in player.cards]
    room = Text(f"({player.asset_slots} asset, {player.governor_slots} governor slots)", "dim")
    lines += _flow("  cards       ", [*cards, room], gap="; ")
    if player.HasField("reserved"):
        lines += _flow("  reserved    ", [Text(player.reserved.name)])
    if player.penalty:
        lines += _flow("  slavery     ", [Text(f"{card.name}, face down") for card in player.penalty], gap="; ")
    tokens = [*_token_counts(player.brown_tokens), *_token_counts(player.blue_tokens)]
    lines += _flow("  tokens      ", tokens) if tokens else []
    presence = [Text(f"{_region_word(row.region)} {row.discs}") for row in player.presence if row.discs]
    return [*lines, *(_flow("  presence    ", presence) if presence else [])]


def _gives(attribute: view_pb2.AttributeView) -> str:
    """What an attribute's level gives, and what it scores."""
    word = ("", "build level", "growth", "payments", "asset slots")[attribute.attribute]
    return f"{word} {attribute.gives}, {attribute.glory} glory"


def _slot(slot: view_pb2.SlotView) -> Text:
    """`2 Dock (Ship and Occupy) ●`: the disc of a used action space, `c` a conscript."""
    line = Text(f"{slot.slot} ", "dim")
    line.append(slot.building.name, "dim" if slot.disc else "")
    if slot.building.actions:
        line.append(f" ({_action_words(slot.building)})", "dim")
        line.append(" ●" if slot.disc else " ○")
    if slot.building.conscription:
        line.append(f" {ACTIONS[slot.building.conscription]} conscript {'c' if slot.conscript else '-'}")
    return line


def _held(unit: view_pb2.HeldCardView) -> Text:
    line = Text(f"{unit.card.name}: {_symbols(unit.card.symbols)}")
    if unit.HasField("upper"):
        line.append(f" + {unit.upper.name}: {_symbols(unit.upper.symbols)}")
    return line


def _building(building: view_pb2.BuildingView) -> str:
    parts = [_action_words(building)] if building.actions else []
    parts += [_symbols(building.symbols)] if _symbols(building.symbols) != "-" else []
    parts += [f"{ACTIONS[building.conscription]} conscript"] if building.conscription else []
    return f"{building.name} ({', '.join(parts)})"


def _action_words(building: view_pb2.BuildingView) -> str:
    joined = "/" if building.mode == types_pb2.ACTION_MODE_CHOICE else " and "
    return joined.join(ACTIONS[action] for action in building.actions)


def _symbols(symbols: view_pb2.SymbolsView) -> str:
    """`2 Ind 1 Wea 1 glory`."""
    pairs = (
        (symbols.industry, "Ind"),
        (symbols.culture, "Cul"),
        (symbols.wealth, "Wea"),
        (symbols.influence, "Inf"),
        (symbols.glory, "glory"),
    )
    return " ".join(f"{number} {word}" for number, word in pairs if number) or "-"


def _final(view: view_pb2.View, names: Sequence[str]) -> Block:
    """Glory by what it was for, once it is scored."""
    if not any(player.glory for player in view.players):
        return []
    widest = min(12, max(6, *(len(name) for name in names)))
    head = Text(" " * widest, "dim")
    for word, _ in SOURCES:
        head.append(f" {word:>7}", "dim")
    head.append("  total", "dim")
    lines = [head]
    for player in view.players:
        points = {row.source: row.points for row in player.glory}
        line = Text(f"{names[player.seat][:widest]:<{widest}}")
        for _, sources in SOURCES:
            line.append(f" {sum(points.get(types_pb2.PointSource.ValueType(source), 0) for source in sources):>7}")
        line.append(f"{player.score:>7}", "bold")
        lines.append(line)
    return lines


def _disc(view: view_pb2.View, seat: int) -> Text:
    """A disc: the number of its seat in its colour."""
    return Text(str(seat + 1), COLORS.get(view.players[seat].color, "bold"))


def _token(token: str) -> Text:
    word, style = TOKENS.get(token, (token or "·", "dim"))
    return Text(word, style)


def _token_counts(tokens: Iterable[view_pb2.TokensView]) -> list[Text]:
    return [Text.assemble(_token(row.token), f"x{row.count} ") for row in tokens]


def _region_word(region: str) -> str:
    return region.replace("_", " ").title()


def _from_seat(players: Sequence[view_pb2.PlayerView], seat: int | None) -> Sequence[view_pb2.PlayerView]:
    """The players in turn order, the one that looks first."""
    first = seat if seat is not None and seat < len(players) else 0
    return [*players[first:], *players[:first]]


def _flow(label: str, pieces: Iterable[Text], gap: str = "  ", style: str = "") -> Block:
    """A label and pieces after it, as many a line as fit; further lines are indented like the first."""
    lines: Block = []
    line = Text(label, style)
    empty = True
    for piece in pieces:
        if not empty and line.cell_len + len(gap) + piece.cell_len > WIDTH:
            lines.append(line)
            line, empty = Text(" " * len(label)), True
        if not empty:
            line.append(gap)
        line.append_text(piece)
        empty = False
    return [*lines, line]
