"""A game's page: what it is, a board to touch, the form that starts a game, and all there is about it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from parlour.clocks.clock_kinds import KINDS
from parlour.clocks.presets import PRESETS
from parlour.errors import BadClock, ParlourError
from parlour.kernel.scene import Cell
from parlour.kernel.spec import CLAIM, DRAWS, WHOLE, Option, Spec
from parlour.lab.shipped_findings import findings_about
from parlour.language import translate
from parlour.lessons import has_lesson, lesson
from parlour.lessons.annotated_games import all_annotated_titles
from parlour.picture.viewpoint import Viewpoint
from parlour.players import band, level_texts, timed_texts
from parlour.players.kinds import engines_for
from parlour.puzzles import puzzle_of_the_day, puzzles
from parlour.table.catalogue import specs
from parlour.table.game import Game
from parlour.table.phases import clock_for
from parlour.web.common.game_registry import registered_game
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import inline_markdown, page
from parlour.web.http.query_parameters import first_view, usual_skin
from parlour.web.learning import try_board
from parlour.web.learning.puzzle_pages import games_with_puzzles
from parlour.web.lobby.lobby import game_facts
from parlour.web.people.your_games import your_games
from parlour.web.play.dependencies import find_spec, rooms_of
from parlour.web.play.snapshot import bot_called

router = APIRouter(include_in_schema=False)

USUAL_LEVEL = "3"
RECORDS = 5  # of the visitor's games that are listed
FIRST = 3  # options shown before "more options"
STEPS_A_MINUTE = 3  # of a lesson
LONGEST_VALUE = 100  # characters of an option in a link


@router.get("/game/{game_id}")
@router.get("/new/{game_id}")
async def show(request: Request, game_id: str, position: str = "") -> HTMLResponse:
    """A game's page, with the options set that a link names; `/new/` is its former address."""
    find_spec(game_id)
    recent = await your_games(rooms_of(request), Visitor(request).browser)
    mine = [game for game in recent if game["game"] == game_id]
    query = request.query_params
    options = {name: query[name][:LONGEST_VALUE] for name in query if name.startswith("option-")}
    form = {"position": position[:20_000], **options}
    return await run_in_threadpool(game_page, request, game_id, form, "", mine=mine)


def game_page(
    request: Request,
    game_id: str,
    form: dict[str, str],
    trouble: str,
    seat_names: Sequence[str] | None = None,
    mine: Sequence[dict[str, Any]] = (),
) -> HTMLResponse:
    """The page with a form as it was filled in, what is wrong with it, and the visitor's games."""
    game = registered_game(game_id)
    options = [_option(option, game) for option in _as_declared(game)]
    count = len(level_texts(game))
    levels = [band(level, count) for level in range(1, count + 1)]
    return page(
        request,
        "game_page.html",
        422 if trouble else 200,
        game=game,
        appeal=translate(game.spec.appeal) if game.spec.appeal else "",
        seat_names=[translate(name) for name in seat_names or game.seat_names],
        mine=mine[:RECORDS],
        relatives=[spec for spec in specs().values() if _is_related(spec, game.spec)],
        facts=game_facts(game.spec),
        options=options[:FIRST],
        more_options=options[FIRST:],
        changed=any(name.startswith("option-") for name in form),
        levels=levels,
        bands=list(_bands(levels)),
        watched=len(levels) // 2 + 1,
        timed={text: bot_called(text) for text in timed_texts(game)},
        engines=engines_for(game) if request.app.state.rooms.engines else [],
        usual=USUAL_LEVEL,
        clocks=presets(game),
        clock_kinds=list(KINDS),
        given=form,
        trouble=trouble,
        findings=findings_about(game.id),
        inline=inline_markdown,
        editable=not game.spec.hidden,
        annotated=all_annotated_titles().get(game.id, ()),
        **_lesson_facts(game),
        **_puzzle_facts(game),
        **_board_to_try(request, game),
    )


def _is_related(spec: Spec, other: Spec) -> bool:
    """Whether two games are of one kind, which their first tag names."""
    return spec.id != other.id and bool(spec.tags) and spec.tags[:1] == other.tags[:1]


def _bands(levels: list[str]) -> Any:
    """The names of the bands of levels, each with its first and last level."""
    for name, group in groupby(enumerate(levels, 1), key=lambda level: level[1]):
        numbers = [number for number, _ in group]
        yield name, numbers[0], numbers[-1]


def _lesson_facts(game: Game) -> dict[str, Any]:
    steps = lesson(game.id).steps if has_lesson(game.id) else ()
    return {"lesson_steps": steps, "lesson_minutes": max(2, round(len(steps) / STEPS_A_MINUTE))}


def _puzzle_facts(game: Game) -> dict[str, Any]:
    if game.id not in games_with_puzzles():
        return {"puzzles": 0, "puzzle": None}
    today = puzzle_of_the_day(game.id, datetime.now(UTC).date())
    return {"puzzles": len(puzzles(game.id)), "puzzle": today}


def _board_to_try(request: Request, game: Game) -> dict[str, Any]:
    """The board that a visitor may touch; none for a game with hidden information."""
    if not try_board.can_be_tried(game):
        return {"tried": None, "board": "", "said": ""}
    position = try_board.start(game)
    view = first_view(request, Viewpoint(skin=usual_skin(request)))
    payload = try_board.payload(position, view)
    return {
        "tried": payload,
        "board": Markup(payload["picture"]),
        "said": try_board.status(position),
    }


def presets(game: Game) -> dict[str, str]:
    """The clocks that the page offers for a game, with their labels."""
    return {text: translate(label) for text, label in PRESETS.items() if _fits(game, text)}


def _fits(game: Game, text: str) -> bool:
    try:
        return bool(clock_for(game, text))
    except BadClock:
        return False


def _as_declared(game: Game) -> list[Option]:
    """A game's options in declared order, the move limit last."""
    places = {option.name: place for place, option in enumerate(game.spec.options)}
    return sorted(game.options.values(), key=lambda option: places.get(option.name, len(places)))


@lru_cache(maxsize=512)
def _boards(game: Game, name: str) -> tuple[str, ...]:
    """The values of a word option if they change the board; otherwise none."""
    option = game.options[name]
    words = option.allowed if isinstance(option.allowed, tuple) else ()
    looks: dict[str, tuple[Cell, ...]] = {}
    for word in words:
        with suppress(ParlourError):  # a value that requires other options
            looks[word] = registered_game(game.id, **{name: word}).start().scene(0).cells
    return tuple(looks) if len(set(looks.values())) > 1 else ()


def _usual(option: Option, game: Game) -> str:
    """The value that the form begins with."""
    if option.name == DRAWS:
        return CLAIM  # as `at_table`
    value = game.spec.suggested.get(option.name, option.default)
    return "" if value is None else str(value)


def _option(option: Option, game: Game) -> dict[str, Any]:
    """An option for the form, with the values that have thumbnails."""
    shown = {
        "boards": _boards(game, option.name),
        "name": option.name,
        "label": translate(option.name.replace("_", " ")),
        "help": translate(option.help) if option.help else "",
        "default": _usual(option, game),
        "allowed": option.allowed_text,
    }
    if isinstance(option.allowed, range):
        limits = {"min": option.allowed[0], "max": option.allowed[-1]}
        return shown | {"kind": "number"} | ({} if option.allowed == WHOLE else limits)
    if isinstance(option.allowed, tuple):
        return shown | {"kind": "words", "words": option.allowed}
    return shown | {"kind": "text"}
