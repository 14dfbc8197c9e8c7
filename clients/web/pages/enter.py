"""Saying who you are: a guest by name, kept by the browser as its player's own token."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from clients.sdk.errors import NotAllowed, Refused
from clients.sdk.players import create_player
from clients.web.forms import field, form_of, way_back
from clients.web.house import house_of
from clients.web.rendering import page
from clients.web.visitor import forget, remember


async def show(request: Request) -> Response:
    """The form."""
    return await page(request, "enter.html", back=way_back(request.query_params.get("next", "/")), error="", name="")


async def enter(request: Request) -> Response:
    """Make a player, and go on where the visitor came from."""
    form = await form_of(request)
    house = house_of(request)
    name, back = field(form, "name"), way_back(field(form, "next", "/"))
    try:
        player_id, token = await create_player(house.connection, name)
    except NotAllowed:
        error = "This server takes no guests. Ask whoever runs it for a way in."
        return await page(request, "enter.html", 403, back=back, error=error, name=name)
    except Refused as refusal:
        return await page(request, "enter.html", 400, back=back, error=refusal.message, name=name)
    response = RedirectResponse(back, 303)
    remember(response, player_id, token, secure=house.settings.secure_cookies)
    return response


async def leave(request: Request) -> Response:
    """Forget the player in this browser."""
    response = RedirectResponse("/", 303)
    forget(response)
    return response
