"""Belfort's events in words, for logs and playthroughs."""

from typing import Any

from ludarium.games.belfort.v1 import events_pb2, types_pb2

from server.games.belfort import names as n
from server.games.belfort.content.records import COLORS
from server.games.belfort.story import PHASES, why
from server.games.kernel.words import Name, Writers, game_over, listed

OWNERS = ("nobody", "seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "non-player A", "non-player B", "Heritage")


def _fee(event: Any, name: Name) -> str:
    fee = n.goods(event.fee)
    if fee == "nothing":
        return ""
    return f", paying {fee}" + (f" to {name(event.payee)}" if event.HasField("payee") else "")


def _hidden(card: str) -> str:
    return n.card(card) if card else "a card"


def _sent(e: events_pb2.WorkersSent, name: Name) -> str:
    elves = e.worker == types_pb2.WORKER_ELF
    kind, own = ("Elves", "Forest") if elves else ("Dwarves", "Quarry")
    numbers = (
        (e.own_area + e.masters_own_area, own),
        (e.mine + e.masters_mine, "Mine"),
        (e.gold_field + e.masters_gold_field, "Gold field"),
    )
    where = listed(f"{number} to the {place}" for number, place in numbers if number)
    return f"{name(e.seat)} sends {kind}: {where}"


def _collected(e: events_pb2.ResourcesCollected, name: Name) -> str:
    bonus = n.goods(e.bonus)
    return f"{name(e.seat)} collects {n.goods(e.goods)}" + (f" and a bonus of {bonus}" if bonus != "nothing" else "")


def _reclaimed(e: events_pb2.WorkerReclaimed, name: Name) -> str:
    what = "the Goon" if e.goon else "a Worker"
    return f"{name(e.seat)} takes {what} back from {n.plank(e.plank)}" + ("" if e.resolved else " without effect")


def _gnome(e: events_pb2.GnomePlaced, name: Name) -> str:
    what = "the Centaur token" if e.lock == types_pb2.LOCK_CENTAUR else "a Gnome"
    return f"{name(e.seat)} puts {what} on {n.built(e.card)}" + (f" for {e.gold} gold" if e.gold else "")


def _built(e: events_pb2.PropertyBuilt, name: Name) -> str:
    places = listed(n.space(space) for space in e.spaces)
    return f"{name(e.seat)} builds {n.built(e.card)} ({places}) for {n.goods(e.paid)}"


def _traded(e: events_pb2.Traded, name: Name) -> str:
    how = "sells" if e.sold else "buys"
    return f"{name(e.seat)} {how} 1 {n.good(e.good)} for {e.gold} gold"


def _points(e: events_pb2.PointsScored, name: Name) -> str:
    return f"{name(e.seat)} {'scores' if e.points >= 0 else 'loses'} {abs(e.points)}: {why(e)}"


def _seated(e: events_pb2.PartiesSeated, name: Name) -> str:
    return ", ".join(f"{name(seat)} is {COLORS[color - 1]}" for seat, color in enumerate(e.colors))


def _gorgon(e: events_pb2.GorgonMet, name: Name) -> str:
    return f"{name(e.seat)} {'gets' if e.reward else 'pays'} {e.gold} gold in the Gorgon's district"


EVENTS: Writers = {
    "parties_seated": _seated,
    "guilds_drawn": lambda e, name: f"the Guilds are {listed(n.guild(guild) for guild in e.guilds)}",
    "crests_dealt": lambda e, name: f"the turn order is {listed(name(seat) for seat in e.order)}",
    "deck_shuffled": lambda e, name: f"{e.count} Property cards are shuffled",
    "cards_dealt": lambda e, name: f"{name(e.seat)} is dealt {listed(map(n.card, e.cards)) if e.cards else e.count}",
    "cards_kept": lambda e, name: f"{name(e.seat)} keeps {listed(map(n.card, e.cards)) if e.cards else 'cards'}",
    "start_discards_shown": lambda e, name: f"discarded are {listed(map(n.card, e.cards))}",
    "card_turned_up": lambda e, name: f"{n.card(e.card)} comes to the {n.SOURCES[e.target]}",
    "row_flushed": lambda e, name: "the Property Row is discarded",
    "heritage_marked": lambda e, name: f"Heritage: {n.card(e.card)}, {listed(map(n.space, e.spaces))}",
    "assistants_laid_out": lambda e, name: f"the Assistants are {listed(map(n.assistant, e.assistants))}",
    "permits_laid_out": lambda e, name: f"{len(e.permits)} Permits are laid out",
    "pawns_placed": lambda e, name: "; ".join(
        f"{who} starts in {where}" for who, where in zip(n.PAWNS[1:], (e.queen, e.parks, e.rex), strict=True) if where
    ),
    "queen_card_revealed": lambda e, name: f"the Queen's card is {n.card(e.card)}",
    "pawn_moved": lambda e, name: f"{n.PAWNS[e.pawn]} goes to {e.district}",
    "key_card_drawn": lambda e, name: f"{name(e.seat)} draws the Key card {_hidden(e.card)}",
    "key_card_opened": lambda e, name: f"{name(e.seat)} opens the Key card {n.card(e.card)}",
    "key_taken": lambda e, name: f"{name(e.seat)} takes the Key and opens {listed(map(n.card, e.cards))}",
    "phase_began": lambda e, name: f"month {e.month}: {PHASES[e.phase]}",
    "assistant_taken": lambda e, name: (
        f"{name(e.seat)} takes {n.assistant(e.assistant)}" + (f" with {e.gold} gold" if e.gold else "")
    ),
    "assistant_gilded": lambda e, name: f"1 gold is put on {n.assistant(e.assistant)}",
    "assistant_exhausted": lambda e, name: f"{name(e.seat)} uses {n.assistant(e.assistant)}",
    "turn_began": lambda e, name: f"the turn of {name(e.seat)}",
    "worker_placed": lambda e, name: (
        f"{name(e.seat)} places {n.a_worker(e.worker)} on {n.plank(e.plank)}" + _fee(e, name)
    ),
    "non_player_worker_placed": lambda e, name: f"{OWNERS[e.owner]} is placed on {n.plank(e.plank)}",
    "goon_placed": lambda e, name: f"{name(e.seat)} places the Goon on {n.plank(e.plank)}{_fee(e, name)}",
    "imp_placed": lambda e, name: f"{name(e.seat)} places an Imp on {n.plank(e.plank)}{_fee(e, name)}",
    "passed": lambda e, name: f"{name(e.seat)} passes",
    "workers_sent": _sent,
    "giants_sent": lambda e, name: f"{name(e.seat)} sends {e.tokens} Giant tokens to the {n.AREAS[e.area]}",
    "gorgon_placed": lambda e, name: f"{name(e.seat)} places the Gorgon in {e.district}",
    "resources_collected": _collected,
    "goods_gained": lambda e, name: (
        f"{name(e.seat)} gains {n.goods(e.goods)}" + (f" ({n.source(e.source)})" if e.source else "")
    ),
    "goods_paid": lambda e, name: f"{name(e.seat)} pays {n.goods(e.goods)}",
    "goods_stolen": lambda e, name: f"{name(e.thief)} robs {name(e.victim)} of {n.goods(e.goods)}",
    "worker_recruited": lambda e, name: f"{name(e.seat)} recruits {n.a_worker(e.worker)}",
    "workers_borrowed": lambda e, name: f"{name(e.seat)} borrows {n.elves_and_dwarves(e.elves, e.dwarves)}",
    "workers_given_back": lambda e, name: f"{name(e.seat)} gives back {n.elves_and_dwarves(e.elves, e.dwarves)}",
    "worker_given_up": lambda e, name: f"{name(e.seat)} gives up {n.a_worker(e.worker)}",
    "worker_reclaimed": _reclaimed,
    "worker_retrieved": lambda e, name: f"{name(e.seat)} retrieves {n.a_worker(e.worker)} from the {n.AREAS[e.area]}",
    "workers_came_back": lambda e, name: f"the Workers of {name(e.seat)} come back",
    "crests_exchanged": lambda e, name: f"{name(e.seat)} exchanges crests with {name(e.other)}",
    "gnome_placed": _gnome,
    "gnome_removed": lambda e, name: f"the lock of {n.built(e.card)} is empty again",
    "half_marked": lambda e, name: f"{name(e.seat)} marks {n.space(e.space)} too",
    "marker_removed": lambda e, name: f"{name(e.seat)} removes the marker of {n.space(e.space)}",
    "property_built": _built,
    "guild_built": lambda e, name: f"{name(e.seat)} builds {n.guild(e.guild)} for {n.goods(e.paid)}",
    "wall_built": lambda e, name: f"{name(e.seat)} builds a Wall ({n.space(e.space)}) for {n.goods(e.paid)}",
    "non_player_built": lambda e, name: f"{name(e.seat)} builds {listed(map(n.space, e.spaces))} for {OWNERS[e.owner]}",
    "gorgon_met": _gorgon,
    "traded": _traded,
    "metal_bought": lambda e, name: f"{name(e.seat)} buys {e.metal} metal for {e.gold} gold at the Blacksmith",
    "permit_taken": lambda e, name: f"{name(e.seat)} takes {n.permit(e.permit)} for {n.built(e.card)}",
    "property_expanded": lambda e, name: f"{name(e.seat)} expands {n.built(e.card)} by {n.permit(e.permit)}",
    "card_taken": lambda e, name: f"{name(e.seat)} takes {n.card(e.card)} from the {n.SOURCES[e.source]}",
    "card_drawn": lambda e, name: f"{name(e.seat)} draws {_hidden(e.card)}",
    "drawn_kept": lambda e, name: f"{name(e.seat)} discards {listed(map(n.card, e.discarded))}",
    "cards_discarded": lambda e, name: f"{listed(map(n.card, e.cards))} from the {n.SOURCES[e.source]} discarded",
    "hand_spied": lambda e, name: f"{name(e.seat)} looks at the hand of {name(e.victim)}",
    "card_stolen": lambda e, name: f"{name(e.thief.seat)} takes a card of {name(e.victim.seat)}",
    "marker_decorated": lambda e, name: f"{name(e.seat)} decorates {n.space(e.space)}",
    "spaces_exchanged": lambda e, name: f"{name(e.seat)} exchanges {n.space(e.space)} with {n.space(e.other_space)}",
    "marker_advanced": lambda e, name: f"{name(e.seat)} reaches month {e.month}" if e.month else "",
    "seat_finished": lambda e, name: f"{name(e.seat)} is finished",
    "income_counted": lambda e, name: f"{name(e.seat)} has an income of {e.gold} gold",
    "taxes_paid": lambda e, name: f"{name(e.seat)} pays {e.paid} of {e.due} gold in taxes",
    "scoring_began": lambda e, name: f"scoring of month {e.month}",
    "points_scored": _points,
    "declined": lambda e, name: f"{name(e.seat)} declines",
    "guild_copied": lambda e, name: f"{name(e.seat)} copies {n.guild(e.guild)}",
    "round_ended": lambda e, name: "the round is over",
    "game_ended": game_over,
}
