"""A game for paper: its empty board, pieces, cards and rules as sheets, models, and its dossier."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from parlour.kernel.scene import Scene
from parlour.language import _
from parlour.picture.sheets import (
    PAPERS,
    board_sheet,
    board_unit,
    card_sheets,
    has_board,
    item_sheets,
    paper_size,
    piece_sheets,
    pieces_of,
)
from parlour.picture.svg_skin import Look, skin
from parlour.showcase.dossier import dossier
from parlour.table.game import Game
from parlour.table.paper import decks, items, models
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page, rules_html
from parlour.web.http.query_parameters import Name
from parlour.web.laboratory.lab_pages import REPORT_POLICY
from parlour.web.learning import try_board
from parlour.web.play.dependencies import find_spec

router = APIRouter(include_in_schema=False)

LONGEST_OPTIONS = 200
BOARD, PIECES, ITEMS, RULES = "board", "pieces", "items", "rules"
GREYS, COLOURS = "print", "default"  # skins
PARTS = 12  # of a page at most

Options = Annotated[str, Query(max_length=LONGEST_OPTIONS)]


@router.get("/game/{game_id}/print")
async def show(
    request: Request,
    game_id: str,
    paper: Name = "a4",
    colours: bool = False,
    options: Options = "",
    part: Annotated[list[Name] | None, Query(max_length=PARTS)] = None,
) -> HTMLResponse:
    """What there is to print, and the chosen parts as sheets; without a choice board and rules."""
    game = _game(game_id, options)
    chosen = set(part or (BOARD, RULES))
    look = skin(COLOURS if colours else GREYS).look(game.id)
    offered = await asyncio.to_thread(_offered, game)
    if chosen - offered.keys():
        raise Refused(
            422, "no-such-part", f"{game.title} can be printed in parts: {', '.join(offered)}."
        )
    paper_size(paper)
    sheets = await asyncio.to_thread(_sheets, game, look, paper, chosen)
    return page(
        request,
        "game_print.html",
        game=game,
        offered=offered,
        chosen=chosen,
        papers=PAPERS,
        paper=paper,
        colours=colours,
        options=options,
        sheets=[Markup(sheet) for sheet in sheets],
        rules=rules_html(game) if RULES in chosen else "",
        models=models(game),
    )


@router.get("/game/{game_id}/models/{file}")
async def model(game_id: str, file: str, options: Options = "") -> Response:
    """A file for a cutter or a printer in three dimensions."""
    found = next((one for one in models(_game(game_id, options)) if one.file == file), None)
    if found is None:
        raise Refused(404, "no-such-model", "There is no such file.")
    kind = "image/svg+xml" if file.endswith(".svg") else "model/stl"
    name = {"Content-Disposition": f'attachment; filename="{game_id}-{file}"'}
    return Response(await asyncio.to_thread(found.make), media_type=kind, headers=name)


@router.get("/game/{game_id}/dossier")
async def game_dossier(game_id: str, options: Options = "", paper: Name = "a4") -> Response:
    """A page with all that is known about a game, which loads nothing."""
    page = await asyncio.to_thread(dossier, _game(game_id, options), paper)
    return HTMLResponse(page, headers={"Content-Security-Policy": REPORT_POLICY})


def _game(game_id: str, options: str) -> Game:
    find_spec(game_id)
    return registered_game(f"{game_id}:{options}" if options else game_id)


def _scene(game: Game) -> Scene:
    """The start as a picture shows it, with chance played where nothing is hidden."""
    hidden = not try_board.can_be_tried(game)
    scene = game.start().scene(0) if hidden else try_board.start(game).state.scene(None)
    return scene.picture or scene


def _offered(game: Game) -> dict[str, str]:
    """What there is to print, in words."""
    scene, found = _scene(game), {}
    if has_board(scene):
        found[BOARD] = _("the board")
    if stock := items(game):
        found[ITEMS] = _("%(count)s pieces to cut out", count=sum(item.count for item in stock))
    elif scene.shape != "card" and (pieces := pieces_of(scene, game.spec.hidden)):
        found[PIECES] = _("%(count)s pieces to cut out", count=len(pieces))
    for deck in decks(game):
        found[deck.name] = f"{len(deck.cards)} {deck.name}"
    return {**found, RULES: _("the rules")}


def _sheets(game: Game, look: Look, paper: str, chosen: set[str]) -> list[str]:
    """The chosen parts but the rules as sheets."""
    scene, size, made = _scene(game), paper_size(paper), list[str]()
    if BOARD in chosen:
        made.append(board_sheet(scene, look, size))
    if PIECES in chosen:
        unit = board_unit(scene, look, size)
        made += piece_sheets(pieces_of(scene, game.spec.hidden), look, size, unit)
    if ITEMS in chosen:
        made += item_sheets(items(game), scene, look, size, board_unit(scene, look, size))
    for deck in decks(game):
        if deck.name in chosen:
            made += card_sheets(deck.cards, look, size)
    return made
