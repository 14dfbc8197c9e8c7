"""The Designers' Expansion of Alhambra: handymen, the gate board, the project board, and how they are clicked."""

from collections.abc import Iterable, Sequence
from typing import Final

from ludarium.games.alhambra.v1 import commands_pb2, fresh_colors_pb2, gates_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.alhambra_tiles import CURRENCIES, TYPES
from clients.web.boards.look import Look
from clients.web.boards.picks import Keys, Picks
from clients.web.boards.svg import tag

_STACK: Final = fresh_colors_pb2.PROJECT_SOURCE_STACK
_LETTERS: Final = {"blue": "bl", "red": "re", "brown": "br", "white": "wh", "green": "gr", "purple": "pu", "?": "?"}
"""By colour of colour tiles, the letters on them."""


def keys(command: commands_pb2.Command) -> Keys:
    """What is clicked for an answer that only a module asks for; nothing for those that are given by their words."""
    match command.WhichOneof("command"):
        case "put_on_market":
            return (f"market:{command.put_on_market.space}",)
        case "put_on_tile":
            return (f"tile:{command.put_on_tile.tile}",)
        case "move":
            return (f"tile:{command.move.tile}", f"cell:{command.move.cell.x},{command.move.cell.y}")
        case "add_wall_piece":
            return (f"tile:{command.add_wall_piece.tile}",)
        case "buy_at_gate":
            return (f"market:{command.buy_at_gate.space}",)
        case "pay_card":
            return (f"hand:{command.pay_card.card}",)
        case "take_card":
            return (f"display:{command.take_card.card}",)
        case "swap_spaces":
            return (f"market:{command.swap_spaces.space}", f"market:{command.swap_spaces.other_space}")
        case "place_plaza":
            return (f"cell:{command.place_plaza.cell.x},{command.place_plaza.cell.y}",)
        case "reserve_plaza":
            return ("to:reserve",)
        case "take_project":
            return ("project:stack" if command.take_project.source == _STACK else "project:board",)
        case "take_color_set":
            return (f"set:{command.take_color_set.set}",)
        case "discard_colors":
            return tuple(f"color:{_color(color)}" for color in command.discard_colors.colors)
        case "complete_projects":
            return tuple(f"project:{project}" for project in command.complete_projects.projects)
        case _:
            return ()


def panels(view: view_pb2.View, look: Look) -> list[Markup]:
    """What the modules that are on add beside the market."""
    parts = []
    if view.HasField("handymen"):
        parts.append(_handymen(view, look))
    if view.HasField("gates"):
        parts.append(_gates(view, look))
    if view.HasField("fresh_colors"):
        parts.append(_projects(view, look))
    return parts


def on_space(view: view_pb2.View, space: int, look: Look) -> Markup:
    """The handymen on a market space, by player."""
    there = [f"{look.name(part.seat)} {part.number}" for part in view.handymen.on_market if part.space == space]
    return tag("small", f"handymen: {', '.join(there)}", class_="helpers") if there else Markup("")


def beside(view: view_pb2.View, player: view_pb2.PlayerView, look: Look) -> list[Markup]:
    """What a player has of the modules: projects and colour tiles can be clicked by their owner."""
    picks = look.picks if look.mine(player.seat) else Picks()
    parts: list[Markup] = []
    if view.HasField("gates"):
        own_keys = view.gates.players[player.seat]
        words = [_keys_words(own_keys.key_count)]
        words += [f"semi-building {TYPES[kind].word}" for kind in own_keys.semi_buildings]
        parts.append(tag("p", "Gates: " + ", ".join(words), class_="note"))
    if view.HasField("fresh_colors"):
        parts += _own_projects(view.fresh_colors.players[player.seat], picks)
    return parts


def _own_projects(own: fresh_colors_pb2.ProjectsOfPlayerView, picks: Picks) -> list[Markup]:
    parts: list[Markup] = []
    if own.incomplete:
        shown = [
            tag("li", picks.thing(f"project:{one.id}", _project_words(one), _project(one))) for one in own.incomplete
        ]
        parts += [tag("h4", "Projects"), tag("ul", *shown, class_="cards")]
    if own.completed:
        done = ", ".join(TYPES[one.type].word for one in own.completed)
        parts.append(tag("p", f"Decorated: {done}", class_="note"))
    tiles = [number for number, count in enumerate(own.colors, 1) for _ in range(count)]
    if tiles:
        shown = [tag("li", picks.thing(f"color:{_color(one)}", _color(one), _chip([one]))) for one in tiles]
        parts += [tag("h4", "Colour tiles"), tag("ul", *shown, class_="cards")]
    return parts


def _handymen(view: view_pb2.View, look: Look) -> Markup:
    dice = [tag("span", str(die), class_="die", role="img", aria_label=f"die {die}") for die in view.handymen.dice]
    stock = [
        f"{look.name(own.seat)} {own.supply}{f' ({own.used} out of the game)' if own.used else ''}"
        for own in view.handymen.players
    ]
    note = tag("p", f"In supply: {', '.join(stock)}", class_="note")
    return tag("section", tag("h3", "Handymen"), tag("p", *dice) if dice else "", note, class_="panel")


def _gates(view: view_pb2.View, look: Look) -> Markup:
    """The gate board: what the key in the centre shows, at whose gate, and the supplies."""
    gates = view.gates
    seats = {player.color: player.seat for player in view.players}
    if not gates.HasField("center"):
        key = tag("p", "No key lies in the centre.")
    elif not gates.center.HasField("rotation"):
        sides = ", ".join(_bonus(side) for side in gates.center.sides)
        key = tag("p", f"Key {_spaced(gates.center.id)}, not yet turned; clockwise: {sides}.")
    else:
        turned = [(seats[gate.color], gate.bonus) for gate in gates.gates if gate.color in seats]
        rows = [tag("tr", tag("th", look.name(seat), scope="row"), tag("td", _bonus(bonus))) for seat, bonus in turned]
        key = tag("table", *rows)
    halves = ", ".join(TYPES[kind].word for kind in gates.semi_buildings) or "none"
    supplies = (
        f"{_keys_words(gates.stack_count)} in the stack, {gates.wall_pieces} wall pieces, {len(gates.plazas)} plazas"
    )
    note = tag("p", f"{supplies}; semi-buildings: {halves}", class_="note")
    due = ""
    if gates.HasField("purchase"):
        due = tag("p", f"To be paid: {gates.purchase.price_due}, paid so far {gates.purchase.paid}")
    return tag("section", tag("h3", "Gates"), key, due, note, class_="panel")


def _projects(view: view_pb2.View, look: Look) -> Markup:
    """The project board: a column a currency, with its project and its sets of colour tiles."""
    fresh = view.fresh_colors
    columns = []
    for column in fresh.columns:
        picks = look.picks if column.space == fresh.reward_space else Picks()
        currency = CURRENCIES.get(column.currency, "?")
        parts = [tag("span", f"{column.space} · {currency}", class_=f"coin coin-{currency}")]
        if column.HasField("project"):
            parts.append(picks.thing("project:board", _project_words(column.project), _project(column.project)))
        for number, one in enumerate(column.sets, 1):
            parts.append(picks.thing(f"set:{number}", _color_words(one.colors), _chip(one.colors)))
        columns.append(tag("li", *parts))
    top = Markup("")
    if fresh.HasField("top"):
        label = f"top of the stack of {fresh.stack_count}: {_project_words(fresh.top)}"
        words = tag("span", f"top of {fresh.stack_count} ", class_="note")
        top = tag("p", words, look.picks.thing("project:stack", label, _project(fresh.top)))
    counted = ", ".join(f"{count} {_color(number)}" for number, count in enumerate(fresh.supply, 1) if count)
    note = tag("p", f"Colour tiles in supply: {counted or 'none'}", class_="note")
    return tag(
        "section", tag("h3", "Projects"), tag("ul", *columns, class_="spaces"), top, note, class_="panel projects"
    )


def _project(project: fresh_colors_pb2.ProjectView) -> Markup:
    kind = TYPES[project.type]
    letter = tag("span", kind.letter, class_=f"badge type-{kind.word}")
    return tag("span", letter, _chip(project.requires), class_="project")


def _chip(colors: Iterable[int]) -> Markup:
    """Colour tiles: each with its letter, so that colour is not all there is."""
    return tag("span", *(tag("span", _LETTERS[_color(one)], class_=f"chip chip-{_color(one)}") for one in colors))


def _project_words(project: fresh_colors_pb2.ProjectView) -> str:
    return f"project {TYPES[project.type].word}, requires {_color_words(project.requires)}"


def _color_words(colors: Sequence[int]) -> str:
    return ", ".join(_color(one) for one in colors) or "nothing"


def _color(number: int) -> str:
    value = fresh_colors_pb2.Color.DESCRIPTOR.values_by_number.get(number)
    word = value.name.removeprefix("COLOR_").lower() if value is not None else "?"
    return word if word in _LETTERS else "?"


def _keys_words(number: int) -> str:
    return f"{number} key{'s' * (number != 1)}"


def _bonus(bonus: int) -> str:
    value = gates_pb2.GateBonus.DESCRIPTOR.values_by_number.get(bonus)
    return _spaced(value.name.removeprefix("GATE_BONUS_")) if value is not None else "?"


def _spaced(name: str) -> str:
    return name.lower().replace("_", " ")
