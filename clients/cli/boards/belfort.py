"""The table of Belfort in the terminal, drawn from its view alone."""

from collections.abc import Iterable, Sequence

from ludarium.games.belfort.v1 import types_pb2, view_pb2
from rich.text import Text

from clients.cli.boards.blocks import WIDTH, Block, stacked

SPACES: dict[str, str] = {
    "bank": "Bank",
    "blacksmith": "Smth",
    "gardens": "Gard",
    "gatehouse_left": "Gat‹",
    "gatehouse_right": "Gat›",
    "inn": "Inn",
    "keep_left": "Kee‹",
    "keep_right": "Kee›",
    "library": "Libr",
    "market": "Mark",
    "pub": "Pub",
    "tower": "Towr",
    "wall_left": "Wal‹",
    "wall_right": "Wal›",
    "guild": "Gld",
}
"""By space of a district, its heading."""
COLORS = {
    types_pb2.PLAYER_COLOR_BLUE: "bright_blue",
    types_pb2.PLAYER_COLOR_RED: "bright_red",
    types_pb2.PLAYER_COLOR_GREEN: "bright_green",
    types_pb2.PLAYER_COLOR_YELLOW: "bright_yellow",
    types_pb2.PLAYER_COLOR_VIOLET: "bright_magenta",
}
LETTERS = {
    types_pb2.OWNER_NON_PLAYER_A: "A",
    types_pb2.OWNER_NON_PLAYER_B: "B",
    types_pb2.OWNER_HERITAGE: "H",
}
WORKERS = ("", "Elf", "Dwarf", "Gnome", "Imp", "Worker")
AREAS = ("", "Forest", "Quarry", "Mine", "Gold field")
LONGEST = 16
"""The columns a name may use."""
PARTS = ("start", "districts", "workers", "expansions", "taxes", "pixie", "djinn", "queen")


def draw(view: view_pb2.View, names: Sequence[str], seat: int | None) -> list[Text]:
    """The table as `seat` sees it (None: a spectator), in lines of 100 columns at most."""
    names = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in names]
    return stacked(
        [
            _headline(view, names),
            _districts(view),
            _planks(view),
            _market(view, names),
            _players(view, names),
            _properties(view, names),
            _scores(view, names),
            _hands(view, names, seat),
        ]
    )


def _headline(view: view_pb2.View, names: Sequence[str]) -> Block:
    if view.winners:
        return [Text(f"The game is over: {' and '.join(names[winner] for winner in view.winners)} won.", "bold")]
    parts = []
    if view.phase:
        season = _word(types_pb2.Season.Name(view.players[0].season))
        parts += [f"Month {view.month} ({season})", _word(types_pb2.Phase.Name(view.phase)).capitalize()]
    if view.active_seat < len(view.players):
        parts.append(f"{names[view.active_seat]} to play")
    parts.append("turn order " + " ".join(names[seat] for seat in view.order))
    parts.append(f"deck {view.deck_count}, Gnomes {view.gnomes}, scorings {view.scorings_done}")
    return _wrapped(Text(" · ".join(parts), "bold"))


def _word(name: str) -> str:
    """`PHASE_ACTIONS` is `actions`."""
    return name.partition("_")[2].lower()


def _districts(view: view_pb2.View) -> Block:
    """A row a district: whose markers lie where; `*` decorated, `(1)` kept free for seat 1."""
    head = Text("    ", "dim")
    for heading in SPACES.values():
        head.append(f"{heading:<5}", "dim")
    head.append(" points", "dim")
    lines: Block = [head]
    for district in view.districts:
        line = Text(f"{district.id:<4}", "bold")
        there = {space.space.partition(".")[2]: space for space in district.spaces}
        for name in SPACES:
            line.append_text(_space(view, there.get(name)))
        line.append(f" {'/'.join(map(str, district.values))}")
        pawns = [
            pawn
            for pawn, where in (
                ("Queen", view.queen),
                ("Parks", view.parks),
                ("Rex", view.rex),
                ("Gorgon", view.gorgon),
            )
            if where == district.id
        ]
        line.append(f" {' '.join(pawns)}" if pawns else "", "bold magenta")
        lines.append(line)
    for district in view.districts:
        guild = district.guild
        when = ", at once" if guild.on_placement else ""
        owned = [space for space in district.spaces if space.space.endswith(".guild")]
        line = Text(f"{district.id}  {guild.name}{when}: {guild.action} ", "")
        line.append(f"({_goods(guild.cost)})", "dim")
        if owned:
            line.append(" built by ", "dim")
            line.append_text(_owner(view, owned[0].owner))
        lines += _wrapped(line)
    return lines


def _space(view: view_pb2.View, space: view_pb2.SpaceView | None) -> Text:
    cell = Text()
    if space is None:
        cell.append("·", "dim")
    elif space.owner:
        cell.append_text(_owner(view, space.owner))
        cell.append("*" if space.decorated else "")
    else:
        cell.append("(", "dim")
        cell.append_text(_owner(view, space.reserved_for))
        cell.append(")", "dim")
    cell.append(" " * (5 - cell.cell_len))
    return cell


def _owner(view: view_pb2.View, owner: int) -> Text:
    """The seat's number in its colour, or a letter."""
    if owner in LETTERS:
        return Text(LETTERS[types_pb2.Owner.ValueType(owner)], "bold white")
    seat = owner - 1
    if not 0 <= seat < len(view.players):
        return Text("?")
    return Text(str(seat + 1), f"bold {COLORS.get(view.players[seat].color, '')}")


def _planks(view: view_pb2.View) -> Block:
    """What stands on planks and in areas."""
    line = Text("On planks   ", "bold")
    if not view.planks and not view.goon_plank:
        line.append("nobody", "dim")
    for number, plank in enumerate(view.planks):
        line.append(", " if number else "")
        line.append(f"{_plank(plank.plank)} ")
        line.append_text(_owner(view, plank.owner))
        line.append(f" {WORKERS[plank.worker]}")
    if view.goon_plank:
        line.append(f", {_plank(view.goon_plank)} ")
        line.append_text(_owner(view, view.goon_seat + 1))
        line.append(" Goon")
    areas = Text("In areas    ", "bold")
    found = False
    for player in view.players:
        for area in [*player.areas, *player.gathered]:
            workers = [
                f"{count} {word}"
                for count, word in (
                    (area.elves, "Elf"),
                    (area.dwarves, "Dwarf"),
                    (area.master_elves, "Master Elf"),
                    (area.master_dwarves, "Master Dwarf"),
                    (area.giants, "Giant"),
                )
                if count
            ]
            areas.append(", " if found else "")
            areas.append(f"{AREAS[area.area]} ")
            areas.append_text(_owner(view, player.seat + 1))
            areas.append(f" {' '.join(workers)}")
            found = True
    return [*_wrapped(line), *(_wrapped(areas) if found else [])]


def _plank(plank: str) -> str:
    return plank.removeprefix("guild.").replace("_", " ")


def _market(view: view_pb2.View, names: Sequence[str]) -> Block:
    """Open cards, Assistants, Permits, the Queen's and the Key."""
    prices = view.prices
    lines: Block = []
    for label, cards in (("Draw Pool", view.pool), ("Row", view.row), ("Top shelf", view.shelf)):
        if cards:
            lines += _labelled(label, ", ".join(_priced(view, card) for card in cards))
    trade = ", ".join(
        f"{good} {getattr(prices.sell, good)}/{getattr(prices.buy, good)}" for good in ("wood", "stone", "metal")
    )
    lines += _labelled(
        "Prices", f"sell/buy {trade}; Wall {_goods(prices.wall)}; Gnome {prices.gnome}; card {prices.card}"
    )
    if view.assistants:
        lines += _labelled("Assistants", ", ".join(_assistant(tile, names) for tile in view.assistants))
    if view.permits:
        lines += _labelled("Permits", _permits(view.permits))
    if view.queen_card:
        lines += _labelled("Queen", f"in {view.queen}, where building brings {view.queen_favor}")
    if view.HasField("key_holder"):
        cards = view.players[view.key_holder].open_key_cards
        words = ", ".join(card.removeprefix("key_").replace("_", " ") for card in cards)
        lines += _labelled("Key", f"{names[view.key_holder]}: {words or 'no cards'}")
    return lines


def _permits(permits: Sequence[str]) -> str:
    """`bank treasury ×2`."""
    kinds = [permit.rpartition("_")[0].replace("_", " ") for permit in permits]
    return ", ".join(f"{kind}{' ×2' if kinds.count(kind) > 1 else ''}" for kind in dict.fromkeys(kinds))


def _priced(view: view_pb2.View, card: str) -> str:
    kind = next((kind for kind in view.prices.properties if kind.id == card.rpartition("_")[0]), None)
    return f"{kind.name} ({_goods(kind.cost)})" if kind else card


def _goods(goods: types_pb2.Goods) -> str:
    """`2W 3S`."""
    parts = ((goods.wood, "W"), (goods.stone, "S"), (goods.metal, "M"), (goods.gold, "G"))
    return " ".join(f"{number}{letter}" for number, letter in parts if number) or "free"


def _assistant(tile: view_pb2.AssistantView, names: Sequence[str]) -> str:
    gold = f" +{tile.gold}G" if tile.gold else ""
    if not tile.HasField("holder"):
        return f"{tile.id}{gold}"
    return f"{tile.id} ({names[tile.holder]}{', used' if tile.exhausted else ''})"


def _players(view: view_pb2.View, names: Sequence[str]) -> Block:
    """A row a player: goods, Workers on the board, Masters, (the reserve), cards, income and tax."""
    columns = max([*(len(name) for name in names), 6])
    lines: Block = [
        Text(
            f"{'':<{columns}}    wood stone metal gold     Elves   Dwarves  Gnomes  marks  cards  inc  tax  month",
            "dim",
        )
    ]
    for player in view.players:
        goods = player.goods
        active = player.seat == view.active_seat
        line = _owner(view, player.seat + 1)
        line.append(f" {names[player.seat]:<{columns}}", "bold" if active else "")
        line.append(f"  {goods.wood:>4} {goods.stone:>5} {goods.metal:>5} {goods.gold:>4}")
        line.append(f"  {_workers(player.elves, player.reserve_elves, player.master_elves):>8}")
        line.append(f"  {_workers(player.dwarves, player.reserve_dwarves, player.master_dwarves):>8}")
        line.append(f"  {player.gnomes:>6}  {player.markers:>5}  {player.hand_count:>5}")
        line.append(f"  {player.income:>3}  {player.tax:>3}")
        line.append("   done" if player.finished else f"  {player.month or view.month:>5}")
        lines.append(line)
    for neutral in view.non_players:
        lines.append(Text(f"{LETTERS[neutral.owner]} non-player, {neutral.markers} markers left", "dim"))
    return lines


def _workers(board: int, reserve: int, masters: int) -> str:
    return f"{board}" + (f" {masters}M" if masters else "") + f" ({reserve})"


def _properties(view: view_pb2.View, names: Sequence[str]) -> Block:
    """Built Properties; G for a Gnome, C for the Centaur, o for an empty lock, and the Permit."""
    lines: Block = []
    for player in view.players:
        words = []
        for built in player.built:
            lock = {types_pb2.LOCK_GNOME: "[G]", types_pb2.LOCK_CENTAUR: "[C]"}.get(
                built.lock, "[o]" if built.has_lock else ""
            )
            permit = ""
            if built.permit:
                permit = f"+{built.permit.split('_')[1]}{'!' if built.expanded else '?'}"
            words.append(f"{built.property}{lock}{permit}")
        if words:
            lines += _labelled(names[player.seat], " ".join(words))
    return lines


def _scores(view: view_pb2.View, names: Sequence[str]) -> Block:
    """Points by what they were for."""
    columns = max([*(len(name) for name in names), 6])
    used = [part for part in PARTS if any(PARTS[p.source - 1] == part for player in view.players for p in player.parts)]
    head = Text(f"{'':<{columns}}    points", "dim")
    for part in used:
        head.append(f"  {part}", "dim")
    lines: Block = [head]
    for player in view.players:
        by_part = {PARTS[part.source - 1]: part.points for part in player.parts}
        line = _owner(view, player.seat + 1)
        line.append(f" {names[player.seat]:<{columns}}  {player.score:>6}", "bold")
        for part in used:
            line.append(f"  {by_part.get(part, 0):>{len(part)}}")
        lines.append(line)
    return lines


def _hands(view: view_pb2.View, names: Sequence[str], seat: int | None) -> Block:
    """The hand of who looks; every hand where all are open."""
    lines: Block = []
    for player in view.players:
        whose = "Your" if player.seat == seat else f"{names[player.seat]}'s"
        for label, cards in (
            ("hand", player.hand),
            ("drawn", player.drawn),
            ("clipboard", player.clipboard),
            ("look", player.spied),
        ):
            if cards:
                lines += _labelled(f"{whose} {label}", ", ".join(_priced(view, card) for card in cards))
        if player.key_cards:
            words = ", ".join(card.removeprefix("key_").replace("_", " ") for card in player.key_cards)
            lines += _labelled(f"{whose} Key", words)
    return lines


def _labelled(label: str, words: str) -> Block:
    line = Text(f"{label:<11} ", "bold")
    line.append(words)
    return _wrapped(line)


def _wrapped(line: Text) -> Block:
    """The line, folded at spaces where it is longer than a board is wide."""
    if line.cell_len <= WIDTH:
        return [line]
    parts: Block = []
    current = Text()
    for word in _words(line):
        if current.cell_len and current.cell_len + 1 + word.cell_len > WIDTH:
            parts.append(current)
            current = Text(" " * 12)
        elif current.cell_len:
            current.append(" ")
        current.append_text(word)
    return [*parts, current]


def _words(line: Text) -> Iterable[Text]:
    return line.split(" ")
