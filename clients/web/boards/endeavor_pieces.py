"""Tokens, symbols and cards of Endeavor as small pieces of markup."""

from typing import Final, NamedTuple

from ludarium.games.endeavor.v1 import types_pb2, view_pb2
from markupsafe import Markup

from clients.web.boards.look import Look
from clients.web.boards.markers import badge, color_word, piece
from clients.web.boards.svg import tag

ACTIONS: Final = ("", "Occupy", "Attack", "Ship", "Draw", "Payment", "Trade", "Fortify", "Draw −1")
ATTRIBUTES: Final = ("", "Industry", "Culture", "Wealth", "Influence")
SYMBOLS: Final = ("industry", "culture", "wealth", "influence", "glory")


class Token(NamedTuple):
    """A trade token: brown ones are round and raise an attribute, blue ones are square and give an action."""

    short: str
    words: str
    brown: bool


TOKENS: Final[dict[str, Token]] = {
    "token_industry": Token("Ind", "Industry", True),
    "token_culture": Token("Cul", "Culture", True),
    "token_wealth": Token("Wea", "Wealth", True),
    "token_influence": Token("Inf", "Influence", True),
    "token_attack": Token("att", "Attack", False),
    "token_payment": Token("pay", "Payment", False),
    "token_draw": Token("drw", "Draw", False),
    "token_occupy": Token("occ", "Occupy", False),
}


def token_of(token: str) -> Token:
    """A token by its id."""
    return TOKENS.get(token) or Token(token.removeprefix("token_")[:3], token.removeprefix("token_"), False)


def token_shape(token: str, x: float = 0, y: float = 0, scale: float = 1.0) -> Markup:
    """A token inside a drawing, about 26 across."""
    known = token_of(token)
    outline = "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0 -26 0z" if known.brown else "M-12 -12h24v24h-24z"
    shape = tag("path", d=outline, class_="trade brown" if known.brown else "trade blue")
    text = tag("text", known.short, y=4.2, class_="trade-word")
    where = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1.0 else "")
    return tag("g", tag("title", f"{known.words} token"), shape, text, transform=where)


def token_badge(token: str) -> Markup:
    """A token beside words."""
    return tag(
        "svg",
        token_shape(token),
        viewBox="-14 -14 28 28",
        width=28,
        height=28,
        class_="piece-badge",
        aria_hidden="true",
    )


def color_of(view: view_pb2.View, seat: int) -> str:
    """The colour of a player's discs."""
    return color_word(types_pb2.PlayerColor.Name(view.players[seat].color)) if seat < len(view.players) else "none"


def disc(view: view_pb2.View, look: Look, seat: int, x: float = 0, y: float = 0, scale: float = 1.0) -> Markup:
    """A disc inside a drawing."""
    return piece(seat, color_of(view, seat), look.letter(seat), x, y, scale)


def disc_badge(view: view_pb2.View, look: Look, seat: int, words: str = "") -> Markup:
    """A disc beside words."""
    return badge(seat, color_of(view, seat), look.letter(seat), words)


def symbols_words(symbols: view_pb2.SymbolsView) -> str:
    """`2 industry, 1 glory`."""
    return ", ".join(f"{getattr(symbols, name)} {name}" for name in SYMBOLS if getattr(symbols, name))


def symbols(shown: view_pb2.SymbolsView) -> Markup:
    """Symbols as chips: `Ind 2`, and a star for glory."""
    chips = [
        tag("span", "★" if name == "glory" else name[:3].capitalize(), tag("b", f" {number}"), class_=f"sym sym-{name}")
        for name in SYMBOLS
        if (number := getattr(shown, name))
    ]
    return tag("span", *chips, class_="syms", role="img", aria_label=symbols_words(shown)) if chips else Markup("")


def actions_words(building: view_pb2.BuildingView) -> str:
    """`Ship and Draw`."""
    joined = " or " if building.mode == types_pb2.ACTION_MODE_CHOICE else " and "
    return joined.join(ACTIONS[action] for action in building.actions)


def building_words(building: view_pb2.BuildingView) -> str:
    """A building in words."""
    parts = [f"{building.name}{f', level {building.level}' if building.level else ''}", actions_words(building)]
    parts += [symbols_words(building.symbols)]
    parts += [f"{ACTIONS[building.conscription]} for a conscript"] if building.conscription else []
    return ": ".join([parts[0], "; ".join(part for part in [*parts[1:], building.effect] if part) or "nothing"])


def building_face(building: view_pb2.BuildingView) -> list[Markup]:
    """What is printed on a building."""
    parts = [
        tag("strong", building.name),
        tag("span", actions_words(building), class_="acts"),
        symbols(building.symbols),
    ]
    parts += (
        [tag("span", f"conscript: {ACTIONS[building.conscription]}", class_="acts")] if building.conscription else []
    )
    parts += [tag("small", building.effect)] if building.effect else []
    return parts


def card_words(card: view_pb2.CardView) -> str:
    """A card in words."""
    parts = [symbols_words(card.symbols), card.effect]
    return f"{card.name}: {'; '.join(part for part in parts if part) or 'no symbols'}"


def card_face(card: view_pb2.CardView) -> Markup:
    """What is printed on a card: its value, name, symbols and effect."""
    value = tag("b", str(card.value), class_="card-value") if card.value or "governor" not in card.id else Markup("")
    effect = tag("small", card.effect) if card.effect else Markup("")
    look = "card-face slavery" if card.deck == "slavery" else "card-face"
    return tag("span", tag("strong", value, f" {card.name}"), symbols(card.symbols), effect, class_=look)
