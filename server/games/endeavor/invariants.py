"""What holds in every state between two commands (R21.4)."""

from collections import Counter

from server.games.endeavor.state import EndeavorState


def check(state: EndeavorState) -> None:
    """Raise AssertionError naming the rule that does not hold."""
    for seat in range(state.seats):
        total = discs_of(state, seat)
        assert total == state.components.numbers.discs, f"R1.1: seat {seat} has {total} discs"
    _check_tokens(state)
    _check_cards(state)
    _check_fortifications(state)
    _check_buildings(state)
    _check_board(state)
    _check_players(state)


def discs_of(state: EndeavorState, seat: int) -> int:
    """R1.1: a player's discs in all places together."""
    player = state.players[seat]
    return (
        player.harbor
        + player.supply
        + sum(slot.disc + slot.conscript for slot in player.buildings)
        + sum(player.track_discs)
        + sum(track.count(seat) for track in state.tracks.values())
        + sum(sea[seat] for sea in state.seas.values())
        + sum(1 for owner in state.control.values() if owner == seat)
        + sum(1 for owner in state.spots.values() if owner == seat)
        + sum(box[seat] for box in state.alliances.values())
        + (1 if state.conquistador == seat else 0)
        + state.marriage_discs.get(seat, 0)
    )


def _check_tokens(state: EndeavorState) -> None:
    total = Counter(state.tokens.values()) + state.blue_discard + state.flota + state.removed_tokens
    for player in state.players:
        total += player.tokens
    expected = Counter({token.id: token.count for token in state.components.tokens.values()})
    if state.tokens or state.round:
        assert total == expected, "R21.4: trade tokens appeared or vanished"
    assert all(count > 0 for player in state.players for count in player.tokens.values()), "R21.4: an empty counter"


def _check_cards(state: EndeavorState) -> None:
    places = [*state.discard, *state.out_of_game, *state.governors.values()]
    for deck in state.decks.values():
        places += deck
        values = [state.card(card).value or 0 for card in deck]
        assert values == sorted(values), "R2.3: a deck is not in order of value"
    for player in state.players:
        places += [*player.cards, *player.penalty, *([player.reserved] if player.reserved else [])]
        for lower, upper in player.stacks.items():
            assert {lower, upper} <= set(player.cards), "R14.3: half a stack is not in play"
    assert len(places) == len(set(places)), "R21.4: a card lies in two places"
    assert len(places) == state.cards_in_game, "R21.4: a card appeared or vanished"


def _check_fortifications(state: EndeavorState) -> None:
    total = state.fortifications + len(state.fortified) + state.declaration
    assert total in (0, state.components.numbers.fortifications), "R21.4: fortifications appeared or vanished"
    assert all(state.board.spaces[s].city and s in state.control for s in state.fortified), "R13.2: not under a disc"


def _check_buildings(state: EndeavorState) -> None:
    built = Counter(slot.building for player in state.players for slot in player.buildings)
    for name in state.building_set:
        record = state.components.buildings[name]
        removed = record.level == 5 and (name in state.removed_buildings or not state.removed_buildings)
        assert built[name] + state.stock[name] == (0 if removed else record.copies), f"R2.5: {name} vanished"
    for player in state.players:
        assert len(player.buildings) <= state.components.numbers.building_slots, "R2.6: too many buildings"


def _check_board(state: EndeavorState) -> None:
    for region, track in state.tracks.items():
        length = state.board.track_length[region]
        assert len(track) <= length, "R21.4: two discs on a track space"
        assert state.open[region] == (len(track) == length), "R8.3.2: a region is open while its track is not full"
        assert state.open[region] or not any(state.seas[region]), "R8.3.3: a disc in the sea of a closed region"
        assert state.open[region] != (region in state.governors), "R8.3.2: a governor is where he can't be"


def _check_players(state: EndeavorState) -> None:
    for seat, player in enumerate(state.players):
        assert min(player.harbor, player.supply) >= 0, f"R1.1: seat {seat} owes discs"
        assert state.abolished is False or not any(state.card(card).deck == "slavery" for card in player.cards), (
            "R10.7: slavery outlived its abolition"
        )
