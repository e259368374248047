"""Starting a game: the page on which seats, options, clock and position are chosen, and its form."""

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
from parlour.web.common.game_registry import known_game, known_specs
from parlour.web.dependencies import limit_new_games, rooms_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import form_of, page, to_game
from parlour.web.http.security import address_of
from parlour.web.lobby.lobby import facts
from parlour.web.people import people
from parlour.web.people.identity import Visitor
from parlour.web.play.rooms import LONGEST_NAME, GameRequest

router = APIRouter()

USUAL_LEVEL = "3"
FIRST = 6  # options that are shown at once; the others are a click away

CLOCKS = {
    f"{kind.name}:{settings}": label
    for kind in KINDS.values()
    for settings, label in kind.presets.items()
}


def spec_of(game_id: str) -> Spec:
    """The game of an address; raises Refused."""
    spec = known_specs().get(game_id)
    if spec is None:
        raise Refused(404, "no-such-game", f"There is no game {game_id:.60}.")
    return spec


@router.get("/new/{game_id}")
async def new(request: Request, game_id: str, position: str = "") -> HTMLResponse:
    spec_of(game_id)
    return _start_page(request, game_id, {"position": position[:20_000]}, "")


def _start_page(
    request: Request,
    game_id: str,
    given: dict[str, str],
    trouble: str,
    seat_names: Sequence[str] | None = None,
) -> HTMLResponse:
    game = known_game(game_id)
    options = [_option(option, game) for option in _as_declared(game)]
    return page(
        request,
        "new.html",
        422 if trouble else 200,
        game=game,
        seat_names=seat_names or game.seat_names,
        facts=facts(game.spec),
        options=options[:FIRST],
        more_options=options[FIRST:],
        levels=[band(level) for level in range(1, len(level_texts(game)) + 1)],
        timed={text: called(text) for text in timed_texts(game)},
        engines=engines_for(game) if request.app.state.rooms.engines else [],
        usual=USUAL_LEVEL,
        taught=has_lesson(game.id),
        clocks=presets(game),
        clock_kinds=list(KINDS),
        given=given,
        trouble=trouble,
    )


def presets(game: Game) -> list[dict[str, str]]:
    """The clocks that the start page offers: the sources', and usual ones."""
    return [{"text": text, "label": label} for text, label in CLOCKS.items() if _fits(game, text)]


def _fits(game: Game, text: str) -> bool:
    try:
        return bool(clock_for(game, text))
    except BadClock:
        return False


def _as_declared(game: Game) -> list[Option]:
    """A game's options in the order in which its author names them, the limit of moves last."""
    places = {option.name: place for place, option in enumerate(game.spec.options)}
    return sorted(game.options.values(), key=lambda option: places.get(option.name, len(places)))


@lru_cache(maxsize=512)
def _boards(game: Game, name: str) -> tuple[str, ...]:
    """The values of an option that is a word, if they make different boards; none if all look the same."""
    option = game.options[name]
    words = option.allowed if isinstance(option.allowed, tuple) else ()
    looks: dict[str, tuple[Cell, ...]] = {}
    for word in words:
        with suppress(ParlourError):  # a value that needs others beside it
            looks[word] = known_game(game.id, **{name: word}).start().scene(0).cells
    return tuple(looks) if len(set(looks.values())) > 1 else ()


def _option(option: Option, game: Game) -> dict[str, Any]:
    """An option as a form shows it, with the values of which the form has little pictures."""
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
    spec, given = spec_of(game_id), await form_of(request)
    limit_new_games(request)
    rooms, browser = rooms_of(request), Visitor(request).browser
    try:
        name = _with_options(spec, given)
        if known_game(name).seats > known_game(game_id).seats and not _all_seated(name, given):
            return _start_page(request, game_id, given, "", known_game(name).seat_names)
        wanted = GameRequest(
            name,
            _wanted_seats(known_game(name), given),
            given.get("position") or None,
            person_name(given) or await people.name_of(rooms.store, browser),
            address_of(request.scope),
            given.get("own-clock", "").strip() or given.get("clock", ""),
            bool(given.get("rated")),
        )
        room = await rooms.create(wanted, browser)
    except ParlourError as error:
        return _start_page(request, game_id, given, str(error))
    return to_game(request, room.id)


def _all_seated(name: str, given: dict[str, str]) -> bool:
    """Whether a form says who has each seat; options may have brought more seats than it showed."""
    return all(f"seat-{i}" in given for i in range(known_game(name).seats))


def _with_options(spec: Spec, given: dict[str, str]) -> str:
    """The game's name with the options of a form."""
    position = given.get("position")
    if position:
        return position.partition(" ")[0]
    chosen = {
        name: given[f"option-{name}"].strip()
        for name in spec.all_options
        if given.get(f"option-{name}", "").strip()
    }
    usual = spec.defaults_beside({})
    changed = {name: value for name, value in chosen.items() if str(usual.get(name)) != value}
    return known_game(spec.id, **changed).name


def _wanted_seats(game: Game, given: dict[str, str]) -> tuple[str, ...]:
    """Who is to have each seat; bots have those of which the form does not speak."""
    seats = [given.get(f"seat-{i}") or USUAL_LEVEL for i in range(game.seats)]
    return tuple(seats)


def person_name(given: dict[str, str]) -> str:
    return " ".join(given.get("name", "").split())[:LONGEST_NAME]
