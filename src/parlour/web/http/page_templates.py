"""How a page is made of its template, and how forms are read: what all pages share."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, select_autoescape
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.staticfiles import StaticFiles

from parlour.picture.figures import Figure, parts
from parlour.picture.svg_state import state_svg
from parlour.table.game import Game
from parlour.web.common.game_registry import served
from parlour.web.http.error_responses import Refused
from parlour.web.people.identity import Visitor

FIGURE = 320  # pixels, the longer side of a figure in the rules

_pages = Environment(
    loader=PackageLoader("parlour.web"), autoescape=select_autoescape(), trim_blocks=True
)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def static() -> StaticFiles:
    """The style sheet, the script and the icon."""
    return StaticFiles(directory=Path(__file__).parents[1] / "static")


def page(request: Request, name: str, status: int = 200, **given: Any) -> HTMLResponse:
    """A page from its template; a browser without a name gets one."""
    response = HTMLResponse(
        _pages.get_template(name).render(edition=served().edition, **given), status
    )
    Visitor(request).name(response)
    return response


def refusal(request: Request, status: int, words: str) -> Response:
    """A page that says why something is refused."""
    return page(request, "refusal.html", status, words=words)


def rules_html(game: Game) -> Markup:
    """A game's rules for players, their figures drawn."""
    return _illustrated(game, game.about)


@lru_cache(maxsize=64)
def _illustrated(game: Game, about: str) -> Markup:
    figures = count()
    return Markup("").join(
        Markup(_markdown.render(part))
        if isinstance(part, str)
        else _figure_picture(game, next(figures), part)
        for part in parts(game)
    )


def figure_svg(game: Game, number: int, skin: str) -> str | None:
    """A figure of a game's rules as a picture, by its number; None if there is none."""
    figures = [part for part in parts(game) if isinstance(part, Figure)]
    if number >= len(figures):
        return None
    return state_svg(figures[number].state, replace(figures[number].at, size=FIGURE, skin=skin))


def _figure_picture(game: Game, number: int, figure: Figure) -> Markup:
    """A figure as a picture of its own, dark on dark pages, loaded when it scrolls into view."""
    path = f"/rules/{quote(game.name)}/figures/{number}.svg"
    shown = Markup(
        '<figure><picture><source media="(prefers-color-scheme: dark)" srcset="{0}?skin=night">'
        '<img src="{0}" alt="{1}" width="{2}" height="{2}" loading="lazy"></picture>'
    ).format(path, figure.caption or "a position", FIGURE)
    told = Markup("<figcaption>{}</figcaption>").format(figure.caption) if figure.caption else ""
    return shown + told + Markup("</figure>")


def option_words(options: str) -> str:
    """The options in a game's name as people read them."""
    return options.replace(",", ", ").replace("=", " ").replace("_", " ")


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a posted form, the last of each name."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, max_num_fields=200)
    except ValueError as error:
        raise Refused(413, "too-large", "This form has too many fields.") from error
    return {name: values[-1] for name, values in fields.items()}


def to_game(request: Request, game_id: str) -> Response:
    response = RedirectResponse(f"/games/{game_id}", 303)
    Visitor(request).name(response)
    return response
