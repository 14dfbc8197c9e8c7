"""Private tables are there for the invited only; a table without spectators is shut while its game is on."""

import pytest

from server.games import GAMES
from server.games.kernel.admission import Admission
from server.games.kernel.commands import (
    Abort,
    AcceptInvitation,
    Actor,
    Invite,
    Join,
    Leave,
    MakeInvitation,
    Start,
    WithdrawInvitation,
)
from server.games.kernel.invitations import MOST_INVITATIONS, MOST_INVITED, digest_of
from server.games.kernel.table import fold
from server.games.kernel.table_view import table_message
from tests.server.games.kernel.opened import NONCE, Opened

WORD = "a-word-of-22-characters"


def private(seats: int = 2) -> Opened:
    return Opened(seats, private=True)


def test_strangers_are_told_that_there_is_no_private_table() -> None:
    opened = private()
    for command in (Join(None, NONCE), Leave(), Invite(("eve",)), Start(), Abort(), MakeInvitation(b"")):
        opened.refuses("eve", command, "UNKNOWN_TABLE")
    opened.does("host", Join(None, NONCE))


def test_the_invited_may_sit_down_and_bring_others() -> None:
    opened = private(3).does("host", Invite(("anna", "ben", "anna"))).does("anna", Join(None, NONCE))
    opened.does("anna", Invite(("cleo",))).does("cleo", Join(None, NONCE))
    opened.refuses("ben", Invite(("eve",)), "NOT_ALLOWED")
    assert opened.table.invited == {"anna", "ben", "cleo"}
    assert opened.outcome("host", Invite(("ben",))).payloads == []


def test_an_invitation_opens_the_door_to_whoever_brings_it() -> None:
    opened = private(3).does("host", MakeInvitation(digest_of(WORD)))
    opened.refuses("anna", Join(None, NONCE, invitation="another"), "WRONG_INVITATION")
    opened.refuses("anna", AcceptInvitation("another"), "WRONG_INVITATION")
    opened.does("anna", Join(None, NONCE, invitation=WORD)).does("ben", AcceptInvitation(WORD))
    assert opened.table.invited == {"anna", "ben"}
    assert opened.outcome("ben", AcceptInvitation(WORD)).payloads == []
    opened.does("anna", Leave())
    assert Admission.to(opened.table).knows(Actor("anna"))


def test_an_invitation_is_worth_nothing_once_the_game_has_begun() -> None:
    opened = private().does("host", MakeInvitation(digest_of(WORD))).does("host", Join(None, NONCE))
    opened.does("anna", Join(None, NONCE, invitation=WORD)).does("host", Start())
    opened.refuses("eve", AcceptInvitation(WORD), "WRONG_INVITATION")


def test_an_invitation_can_be_withdrawn_and_declined_until_one_sits() -> None:
    opened = private(3).does("host", Invite(("anna", "ben", "cleo"))).does("anna", Join(None, NONCE))
    opened.refuses("ben", WithdrawInvitation("cleo"), "NOT_ALLOWED")
    opened.refuses("host", WithdrawInvitation("anna"), "ALREADY_SEATED")
    opened.does("host", WithdrawInvitation("ben")).does("cleo", WithdrawInvitation("cleo"))
    assert opened.table.invited == {"anna"}
    opened.refuses("cleo", Join(None, NONCE), "UNKNOWN_TABLE")
    assert opened.outcome("host", WithdrawInvitation("ben")).payloads == []


def test_invitations_that_were_handed_on_are_withdrawn_together() -> None:
    opened = private(3).does("host", MakeInvitation(digest_of(WORD))).does("anna", AcceptInvitation(WORD))
    opened.refuses("anna", WithdrawInvitation(""), "NOT_ALLOWED")
    opened.does("host", WithdrawInvitation(""))
    opened.refuses("ben", Join(None, NONCE, invitation=WORD), "WRONG_INVITATION")
    opened.does("anna", Join(None, NONCE))
    assert opened.outcome("host", WithdrawInvitation("")).payloads == []


def test_an_invitation_that_nobody_needs_writes_nothing() -> None:
    opened = Opened(2).does("host", MakeInvitation(digest_of(WORD))).does("anna", Join(None, NONCE, invitation=WORD))
    assert opened.table.invited == frozenset()


def test_there_are_not_too_many_of_either() -> None:
    opened = Opened(2).does("host", Invite(tuple(f"player {number}" for number in range(MOST_INVITED))))
    opened.refuses("host", Invite(("one more",)), "MALFORMED")
    for number in range(MOST_INVITATIONS):
        opened.does("host", MakeInvitation(bytes([number])))
    opened.refuses("host", MakeInvitation(b"one more"), "MALFORMED")


@pytest.mark.parametrize("kind", ["operator", "bot"])
def test_operators_and_bots_are_let_in_everywhere(kind: str) -> None:
    opened = Opened(2, private=True, no_spectators=True)
    opened.does("host", Invite(("anna",))).does("host", Join(None, NONCE)).does("anna", Join(None, NONCE))
    opened.does("host", Start())
    admission = Admission.to(opened.table)
    assert admission.watches(Actor("x", **{kind: True}))
    assert admission.watches(Actor("anna"))
    assert not admission.knows(Actor("eve"))


def test_a_table_without_spectators_is_shut_while_its_game_is_on() -> None:
    opened = Opened(2, no_spectators=True)
    assert Admission.to(opened.table).watches(Actor("eve"))
    opened.does("host", Join(None, NONCE)).does("anna", Join(None, NONCE)).does("host", Start())
    assert Admission.to(opened.table).knows(Actor("eve"))
    assert not Admission.to(opened.table).watches(Actor("eve"))
    opened.does("root", Abort(), operator=True)
    assert Admission.to(opened.table).watches(Actor("eve"))


@pytest.mark.parametrize("terms", [{}, {"private": True}, {"no_spectators": True}])
def test_the_contract_tells_the_same_as_the_fold(terms: dict[str, bool]) -> None:
    opened = Opened(2, **terms).does("host", Invite(("ben",))).does("host", Join(None, NONCE))
    opened.does("host", Join(None, NONCE, bot="greedy", player_id="bot-1")).does("host", Start())
    assert Admission.told_by(table_message(opened.table)) == Admission.to(opened.table)
    assert fold(opened.events, GAMES) == opened.table
