"""Invitations: a link that its maker hands on, and the page that whoever follows it comes to."""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from clients.sdk.tables import TableClient
from clients.web.answers import command_id
from clients.web.forms import Form, field, form_of, table_id
from clients.web.pages.play import do
from clients.web.problems import NeedsName
from clients.web.rendering import page
from clients.web.visitor import Visitor

_INVITATION: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


async def make(request: Request) -> Response:
    """Make an invitation, and show its link: it is told this once, for the table keeps only its digest."""
    visitor = Visitor(request)
    if not visitor.known:
        raise NeedsName
    table = TableClient(visitor.connection, table_id(request))
    form = await form_of(request)
    given = command_id(table.table_id, field(form, "page"), "invitation")
    invitation = await table.make_invitation(request_id=given)
    link = f"/invited/{table.table_id}?by={invitation}"
    return await page(request, "invitation.html", table_id=table.table_id, link=link)


async def show(request: Request) -> Response:
    """What somebody sees who follows the link: the question whether to come. Looking changes nothing."""
    if not Visitor(request).known:
        raise NeedsName
    invitation = _invitation(request.query_params.get("by", ""))
    return await page(request, "invited.html", table_id=table_id(request), invitation=invitation)


async def accept(request: Request) -> Response:
    """Become one of the invited, and go on to the table."""
    visitor = Visitor(request)
    if not visitor.known:
        raise NeedsName
    table = TableClient(visitor.connection, table_id(request))
    invitation = _invitation(field(await form_of(request), "invitation"))
    await table.accept(invitation)
    return RedirectResponse(f"/tables/{table.table_id}", 303)


async def withdraw(request: Request) -> Response:
    """Invite a player no more, or, where none is named, let no link count any more."""

    async def take_back(table: TableClient, form: Form) -> str:
        player_id = field(form, "player")
        given = command_id(table.table_id, field(form, "page"), f"withdraw {player_id}")
        await table.withdraw_invitation(player_id, handed_on=not player_id, request_id=given)
        return "" if player_id else "Links that were made before open the table no more."

    return await do(request, take_back)


async def decline(request: Request) -> Response:
    """Be invited no more, and go back to the lobby."""

    async def turn_down(table: TableClient, form: Form) -> str:
        await table.withdraw_invitation(request_id=command_id(table.table_id, field(form, "page"), "decline"))
        return ""

    await do(request, turn_down)
    return RedirectResponse("/", 303)


def _invitation(text: str) -> str:
    if not _INVITATION.fullmatch(text):
        raise HTTPException(404, "That is no invitation. Perhaps a part of the link is missing.")
    return text
