"""Effects in words, made from the figures of the component data."""

from server.games.belfort.content import Effect
from server.games.belfort.names import amounts
from server.games.kernel.words import listed

COUNTED = ("", "one", "two", "three", "four", "five")


def action_words(effects: tuple[Effect, ...]) -> str:
    """What a Guild does: `4 gold`, `rob two gold of one player or 1 of each of up to three`."""
    return "; ".join(filter(None, map(effect_words, effects)))


def effect_words(effect: Effect) -> str:
    """One effect."""
    number = COUNTED[effect.count] if effect.count < len(COUNTED) else str(effect.count)
    price = f" for {effect.gold} gold" if effect.gold else ""
    of = " or ".join(effect.of)
    match effect.op:
        case "gain":
            return amounts(effect.goods) if any(effect.goods) else f"{effect.points} point"
        case "build_discount":
            return f"{effect.amount} {of} less for the next building"
        case "draw_property_cards":
            kept = "" if effect.keep == effect.count else f", keep {COUNTED[effect.keep]}"
            return f"draw {number} card{'s' if effect.count > 1 else ''}{kept}"
        case "extra_trading_visit":
            return f"{number} more visit{'s' if effect.count > 1 else ''} to the Trading Post"
        case "recruit_worker":
            return f"recruit an Elf or a Dwarf{price}"
        case "hire_gnome":
            return f"a Gnome{price or ' free'}, outside the limit"
        case "take_gnome":
            return f"a Gnome{price}"
        case "steal":
            most = COUNTED[effect.or_from_each_of_up_to]
            return f"rob one player of {effect.from_one} {of}, or up to {most} of {effect.each} each"
        case "steal_from_district_leaders":
            return f"{effect.gold} gold of whoever else leads a district"
        case "decorate_markers":
            return f"decorate {number} of your markers"
        case "borrow_workers":
            return f"borrow {number} Workers"
        case "take_permits":
            return f"take up to {COUNTED[effect.max]} Permits"
        case "retrieve_workers":
            return f"take back {number} of your Workers"
        case "gain_per_worker_on_own_property_planks":
            elf, dwarf = (
                listed(f"{amount} {good}" for good, amount in each.items())
                for each in (effect.per_elf, effect.per_dwarf)
            )
            return f"{elf} for each Elf and {dwarf} for each Dwarf on your Properties' planks"
        case "rebate":
            return f"{effect.amount} of the goods just paid back"
        case _:
            return _PLAIN.get(effect.op, effect.op.replace("_", " "))


_PLAIN = {
    "spy_hand": "look at a hand and take a card",
    "exchange_spaces": "exchange what stands in two districts",
    "take_leftover_assistant": "take a further Assistant",
    "copy_occupied_guild": "do what another occupied Guild does",
    "draw_key_card": "draw a Key card",
    "take_key": "take the Key",
    "move_parks_or_rex": "move Ms. Parks or Mr. Rex",
    "swap_crest": "exchange crests with a player",
}
