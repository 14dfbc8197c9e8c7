"""The Designers' Expansion of Alhambra in the terminal: handymen, the gate board, the project board."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ludarium.games.alhambra.v1 import fresh_colors_pb2, gates_pb2, view_pb2
from rich.text import Text

from clients.cli.boards.blocks import Block, beside, wrapped
from clients.cli.boards.tiles import CURRENCIES, TYPES

COLORS: dict[int, tuple[str, str]] = {
    fresh_colors_pb2.COLOR_BLUE: ("blue", "bright_blue"),
    fresh_colors_pb2.COLOR_RED: ("red", "bright_red"),
    fresh_colors_pb2.COLOR_BROWN: ("brown", "color(173)"),
    fresh_colors_pb2.COLOR_WHITE: ("white", "bright_white"),
    fresh_colors_pb2.COLOR_GREEN: ("green", "bright_green"),
    fresh_colors_pb2.COLOR_PURPLE: ("purple", "bright_magenta"),
}
"""By colour of a colour tile: word and style."""


def blocks(view: view_pb2.View, names: Sequence[str]) -> list[Block]:
    """What the modules that are on add to the table; nothing without them."""
    return [
        _dice(view),
        _gate_board(view, names) if view.HasField("gates") else [],
        _project_board(view) if view.HasField("fresh_colors") else [],
        _players(view, names),
    ]


def on_space(view: view_pb2.View, space: int) -> Block:
    """The handymen on a market space: `* 1:2 2:1` are two of seat 1 and one of seat 2, as people count."""
    there = [part for part in view.handymen.on_market if part.space == space]
    if not there:
        return []
    return [Text("* " + " ".join(f"{part.seat + 1}:{part.number}" for part in there), "dim")]


def _dice(view: view_pb2.View) -> Block:
    if not view.handymen.dice:
        return []
    return [Text(f"Dice        {'  '.join(f'[{die}]' for die in view.handymen.dice)}", "bold")]


def _gate_board(view: view_pb2.View, names: Sequence[str]) -> Block:
    """The key in the centre with what it shows at the gates of the players, and the supplies."""
    gates = view.gates
    line = Text("Gates       ", "bold")
    if gates.HasField("center"):
        key = gates.center
        turned = f", rotation {key.rotation}" if key.HasField("rotation") else ", not yet turned"
        line.append(f"{key.id.replace('_', ' ')}{turned}: {', '.join(_at_gates(view, names))}")
    else:
        line.append("no key in the centre")
    supplies = Text(
        f"{'':<12}{gates.stack_count} keys in the stack · {gates.wall_pieces} wall pieces · {len(gates.plazas)} plazas"
        f" · semi-buildings {_letters(gates.semi_buildings) or 'none'}",
        "dim",
    )
    return [*wrapped(line), supplies]


def _at_gates(view: view_pb2.View, names: Sequence[str]) -> Iterable[str]:
    if not view.gates.center.HasField("rotation"):
        yield from (_bonus(side) for side in view.gates.center.sides)
        return
    seats = {player.color: player.seat for player in view.players}
    for gate in view.gates.gates:
        if gate.color in seats:
            yield f"{names[seats[gate.color]]} {_bonus(gate.bonus)}"


def _bonus(bonus: gates_pb2.GateBonus.ValueType) -> str:
    return gates_pb2.GateBonus.Name(bonus).removeprefix("GATE_BONUS_").replace("_", " ").lower()


def _letters(types: Iterable[int]) -> str:
    return " ".join(TYPES[kind][0] for kind in types)


def _project_board(view: view_pb2.View) -> Block:
    """A column a currency: the project on its space, and the sets of colour tiles."""
    fresh = view.fresh_colors
    columns: list[Block] = []
    for column in fresh.columns:
        word, style = CURRENCIES[column.currency]
        project = _project(column.project) if column.HasField("project") else Text("(empty)", "dim")
        columns.append([Text(f"{column.space} {word}", style), project, *(_colors(s.colors) for s in column.sets)])
    top = Text(f"{'':<12}top of {fresh.stack_count}: ", "dim")
    top.append_text(_project(fresh.top) if fresh.HasField("top") else Text("none", "dim"))
    top.append("   supply ", "dim")
    top.append_text(_counted(fresh.supply))
    return [*beside([[Text("Projects  ", "bold")], *columns], gap=2), *wrapped(top)]


def _project(project: fresh_colors_pb2.ProjectView) -> Text:
    letter, _, style = TYPES[project.type]
    line = Text(f"{letter} ", style)
    line.append_text(_colors(project.requires))
    return line


def _colors(colors: Iterable[int]) -> Text:
    """`2 purple+brown`."""
    line = Text()
    for color, number in sorted(Counter(int(color) for color in colors).items()):
        word, style = COLORS[color]
        line.append("+" if line else "")
        line.append(f"{number} {word}" if number > 1 else word, style)
    return line


def _counted(counts: Sequence[int]) -> Text:
    """`1 red 2 green`."""
    line = Text()
    for (word, style), number in zip(COLORS.values(), counts, strict=False):
        if number:
            line.append(" " if line else "")
            line.append(f"{number} {word}", style)
    return line if line else Text("none", "dim")


def _players(view: view_pb2.View, names: Sequence[str]) -> Block:
    """A line a player: handymen, keys, semi-buildings, projects, colour tiles, and the points of the modules."""
    if not any(view.HasField(module) for module in ("handymen", "gates", "fresh_colors")):
        return []
    width = max(11, *(len(name) for name in names)) + 1
    block: Block = []
    for player in view.players:
        parts = [*_handymen(view, player), *_keys(view, player), *_projects(view, player), _points(view, player)]
        line = Text(f"{names[player.seat]:<{width}}")
        for number, part in enumerate(parts):
            line.append(" · " if number else "", "dim")
            line.append_text(part)
        block += wrapped(line)
    return block


def _handymen(view: view_pb2.View, player: view_pb2.PlayerView) -> Iterable[Text]:
    if view.HasField("handymen"):
        own = view.handymen.players[player.seat]
        yield Text(f"{own.supply} handymen" + (f", {own.used} out" if own.used else ""))


def _keys(view: view_pb2.View, player: view_pb2.PlayerView) -> Iterable[Text]:
    if not view.HasField("gates"):
        return
    own = view.gates.players[player.seat]
    if own.key_count:
        yield Text(f"{own.key_count} key{'s' if own.key_count > 1 else ''}")
    if own.semi_buildings:
        yield Text(f"semi {_letters(own.semi_buildings)}")


def _projects(view: view_pb2.View, player: view_pb2.PlayerView) -> Iterable[Text]:
    if not view.HasField("fresh_colors"):
        return
    own = view.fresh_colors.players[player.seat]
    for project in own.incomplete:
        yield Text.assemble("project ", _project(project))
    if own.completed:
        yield Text(f"decorated {_letters(project.type for project in own.completed)}")
    if any(own.colors):
        yield Text.assemble("tiles ", _counted(own.colors))


def _points(view: view_pb2.View, player: view_pb2.PlayerView) -> Text:
    score = player.score
    parts = [
        (view.HasField("fresh_colors"), "decorated", score.decorated),
        (view.HasField("handymen"), "handymen", score.handymen),
        (view.HasField("gates"), "gates", score.gates),
    ]
    return Text("points: " + ", ".join(f"{word} {points}" for on, word, points in parts if on))
