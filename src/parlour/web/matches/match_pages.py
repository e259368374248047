"""The pages of matches: creating one, its score and boards, joining, its record."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from markupsafe import Markup

from parlour.clocks.presets import PRESETS
from parlour.errors import BadMatch, ParlourError
from parlour.language import _
from parlour.matches.fixture import AHEAD
from parlour.matches.match_outlook import prospects
from parlour.picture.viewpoint import Viewpoint
from parlour.table.catalogue import specs
from parlour.table.outcome import score_text
from parlour.web.common.game_registry import example_name
from parlour.web.common.person_names import visible
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, option_words, page, redirect_to
from parlour.web.http.query_parameters import usual_skin
from parlour.web.http.security import address_of
from parlour.web.matches import server_match
from parlour.web.matches.server_match import ServerMatch
from parlour.web.play.dependencies import GameId, form_clock, limit_new_games, owned_seats, rooms_of
from parlour.web.play.rooms import HERE, LINK, LONGEST_NAME, Rooms
from parlour.web.play.snapshot import snapshot, view_room
from parlour.web.store.links import link_secret, opens_link, renew_link

router = APIRouter(prefix="/matches", include_in_schema=False)

OWN_GROUP = "own"  # the form's choice of a group by its file
REFRESH = 2  # seconds between two refreshes of the page
Side = Annotated[int, Path(ge=0, le=1)]


@router.get("")
async def begin_page(request: Request) -> HTMLResponse:
    mine = await server_match.of_browser(rooms_of(request), Visitor(request).browser)
    return begin_form(request, {}, "", mine)


def begin_form(
    request: Request, form: dict[str, str], trouble: str, mine: Any = ()
) -> HTMLResponse:
    """The page that begins a match, with a form as it was filled in and what is wrong with it."""
    games = [spec.id for spec in specs().values() if len(spec.seat_names(spec.choose({}))) > 1]
    return page(
        request,
        "new_match.html",
        422 if trouble else 200,
        groups=server_match.group_titles(),
        games=games,
        levels=range(1, 11),
        clocks=PRESETS,
        given=form,
        trouble=trouble,
        mine=mine,
        example=example_name(),
    )


@router.post("")
async def begin(request: Request) -> Response:
    limit_new_games(request)
    form, visitor = await form_of(request), Visitor(request)
    name = form.get("group", "")
    try:
        settings, sides = _settings(name, form), sides_of_form(form)
        clock = form_clock(form)
        match_id = await server_match.create(
            rooms_of(request),
            "" if name == OWN_GROUP else name,
            settings,
            sides,
            clock,
            visitor.browser,
        )
    except ParlourError as error:
        return begin_form(request, form, str(error))
    return redirect_to(request, f"/matches/{match_id}")


def sides_of_form(form: dict[str, str]) -> list[list[str]]:
    """Who plays for each side, and under which name."""
    return [
        [form.get(f"side-{side}", usual), visible(form.get(f"name-{side}", ""))[:LONGEST_NAME]]
        for side, usual in enumerate((HERE, "3"))
    ]


def _settings(name: str, form: dict[str, str]) -> dict[str, object]:
    """The settings of a match from its form."""
    if name == OWN_GROUP:
        return _group_settings(form) | {"group": form.get("group-file", "")}
    if not name:
        number = form.get("games", "")
        if not number.isascii() or not number.isdigit():
            raise BadMatch(f"{number!r:.20} is not a number of games")
        stop = "decided" if form.get("stop") else "played"
        return {"game": form.get("game", "").strip(), "games": int(number[:5]), "stop": stop}
    return _group_settings(form)


def _group_settings(form: dict[str, str]) -> dict[str, object]:
    pairs = (text.partition("=") for text in form.get("settings", "").split())
    return {
        key: int(text) if text.isdecimal() and len(text) < 10 else text for key, _, text in pairs
    }


@router.get("/{match_id}")
async def show(request: Request, match_id: GameId) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    match = await server_match.find(rooms, match_id)
    state, stored = match.state, match.stored
    mine = match.sides_of(visitor.browser)
    links = [
        (side, match.names()[side], await _link(rooms, stored.id, side))
        for side in match.open_sides
        if stored.owner == visitor.browser
    ]
    skin = usual_skin(request)
    cards = [await _card(rooms, visitor, match, f.number, skin) for f in state.fixtures]
    waiting = [card for card in cards if not card["id"]]
    return page(
        request,
        "match.html",
        title=state.group.title,
        match=stored,
        names=match.names(),
        points=[score_text(points) for points in state.points],
        cards=cards,
        first=waiting[0] if waiting and state.outcome is None else None,
        may_begin=bool(mine),
        ending=_ending(match),
        bonus=None if state.bonus is None else match.names()[state.bonus],
        prospects=await asyncio.to_thread(prospects, state, match.names()),
        links=links,
        trouble=match.trouble,
        refresh=REFRESH if state.outcome is None else None,
    )


async def _link(rooms: Rooms, match_id: str, side: int) -> str:
    secret = await link_secret(rooms.store, server_match.side_purpose(match_id, side))
    return f"/matches/{match_id}/join/{side}/{secret}"


async def _card(
    rooms: Rooms, visitor: Visitor, match: ServerMatch, number: int, skin: str
) -> dict[str, Any]:
    """The card of a game of the match."""
    state, names = match.state, match.names()
    fixture = next(f for f in state.fixtures if f.number == number)
    game, sides = fixture.contest.game, fixture.contest.sides
    done = state.results.get(number)
    card: dict[str, Any] = {
        "number": number,
        "title": game.title,
        "game": game.id,
        "options": option_words(game.name.partition(":")[2]),
        "worth": "" if fixture.contest.worth == 1 else score_text(fixture.contest.worth),
        "seats": [
            (seat, names[side])
            for seat, side in zip(game.seat_names, sides, strict=True)
            if side is not None
        ],
        "critical": number in state.critical,
        "influential": number in state.influential,
        "scores": [score_text(points) for points in fixture.contest.points(done)] if done else None,
        "practice": number < 1,
        "tie_break": number > len(state.group.fixtures) and fixture.contest.by != AHEAD,
        "id": match.stored.games.get(number),
        "picture": None,
        "status": "",
    }
    if card["id"]:
        room = await rooms.find(card["id"])
        await asyncio.sleep(0)  # a match has many boards, and others wait
        seated = owned_seats(visitor, rooms, room)
        view = await view_room(snapshot, room, seated, Viewpoint(skin=skin), visitor.digest)
        card["picture"] = Markup(view["picture"])
        card["status"] = _status(view)
        card["yours"] = view["may_move"]
    return card


def _status(view: dict[str, Any]) -> str:
    if view["outcome"]:
        return str(view["outcome"]["headline"])
    if view["may_move"]:
        return _("Your move")
    turn = view["turn"]
    return (
        _("%(name)s to move", name=view["seats"][turn]["name"])
        if turn is not None and turn >= 0
        else ""
    )


def _ending(match: ServerMatch) -> str:
    outcome = match.state.outcome
    if outcome is None:
        return ""
    return (
        _("The match is tied.")
        if outcome[1] is None
        else _("%(name)s won the match.", name=match.names()[outcome[1]])
    )


@router.post("/{match_id}/games/{number}")
async def play(
    request: Request, match_id: GameId, number: Annotated[int, Path(ge=-100, le=1000)]
) -> Response:
    rooms, visitor = rooms_of(request), Visitor(request)
    match = await server_match.find(rooms, match_id)
    if not match.sides_of(visitor.browser):
        raise Refused(403, "not-your-seat", "Only the players of the match can start its games.")
    limit_new_games(request)
    game_id = await server_match.begin(rooms, match, number, address_of(request.scope))
    return RedirectResponse(f"/games/{game_id}", 303)


@router.get("/{match_id}/join/{side}/{secret}")
async def invitation(request: Request, match_id: GameId, side: Side, secret: str) -> HTMLResponse:
    match = await _match_of_link(request, match_id, side, secret)
    return page(
        request, "match_join.html", title=match.state.group.title, names=match.names(), side=side
    )


@router.post("/{match_id}/join/{side}/{secret}")
async def accept(request: Request, match_id: GameId, side: Side, secret: str) -> Response:
    match = await _match_of_link(request, match_id, side, secret)
    visitor = Visitor(request)
    await server_match.join(rooms_of(request), match, side, visitor.browser)
    return redirect_to(request, f"/matches/{match_id}")


@router.post("/{match_id}/renew/{side}")
async def renew(request: Request, match_id: GameId, side: Side) -> Response:
    """Give the link of a side that has no player yet a new secret."""
    rooms, visitor = rooms_of(request), Visitor(request)
    match = await server_match.find(rooms, match_id)
    if match.stored.owner != visitor.browser:
        raise Refused(403, "not-yours", "Only who started the match can renew its links.")
    if side not in match.open_sides:
        raise _side_taken()
    await renew_link(rooms.store, server_match.side_purpose(match_id, side))
    return redirect_to(request, f"/matches/{match_id}")


def _side_taken() -> Refused:
    return Refused(409, "taken", "Another player has this side already.")


async def _match_of_link(request: Request, match_id: str, side: int, secret: str) -> ServerMatch:
    rooms = rooms_of(request)
    match = await server_match.find(rooms, match_id)
    purpose = server_match.side_purpose(match_id, side)
    if match.stored.sides[side][0] != LINK or not await opens_link(rooms.store, purpose, secret):
        raise Refused(404, "no-such-seat", "This link is not valid.")
    if side not in match.open_sides + sorted(match.sides_of(Visitor(request).browser)):
        raise _side_taken()
    return match


@router.get("/{match_id}/record")
async def record(request: Request, match_id: GameId) -> PlainTextResponse:
    rooms = rooms_of(request)
    text = await server_match.record(rooms, await server_match.find(rooms, match_id))
    headers = {"Content-Disposition": f'attachment; filename="match-{match_id}.pgn"'}
    return PlainTextResponse(text, headers=headers)
