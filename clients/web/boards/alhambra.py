"""The table of Alhambra: market, money, score and everyone's Alhambra, drawn from the view alone."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final

from ludarium.games.alhambra.v1 import commands_pb2, types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards import alhambra_modules
from clients.web.boards.alhambra_tiles import CELL, CURRENCIES, TYPES, card, cell_words, single, tile_shape, tile_words
from clients.web.boards.look import Look
from clients.web.boards.markers import badge, color_word
from clients.web.boards.parts import around
from clients.web.boards.picks import Keys, Picks
from clients.web.boards.svg import group, tag

SCORINGS: Final = 3
_RULER: Final = 18
At = tuple[int, int]


def keys(command: commands_pb2.Command) -> Keys:
    """What is clicked for an answer: cards, market spaces, tiles, cells, and the places beside an Alhambra."""
    match command.WhichOneof("command"):
        case "take_money":
            return tuple(f"display:{one}" for one in command.take_money.cards)
        case "buy":
            return (f"market:{command.buy.space}", *(f"hand:{one}" for one in command.buy.cards))
        case "build":
            return (f"tile:{command.build.tile}", _cell_key(command.build.cell))
        case "store":
            return (f"tile:{command.store.tile}", "to:reserve")
        case "exchange":
            return (f"tile:{command.exchange.tile}", f"tile:{command.exchange.other_tile}")
        case "place":
            return (f"tile:{command.place.tile}", _cell_key(command.place.cell))
        case "reserve":
            return (f"tile:{command.reserve.tile}", "to:reserve")
        case "give_to_dirk":
            return (f"tile:{command.give_to_dirk.tile}", "to:dirk")
        case _:
            return alhambra_modules.keys(command)


def draw(view: view_pb2.View, look: Look) -> Markup:
    """The whole table."""
    players = around(view.players, look)
    return tag(
        "div",
        _state(view, look),
        _market(view, look),
        _money(view, look),
        *alhambra_modules.panels(view, look),
        group(_estate(view, player, look, index == 0) for index, player in enumerate(players)),
        _scores(view, look),
        _dirk(view, look.picks),
        class_="alhambra two" if len(players) == 2 else "alhambra",
    )


def _state(view: view_pb2.View, look: Look) -> Markup:
    if view.winners:
        won = " and ".join(look.name(seat) for seat in view.winners)
        return tag("p", f"The game is over: {won} won.", class_="state")
    parts = [f"Turn {view.turn}, {look.name(view.active_seat)}{' (extra action)' if view.extra_action else ''}"]
    parts.append(f"scorings {view.scorings_done} of {SCORINGS}")
    parts += [f"money deck {view.money_deck_count}", f"draw pile {view.draw_pile_count}"]
    parts += ["the end is near"] if view.ending else []
    return tag("p", " · ".join(parts), class_="state")


def _market(view: view_pb2.View, look: Look) -> Markup:
    spaces = []
    for space in view.market:
        currency = CURRENCIES.get(space.currency, "?")
        built = space.HasField("tile")
        label = f"market space {space.space}, {currency}: {tile_words(space.tile) if built else 'empty'}"
        picture = single(space.tile, f"m{space.space}") if built else tag("span", "empty", class_="empty")
        head = tag("span", f"{space.space} · {currency}", class_=f"coin coin-{currency}")
        helpers = alhambra_modules.on_space(view, space.space, look)
        spaces.append(tag("li", head, look.picks.thing(f"market:{space.space}", label, picture), helpers))
    return tag("section", tag("h3", "Market"), tag("ol", *spaces, class_="spaces"), class_="panel market")


def _money(view: view_pb2.View, look: Look) -> Markup:
    parts = [tag("h3", "Money display"), _cards(view.display, "display", look.picks)]
    for player in view.players:
        if look.mine(player.seat):
            parts += [tag("h3", "Your hand"), _cards(player.hand, "hand", look.picks)]
        elif player.hand:
            parts += [tag("h3", f"Hand of {look.name(player.seat)}"), _cards(player.hand, "", Picks())]
    return tag("section", *parts, class_="panel money")


def _cards(cards: Iterable[view_pb2.MoneyCardView], prefix: str, picks: Picks) -> Markup:
    in_order = sorted(cards, key=lambda one: (one.currency, one.value))
    if not in_order:
        return tag("p", "none", class_="empty")
    shown = []
    seen: Counter[str] = Counter()
    for one in in_order:
        currency = CURRENCIES.get(one.currency, "?")
        seen[one.id] += 1
        picture = card(currency, one.value, f"{prefix}-{one.id}-{seen[one.id]}")
        shown.append(tag("li", picks.thing(f"{prefix}:{one.id}", f"{currency} {one.value}", picture)))
    sums = Counter[str]()
    for one in in_order:
        sums[CURRENCIES.get(one.currency, "?")] += one.value
    note = ", ".join(f"{currency} {total}" for currency, total in sums.items())
    return group([tag("ul", *shown, class_="cards"), tag("p", f"in sum: {note}", class_="note")])


def _scores(view: view_pb2.View, look: Look) -> Markup:
    """Points and where they are from, and how many of each type everyone has; the most of a type is underlined."""
    most: Counter[int] = Counter()
    for player in view.players:
        most |= _built(player)
    most |= Counter(int(tile.type) for tile in view.dirk.buildings)
    head = tag(
        "tr",
        tag("th", "Player", scope="col"),
        tag("th", "Points", scope="col"),
        *(tag("th", tag("abbr", kind.letter, title=kind.word), scope="col") for kind in TYPES.values()),
        tag("th", "Wall", scope="col"),
        tag("th", "Cards", scope="col"),
        tag("th", "Reserve", scope="col"),
    )
    rows = [_score_row(player, look, most, view) for player in view.players]
    if view.HasField("dirk"):
        built = Counter(int(tile.type) for tile in view.dirk.buildings)
        empty = [tag("td", "–") for _ in range(3)]
        cells = [tag("td", str(view.dirk.score)), *_counts(built, most, ()), *empty]
        rows.append(tag("tr", tag("th", "Dirk", scope="row"), *cells))
    note = "Buildings of each type, + points for majorities so far; the most of a type is marked ★."
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="scores")
    scroller = tag("div", table, class_="scroll", tabindex=0, role="group", aria_label="Score")
    return tag("section", tag("h3", "Score"), scroller, tag("p", note, class_="note"), class_="panel score")


def _score_row(player: view_pb2.PlayerView, look: Look, most: Counter[int], view: view_pb2.View) -> Markup:
    active = player.seat == view.active_seat and not view.winners
    name = f"{'▶ ' if active else ''}{look.name(player.seat)}"
    wall = f"{player.wall_segments} long, +{player.score.wall}"
    score = player.score
    others = (("decorated", score.decorated), ("handymen", score.handymen), ("gates", score.gates))
    more = ", ".join(f"{what} +{points}" for what, points in others if points)
    return tag(
        "tr",
        tag("th", name, scope="row"),
        tag("td", tag("strong", str(score.total)), tag("small", f" ({more})") if more else ""),
        *_counts(_built(player), most, player.score.majorities),
        tag("td", wall),
        tag("td", str(player.hand_count)),
        tag("td", str(len(player.reserve))),
        class_="active" if active else None,
    )


def _counts(built: Counter[int], most: Counter[int], points: Sequence[int]) -> list[Markup]:
    cells = []
    for index, kind in enumerate(TYPES):
        number = built[kind]
        earned = points[index] if index < len(points) else 0
        leads = bool(number) and number == most[kind]
        words = f"{number}{'★' if leads else ''}{f' +{earned}' if earned else ''}" if number or earned else "·"
        cells.append(tag("td", words, class_="most" if leads else None))
    return cells


def _built(player: view_pb2.PlayerView) -> Counter[int]:
    return Counter(int(placed.tile.type) for placed in player.alhambra)


def _estate(view: view_pb2.View, player: view_pb2.PlayerView, look: Look, large: bool) -> Markup:
    picks = look.picks if look.mine(player.seat) else Picks()
    color = color_word(types_pb2.PlayerColor.Name(player.color))
    title = f"{'Your Alhambra' if look.mine(player.seat) else look.name(player.seat)}"
    beside = [
        _tiles("Bought, to be placed", player.bought, picks),
        _tiles("Left over, to be placed", player.leftover, picks),
        _reserve(player, picks),
        *alhambra_modules.beside(view, player, look),
    ]
    mark = badge(player.seat, color, look.letter(player.seat))
    head = tag("h3", mark, f" {title}", tag("small", f" {color}, wall {player.wall_segments}"))
    return tag("section", head, _grid(player, title, picks, large), *beside, class_=f"panel estate{' own' * large}")


def _tiles(title: str, tiles: Sequence[view_pb2.TileView], picks: Picks) -> Markup:
    if not tiles:
        return Markup("")
    shown = [tag("li", picks.thing(f"tile:{tile.id}", tile_words(tile), single(tile, "aside"))) for tile in tiles]
    return group([tag("h4", title), tag("ul", *shown, class_="cards")])


def _reserve(player: view_pb2.PlayerView, picks: Picks) -> Markup:
    target = Markup("")
    if "to:reserve" in picks.keys:
        target = tag("p", picks.thing("to:reserve", "into the reserve", tag("span", "⤓ into the reserve")))
    if not player.reserve:
        return target
    return group([_tiles("Reserve", player.reserve, picks), target])


def _dirk(view: view_pb2.View, picks: Picks) -> Markup:
    if not view.HasField("dirk"):
        return Markup("")
    target = Markup("")
    if "to:dirk" in picks.keys:
        target = tag("p", picks.thing("to:dirk", "to Dirk", tag("span", "⤓ to Dirk")))
    shown = [tag("li", picks.thing("", tile_words(tile), single(tile, "dirk"))) for tile in view.dirk.buildings]
    tiles = tag("ul", *shown, class_="cards small")
    return tag("section", tag("h3", "Dirk's buildings"), target, tiles, class_="panel dirk")


def _grid(player: view_pb2.PlayerView, title: str, picks: Picks, large: bool) -> Markup:
    """An Alhambra on its grid: rulers as seen from the fountain, tiles, and the cells that can be picked."""
    placed = {(one.cell.x, one.cell.y): one.tile for one in player.alhambra}
    free = [_parsed(cell) for cell in picks.cells("cell:")]
    everything = [*placed, *free] or [(0, 0)]
    left, right = min(x for x, _ in everything), max(x for x, _ in everything)
    top, bottom = min(y for _, y in everything), max(y for _, y in everything)
    width, height = (right - left + 1) * CELL + _RULER + 6, (bottom - top + 1) * CELL + _RULER + 6

    def at(cell: At) -> str:
        return f"translate({(cell[0] - left) * CELL + _RULER} {(cell[1] - top) * CELL + _RULER})"

    rulers = [_ruler_x(x, left) for x in range(left, right + 1)] + [_ruler_y(y, top) for y in range(top, bottom + 1)]
    tiles = []
    for cell, tile in placed.items():
        shape = tile_shape(tile, _neighbours(cell, placed))
        words = f"{tile_words(tile)}, {cell_words(*cell)}"
        piece = picks.shape(f"tile:{tile.id}", words, shape)
        tiles.append(tag("g", piece, transform=at(cell), data_id=f"{player.seat}-{tile.id or 'fountain'}"))
    targets = [tag("g", _target(cell, picks), transform=at(cell)) for cell in free]
    count = len(placed) - 1
    scale = 1.0 if large else 0.8
    return tag(
        "svg",
        *rulers,
        *tiles,
        *targets,
        class_="board grid",
        viewBox=f"0 0 {width} {height}",
        width=round(width * scale),
        role="group",
        aria_label=f"{title}: {count} building{'s' * (count != 1)}, wall of {player.wall_segments}",
    )


def _neighbours(cell: At, placed: Container[At]) -> Callable[[int, int], bool]:
    return lambda x, y: (cell[0] + x, cell[1] + y) in placed


def _target(cell: At, picks: Picks) -> Markup:
    square = tag("rect", x=4, y=4, width=CELL - 8, height=CELL - 8, rx=6, class_="target")
    plus = tag("path", d=f"M{CELL / 2 - 7:g} {CELL / 2:g}h14m-7 -7v14", class_="target-mark")
    return picks.shape(f"cell:{cell[0]},{cell[1]}", cell_words(*cell), square, plus)


def _ruler_x(x: int, left: int) -> Markup:
    words = "0" if x == 0 else f"{abs(x)}{'E' if x > 0 else 'W'}"
    return tag("text", words, x=(x - left) * CELL + _RULER + CELL / 2, y=12, class_="ruler", aria_hidden="true")


def _ruler_y(y: int, top: int) -> Markup:
    words = "0" if y == 0 else f"{abs(y)}{'S' if y > 0 else 'N'}"
    return tag("text", words, x=8, y=(y - top) * CELL + _RULER + CELL / 2 + 4, class_="ruler", aria_hidden="true")


def _cell_key(cell: types_pb2.Cell) -> str:
    return f"cell:{cell.x},{cell.y}"


def _parsed(cell: str) -> At:
    x, _, y = cell.partition(",")
    return int(x), int(y)
