"""Why an answer is refused: the rule it breaks, as closely as the table shows it."""

from server.games.belfort import building, cards, counting, planks
from server.games.belfort.choices import Build, PlaceWorker
from server.games.belfort.state import KINDS, BelfortState, Due

Reason = tuple[str, str]


def of_placing(state: BelfortState, due: Due, choice: PlaceWorker) -> Reason | None:
    """R4.2 to R4.7: no such Worker, an occupied or locked plank, another's card, or a fee that can't be paid."""
    player = state.players[due.seat]
    plank = choice.plank
    if choice.worker not in KINDS or not player.board[choice.worker - 1]:
        return "R4.9", "You have no such Worker on your board."
    if plank in state.planks or (plank and plank == state.goon_plank):
        return "R4.3", "A plank holds one Worker, and this one is occupied."
    guild = state.guild_on(plank)
    if guild is not None and guild not in state.guilds:
        return "R4.2", "That Guild is not in this game."
    record = planks.record_of(state, plank)
    if record is not None:
        built = player.find(plank.partition(".")[0])
        if built is None:
            return "R4.2", "Your Workers go only to planks of your own Property cards."
        if record.locked and not built.lock:
            return "R4.2", "That plank is locked: its Gnome Lock is empty."
    if (guild is not None or record is not None) and not planks.payable(state, due.seat, plank):
        return "R4.3", "You can't pay the fee of that plank."
    return None


def of_building(state: BelfortState, due: Due, choice: Build) -> Reason | None:
    """R7.1 to R7.6, R24.6: no marker, no space, no card, or a cost that can't be paid."""
    player = state.players[due.seat]
    district, _, place = choice.space.partition(".")
    if district not in state.components.districts or place not in state.components.spaces:
        return "R7.1", "There is no such space."
    if not player.markers:
        return "R7.1", "You have no Property marker left."
    kind = building.type_on(state, choice.space)
    found = next((held for source, held in building.sources(state, due.seat) if source == choice.source), ())
    if kind and kind not in cards.types_in(state, found):
        return "R7.1", "You have no card of that type there to build."
    if kind and choice.space not in list(counting.spaces_for(state, kind, player.markers)):
        rules = {"keep": "R7.2", "gatehouse": "R7.3"}
        return rules.get(kind, "R7.1"), "That space is not free for it."
    if not kind and choice.space in state.spaces:
        return ("R7.4" if place == "guild" else "R7.5"), "That has been built already."
    if player.goods[3] < building.fee(state, due.seat, district):
        return "R24.6", "You can't pay the Gorgon for building there."
    return None
