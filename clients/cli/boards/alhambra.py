"""The table of Alhambra in the terminal, drawn from its view alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from ludarium.games.alhambra.v1 import types_pb2, view_pb2
from rich.text import Text

from clients.cli.boards import designers
from clients.cli.boards.blocks import Block, beside, flow, stacked, wrapped
from clients.cli.boards.tiles import CURRENCIES, TYPES, piece
from clients.cli.boards.walls import grid
from clients.sdk.naming import seat_words

SCORINGS = 3
LONGEST_NAME = 12


def draw(view: view_pb2.View, names: Sequence[str], seat: int | None) -> list[Text]:
    """The table as `seat` sees it (None: a spectator), in lines of 100 columns at most."""
    names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names]
    return stacked(
        [
            wrapped(_headline(view, names)),
            _market(view),
            _money_lines(view, seat),
            _scores(view, names),
            *designers.blocks(view, names),
            flow(_estate(player, names) for player in _from_seat(view.players, seat)),
            _dirk(view),
        ]
    )


def _headline(view: view_pb2.View, names: Sequence[str]) -> Text:
    if view.winners:
        won = " and ".join(names[winner] for winner in view.winners)
        return Text(f"The game is over: {won} won.", "bold")
    if view.ending:
        return Text("The market can't be filled any more: the game is ending.", "bold")
    line = Text(f"Turn {view.turn} · {names[view.active_seat]} to play", "bold")
    if view.extra_action:
        line.append(" (extra action)", "bold")
    line.append(f" · scorings {view.scorings_done} of {SCORINGS}")
    line.append(f" · money deck {view.money_deck_count} · draw pile {view.draw_pile_count}")
    return line


def _market(view: view_pb2.View) -> Block:
    spaces: list[Block] = []
    for space in view.market:
        word, style = CURRENCIES[space.currency]
        tile = grid({(0, 0): piece(space.tile)}, rulers=False) if space.HasField("tile") else [Text("(empty)", "dim")]
        spaces.append([Text(f"{space.space} {word}", style), *tile, *designers.on_space(view, space.space)])
    return beside([[Text("Market  ", "bold")], *spaces], gap=4)


def _money_lines(view: view_pb2.View, seat: int | None) -> Block:
    lines = [_labelled("Display", _cards(view.display))]
    if seat is not None and seat < len(view.players):
        lines.append(_labelled("Your hand", _cards(view.players[seat].hand)))
    else:
        lines += [_labelled(f"Hand of {seat_words(p.seat)}", _cards(p.hand)) for p in view.players if p.hand]
    return [part for line in lines for part in wrapped(line)]


def _labelled(label: str, what: Text) -> Text:
    line = Text(f"{label:<12}", "bold")
    line.append_text(what)
    return line


def _cards(cards: Iterable[view_pb2.MoneyCardView]) -> Text:
    """Cards by currency, with the sum where there are several of one."""
    line = Text()
    in_order = sorted(cards, key=lambda card: (card.currency, card.value))
    for currency, same in groupby(in_order, key=lambda card: card.currency):
        values = [card.value for card in same]
        word, style = CURRENCIES[currency]
        line.append("   " if line else "")
        line.append(f"{word} {' '.join(map(str, values))}", style)
        line.append(f" ={sum(values)}" if len(values) > 1 else "", "dim")
    return line if line else Text("none", "dim")


def _scores(view: view_pb2.View, names: Sequence[str]) -> Block:
    """A table with a row a player: points, where they come from, and what lies in the Alhambra by type."""
    names_width = max([*(len(name) for name in names), 6])
    head = Text(f"{'':<{names_width}}  points = ", "dim")
    for letter, _, style in TYPES.values():
        head.append(f"{letter:>3}", style)
    head.append(" +wall", "dim")
    head.append("  wall now  cards  reserve   built ", "dim")
    for letter, _, style in TYPES.values():
        head.append(f"{letter:>3}", style)
    lines = [head]
    most = _most(view)
    for player in view.players:
        lines.append(_score_line(player, names[player.seat], names_width, player.seat == view.active_seat, most))
    if view.HasField("dirk"):
        line = Text(f"{'Dirk':<{names_width}}  {view.dirk.score:>6}" + " " * 57)
        line.append_text(_counts(Counter(int(tile.type) for tile in view.dirk.buildings), most))
        lines.append(line)
    return lines


def _score_line(player: view_pb2.PlayerView, name: str, names_width: int, active: bool, most: Counter[int]) -> Text:
    line = Text(f"{name:<{names_width}}", "bold" if active else "")
    line.append(f"  {player.score.total:>6}   ", "bold")
    majorities = [*player.score.majorities, *[0] * len(TYPES)][: len(TYPES)]
    for points in majorities:
        line.append(f"{points:>3}" if points else "  ·", "" if points else "dim")
    line.append(f"{player.score.wall:>6}")
    line.append(f"  {player.wall_segments:>8}  {player.hand_count:>5}  {len(player.reserve):>7}         ")
    line.append_text(_counts(_built(player), most))
    return line


def _counts(built: Counter[int], most: Counter[int]) -> Text:
    """How many of each type; the most of a type stand out."""
    line = Text()
    for kind in TYPES:
        number = built[kind]
        leads = number and number == most[kind]
        line.append(f"{number:>3}" if number else "  ·", "bold underline" if leads else "" if number else "dim")
    return line


def _most(view: view_pb2.View) -> Counter[int]:
    most: Counter[int] = Counter()
    for player in view.players:
        most |= _built(player)
    return most | Counter(int(tile.type) for tile in view.dirk.buildings)


def _built(player: view_pb2.PlayerView) -> Counter[int]:
    return Counter(int(placed.tile.type) for placed in player.alhambra)


def _estate(player: view_pb2.PlayerView, names: Sequence[str]) -> Block:
    """A player's Alhambra, with what was bought and lies in the reserve below it."""
    color = types_pb2.PlayerColor.Name(player.color).removeprefix("PLAYER_COLOR_").lower()
    known = {"blue", "green", "red", "white", "yellow"}
    title = Text(f"{player.seat + 1}: {names[player.seat]}", f"bold {color if color in known else 'color(208)'}")
    pieces = {(placed.cell.x, placed.cell.y): piece(placed.tile) for placed in player.alhambra}
    block = [title, *grid(pieces)]
    if player.bought:
        block += _tiles("bought", player.bought)
    if player.leftover:
        block += _tiles("left over", player.leftover)
    if player.reserve:
        block += _tiles("reserve", player.reserve)
    return block


def _tiles(label: str, tiles: Sequence[view_pb2.TileView]) -> Block:
    pictures = [grid({(0, 0): piece(tile)}, rulers=False) for tile in tiles]
    rows: list[Block] = []
    for begin in range(0, len(pictures), 6):
        rows.append(beside([[Text(f"{label if not begin else '':<9}")], *pictures[begin : begin + 6]], gap=1))
    return [line for row in rows for line in row]


def _dirk(view: view_pb2.View) -> Block:
    if not view.HasField("dirk"):
        return []
    line = Text("Dirk's buildings ", "bold")
    for tile in view.dirk.buildings:
        shown = piece(tile)
        line.append(f" {shown.label}", shown.style)
    return wrapped(line)


def _from_seat(players: Sequence[view_pb2.PlayerView], seat: int | None) -> Sequence[view_pb2.PlayerView]:
    """The players in turn order, the one that looks first."""
    first = seat if seat is not None and seat < len(players) else 0
    return [*players[first:], *players[:first]]
