"""The skin gallery: every skin on every game, and a preview of your own skin.

Your own skin is sent as text, validated and drawn; nothing is stored. The page shows the pictures as
images, in which scripts do not run.
"""

from __future__ import annotations

import random
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from parlour.kernel.layout import CHANCE
from parlour.picture.svg_skin import skin, skins
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.table.catalogue import specs
from parlour.table.game import State
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.play.dependencies import limit_new_games

router = APIRouter()

PLIES = 14  # before the picture
SIZE = 240
LONGEST = 100_000  # characters of a skin's file
LARGEST = 8_000_000  # characters of all pictures of a skin


class OwnSkin(BaseModel):
    """A skin's two files as text."""

    model_config = ConfigDict(extra="forbid")

    skin: Annotated[str, Field(max_length=LONGEST)]
    forms: Annotated[str, Field(max_length=LONGEST)] = ""


class SkinPreview(BaseModel, title="Drawn"):
    """A skin on every game: pictures by game id."""

    __qualname__ = "Drawn"  # its public name in the OpenAPI document

    title: str
    pictures: dict[str, str]


@router.get("/looks", include_in_schema=False)
async def looks(
    request: Request, name: Annotated[str, Query(max_length=40, alias="skin")] = USUAL_SKIN
) -> HTMLResponse:
    """All games in one of the shipped skins."""
    _check_skin(name)
    rows = [(each, skin(each).title) for each in skins()]
    return page(request, "looks.html", games=specs().values(), skins=rows, chosen=name)


@router.get("/looks/{name}/{game_id}.svg", include_in_schema=False)
async def picture(name: str, game_id: str) -> Response:
    """A game in a skin."""
    _check_skin(name)
    if game_id not in specs():
        raise Refused(404, "no-such-game", "There is no such picture.")
    svg = await run_in_threadpool(_picture_cached, game_id, name)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.post("/api/looks", tags=["catalogue"], name="tried")
async def preview_skin(body: OwnSkin, request: Request) -> SkinPreview:
    """Every game in your own skin; errors in the skin are reported."""
    limit_new_games(request)
    return await run_in_threadpool(_preview, body)


def _check_skin(name: str) -> None:
    if name not in skins():
        raise Refused(
            404, "no-such-skin", f"This skin does not exist. Choose one of: {', '.join(skins())}."
        )


@cache
def _sample(game_id: str) -> State:
    """A position of a game after a few random moves."""
    state, rng = registered_game(game_id).start(), random.Random(game_id)
    for _ in range(PLIES):
        if state.turn is None:
            break
        state.play(state.draw(rng) if state.turn == CHANCE else rng.choice(state.moves()))
    return state


def _picture(game_id: str, name: str) -> str:
    state = _sample(game_id).copy()
    seat = 0 if state.game.spec.hidden else None
    return state.svg(seat=seat, size=SIZE, coordinates=False, skin=name)


@lru_cache(maxsize=256)
def _picture_cached(game_id: str, name: str) -> str:
    return _picture(game_id, name)


def _preview(body: OwnSkin) -> SkinPreview:
    """Raises BadSkin, Refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "own skin")
        path.mkdir()
        for name, text in (("skin.toml", body.skin), ("forms.toml", body.forms)):
            (path / name).write_text(text, encoding="utf-8")
        own_skin = skin(str(path))
        pictures: dict[str, str] = {}
        for game_id in specs():
            pictures[game_id] = _picture(game_id, str(path))
            if sum(map(len, pictures.values())) > LARGEST:
                raise Refused(413, "too-large", "The pictures of this skin are too large.")
    return SkinPreview(title=own_skin.title, pictures=pictures)
