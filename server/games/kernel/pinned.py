"""Pinned versions: the rules and the component data that a table keeps for life."""


def is_newer(pinned: str, ours: str) -> bool:
    """Whether a table pins a version, `<game>/<n>`, that is above ours."""
    number, known = pinned.rpartition("/")[2], ours.rpartition("/")[2]
    return number.isdecimal() and known.isdecimal() and int(number) > int(known)
