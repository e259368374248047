"""The pages of matches: beginning one, how it stands with its boards, joining, its record."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from markupsafe import Markup

from parlour.errors import BadMatch, ParlourError
from parlour.matches import shipped
from parlour.matches.group_file import read_group
from parlour.matches.telling import prospects
from parlour.picture.viewpoint import Viewpoint
from parlour.table.catalogue import specs
from parlour.table.outcome import score_text
from parlour.web.common.secrets import opens_with
from parlour.web.dependencies import GameId, limit_new_games, rooms_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import form_of, option_words, page
from parlour.web.http.query_parameters import usual_skin
from parlour.web.http.security import address_of
from parlour.web.lobby.new_game import CLOCKS
from parlour.web.matches import match_store, server_match
from parlour.web.matches.server_match import StoredMatch
from parlour.web.people.identity import Visitor
from parlour.web.play.rooms import HERE, LINK, LONGEST_NAME, Rooms
from parlour.web.play.snapshot import ViewRequest, snapshot

router = APIRouter(prefix="/matches")

REFRESH = 2  # seconds between two looks of a match's page while it goes on
Side = Annotated[int, Path(ge=0, le=1)]


@router.get("")
async def begin_page(request: Request) -> HTMLResponse:
    mine = await match_store.of_browser(rooms_of(request).store, Visitor(request).browser)
    return _begin_page(request, {}, "", mine)


def _begin_page(
    request: Request, given: dict[str, str], trouble: str, mine: Any = ()
) -> HTMLResponse:
    titles = {name: read_group(name, {}).title for name in shipped()}
    games = [spec.id for spec in specs().values() if len(spec.seat_names(spec.choose({}))) > 1]
    mine = [(match_id, titles.get(name, name)) for match_id, name in mine]
    return page(
        request,
        "new_match.html",
        422 if trouble else 200,
        groups=titles,
        games=games,
        levels=range(1, 11),
        clocks=CLOCKS,
        given=given,
        trouble=trouble,
        mine=mine,
    )


@router.post("")
async def begin(request: Request) -> Response:
    limit_new_games(request)
    given, visitor = await form_of(request), Visitor(request)
    name = given.get("group", "")
    try:
        settings = _settings(name, given)
        sides = [
            [given.get(f"side-{side}", usual), given.get(f"name-{side}", "").strip()[:LONGEST_NAME]]
            for side, usual in enumerate((HERE, "3"))
        ]
        clock = given.get("own-clock", "").strip() or given.get("clock", "")
        match_id = await server_match.create(
            rooms_of(request), name, settings, sides, clock, visitor.browser
        )
    except ParlourError as error:
        return _begin_page(request, given, str(error))
    return _to_match(visitor, match_id)


def _settings(name: str, given: dict[str, str]) -> dict[str, object]:
    """The settings of a match from its form."""
    if not name:
        number = given.get("games", "")
        if not number.isascii() or not number.isdigit():
            raise BadMatch(f"{number!r:.20} is no number of games")
        stop = "decided" if given.get("stop") else "played"
        return {"game": given.get("game", "").strip(), "games": int(number[:5]), "stop": stop}
    pairs = (text.partition("=") for text in given.get("settings", "").split())
    return {key: value for key, _, value in pairs}


def _to_match(visitor: Visitor, match_id: str) -> Response:
    response = RedirectResponse(f"/matches/{match_id}", 303)
    visitor.name(response)
    return response


@router.get("/{match_id}")
async def show(request: Request, match_id: GameId) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    table = await server_match.find(rooms, match_id)
    held, kept = table.match, table.kept
    mine = table.held_by(visitor.browser)
    links = [
        (
            table.names()[side],
            f"/matches/{kept.id}/join/{side}/{server_match.side_secret(rooms, kept.id, side)}",
        )
        for side, (who, _) in enumerate(kept.sides)
        if who == LINK
        and kept.owner == visitor.browser
        and not any(other == side for other, _ in kept.holders)
    ]
    skin = usual_skin(request)
    cards = [await _card(rooms, visitor, table, f.number, skin) for f in held.fixtures]
    following = [card for card in cards if not card["id"]]
    return page(
        request,
        "match.html",
        title=held.group.title,
        match=kept,
        names=table.names(),
        points=[score_text(points) for points in held.points],
        cards=cards,
        first=following[0] if following and held.outcome is None else None,
        may_begin=bool(mine),
        ending=_ending(table),
        bonus=None if held.bonus is None else table.names()[held.bonus],
        prospects=prospects(held, table.names()),
        links=links,
        trouble=table.trouble,
        refresh=REFRESH if held.outcome is None else None,
    )


async def _card(
    rooms: Rooms, visitor: Visitor, table: StoredMatch, number: int, skin: str
) -> dict[str, Any]:
    """One game of the match as the page shows it."""
    held, names = table.match, table.names()
    fixture = next(f for f in held.fixtures if f.number == number)
    game, sides = fixture.contest.game, fixture.contest.sides
    done = held.results.get(number)
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
        "critical": number in held.critical,
        "influential": number in held.influential,
        "scores": [score_text(points) for points in fixture.contest.points(done)] if done else None,
        "tie_break": fixture is held.group.last or number > len(held.group.fixtures),
        "id": table.kept.games.get(number),
        "picture": None,
        "status": "",
    }
    if card["id"]:
        room = await rooms.find(card["id"])
        seated = visitor.owned_seats(rooms, room)
        shown = snapshot(room, ViewRequest.at(room, seated, Viewpoint(skin=skin), visitor.digest))
        card["picture"] = Markup(shown["picture"])
        card["status"] = _status(shown)
        card["yours"] = shown["may_move"]
    return card


def _status(shown: dict[str, Any]) -> str:
    if shown["outcome"]:
        return str(shown["outcome"]["headline"])
    if shown["may_move"]:
        return "Your move"
    turn = shown["turn"]
    return f"{shown['seats'][turn]['name']} is to move" if turn is not None and turn >= 0 else ""


def _ending(table: StoredMatch) -> str:
    outcome = table.match.outcome
    if outcome is None:
        return ""
    return (
        "The match is tied."
        if outcome[1] is None
        else f"{table.names()[outcome[1]]} has won the match."
    )


@router.post("/{match_id}/games/{number}")
async def play(
    request: Request, match_id: GameId, number: Annotated[int, Path(ge=1, le=1000)]
) -> Response:
    rooms, visitor = rooms_of(request), Visitor(request)
    table = await server_match.find(rooms, match_id)
    if not table.held_by(visitor.browser):
        raise Refused(403, "not-your-seat", "Only those who play the match begin its games.")
    limit_new_games(request)
    game_id = await server_match.begin(rooms, table, number, address_of(request.scope))
    return RedirectResponse(f"/games/{game_id}", 303)


@router.get("/{match_id}/join/{side}/{secret}")
async def invitation(request: Request, match_id: GameId, side: Side, secret: str) -> HTMLResponse:
    table = await _invited(request, match_id, side, secret)
    return page(
        request, "match_join.html", title=table.match.group.title, names=table.names(), side=side
    )


@router.post("/{match_id}/join/{side}/{secret}")
async def accept(request: Request, match_id: GameId, side: Side, secret: str) -> Response:
    table = await _invited(request, match_id, side, secret)
    visitor = Visitor(request)
    await server_match.join(rooms_of(request), table, side, visitor.browser)
    return _to_match(visitor, match_id)


async def _invited(request: Request, match_id: str, side: int, secret: str) -> StoredMatch:
    rooms = rooms_of(request)
    table = await server_match.find(rooms, match_id)
    if table.kept.sides[side][0] != LINK or not opens_with(
        server_match.side_secret(rooms, match_id, side), secret
    ):
        raise Refused(404, "no-such-seat", "This link does not open a side.")
    return table


@router.get("/{match_id}/record")
async def record(request: Request, match_id: GameId) -> PlainTextResponse:
    rooms = rooms_of(request)
    text = await server_match.record(rooms, await server_match.find(rooms, match_id))
    headers = {"Content-Disposition": f'attachment; filename="match-{match_id}.pgn"'}
    return PlainTextResponse(text, headers=headers)
