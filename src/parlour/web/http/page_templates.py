"""Pages from templates, posted forms, and rules pages with figures."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Any
from urllib.parse import parse_qs, quote

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, Template, select_autoescape
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from parlour.language import LANGUAGES, dated, grouped, language, mark, translate, translate_plural
from parlour.picture.svg_png import can_paint
from parlour.picture.svg_skin import skins
from parlour.picture.svg_state import state_svg
from parlour.table.game import Game
from parlour.table.rules_figures import Figure, parts
from parlour.web.common.board_drawing import is_tall
from parlour.web.common.game_registry import game_files
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_language import chosen_language
from parlour.web.http.query_parameters import SKIN, chosen_scheme, is_dark
from parlour.web.http.static_files import edition
from parlour.web.http.text_check import check_text

SECTIONS = {  # of the site: the address of each, and the beginnings of the addresses in it
    mark("Play"): ("/", ("/game", "/new", "/rules", "/join", "/search")),
    mark("Learn"): ("/learn", ("/learn",)),
    mark("Puzzles"): ("/puzzles", ("/puzzles",)),
    mark("Study"): ("/study", ("/study", "/collection")),
    mark("Tournaments"): ("/tournaments", ("/tournaments", "/matches")),
    mark("Laboratory"): ("/laboratory", ("/laboratory",)),
    mark("You"): ("/me", ("/me", "/calendar", "/ratings")),
}
FIGURE = 320  # pixels, the longer side of a figure in the rules

_pages = Environment(
    loader=PackageLoader("parlour.web"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    extensions=["jinja2.ext.i18n"],
)
_pages.policies["ext.i18n.trimmed"] = True
_pages.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
    translate, translate_plural, newstyle=True
)
_pages.globals["static"] = f"/static/{edition()}"
_pages.filters["is_tall"] = is_tall
_pages.filters["grouped"] = grouped
_pages.filters["translated"] = translate
_pages.filters["dated"] = dated
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class Page(HTMLResponse):
    """A page that is rendered, in a thread, when it is sent."""

    def __init__(self, template: Template, values: dict[str, Any], status: int) -> None:
        super().__init__(status_code=status)
        del self.headers["content-length"]
        self._template, self._values = template, values

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.body = await run_in_threadpool(self._render)
        self.headers["content-length"] = str(len(self.body))
        await super().__call__(scope, receive, send)

    def _render(self) -> bytes:
        return self._template.render(self._values).encode()


def page(request: Request, name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template; a new browser gets its cookie."""
    frame = {
        "edition": game_files().edition,
        "language": language(),
        "languages": LANGUAGES,
        "chosen_language": chosen_language(request),
        "scheme": chosen_scheme(request),
        "dark": is_dark(request),
        "board_skin": request.cookies.get(SKIN, ""),
        "skin_names": skins(),
        "path": request.url.path,
        "sections": SECTIONS,
        "preview": _preview(request, getattr(values.get("game"), "id", "")),
    }
    response = Page(_pages.get_template(name), frame | values, status)
    Visitor(request).set_cookie(response)
    return response


def _preview(request: Request, game_id: str) -> str:
    """The address of the picture in a link preview of a game's page; messengers show no SVG."""
    if not game_id or not can_paint():
        return ""
    return f"{request.url.scheme}://{request.url.netloc}/pictures/{game_id}.png"


def error_page(request: Request, status: int, message: str) -> Response:
    """A page with an error message."""
    return page(request, "error.html", status, message=message)


def inline_markdown(text: str) -> Markup:
    """A paragraph of Markdown without its frame."""
    return Markup(_markdown.renderInline(text))


def markdown_html(text: str) -> Markup:
    """A Markdown text as HTML."""
    return Markup(_markdown.render(text))


def rules_html(game: Game) -> Markup:
    """A game's rules page, with its figures."""
    return _rules_with_figures(game, game.about)


@lru_cache(maxsize=64)
def _rules_with_figures(game: Game, about: str) -> Markup:
    figures = count()
    return Markup("").join(
        Markup(_markdown.render(part))
        if isinstance(part, str)
        else _figure_html(game, next(figures), part)
        for part in parts(game)
    )


def figure_svg(game: Game, number: int, skin: str) -> str | None:
    """A figure of a game's rules by its number; None if there is none."""
    figures = [part for part in parts(game) if isinstance(part, Figure)]
    if number >= len(figures):
        return None
    return state_svg(figures[number].state, replace(figures[number].at, size=FIGURE, skin=skin))


def _figure_html(game: Game, number: int, figure: Figure) -> Markup:
    """A figure that loads when it comes into view, dark on dark pages."""
    path = f"/rules/{quote(game.name)}/figures/{number}.svg"
    picture = Markup(
        '<figure><picture><source media="(prefers-color-scheme: dark)" srcset="{0}?skin=night">'
        '<img src="{0}" alt="{1}" width="{2}" height="{2}" loading="lazy"></picture>'
    ).format(path, figure.caption or "a position", FIGURE)
    caption = Markup("<figcaption>{}</figcaption>").format(figure.caption) if figure.caption else ""
    return picture + caption + Markup("</figure>")


def option_words(options: str) -> str:
    """A game's options as text for players."""
    return options.replace(",", ", ").replace("=", " ").replace("_", " ")


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a posted form; the last value of each name."""
    return await run_in_threadpool(_fields, await request.body())


def _fields(body: bytes) -> dict[str, str]:
    try:
        fields = parse_qs(body.decode("utf-8", "replace"), max_num_fields=200)
    except ValueError as error:
        raise Refused(413, "too-large", "This form has too many fields.") from error
    form = {name: values[-1] for name, values in fields.items()}
    for name, text in form.items():
        check_text(f"{name}={text}".encode())
    return form


def redirect_to_game(request: Request, game_id: str, query: str = "") -> Response:
    """Redirect to a game's page; a new browser gets its cookie."""
    return redirect_to(request, f"/games/{game_id}{query}")


def redirect_to(request: Request, path: str) -> Response:
    """Redirect to a page; a new browser gets its cookie."""
    response = RedirectResponse(path, 303)
    Visitor(request).set_cookie(response)
    return response
