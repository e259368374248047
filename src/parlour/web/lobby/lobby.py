"""The home page: the visitor's games, games for tonight, today's puzzle and
the month's game, and all games with filters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache, lru_cache, partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from parlour.errors import ParlourError
from parlour.kernel.spec import Spec
from parlour.language import _, mark, ngettext, translate
from parlour.picture.svg_png import can_paint, png
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.puzzles import Puzzle, puzzle_of_the_day
from parlour.showcase.month import game_of_the_month
from parlour.table.catalogue import listed_specs
from parlour.web.common.board_drawing import shape, thumbnail
from parlour.web.common.game_registry import (
    example_name,
    game_files,
    registered_game,
    registered_specs,
)
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, page, redirect_to_game
from parlour.web.http.query_parameters import Name, shipped_skin
from parlour.web.learning.puzzle_pages import games_with_puzzles
from parlour.web.lobby.challenge_pages import challenge_cards
from parlour.web.matches import server_match
from parlour.web.people.your_games import your_games
from parlour.web.play.dependencies import limit_new_games, readers_of, rooms_of
from parlour.web.play.opened_record import read_record
from parlour.web.play.rooms import Rooms
from parlour.web.store import person_store, tournament_store

router = APIRouter(include_in_schema=False)

LONGEST_OPTIONS = 400
PREVIEW = 600  # pixels of a link preview's picture
CONTESTS = 3  # matches of the visitor, and as many tournaments
TONIGHT = 3  # games proposed for tonight


@cache
def _seats(spec: Spec) -> tuple[int, int]:
    """The smallest and the largest number of players."""
    counts = {len(spec.seat_names(spec.choose({})))}
    for option in spec.options:
        if option.name in ("players", "seats"):
            counts |= {int(value) for value in option.allowed}  # type: ignore[union-attr]
    return min(counts), max(counts)


@cache
def _shape(spec: Spec) -> str:
    """The shape of the board's cells; empty for a game that cannot be drawn."""
    try:
        return shape(registered_game(spec.id))
    except ParlourError:
        return ""


def _has_tag(spec: Spec, words: tuple[str, ...]) -> bool:
    """Whether a tag of the game contains one of these words."""
    return any(word in tag for tag in spec.tags for word in words)


Predicate = Callable[[Spec], bool]

TAGS = {  # with a filter, and their labels
    "connection": mark("Connection"),
    "draughts": mark("Draughts"),
    "chess-like": mark("Like chess"),
    "stacking": mark("Stacking"),
}
FILTERS: dict[str, dict[str, tuple[str, Predicate]]] = {  # one of each row can be chosen
    "players": {
        "one": (mark("Solitaire"), lambda spec: _seats(spec)[0] == 1),
        "two": (mark("Two players"), lambda spec: _seats(spec)[0] <= 2 <= _seats(spec)[1]),
        "many": (mark("Three or more"), lambda spec: _seats(spec)[1] > 2),
    },
    "kind": {
        "hidden": (mark("Hidden information"), lambda spec: spec.hidden),
        "chance": (mark("Dice and chance"), lambda spec: _has_tag(spec, ("dice", "chance"))),
        **{
            tag.removesuffix("-like"): (label, partial(_has_tag, words=(tag,)))
            for tag, label in TAGS.items()
        },
    },
    "board": {
        "square": (mark("Squares"), lambda spec: _shape(spec) == "square"),
        "hexagon": (mark("Hexagons"), lambda spec: _shape(spec) in ("hexagon", "disc")),
        "cards": (mark("Cards"), lambda spec: _shape(spec) == "card"),
    },
}


def _players(spec: Spec) -> str:
    fewest, most = _seats(spec)
    if fewest < most:
        return _("%(fewest)s–%(most)s players", fewest=fewest, most=most)
    return ngettext("%(num)s player", "%(num)s players", most)


@lru_cache(maxsize=256)
def _picture(spec: Spec, options: str, skin: str) -> str | None:
    """The game's thumbnail with these options; None for a game that cannot be drawn."""
    try:
        return thumbnail(registered_game(f"{spec.id}:{options}" if options else spec.id), skin)
    except ParlourError:
        return None


@lru_cache(maxsize=64)
def _painted(spec: Spec, options: str) -> bytes | None:
    """The same for link previews, which show no SVG."""
    svg = _picture(spec, options, USUAL_SKIN)
    return png(svg, PREVIEW) if svg and can_paint() else None


@router.get("/")
async def lobby(request: Request) -> HTMLResponse:
    query = request.query_params
    chosen = {row: query[row] for row in FILTERS if query.get(row) in FILTERS[row]}
    rooms, browser = rooms_of(request), Visitor(request).browser
    return page(
        request,
        "lobby.html",
        recent=await your_games(rooms, browser),
        contests=await _contests(rooms, browser),
        challenges=await challenge_cards(rooms, browser),
        **await asyncio.to_thread(_lobby_facts, chosen),
    )


async def _contests(rooms: Rooms, browser: str) -> list[tuple[str, str]]:
    """The paths and titles of the visitor's latest matches and tournaments, begun or not."""
    matches = await server_match.of_browser(rooms, browser)
    browsers = await person_store.browsers(rooms.store, browser)
    tournaments = await tournament_store.of_browsers(rooms.store, browsers)
    return [
        *(
            (f"/matches/{match_id}", _("Match: %(title)s", title=title))
            for match_id, title in matches[:CONTESTS]
        ),
        *(
            (f"/tournaments/{each}", _("Tournament: %(title)s", title=title))
            for each, title in tournaments[:CONTESTS]
        ),
    ]


def _lobby_facts(chosen: dict[str, str]) -> dict[str, Any]:
    """What the lobby shows to everybody who chooses these filters."""
    today = datetime.now(UTC).date()
    return {
        "games": [
            _card(spec) | {"shown": _fits(spec, chosen), "filters": _fitting(spec)}
            for spec in listed_specs()
        ],
        "tonight": [_card(spec) for spec in _tonight(today)],
        "puzzle": _puzzle_of(today),
        "month": game_of_the_month(today),
        "files": _file_cards(),
        "filters": [_filter_links(row, chosen) for row in FILTERS],
        "chosen": chosen,
        "example": example_name(),
    }


def _tonight(day: date) -> list[Spec]:
    """Three of the inventors' games, others each day."""
    ours = [spec for spec in listed_specs() if spec.shelf == "ours" and spec.appeal]
    apart = max(1, len(ours) // TONIGHT)  # neighbours are alike
    places = (day.toordinal() + i * apart for i in range(min(TONIGHT, len(ours))))
    return [ours[place % len(ours)] for place in places]


def _puzzle_of(day: date) -> tuple[Spec, Puzzle] | None:
    """The puzzle of the day of one game, another each day."""
    games = games_with_puzzles()
    puzzle = puzzle_of_the_day(games[day.toordinal() % len(games)], day) if games else None
    return (puzzle.tree.game.spec, puzzle) if puzzle else None


def _fits(spec: Spec, chosen: dict[str, str]) -> bool:
    return all(FILTERS[row][key][1](spec) for row, key in chosen.items())


def _fitting(spec: Spec) -> str:
    """The filters that a game passes, for the page's script: `players-two kind-chance`."""
    return " ".join(
        f"{row}-{key}" for row, keys in FILTERS.items() for key in keys if keys[key][1](spec)
    )


def _filter_links(row: str, chosen: dict[str, str]) -> list[dict[str, Any]]:
    """The links of a row of filters; the chosen one removes its filter."""
    links = []
    for key, (label, _fits_it) in FILTERS[row].items():
        on = chosen.get(row) == key
        others = {name: value for name, value in chosen.items() if name != row}
        query = urlencode(others if on else others | {row: key})
        path = f"/?{query}#all" if query else "/#all"
        links.append({"path": path, "label": label, "on": on, "name": f"{row}-{key}"})
    return links


def _card(spec: Spec) -> dict[str, Any]:
    """A game's card in the lobby."""
    return {
        "id": spec.id,
        "title": spec.title,
        "appeal": translate(spec.appeal or spec.goal),
        "goal": translate(spec.goal),
        "facts": game_facts(spec),
    }


def game_facts(spec: Spec) -> list[str]:
    """A game in a few words: players, length, kind."""
    facts = [_players(spec)]
    facts += [_("about %(minutes)s minutes", minutes=spec.minutes)] if spec.minutes else []
    facts += [_("hidden information")] if spec.hidden else []
    told = [tag for tag in spec.tags if not tag.startswith(("solitaire", "hidden"))]
    return facts + [translate(tag) for tag in told[:2]]


def _file_cards() -> list[dict[str, Any]]:
    """The cards of the server's game files, with their errors."""
    return [
        {
            "name": file.name,
            "trouble": file.trouble,
            "game": file.spec and _card(file.spec),
        }
        for file in game_files().files
    ]


@router.get("/api/files", tags=["catalogue"])
async def files() -> dict[str, str]:
    """An edition that changes whenever a game file is reloaded."""
    return {"edition": game_files().edition}


@router.get("/pictures/{game_id}.svg")
async def picture(
    game_id: str,
    options: Annotated[str, Query(max_length=LONGEST_OPTIONS)] = "",
    skin: Name = USUAL_SKIN,
) -> Response:
    """A game's thumbnail, with `options` as in its name."""
    shipped = shipped_skin(skin)
    return await _image(game_id, lambda spec: _picture(spec, options, shipped), "image/svg+xml")


@router.get("/pictures/{game_id}.png")
async def painted(
    game_id: str, options: Annotated[str, Query(max_length=LONGEST_OPTIONS)] = ""
) -> Response:
    """A game's thumbnail for link previews; only with the extra `pictures`."""
    return await _image(game_id, lambda spec: _painted(spec, options), "image/png")


async def _image(
    game_id: str, draw: Callable[[Spec], str | bytes | None], media_type: str
) -> Response:
    spec = registered_specs().get(game_id)
    image = None if spec is None else await asyncio.to_thread(draw, spec)
    if image is None:
        raise Refused(404, "no-such-game", "There is no such picture.")
    headers = {"Cache-Control": "no-cache" if game_files().file_of(game_id) else "max-age=3600"}
    return Response(image, media_type=media_type, headers=headers)


@router.post("/records")
async def open_record(request: Request) -> Response:
    limit_new_games(request)
    text = (await form_of(request)).get("text", "")
    opened = await readers_of(request).read_for(request, read_record, text)
    room = await rooms_of(request).open_record(opened, Visitor(request).browser)
    return redirect_to_game(request, room.id)
