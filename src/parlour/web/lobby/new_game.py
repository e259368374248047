"""Starting a game: the page with players, options, clock and position, and its form."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from parlour.clocks.clock_kinds import KINDS
from parlour.errors import BadClock, ParlourError
from parlour.kernel.scene import Cell
from parlour.kernel.spec import WHOLE, Option, Spec
from parlour.lessons import has_lesson
from parlour.players import band, called, level_texts, timed_texts
from parlour.players.kinds import engines_for
from parlour.table.game import Game
from parlour.table.phases import clock_for
from parlour.web.common.game_registry import registered_game
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, page, redirect_to_game
from parlour.web.http.security import address_of
from parlour.web.lobby.lobby import game_facts
from parlour.web.play.dependencies import find_spec, form_name, limit_new_games, rooms_of
from parlour.web.play.rooms import GameRequest
from parlour.web.store import person_store

router = APIRouter(include_in_schema=False)

USUAL_LEVEL = "3"
FIRST = 6  # options shown before "more options"

CLOCKS = {
    f"{kind.name}:{settings}": label
    for kind in KINDS.values()
    for settings, label in kind.presets.items()
}


@router.get("/new/{game_id}")
async def new(request: Request, game_id: str, position: str = "") -> HTMLResponse:
    find_spec(game_id)
    return _start_page(request, game_id, {"position": position[:20_000]}, "")


def _start_page(
    request: Request,
    game_id: str,
    form: dict[str, str],
    trouble: str,
    seat_names: Sequence[str] | None = None,
) -> HTMLResponse:
    game = registered_game(game_id)
    options = [_option(option, game) for option in _as_declared(game)]
    return page(
        request,
        "new.html",
        422 if trouble else 200,
        game=game,
        seat_names=seat_names or game.seat_names,
        facts=game_facts(game.spec),
        options=options[:FIRST],
        more_options=options[FIRST:],
        levels=[band(level) for level in range(1, len(level_texts(game)) + 1)],
        timed={text: called(text) for text in timed_texts(game)},
        engines=engines_for(game) if request.app.state.rooms.engines else [],
        usual=USUAL_LEVEL,
        taught=has_lesson(game.id),
        clocks=presets(game),
        clock_kinds=list(KINDS),
        given=form,
        trouble=trouble,
    )


def presets(game: Game) -> list[dict[str, str]]:
    """The clocks that the page offers for a game."""
    return [{"text": text, "label": label} for text, label in CLOCKS.items() if _fits(game, text)]


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


def _option(option: Option, game: Game) -> dict[str, Any]:
    """An option for the form, with the values that have thumbnails."""
    shown = {
        "boards": _boards(game, option.name),
        "name": option.name,
        "label": option.name.replace("_", " "),
        "help": option.help,
        "default": "" if option.default is None else str(option.default),
        "allowed": option.allowed_text,
    }
    if isinstance(option.allowed, range):
        limits = {"min": option.allowed[0], "max": option.allowed[-1]}
        return shown | {"kind": "number"} | ({} if option.allowed == WHOLE else limits)
    if isinstance(option.allowed, tuple):
        return shown | {"kind": "words", "words": option.allowed}
    return shown | {"kind": "text"}


@router.post("/new/{game_id}")
async def begin(request: Request, game_id: str) -> Response:
    spec, form = find_spec(game_id), await form_of(request)
    limit_new_games(request)
    rooms, browser = rooms_of(request), Visitor(request).browser
    try:
        name = _with_options(spec, form)
        if registered_game(name).seats > registered_game(game_id).seats and not _all_seated(
            name, form
        ):
            return _start_page(request, game_id, form, "", registered_game(name).seat_names)
        game_request = GameRequest(
            name,
            _players(registered_game(name), form),
            form.get("position") or None,
            form_name(form) or await person_store.name_of(rooms.store, browser),
            address_of(request.scope),
            form.get("own-clock", "").strip() or form.get("clock", ""),
            bool(form.get("rated")),
        )
        room = await rooms.create(game_request, browser)
    except ParlourError as error:
        return _start_page(request, game_id, form, str(error))
    return redirect_to_game(request, room.id)


def _all_seated(name: str, form: dict[str, str]) -> bool:
    """Whether the form has a player for each seat; options may have added seats."""
    return all(f"seat-{i}" in form for i in range(registered_game(name).seats))


def _with_options(spec: Spec, form: dict[str, str]) -> str:
    """The game's name with the options in a form."""
    position = form.get("position")
    if position:
        return position.partition(" ")[0]
    chosen = {
        name: form[f"option-{name}"].strip()
        for name in spec.all_options
        if form.get(f"option-{name}", "").strip()
    }
    usual = spec.defaults_beside({})
    changed = {name: value for name, value in chosen.items() if str(usual.get(name)) != value}
    return registered_game(spec.id, **changed).name


def _players(game: Game, form: dict[str, str]) -> tuple[str, ...]:
    """The player for each seat; bots by default."""
    seats = [form.get(f"seat-{i}") or USUAL_LEVEL for i in range(game.seats)]
    return tuple(seats)
