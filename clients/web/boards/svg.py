"""Small pieces of markup that escape what they hold. Shapes get their looks from classes alone."""

from collections.abc import Iterable
from html import escape
from typing import Final

from markupsafe import Markup

_RENAMED: Final = {"class_": "class", "for_": "for"}


def tag(name: str, *content: str, **attributes: object) -> Markup:
    """An element. Attributes: `class_` for class, underscores for hyphens, None or False for absent, True for bare.

    Content that is no Markup is escaped.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = _RENAMED.get(key, key.replace("_", "-"))
        parts.append(attribute if value is True else f'{attribute}="{escape(_number(value))}"')
    inner = "".join(one if isinstance(one, Markup) else escape(one, quote=False) for one in content)
    return Markup(f"<{' '.join(parts)}>{inner}</{name}>")  # noqa: S704 - every part of it was escaped above


def group(pieces: Iterable[Markup]) -> Markup:
    """Pieces one after the other."""
    return Markup("").join(pieces)


def _number(value: object) -> str:
    """Numbers without noughts at their end."""
    return f"{value:g}" if isinstance(value, float) else str(value)
