"""What holds in every state between two commands: nothing appears or vanishes (R0.6, R0.7)."""

from collections import Counter

from server.games.belfort.state import CENTAUR_LOCK, GNOME_LOCK, KINDS, OWNER_A, OWNER_HERITAGE, BelfortState


def check(state: BelfortState) -> None:
    """Raise AssertionError naming the rule that does not hold."""
    _check_cards(state)
    _check_workers(state)
    _check_markers(state)
    _check_tokens(state)
    for player in state.players:
        assert min(player.goods) >= 0, "R0.6: a player has less than nothing"
        assert player.score >= 0, "R5.6: a score below 0"


def _check_cards(state: BelfortState) -> None:
    cards = Counter([*state.deck, *state.discard, *state.pool, *state.row, *state.shelf, *state.removed])
    for player in state.players:
        cards.update([*player.hand, *player.drawn, *player.clipboard, *(built.card for built in player.built)])
    assert cards == Counter(state.components.cards.keys()), "R1.5: Property cards appeared or vanished"
    if state.key_deck or any(player.key_cards for player in state.players):
        held = [card for player in state.players for card in player.key_cards]
        assert len({*held, *state.key_deck}) == len(held) + len(state.key_deck), "R35.1: a Key card twice"
    queen = [*state.queen_deck, *state.queen_discard, *([state.queen_card] if state.queen_card else [])]
    assert len(set(queen)) == len(queen), "R33.1: a Queen card twice"


def _check_workers(state: BelfortState) -> None:
    numbers = state.components.numbers
    for seat, player in enumerate(state.players):
        for kind in KINDS:
            out = sum(1 for o in state.planks.values() if o.owner == seat + 1 and o.kind == kind)
            out += sum(area[kind - 1] + area[kind + 1] for area in (*player.areas, *player.gathered))
            total = player.board[kind - 1] + player.reserve[kind - 1] + out
            every = numbers.start_workers[kind - 1] + numbers.reserve_workers[kind - 1]
            assert total == every, f"R0.7: seat {seat} has {total} Workers of a kind instead of {every}"
            assert min(player.board[kind - 1], player.reserve[kind - 1]) >= 0, "R0.7: Workers below 0"
            assert state.masters(seat, kind) <= state.in_play(seat, kind), "R27.1: more Masters than Workers"


def _check_markers(state: BelfortState) -> None:
    numbers = state.components.numbers
    on_board = Counter(marker.owner for marker in state.spaces.values())
    for seat, player in enumerate(state.players):
        calendar = 1 if state.points.own_calendars and state.guilds else 0
        assert player.markers >= 0, "R1.3: markers below 0"
        assert on_board[seat + 1] + player.markers + calendar == numbers.markers, "R1.3: markers appeared or vanished"
    for number, markers in enumerate(state.non_player_markers):
        assert on_board[OWNER_A + number] + markers == numbers.markers, "R12.1: markers appeared or vanished"
    assert on_board[OWNER_HERITAGE] <= numbers.markers, "R32.5: too many Heritage markers"
    for space in state.reserved:
        assert space not in state.spaces, "R7.3: a space is marked and kept free"
    for marked in state.spaces:
        other = state.components.other_half.get(marked)
        if other in state.spaces:
            assert state.spaces[marked].owner == state.spaces[other].owner, "R7.3: two owners of one Gatehouse"


def _check_tokens(state: BelfortState) -> None:
    locks = [built.lock for player in state.players for built in player.built if built.lock]
    supply = state.components.players[state.seats].gnomes
    assert locks.count(GNOME_LOCK) + state.gnomes == supply, "R1.4: Gnomes appeared or vanished"
    assert locks.count(CENTAUR_LOCK) <= 1, "R24.1: two Centaur tokens"
    permits = [built.permit for player in state.players for built in player.built if built.permit]
    assert len(set(permits) | set(state.permits)) == len(permits) + len(state.permits), "R20.3: a Permit twice"
    for player in state.players:
        for built in player.built:
            kind = state.components.permits[built.permit].permit_type if built.permit else ""
            fits = not kind or state.components.permit_types[kind].property == built.property
            assert fits, "R22.1: a Permit under the wrong card"
    held = Counter(tile.holder for tile in state.tiles if tile.holder >= 0 and not tile.extra)
    assert all(number <= 1 for number in held.values()), "R21.6: two Assistants without the Assistants' Guild"
    pawns = [pawn for pawn in (state.queen, state.parks, state.rex) if pawn]
    assert len(set(pawns)) == len(pawns), "R34.2: two pawns in one district"
    if state.shelf:
        shelves = sum(player.unlocked("library") for player in state.players)
        assert len(state.shelf) <= shelves or state.agenda or state.decisions, "R31.6.1.2: too many top shelf cards"
