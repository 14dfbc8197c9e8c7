"""Belfort's choices and decisions in words; events are in event_words."""

from collections.abc import Callable, Sequence
from typing import Any

from ludarium.games.belfort.v1 import types_pb2

from server.games.belfort import choices as c
from server.games.belfort import names as n
from server.games.belfort.counting import less
from server.games.belfort.state import OWNER_A, BelfortState, Due
from server.games.belfort.turns.agenda import due_of
from server.games.kernel.codec import Choice
from server.games.kernel.state import Decision
from server.games.kernel.words import listed

K = types_pb2


def decision_words(state: BelfortState, decision: Decision) -> str:
    """What is being decided."""
    due = due_of(state, decision)
    writer = _DECISIONS.get(decision.kind)
    if writer is not None:
        return writer(due)
    return types_pb2.DecisionKind.Name(K.DecisionKind.ValueType(decision.kind))[14:].replace("_", " ").lower()


def choice_words(state: BelfortState, decision: Decision, choice: Choice) -> str:
    """An answer, as a player would say it."""
    if isinstance(choice, c.Build):
        return _build(state, choice)
    if isinstance(choice, c.SendWorkers):
        return _send(decision, choice)
    of_built = _OF_BUILT.get(type(choice))
    if of_built is not None:
        standing = [built.card for player in state.players for built in player.built]
        return of_built(decision, choice, standing)
    return _CHOICES[type(choice)](choice)


def _build(state: BelfortState, choice: c.Build) -> str:
    district, _, place = choice.space.partition(".")
    if choice.source:
        kind = state.components.spaces[place]
        cost = state.components.properties[kind].cost
        what = f"a {n.card(kind)} from the {n.SOURCES[choice.source]}, {n.space(choice.space)}"
    elif place == "guild":
        guild = state.components.guilds[state.guilds[state.components.districts.index(district)]]
        cost = guild.cost
        what = f"{guild.name} in {district}"
    else:
        cost = state.components.numbers.wall_cost
        what = f"a Wall, {n.space(choice.space)}"
    saved = f", saving {n.amounts(choice.discount)}" if any(choice.discount) else ""
    return f"build {what}, for {n.amounts(less(cost, choice.discount))}{saved}"


def _send(decision: Decision, choice: c.SendWorkers) -> str:
    elves = decision.kind == K.DECISION_KIND_SEND_ELVES
    kind, area = (1, n.AREAS[1]) if elves else (2, n.AREAS[2])
    places = (area, n.AREAS[3], n.AREAS[4])
    parts = [
        f"{n.workers(number, kind)} to the {place}" for number, place in zip(choice[:3], places, strict=True) if number
    ]
    parts += [
        f"{number} Master {n.WORKERS[kind]} to the {place}"
        for number, place in zip(choice[3:], places, strict=True)
        if number
    ]
    return f"send {listed(parts)}"


def _pick_card(choice: c.PickCard) -> str:
    if not choice.property:
        return "take the top card of the deck"
    return f"{n.card(choice.property)} from the {n.SOURCES[choice.source]}"


def _hire(_: Decision, choice: c.HireGnome, standing: Sequence[str]) -> str:
    how = " with the Centaur" if choice.with_centaur else " by the Clipboard Makers" if choice.with_clipboard else ""
    return f"hire a Gnome{how} onto {n.built(choice.card, standing)}"


def _resolve(_: Decision, choice: c.Resolve, standing: Sequence[str]) -> str:
    how = "take the Goon" if choice.plank.startswith("goon.") else "take back and"
    return f"{how} use {n.plank(choice.plank, standing)}"


def _lock(decision: Decision, choice: c.PickLock, standing: Sequence[str]) -> str:
    how = "give up the Gnome of" if decision.kind == K.DECISION_KIND_GIVE_GNOME else "onto"
    return f"{how} {n.built(choice.card, standing)}"


def _use(choice: c.UseAssistant) -> str:
    where = f" in {choice.district}" if choice.district else ""
    return f"use {n.assistant(choice.assistant)}{where}"


def _permit(_: Decision, choice: c.TakePermit, standing: Sequence[str]) -> str:
    how = f" with {n.assistant(choice.assistant)}" if choice.assistant else ""
    return f"take {n.permit(choice.permit_type)} for {n.built(choice.card, standing)}{how}"


_CHOICES: dict[type, Callable[[Any], str]] = {
    c.KeepCards: lambda x: f"keep {listed(n.card(kind) for kind in x.properties)}",
    c.PickCard: _pick_card,
    c.ChooseAssistant: lambda x: f"take {n.assistant(x.assistant)}",
    c.Pass: lambda x: "pass and send the remaining Workers into the areas",
    c.SendGiants: lambda x: f"send the Giant's tokens to the {n.AREAS[x.area]}",
    c.PlaceGorgon: lambda x: f"place the Gorgon in {x.district}",
    c.UseAssistant: _use,
    c.UseDjinn: lambda x: f"give the Djinn {x.points} points for {n.amounts(x.goods)}",
    c.Sell: lambda x: f"sell 1 {n.good(x.good)}",
    c.Buy: lambda x: f"buy 1 {n.good(x.good)}",
    c.BuyMetal: lambda x: "buy 1 metal at the Blacksmith",
    c.MovePawn: lambda x: f"move {n.PAWNS[x.pawn]} to {x.district}",
    c.PickSpace: lambda x: n.space(x.space),
    c.PickWorker: lambda x: n.a_worker(x.worker),
    c.PickGoods: lambda x: n.amounts(x.goods),
    c.CountWorkers: lambda x: n.elves_and_dwarves(x.elves, x.dwarves),
    c.PickGuild: lambda x: n.guild(x.guild),
    c.RetrieveFromArea: lambda x: f"retrieve the {n.WORKERS[x.worker]} from the {n.AREAS[x.area]}",
    c.Steal: lambda x: f"rob {listed(f'seat {seat}' for seat in x.victims)}",
    c.Exchange: lambda x: f"exchange {n.space(x.space)} with {n.space(x.other_space)}",
    c.PickSeat: lambda x: f"seat {x.seat}",
    c.Gather: lambda x: "gather, then build",
    c.Collect: lambda x: "collect your Workers and move on to the next month",
    c.EndTurn: lambda x: "end the turn",
    c.Decline: lambda x: "decline",
    c.Expand: lambda x: "pay the red board",
}

_OF_BUILT: dict[type, Callable[[Decision, Any, Sequence[str]], str]] = {
    c.PlaceWorker: lambda _, x, standing: f"place {n.a_worker(x.worker)} on {n.plank(x.plank, standing)}",
    c.PlaceGoon: lambda _, x, standing: f"place the Goon on {n.plank(x.plank, standing)}",
    c.PlaceImp: lambda _, x, standing: f"place an Imp on {n.plank(x.plank, standing)}",
    c.Resolve: _resolve,
    c.Reclaim: lambda _, x, standing: f"take back from {n.plank(x.plank, standing)} without effect",
    c.HireGnome: _hire,
    c.TakePermit: _permit,
    c.PickLock: _lock,
    c.Retrieve: lambda _, x, standing: f"retrieve the Worker from {n.plank(x.plank, standing)}",
}
"""Answers that name built Properties; with the cards of all that stand."""


def _many(what: str) -> Callable[[Due], str]:
    return lambda due: what.format(due.amount or "", n.source(due.source) if due.source else "")


_DECISIONS: dict[int, Callable[[Due], str]] = {
    K.DECISION_KIND_KEEP_START_CARDS: lambda due: "keep some of your first cards",
    K.DECISION_KIND_CHOOSE_ASSISTANT: lambda due: "choose an Assistant",
    K.DECISION_KIND_PLACE: lambda due: "place a Worker or pass",
    K.DECISION_KIND_SEND_ELVES: lambda due: "send your Elves into the areas",
    K.DECISION_KIND_SEND_DWARVES: lambda due: "send your Dwarves into the areas",
    K.DECISION_KIND_SEND_GIANTS: _many("choose where the Giant's {} tokens go"),
    K.DECISION_KIND_PLACE_GORGON: lambda due: "choose into which district the Gorgon goes",
    K.DECISION_KIND_PLACE_IMP: _many("choose where another Imp goes, {} left"),
    K.DECISION_KIND_USE_HALFLING: lambda due: "let the Halfling replace your taxes, or pay them",
    K.DECISION_KIND_TAKE_ACTION: lambda due: "choose an action",
    K.DECISION_KIND_TAKE_TAPELESS_ACTION: lambda due: "choose a Main or Free Action",
    K.DECISION_KIND_PICK_CARD: _many("take a card, {} left"),
    K.DECISION_KIND_BUY_CARD: lambda due: "take another card free" if due.thing else "buy a card",
    K.DECISION_KIND_USE_GARGOYLE: _many("take {} cards with the Gargoyle"),
    K.DECISION_KIND_RETURN_WORKERS: _many("choose which {} borrowed Workers to give back"),
    K.DECISION_KIND_BUILD_FOR_NON_PLAYER: lambda due: f"build for non-player {'AB'[due.amount - OWNER_A]}",
    K.DECISION_KIND_PLACE_FOR_NON_PLAYER: lambda due: f"place a Worker for non-player {'AB'[due.amount - OWNER_A]}",
    K.DECISION_KIND_REMOVE_MARKER: lambda due: "choose which Gatehouse marker to remove",
    K.DECISION_KIND_MARK_HALF: lambda due: "choose which Gatehouse half to mark",
    K.DECISION_KIND_DECORATE: _many("choose which marker to decorate, {} left"),
    K.DECISION_KIND_COPY_GUILD: lambda due: "choose which Guild to copy",
    K.DECISION_KIND_SUMMON: _many("choose which Worker to retrieve, {} left"),
    K.DECISION_KIND_STEAL: lambda due: f"choose whom to rob with {n.source(due.source)}",
    K.DECISION_KIND_PICK_LOOT: lambda due: f"choose what to rob of seat {due.thing}",
    K.DECISION_KIND_EXCHANGE: lambda due: "choose which spaces to exchange",
    K.DECISION_KIND_SPY: lambda due: "choose whose hand to look at",
    K.DECISION_KIND_TAKE_SPIED_CARD: lambda due: f"choose which card of seat {due.thing} to take",
    K.DECISION_KIND_PICK_LOCK: lambda due: f"choose on which lock a Gnome goes, for {due.amount} gold",
    K.DECISION_KIND_PLACE_CENTAUR: lambda due: "choose on which lock the Centaur token goes",
    K.DECISION_KIND_GIVE_GNOME: lambda due: "choose which Gnome to give up",
    K.DECISION_KIND_RECRUIT: lambda due: (
        "choose which Worker to recruit" + (f" for {due.amount} gold" if due.amount else "")
    ),
    K.DECISION_KIND_GIVE_WORKER: lambda due: "choose which Worker to give up",
    K.DECISION_KIND_PAY_MIX: _many("choose which {} Wood and Stone to pay"),
    K.DECISION_KIND_REBATE: lambda due: "choose which good to get back",
    K.DECISION_KIND_TAKE_PERMIT: _many("choose which Permit to take, {} left"),
    K.DECISION_KIND_MOVE_QUEEN: lambda due: "choose where the Queen goes",
    K.DECISION_KIND_MOVE_PARKS_OR_REX: lambda due: "choose where Ms. Parks or Mr. Rex goes",
    K.DECISION_KIND_BORROW_WORKERS: _many("choose which {} Workers to borrow"),
    K.DECISION_KIND_PAY_CARD: _many("choose which cards to pay, {} left"),
    K.DECISION_KIND_DROP_ROW_CARD: _many("choose which cards of the row to discard, {} left"),
    K.DECISION_KIND_DROP_SHELF_CARD: lambda due: "choose which top shelf card to discard",
    K.DECISION_KIND_EXPAND: lambda due: f"choose whether to pay for {n.permit(due.thing)}",
    K.DECISION_KIND_SWAP_ASSISTANT: lambda due: "choose which Assistant to swap for",
    K.DECISION_KIND_SWAP_CREST: lambda due: "choose with whom to exchange crests",
    K.DECISION_KIND_KEEP_DRAWN: _many("choose which {} cards to keep"),
    K.DECISION_KIND_TAKE_EXTRA_ASSISTANT: lambda due: "choose which further Assistant to take",
}
