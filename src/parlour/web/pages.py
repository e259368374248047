"""The pages: the lobby, starting a game, the board, invitations, rules. All work as plain forms too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, select_autoescape
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.staticfiles import StaticFiles

from parlour.errors import BadClock, ParlourError
from parlour.kernel.spec import WHOLE, Option, Spec
from parlour.lessons import has_lesson
from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.players import band, level_texts
from parlour.table.catalogue import specs
from parlour.table.game import Game
from parlour.table.phases import clock_for
from parlour.web.api import (
    LONGEST_MOVE,
    GameId,
    limited,
    rooms_of,
)
from parlour.web.asking import AskedView
from parlour.web.drawing import shape, thumbnail
from parlour.web.errors import Refused
from parlour.web.guard import address_of
from parlour.web.identity import Visitor
from parlour.web.known import known_game
from parlour.web.rooms import LONGEST_NAME, Wanted
from parlour.web.snapshot import Asker, snapshot

router = APIRouter()

USUAL_LEVEL = "3"

CLOCKS = {
    "countdown:time=5m,increment=3s": "5 minutes, and 3 seconds for each move",
    "countdown:time=15m,increment=10s": "15 minutes, and 10 seconds for each move",
    "double-countdown:time=2h,reserve=1m": "TigerClock: 2 hours, then a minute for each move",
    "swing:time=1m,reserve=30m,lag=10s": "TigerSwing: a minute that swings, then half an hour in reserve",
    "triple-countdown:deployment=15m,time=2h,reserve=1m": "TigerClock, with 15 minutes to choose first",
    "composite:deploy=1h30m,primary=1h30m,redeploy=30m,secondary=30m": "NavalQi: shared time, then one's own",
    "per-move:time=1m": "a minute for each move",
    "calendar:bank=14d,per=1d,cap=14d": "by correspondence: 14 days, and a day for each move",
}

_pages = Environment(
    loader=PackageLoader("parlour.web"), autoescape=select_autoescape(), trim_blocks=True
)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def static() -> StaticFiles:
    """The style sheet, the script and the icon."""
    return StaticFiles(directory=Path(__file__).parent / "static")


def page(request: Request, name: str, status: int = 200, **given: Any) -> HTMLResponse:
    """A page from its template; a browser without a name gets one."""
    response = HTMLResponse(_pages.get_template(name).render(**given), status)
    Visitor(request).name(response)
    return response


def refusal(request: Request, status: int, words: str) -> Response:
    """A page that says why something is refused."""
    return page(request, "refusal.html", status, words=words)


# -- the lobby -------------------------------------------------------------------------------------


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
        return shape(spec.id)
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


@cache
def _picture(game_id: str) -> str | None:
    """The game's small picture; None for a game that cannot be shown."""
    try:
        return thumbnail(game_id)
    except ParlourError:
        return None


@router.get("/")
async def lobby(request: Request) -> HTMLResponse:
    asked = request.query_params
    chosen = {what: asked[what] for what in FILTERS if asked.get(what) in FILTERS[what]}
    recent = await rooms_of(request).store.recent(Visitor(request).browser)
    return page(
        request,
        "lobby.html",
        games=[_card(spec) for spec in await asyncio.to_thread(_fitting, chosen)],
        filters=[_filter(what, chosen) for what in FILTERS],
        chosen=chosen,
        recent=[_recent(summary) for summary in recent],
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
    facts = [_players(spec)]
    facts += [f"about {spec.minutes} minutes"] if spec.minutes else []
    facts += ["hidden information"] if spec.hidden else []
    facts += [tag for tag in spec.tags if not tag.startswith(("solitaire", "hidden"))][:2]
    return {"id": spec.id, "title": spec.title, "goal": spec.goal, "facts": facts}


def _recent(summary: Any) -> dict[str, Any]:
    game_id, _, options = summary.game.partition(":")
    spec = specs().get(game_id)
    return {
        "id": summary.id,
        "game": game_id,
        "title": spec.title if spec else game_id,
        "options": _words(options),
        "played": _played(summary.plies) if spec and not spec.hidden else "",
        "reason": (summary.reason or "").replace("-", " "),
    }


def _played(plies: int) -> str:
    return "1 move played" if plies == 1 else f"{plies} moves played"


def _words(options: str) -> str:
    """The options in a game's name as people read them."""
    return options.replace(",", ", ").replace("=", " ").replace("_", " ")


@router.get("/pictures/{game_id}.svg")
async def picture(game_id: str) -> Response:
    drawn = await asyncio.to_thread(_picture, game_id) if game_id in specs() else None
    if drawn is None:
        raise Refused(404, "no-such-game", "There is no picture of that.")
    headers = {"Cache-Control": "max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


# -- rules -----------------------------------------------------------------------------------------


@cache
def rules_html(game_id: str) -> Markup:
    """A game's rules for players."""
    return Markup(_markdown.render(known_game(game_id).about))


@router.get("/rules/{game_id}")
async def rules(request: Request, game_id: str) -> HTMLResponse:
    spec = _spec(game_id)
    return page(request, "rules.html", game=spec, rules=rules_html(game_id))


def _spec(game_id: str) -> Spec:
    spec = specs().get(game_id)
    if spec is None:
        raise Refused(404, "no-such-game", f"There is no game {game_id:.60}.")
    return spec


# -- starting --------------------------------------------------------------------------------------


@router.get("/new/{game_id}")
async def new(request: Request, game_id: str, position: str = "") -> HTMLResponse:
    _spec(game_id)
    return _start_page(request, game_id, {"position": position[:20_000]}, "")


def _start_page(
    request: Request,
    game_id: str,
    given: dict[str, str],
    trouble: str,
    seat_names: Sequence[str] | None = None,
) -> HTMLResponse:
    game = known_game(game_id)
    return page(
        request,
        "new.html",
        422 if trouble else 200,
        game=game,
        seat_names=seat_names or game.seat_names,
        facts=_card(game.spec)["facts"],
        options=[_option(option) for option in game.options.values()],
        levels=[band(level) for level in range(1, len(level_texts(game)) + 1)],
        usual=USUAL_LEVEL,
        taught=has_lesson(game.id),
        clocks=presets(game),
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


def _option(option: Option) -> dict[str, Any]:
    """An option as a form shows it."""
    shown = {
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
    spec, given = _spec(game_id), await form_of(request)
    limited(request)
    try:
        name = _with_options(spec, given)
        if known_game(name).seats > known_game(game_id).seats and not _all_seated(name, given):
            return _start_page(request, game_id, given, "", known_game(name).seat_names)
        wanted = Wanted(
            name,
            _wanted_seats(known_game(name), given),
            given.get("position") or None,
            _name(given),
            address_of(request.scope),
            given.get("own-clock", "").strip() or given.get("clock", ""),
        )
        room = await rooms_of(request).create(wanted, Visitor(request).browser)
    except ParlourError as error:
        return _start_page(request, game_id, given, str(error))
    return _to_game(request, room.id)


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


def _name(given: dict[str, str]) -> str:
    return " ".join(given.get("name", "").split())[:LONGEST_NAME]


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a posted form, the last of each name."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, max_num_fields=200)
    except ValueError as error:
        raise Refused(413, "too-large", "This form has too many fields.") from error
    return {name: values[-1] for name, values in fields.items()}


def _to_game(request: Request, game_id: str) -> Response:
    response = RedirectResponse(f"/games/{game_id}", 303)
    Visitor(request).name(response)
    return response


@router.post("/records")
async def open_record(request: Request) -> Response:
    limited(request)
    text = (await form_of(request)).get("text", "")
    room = await rooms_of(request).open_record(text, Visitor(request).browser)
    return _to_game(request, room.id)


# -- the board -------------------------------------------------------------------------------------


@router.get("/games/{game_id}")
async def board(request: Request, game_id: GameId, asked: AskedView) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    room = await rooms.find(game_id)
    held = visitor.held(rooms, room)
    shown = snapshot(room, Asker.at(room, held, asked, visitor.digest))
    game = room.position.game
    links = [
        {
            "name": game.seat_names[seat],
            "path": f"/join/{room.id}/{seat}/{rooms.secret(room, seat)}",
        }
        for seat in room.people
        if room.owner == visitor.browser and not room.is_taken(seat)
    ]
    return page(
        request,
        "game.html",
        shown=shown,
        picture=Markup(shown["picture"]),
        game=game,
        options=_words(game.name.partition(":")[2]),
        rules=rules_html(game.id),
        links=links,
        seated=bool(held),
        skins=[name for name in skins() if name != USUAL_SKIN],
        longest=LONGEST_MOVE,
        said=request.query_params.get("said", "")[:300],
    )


@router.post("/games/{game_id}")
async def act(request: Request, game_id: GameId) -> Response:
    """What the board's page does without a script: a typed move, undo, resigning."""
    rooms, visitor, given = rooms_of(request), Visitor(request), await form_of(request)
    room = await rooms.find(game_id)
    held = visitor.held(rooms, room)
    do = given.get("do", "move")
    if do == "undo":
        await room.undo(held)
    elif do == "resign":
        await room.resign(held)
    else:
        await room.move(held, given.get("move", "").strip()[:LONGEST_MOVE], None)
    return _to_game(request, room.id)


# -- invitations -----------------------------------------------------------------------------------


@router.get("/join/{game_id}/{seat}/{secret}")
async def invitation(request: Request, game_id: GameId, seat: int, secret: str) -> HTMLResponse:
    room = await _invited(request, game_id, seat, secret)
    game = room.position.game
    return page(request, "join.html", game=game, seat=game.seat_names[seat])


@router.post("/join/{game_id}/{seat}/{secret}")
async def accept(request: Request, game_id: GameId, seat: int, secret: str) -> Response:
    room = await _invited(request, game_id, seat, secret)
    await room.sit_down(seat, Visitor(request).browser, _name(await form_of(request)))
    return _to_game(request, room.id)


async def _invited(request: Request, game_id: str, seat: int, secret: str) -> Any:
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    if not rooms.opens(room, seat, secret):
        raise Refused(404, "no-such-seat", "This link does not open a seat.")
    return room
