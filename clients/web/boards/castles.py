"""The table of Castles of Mad King Ludwig: market, stacks and everyone's castle to scale, drawn from the view alone."""

from typing import Final

from ludarium.games.castles.v1 import commands_pb2, types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.castles_tiles import (
    CELL,
    Shape,
    door,
    fence,
    floor,
    kind_of,
    label_of,
    letters,
    shape_of,
    single,
    swan_token,
    swan_word,
    tile_words,
    water,
)
from clients.web.boards.look import Look
from clients.web.boards.markers import badge, color_word
from clients.web.boards.parts import around, score_row, score_table
from clients.web.boards.picks import Keys, Picks
from clients.web.boards.svg import group, tag

_MARGIN: Final = 2
_LETTER: Final = 4.6
"""About how wide a letter of a room's name is."""
_SHORTEST_NAME: Final = 7
_SPREAD: Final = 12
"""How far from the middle of a spot the arrow lies that stands for one way to turn a tile."""
_LEVELS: Final[dict[int, str]] = {types_pb2.LEVEL_UP: "upper", types_pb2.LEVEL_DOWN: "lower"}


def keys(command: commands_pb2.Command) -> Keys:
    """What is clicked for an answer; nothing for those that are given by their words."""
    match command.WhichOneof("command"):
        case "buy_room":
            return (f"room:{command.buy_room.tile}",)
        case "price_tile":
            return (f"room:{command.price_tile.tile}",)
        case "add_tile":
            return (f"room:{command.add_tile.tile}",)
        case "move_coins":
            return (f"room:{command.move_coins.source}", f"room:{command.move_coins.target}")
        case "buy_corridor":
            return (f"stack:{command.buy_corridor.stack}",)
        case "take_corridor":
            return (f"stack:{command.take_corridor.stack}",)
        case "look_into":
            return (f"stack:{command.look_into.stack}",)
        case "hide_room":
            return (f"stack:{command.hide_room.stack}",)
        case "remove_tiles":
            return (f"stack:{command.remove_tiles.stack}",)
        case "buy_renovation":
            return (f"pool:{command.buy_renovation.renovation}", f"number:{command.buy_renovation.room}")
        case "place":
            place = command.place
            return (f"spot:{place.x},{place.y},{place.quarter_turns},{place.level}",)
        case _:
            return ()


def draw(view: view_pb2.View, look: Look) -> Markup:
    """The whole table."""
    players = around(view.players, look)
    return tag(
        "div",
        _state(view, look),
        _market(view, look.picks),
        _stacks(view, look.picks),
        group(_player(view, player, look, index == 0) for index, player in enumerate(players)),
        _scores(view, look),
        class_="castles",
    )


def _state(view: view_pb2.View, look: Look) -> Markup:
    if view.winners:
        return tag("p", f"The game is over: {' and '.join(map(look.name, view.winners))} won.", class_="state")
    parts = [f"Round {view.round}", f"{look.name(view.active_seat)} to play{' (extra turn)' * view.extra_turn}"]
    parts += [f"master builder {look.name(view.master_builder)}", f"room deck {view.room_deck_count}"]
    parts += ["the end is near"] if view.ending else []
    favors = ", ".join(map(_card, view.favors))
    return tag("div", tag("p", " · ".join(parts)), tag("p", f"Public favors: {favors or 'none'}"), class_="state")


def _market(view: view_pb2.View, picks: Picks) -> Markup:
    shown = [_market_tile(one, picks) for one in view.market]
    parts = [tag("h3", "Market"), tag("ul", *shown, class_="rooms") if shown else tag("p", "empty", class_="empty")]
    if view.pool:
        pool = [
            tag(
                "li",
                picks.thing(f"pool:{one.tile.id}", tile_words(one.tile), single(one.tile, "pool")),
                one.tile.name,
                swan_token(one.swan) if one.swan else "",
            )
            for one in view.pool
        ]
        parts += [tag("h3", "Renovations"), tag("ul", *pool, class_="rooms")]
    return tag("section", *parts, class_="panel market")


def _market_tile(one: view_pb2.MarketTileView, picks: Picks) -> Markup:
    price = f"{one.price}" if one.HasField("place") else "no price yet"
    extra = [f"+{one.coins} on it"] if one.coins else []
    extra += [f"{swan_word(one.swan)} swan"] if one.swan else []
    words = tile_words(one.tile)
    picture = picks.thing(f"room:{one.tile.id}", f"{words}; {price}", single(one.tile, "market"))
    swan = swan_token(one.swan) if one.swan else ""
    return tag("li", picture, tag("strong", " ".join([price, *extra]), swan), tag("small", words))


def _stacks(view: view_pb2.View, picks: Picks) -> Markup:
    shown = []
    for stack in view.stacks:
        name = types_pb2.Stack.Name(stack.stack).removeprefix("STACK_").lower()
        words = f"{name}: {stack.count}"
        shown.append(tag("li", picks.thing(f"stack:{stack.stack}", words, tag("span", words))))
    return tag("section", tag("h3", "Stacks"), tag("ul", *shown, class_="cards"), class_="panel")


def _player(view: view_pb2.View, player: view_pb2.PlayerView, look: Look, large: bool) -> Markup:
    mine = look.mine(player.seat)
    picks = look.picks if mine else Picks()
    color = color_word(types_pb2.PlayerColor.Name(player.color))
    coins = player.own_coins if player.HasField("own_coins") else player.coins if player.HasField("coins") else "hidden"
    facts = [f"{player.points} points", f"{coins} coins", f"{player.castle.square_feet} square feet"]
    facts += [f"{player.bonus_count} bonus card{'s' * (player.bonus_count != 1)}"]
    title = "Your castle" if mine else look.name(player.seat)
    mark = badge(player.seat, color, look.letter(player.seat))
    pending = _pending(view, player.seat)
    return tag(
        "section",
        tag("h3", mark, f" {title}", tag("small", f" {color} · {' · '.join(facts)}")),
        _to_be_placed(pending),
        _castle(player, title, picks, pending, large),
        *_cards(view, player),
        class_=f"panel estate{' own' * large}",
    )


def _to_be_placed(pending: view_pb2.TileView | None) -> Markup:
    if pending is None:
        return Markup("")
    return tag(
        "p", single(pending, "pending"), tag("span", f"To be placed: {tile_words(pending)}"), class_="row pending"
    )


def _pending(view: view_pb2.View, seat: int) -> view_pb2.TileView | None:
    """What a player is placing, as far as one may see it."""
    if not view.HasField("pending") or view.pending.seat != seat:
        return None
    for field in ("hidden_shown", "shown"):
        if view.pending.HasField(field):
            tile: view_pb2.TileView = getattr(view.pending, field)
            return tile
    return None


def _cards(view: view_pb2.View, player: view_pb2.PlayerView) -> list[Markup]:
    swans = [(one.count, one.color) for one in player.swans if one.count]
    rewards = [one for one in view.rewards if player.seat == view.active_seat]
    lines = {
        "Bonus cards": ", ".join(map(_card, player.bonus_cards)),
        "To choose from": ", ".join(map(_card, player.choosing)),
        "Favors of towers": ", ".join(map(_card, player.tower_favors)),
        "Own favors": ", ".join(map(_card, player.private_favors)),
        "Decrees": ", ".join(map(_card, player.decrees)),
        "Rewards that wait": ", ".join(types_pb2.Reward.Name(one.reward)[7:].lower() for one in rewards),
    }
    shown = [tag("p", f"{title}: {words}", class_="note") for title, words in lines.items() if words]
    tokens = [group([Markup(f" {count} "), swan_token(color), Markup(swan_word(color))]) for count, color in swans]  # noqa: S704 - numbers and words of ours
    return [*shown, tag("p", "Swans:", *tokens, class_="note")] if tokens else shown


def _castle(
    player: view_pb2.PlayerView, title: str, picks: Picks, pending: view_pb2.TileView | None, large: bool
) -> Markup:
    """A castle on its grid, with the spots where what is being placed may go."""
    castle = player.castle
    spots = [_spot(cell) for cell in picks.cells("spot:")]
    shape = shape_of(pending.outline) if pending is not None else Shape(1, 1, frozenset({(0, 0)}), (), 0)
    boxes = [_box(room) for room in castle.rooms]
    boxes += [(cell.x, cell.y, 1, 1) for moat in castle.moats for cell in moat.cells]
    boxes += [(x, y, max(shape.turned(turns).width, 1), max(shape.turned(turns).height, 1)) for x, y, turns, _ in spots]
    left, top = (min((box[side] for box in boxes), default=0) - _MARGIN for side in (0, 1))
    right, bottom = (max((box[side] + box[side + 2] for box in boxes), default=1) + _MARGIN for side in (0, 1))
    width, height = (right - left) * CELL, (bottom - top) * CELL
    drawing = tag(
        "svg",
        tag(
            "g",
            *(water(moat.cells) for moat in castle.moats),
            *(_room(room, player.seat, picks) for room in castle.rooms),
            *(_passage(passage) for passage in castle.passages),
            *(_target(spot, shape, picks) for spot in spots),
            transform=f"translate({-left * CELL} {-top * CELL})",
        ),
        class_="board grid placing" if spots else "board grid",
        viewBox=f"0 0 {width} {height}",
        width=round(width * (1.6 if large else 1.0)),
        role="group",
        aria_label=f"{title}: {len(castle.rooms)} rooms, {castle.external_entrances} entrances lead outside",
    )
    return tag("div", drawing, class_="scroll", tabindex=0, role="group", aria_label=title) if spots else drawing


def _box(room: view_pb2.RoomView) -> tuple[int, int, int, int]:
    size = room.outline.diameter
    return room.x, room.y, max(room.outline.width, size, 1), max(room.outline.height, size, 1)


def _room(room: view_pb2.RoomView, seat: int, picks: Picks) -> Markup:
    x, y, width, height = _box(room)
    shape = shape_of(room.outline, room.x, room.y)
    upright = height > width and height > 2
    label = label_of(shape, upright=upright)
    turn = f"rotate(-90 {label.x:g} {label.y:g})" if upright else None
    letter = f"{letters(room.tile)} {room.tile.points or ''}"
    name = _fitting(room.tile.name, label.room) if min(width, height) > 1 else ""
    labels = [tag("text", letter, x=label.x, y=label.y + (0 if name else 4), class_="room-letter")]
    labels += [tag("text", name, x=label.x, y=label.y + 10, class_="room-name")] if name else []
    words = f"{tile_words(room.tile)}{', complete' if room.complete else ''}"
    piece = picks.shape(
        f"number:{room.number}",
        words,
        tag("title", words) if f"number:{room.number}" not in picks.keys else Markup(""),
        floor(shape, kind_of(room.tile) + (" complete" if room.complete else "")),
        fence(room.fence_cells, (room.x, room.y)),
        *(door(one.entrance, one.state, (room.x, room.y)) for one in room.doors),
        tag("g", *labels, transform=turn),
    )
    return tag("g", piece, transform=f"translate({x * CELL} {y * CELL})", data_id=f"{seat}-{room.number}")


def _fitting(name: str, room: float) -> str:
    """A name that fits into so much room, shortened if need be; empty where hardly a word would be left."""
    most = int(room / _LETTER)
    if len(name) <= most:
        return name
    return f"{name[: most - 1]}…" if most >= _SHORTEST_NAME else ""


def _passage(passage: view_pb2.PassageView) -> Markup:
    ends = passage.passage
    points = [((one.x + 0.5) * CELL, (one.y + 0.5) * CELL) for one in (ends.own, ends.other)]
    return tag("path", d="M" + "L".join(f"{x:g} {y:g}" for x, y in points), class_="passage")


def _target(spot: tuple[int, int, int, int], shape: Shape, picks: Picks) -> Markup:
    """A spot: an arrow that points the way the tile is turned, and the tile itself once one points at it."""
    x, y, turns, level = spot
    turned = shape.turned(turns)
    width, height = (max(turned.width, turned.diameter, 1), max(turned.height, turned.diameter, 1))
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[turns % 4]
    across, down = width * CELL / 2 + dx * _SPREAD, height * CELL / 2 + dy * _SPREAD
    words = f"at {x}, {y}" + (f", turned {turns * 90} degrees" if turns else "")
    words += f", {_LEVELS.get(level, 'other')} level" if level else ""
    arrow = tag("path", d="M0 -6L5 5H-5z", transform=f"translate({across:g} {down:g}) rotate({turns * 90})")
    ghost = tag("g", floor(turned, "ghost-floor"), class_="ghost")
    around = tag("circle", cx=across, cy=down, r=8.5, class_="reach")
    piece = picks.shape(f"spot:{x},{y},{turns},{level}", words, ghost, tag("g", arrow, class_="target"), around)
    return tag("g", piece, transform=f"translate({x * CELL} {y * CELL})")


def _scores(view: view_pb2.View, look: Look) -> Markup:
    reasons: list[int] = []
    for player in view.players:
        reasons += [int(part.reason) for part in player.parts if part.reason not in reasons]
    known = types_pb2.PointsReason.DESCRIPTOR.values_by_number
    names = [known[one].name.removeprefix("POINTS_REASON_").lower() if one in known else "?" for one in reasons]
    rows = []
    for player in view.players:
        parts = {int(part.reason): part.points for part in player.parts}
        rows.append(score_row([look.name(player.seat)], [parts.get(reason, 0) for reason in reasons], player.points))
    return score_table(map(_spaced, names), rows)


def _spot(text: str) -> tuple[int, int, int, int]:
    x, y, turns, level = (int(part) for part in text.split(","))
    return x, y, turns, level


_COUNTED = {
    "sqft": "square feet of {} rooms",
    "count": "number of {} rooms",
    "type": "{} rooms",
    "size": "rooms of {} square feet",
}
"""What ids of cards begin with, after their sort."""


def _card(card: str) -> str:
    """What a card or favor counts, by its id: `favor_sqft_living` counts the square feet of living rooms."""
    _, _, counted = card.partition("_")
    sort, _, thing = counted.partition("_")
    return _COUNTED.get(sort, _spaced(counted)).format(thing)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
