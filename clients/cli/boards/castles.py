"""The table of Castles of Mad King Ludwig in the terminal, drawn from its view alone."""

from collections.abc import Iterable, Sequence

from ludarium.games.castles.v1 import types_pb2, view_pb2
from rich.text import Text

from clients.cli.boards.blocks import WIDTH, Block, beside, stacked, trimmed
from clients.cli.boards.castle_plan import TYPES, plan, room_label
from clients.sdk.naming import seat_words

STAGES: dict[int, str] = {
    types_pb2.STAGE_FOYERS: "foyers are placed",
    types_pb2.STAGE_DRAFT: "decrees are drafted",
    types_pb2.STAGE_START_DECREES: "decrees take effect",
    types_pb2.STAGE_BONUS_CARDS: "bonus cards are chosen",
    types_pb2.STAGE_DRAW: "rooms are drawn",
    types_pb2.STAGE_PRICES: "prices are set",
    types_pb2.STAGE_TURNS: "turns",
    types_pb2.STAGE_FINAL: "final scoring",
}
SIGNS = {
    view_pb2.CENTER_KIND_CONNECTION: "connected",
    view_pb2.CENTER_KIND_ADJACENCY: "touching",
    view_pb2.CENTER_KIND_CASTLE: "anywhere",
}
SWANS = ("", "blue", "red", "green", "yellow", "magenta")
PASSAGES = ("", "short", "medium", "long")


def draw(view: view_pb2.View, names: Sequence[str], seat: int | None) -> list[Text]:
    """The table as `seat` sees it (None: a spectator), in lines of 100 columns at most."""
    blocks = [
        [_headline(view, names)],
        _market(view),
        _pool(view),
        _stacks(view),
        _favors(view),
        _scores(view, names),
        _own(view, seat),
        *(_castle(player, names) for player in _from_seat(view.players, seat)),
    ]
    return [trimmed(line) for line in stacked(blocks)]


def _headline(view: view_pb2.View, names: Sequence[str]) -> Text:
    if view.winners:
        won = " and ".join(names[winner] for winner in view.winners)
        return Text(f"The game is over: {won} won.", "bold")
    where = STAGES.get(view.stage, "")
    if view.stage == types_pb2.STAGE_TURNS:
        where = f"turn {view.turn}, {names[view.active_seat]}{' again' if view.extra_turn else ''}"
    line = Text(f"Round {view.round} · {where} · master builder {names[view.master_builder]}", "bold")
    line.append(f" · room deck {view.room_deck_count}")
    return _clipped(line.append(" · the last round" if view.ending else ""))


def _market(view: view_pb2.View) -> Block:
    """Market rooms by price, those without one last."""
    letters = "  ".join(f"{letter} {word}" for letter, word, _ in TYPES.values())
    lines = [Text.assemble(("Market", "bold"), (f"  {letters}", "dim"))]
    for lying in sorted(view.market, key=lambda lying: (not lying.HasField("place"), lying.place)):
        line = Text(f"{lying.price:>7} " if lying.HasField("place") else "      · ")
        line.append_text(_tile(lying.tile))
        if lying.coins:
            line.append(f"  {lying.coins} on it", "yellow")
        if lying.swan:
            line.append(f"  {SWANS[lying.swan]} swan", SWANS[lying.swan])
        lines.append(_clipped(line))
    return lines


def _pool(view: view_pb2.View) -> Block:
    if not view.pool:
        return []
    lines = [Text("Renovations", "bold")]
    for lying in view.pool:
        line = Text("        ")
        line.append_text(_tile(lying.tile))
        if lying.swan:
            line.append(f"  {SWANS[lying.swan]} swan", SWANS[lying.swan])
        lines.append(_clipped(line))
    return lines


def _tile(tile: view_pb2.TileView) -> Text:
    """`Focus Room          L 100  5  3 for connected F`."""
    letters = "".join(TYPES[kind][0] for kind in tile.types)
    text = Text(f"{tile.name:<32.32} ")
    text.append(f"{letters:<2} {tile.square_feet:>4}", TYPES[tile.types[0]][2])
    text.append(f"  {tile.points:>2}")
    if tile.HasField("center"):
        targets = "".join(TYPES[kind][0] for kind in tile.center.targets)
        text.append(f"  {tile.center.points:+d} for each {targets} {SIGNS[tile.center.kind]}")
    if tile.fence:
        text.append("  fence", "green")
    if tile.level == types_pb2.LEVEL_DOWN:
        text.append("  below", "dim")
    return text


def _stacks(view: view_pb2.View) -> Block:
    parts = [f"{_stack(part.stack)} {part.count}" for part in view.stacks]
    lines = _wrapped("Stacks", parts)
    if view.deck_top:
        parts = [f"{seat_words(part.seat)}: {part.tile or _stack(part.stack or part.card)}" for part in view.deck_top]
        lines += _wrapped("On the deck", parts)
    if view.lake_count:
        lines += _wrapped("Lake", [f"{view.lake_count} swan tokens"])
    return lines


def _favors(view: view_pb2.View) -> Block:
    return _wrapped("Favors", [_named(favor) for favor in view.favors])


def _scores(view: view_pb2.View, names: Sequence[str]) -> Block:
    wide = max(8, *(len(name) for name in names)) if names else 8
    lines = [Text(f"{'':<{wide}}  points   coins  rooms  done  exits  yards  cards  decrees", "dim")]
    for player in view.players:
        coins = str(player.coins) if player.HasField("coins") else "hidden"
        done = sum(room.complete for room in player.castle.rooms)
        line = Text(f"{names[player.seat]:<{wide}}", "bold" if player.seat == view.active_seat else "")
        line.append(f"  {player.points:>6}", "bold")
        line.append(f"  {coins:>6}  {len(player.castle.rooms):>5}  {done:>4}")
        line.append(f"  {player.castle.external_entrances:>5}  {player.castle.courtyards:>5}  {player.bonus_count:>5}")
        line.append("  " + ", ".join(_named(decree) for decree in player.decrees))
        lines.append(_clipped(line))
        if player.swans or player.passages_left:
            lines.append(_clipped(_belongings(player, wide)))
    return lines


def _belongings(player: view_pb2.PlayerView, wide: int) -> Text:
    line = Text(" " * (wide + 2))
    for part in player.swans:
        line.append(f"{part.count} {SWANS[part.color]} ", SWANS[part.color])
    if player.passages_left:
        line.append("passages: " + ", ".join(PASSAGES[passage] for passage in player.passages_left), "cyan")
    return line


def _own(view: view_pb2.View, seat: int | None) -> Block:
    """What only the player sees."""
    if seat is None or seat >= len(view.players):
        return []
    player = view.players[seat]
    lines: Block = []
    for label, cards in (
        ("Your cards", player.bonus_cards),
        ("You look at", player.choosing),
        ("Your favors", [*player.tower_favors, *player.private_favors]),
        ("Kept", player.kept_decrees),
        ("Hidden", [player.hidden_room] if player.hidden_room else []),
    ):
        if cards:
            lines += _wrapped(label, [_named(card) for card in cards])
    if player.coins_hidden:
        lines += _wrapped("Your coins", [str(player.own_coins)])
    return lines


def _castle(player: view_pb2.PlayerView, names: Sequence[str]) -> Block:
    """A castle's plan, and its rooms by number."""
    color = types_pb2.PlayerColor.Name(player.color).removeprefix("PLAYER_COLOR_").lower()
    title = Text(
        f"{player.seat + 1}: {names[player.seat]}", f"bold {'color(208)' if color == 'orange' else color or 'white'}"
    )
    title.append(f"  {player.castle.square_feet} square feet", "not bold dim")
    labels = [room_label(room) for room in player.castle.rooms]
    picture = plan(player.castle)
    widest = max((line.cell_len for line in picture), default=0)
    legend_width = max((label.cell_len for label in labels), default=0)
    if widest + 3 + legend_width <= WIDTH and len(labels) <= max(len(picture), 12):
        return [title, *beside([picture, labels], gap=3)]
    return [title, *picture, *_columns(labels)]


def _columns(labels: Sequence[Text]) -> Block:
    wide = max((label.cell_len for label in labels), default=0) + 2
    per_row = max(1, WIDTH // wide)
    blocks: list[Block] = [list(labels[start::per_row]) for start in range(per_row)]
    return beside(blocks)


def _stack(stack: int) -> str:
    return types_pb2.Stack.Name(types_pb2.Stack.ValueType(stack)).removeprefix("STACK_").lower()


def _named(card: str) -> str:
    for prefix in ("favor_", "bonus_", "decree_"):
        card = card.removeprefix(prefix)
    return card.replace("_", " ")


def _wrapped(label: str, parts: Iterable[str]) -> Block:
    """A labelled list, folded where it is longer than a board is wide."""
    lines: Block = []
    line = Text(f"{label:<12}", "bold")
    begun = False
    for part in parts:
        if line.cell_len + len(part) + 2 > WIDTH:
            lines.append(line)
            line, begun = Text(" " * 12), False
        line.append(f" · {part}" if begun else part, "not bold")
        begun = True
    return [*lines, line] if begun else lines


def _clipped(line: Text) -> Text:
    line.truncate(WIDTH, overflow="ellipsis")
    return line


def _from_seat(players: Sequence[view_pb2.PlayerView], seat: int | None) -> Sequence[view_pb2.PlayerView]:
    """The players in turn order, the one that looks first."""
    first = seat if seat is not None and seat < len(players) else 0
    return [*players[first:], *players[:first]]
