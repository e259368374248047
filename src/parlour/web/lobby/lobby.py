"""The lobby: which games there are, filtered and pictured, and the visitor's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from parlour.errors import ParlourError
from parlour.kernel.spec import Spec
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.table.catalogue import specs
from parlour.web.common.board_drawing import shape, thumbnail
from parlour.web.common.game_registry import known_game, known_specs, served
from parlour.web.dependencies import limit_new_games, rooms_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import form_of, page, to_game
from parlour.web.http.query_parameters import Name, shipped
from parlour.web.people.identity import Visitor
from parlour.web.people.your_games import your_games

router = APIRouter()

LONGEST_OPTIONS = 400


@cache
def _seats(spec: Spec) -> tuple[int, int]:
    """The fewest and the most seats that a game can have."""
    counts = {len(spec.seat_names(spec.choose({})))}
    for option in spec.options:
        if option.name in ("players", "seats"):
            counts |= {int(value) for value in option.allowed}  # type: ignore[union-attr]
    return min(counts), max(counts)


@cache
def _shape(spec: Spec) -> str:
    """The shape of the board's cells; nothing for a game that cannot be shown."""
    try:
        return shape(known_game(spec.id))
    except ParlourError:
        return ""


def _tagged(spec: Spec, *words: str) -> bool:
    return any(word in tag for tag in spec.tags for word in words)


Fits = Callable[[Spec], bool]

FILTERS: dict[
    str, dict[str, tuple[str, Fits]]
] = {  # by what they ask about; one of each may be chosen
    "players": {
        "one": ("Solitaire", lambda spec: _seats(spec)[0] == 1),
        "two": ("Two players", lambda spec: _seats(spec)[0] <= 2 <= _seats(spec)[1]),
        "many": ("Three or more", lambda spec: _seats(spec)[1] > 2),
    },
    "kind": {
        "hidden": ("Hidden information", lambda spec: spec.hidden),
        "chance": ("Dice and chance", lambda spec: _tagged(spec, "dice", "chance")),
        "connection": ("Connection", lambda spec: _tagged(spec, "connection")),
        "draughts": ("Draughts", lambda spec: _tagged(spec, "draughts")),
        "chess": ("Like chess", lambda spec: _tagged(spec, "chess")),
        "stacking": ("Stacking", lambda spec: _tagged(spec, "stacking")),
    },
    "board": {
        "square": ("Squares", lambda spec: _shape(spec) == "square"),
        "hexagon": ("Hexagons", lambda spec: _shape(spec) in ("hexagon", "disc")),
        "cards": ("Cards", lambda spec: _shape(spec) == "card"),
    },
}


def _players(spec: Spec) -> str:
    fewest, most = _seats(spec)
    if most == 1:
        return "1 player"
    return f"{fewest}–{most} players" if fewest < most else f"{most} players"


@lru_cache(maxsize=256)
def _picture(spec: Spec, options: str, skin: str) -> str | None:
    """The game's small picture under options; None for a game that cannot be shown."""
    try:
        return thumbnail(known_game(f"{spec.id}:{options}" if options else spec.id), skin)
    except ParlourError:
        return None


@router.get("/")
async def lobby(request: Request) -> HTMLResponse:
    asked = request.query_params
    chosen = {what: asked[what] for what in FILTERS if asked.get(what) in FILTERS[what]}
    return page(
        request,
        "lobby.html",
        games=[_card(spec) for spec in await asyncio.to_thread(_fitting, chosen)],
        files=_file_cards(),
        filters=[_filter(what, chosen) for what in FILTERS],
        chosen=chosen,
        recent=await your_games(rooms_of(request), Visitor(request).browser),
    )


def _fitting(chosen: dict[str, str]) -> list[Spec]:
    fits = [FILTERS[what][key][1] for what, key in chosen.items()]
    return [spec for spec in specs().values() if all(fit(spec) for fit in fits)]


def _filter(what: str, chosen: dict[str, str]) -> list[dict[str, Any]]:
    """The links of one row of filters; the chosen one leads back to all."""
    links = []
    for key, (label, _) in FILTERS[what].items():
        on = chosen.get(what) == key
        others = {w: k for w, k in chosen.items() if w != what}
        query = urlencode(others if on else others | {what: key})
        links.append({"path": f"/?{query}" if query else "/", "label": label, "on": on})
    return links


def _card(spec: Spec) -> dict[str, Any]:
    """A game as the lobby shows it."""
    return {"id": spec.id, "title": spec.title, "goal": spec.goal, "facts": facts(spec)}


def facts(spec: Spec) -> list[str]:
    """A game in a few words: how many players, how long, of which kind."""
    found = [_players(spec)]
    found += [f"about {spec.minutes} minutes"] if spec.minutes else []
    found += ["hidden information"] if spec.hidden else []
    return found + [tag for tag in spec.tags if not tag.startswith(("solitaire", "hidden"))][:2]


def _file_cards() -> list[dict[str, Any]]:
    """The games of the files that the server was given; one with a mistake in it says which."""
    return [
        {
            "name": file.name,
            "trouble": file.trouble,
            "game": file.spec and _card(file.spec),
        }
        for file in served().files
    ]


@router.get("/api/files", tags=["catalogue"])
async def files() -> dict[str, str]:
    """A word that is another one whenever one of the server's game files has been read again."""
    return {"edition": served().edition}


@router.get("/pictures/{game_id}.svg")
async def picture(
    game_id: str,
    options: Annotated[str, Query(max_length=LONGEST_OPTIONS)] = "",
    skin: Name = USUAL_SKIN,
) -> Response:
    """The game's picture; with `options`, as in its name, that of the board which they make."""
    spec = known_specs().get(game_id)
    drawn = (
        None if spec is None else await asyncio.to_thread(_picture, spec, options, shipped(skin))
    )
    if drawn is None:
        raise Refused(404, "no-such-game", "There is no picture of that.")
    headers = {"Cache-Control": "no-cache" if served().file_of(game_id) else "max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.post("/records")
async def open_record(request: Request) -> Response:
    limit_new_games(request)
    text = (await form_of(request)).get("text", "")
    room = await rooms_of(request).open_record(text, Visitor(request).browser)
    return to_game(request, room.id)
