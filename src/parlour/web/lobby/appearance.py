"""How pages and boards look: light or dark, a skin for all boards, the language; three cookies."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from parlour.language import LANGUAGES
from parlour.picture.svg_skin import skins
from parlour.web.http.identity import YEAR
from parlour.web.http.page_templates import form_of
from parlour.web.http.query_parameters import APPEARANCE, LANGUAGE, SKIN

router = APIRouter(include_in_schema=False)

_CHOICES = (  # the cookie of each field, and what may be chosen
    (APPEARANCE, "scheme", ("light", "dark")),
    (SKIN, "skin", tuple(skins())),
    (LANGUAGE, "language", tuple(LANGUAGES)),
)


@router.post("/appearance")
async def choose(request: Request) -> Response:
    """Save the choice and go back to the page; an unknown value means the default."""
    form = await form_of(request)
    response = RedirectResponse(_page_of(request), 303)
    for cookie, field, allowed in _CHOICES:
        value = form.get(field, "")
        if value in allowed:
            response.set_cookie(cookie, value, max_age=YEAR, samesite="lax")  # scripts read it too
        else:
            response.delete_cookie(cookie, samesite="lax")
    return response


def _page_of(request: Request) -> str:
    """The path of the page that sent the form, never another site."""
    came = urlsplit(request.headers.get("referer", ""))
    path = came.path if came.netloc == request.url.netloc else ""
    return path if path.startswith("/") and not path.startswith("//") else "/"
