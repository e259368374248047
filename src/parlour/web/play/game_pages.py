"""The pages of a game: board, rules and invitations. All work without JavaScript too."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from parlour.clocks.presets import clock_words
from parlour.language import translate
from parlour.lessons import has_lesson
from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.web.common.game_registry import game_files, registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import (
    figure_svg,
    form_of,
    option_words,
    page,
    redirect_to_game,
    rules_html,
)
from parlour.web.http.query_parameters import Name, RequestedView, first_view, shipped_skin
from parlour.web.http.security import address_of
from parlour.web.play.dependencies import (
    GameId,
    find_spec,
    form_name,
    owned_seats,
    renew_seat_link,
    rooms_of,
)
from parlour.web.play.game_record import may_study
from parlour.web.play.invitations import is_local, origin_for_others, qr_code
from parlour.web.play.live import LONGEST_MOVE
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms
from parlour.web.play.snapshot import snapshot, view_room
from parlour.web.store import match_store, person_store, tournament_store

router = APIRouter(include_in_schema=False)


@router.get("/rules/{game_id}")
def rules(request: Request, game_id: str) -> HTMLResponse:
    spec = find_spec(game_id)
    return page(request, "rules.html", game=spec, rules=rules_html(registered_game(spec.id)))


@router.get("/rules/{game_name}/figures/{number}.svg")
async def figure(game_name: str, number: int, skin: Name = USUAL_SKIN) -> Response:
    """A figure of the rules, drawn in a skin."""
    drawn = await asyncio.to_thread(
        figure_svg, registered_game(game_name), number, shipped_skin(skin)
    )
    if drawn is None:
        raise Refused(404, "no-such-figure", "These rules have no such figure.")
    headers = {"Cache-Control": "no-cache" if game_files().file_of(game_name) else "max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


# -- the board -------------------------------------------------------------------------------------


@router.get("/games/{game_id}")
async def board(request: Request, game_id: GameId, asked: RequestedView) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    room = await rooms.find(game_id)
    owned = owned_seats(visitor, rooms, room)
    viewpoint = first_view(request, asked)
    shown = await view_room(snapshot, room, owned, viewpoint, visitor.digest)
    game = room.game.position.game
    rules_shown = await asyncio.to_thread(rules_html, game)
    origin = origin_for_others(request)
    invites = room.owner == visitor.browser and room.game.outcome is None
    open_seats, closed_seats = _seats_of_others(room, visitor.browser) if invites else ([], [])

    def link(seat: int) -> dict[str, Any]:
        path = f"{origin}/join/{room.id}/{seat}/{rooms.secret(room, seat)}"
        return {"seat": seat, "name": translate(game.seat_names[seat]), "path": path}

    held = sorted(room.seats_of(visitor.browser)) if room.game.turn is not None else []
    belongs = await match_store.of_game(rooms.store, room.id)
    return page(
        request,
        "game.html",
        tournament=await tournament_store.of_game(rooms.store, room.id),
        match=None if belongs is None else belongs[0],
        shown=shown,
        picture=Markup(shown["picture"]),
        game=game,
        options=option_words(game.name.partition(":")[2]),
        rules=rules_shown,
        links=[{**(found := link(seat)), "qr": qr_code(found["path"])} for seat in open_seats],
        offered=rooms.challenges.find(room.id) is not None,
        reopened=[link(seat) for seat in closed_seats],
        own_seats=[(seat, translate(game.seat_names[seat])) for seat in held],
        onlookers=f"{origin}/games/{room.id}",
        here_only=is_local(origin),
        talks=len(room.game.people) > 1 and owned < set(room.game.people),
        seated=bool(owned),
        claims=game.has_claims,
        foresees=room.game.conditional_seat(owned) is not None,
        rated=room.game.rated,
        skins=[name for name in skins() if name != USUAL_SKIN],
        analysable=may_study(room, owned),
        longest=LONGEST_MOVE,
        late=request.query_params.get("link") == "closed" and not owned,
    )


def _seats_of_others(room: Room, inviter: str) -> tuple[list[int], list[int]]:
    """The free seats of people, and the taken ones that the inviter may open to one more browser.

    Not with hidden information, which the inviter would see: there only the player may.
    """
    free = [seat for seat in room.game.people if not room.is_taken(seat)]
    if room.game.position.game.spec.hidden:
        return free, []
    own = room.seats_of(inviter)
    return free, [seat for seat in room.game.people if room.is_taken(seat) and seat not in own]


@router.post("/games/{game_id}")
async def act(request: Request, game_id: GameId) -> Response:
    """Actions of the board page without JavaScript: a typed move, undo, resign."""
    rooms, visitor, given = rooms_of(request), Visitor(request), await form_of(request)
    room = await rooms.find(game_id)
    owned = owned_seats(visitor, rooms, room)
    do = given.get("do", "move")
    if do == "undo":
        await room.undo(owned)
    elif do == "resign":
        await room.resign(owned)
    elif do == "renew" and (seat := given.get("seat", "")) in map(str, room.game.people):
        await renew_seat_link(request, room, int(seat))
    else:
        await room.move(owned, given.get("move", "").strip()[:LONGEST_MOVE], None)
    return redirect_to_game(request, room.id)


# -- invitations -----------------------------------------------------------------------------------


@router.get("/join/{game_id}/{seat}/{secret}")
async def invitation(request: Request, game_id: GameId, seat: int, secret: str) -> Response:
    room = await _invited(request, game_id, seat, secret)
    if room is None:
        return _look_on(request, game_id)
    game, timing = room.game.position.game, room.game.clock
    return page(
        request,
        "join.html",
        game=game,
        seat=translate(game.seat_names[seat]),
        taught=has_lesson(game.id),
        inviter=await _inviter(rooms_of(request), room),
        options=option_words(game.name.partition(":")[2]),
        clock=clock_words(timing.timing.clock.text if timing else None),
        rated=room.game.rated,
    )


async def _inviter(rooms: Rooms, room: Room) -> str:
    """The name of the person who started a game; empty if it is not known."""
    own = sorted(room.seats_of(room.owner or ""))
    seated = next((room.game.seats[seat].name for seat in own if room.game.seats[seat].name), "")
    return seated or await person_store.name_of(rooms.store, room.owner or "")


@router.post("/join/{game_id}/{seat}/{secret}")
async def accept(request: Request, game_id: GameId, seat: int, secret: str) -> Response:
    room = await _invited(request, game_id, seat, secret)
    if room is None:
        return _look_on(request, game_id)
    renewed = room.renewals.get(seat, 0)
    rooms, browser, given = rooms_of(request), Visitor(request).browser, await form_of(request)
    name = form_name(given) or await person_store.name_of(rooms.store, browser)
    origin = rooms.store.address_digest(address_of(request.scope))
    await room.sit_down(seat, browser, name, origin, renewed)
    return redirect_to_game(request, room.id)


async def _invited(request: Request, game_id: str, seat: int, secret: str) -> Room | None:
    """The game to which a link invites; None if a player has sat down by it. Raises Refused."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    if rooms.opens(room, seat, secret):
        return room
    if rooms.opened_once(room, seat, secret) and room.is_taken(seat):
        return None
    raise Refused(404, "no-such-seat", "This link does not open a seat.")


def _look_on(request: Request, game_id: str) -> Response:
    """The game, for whoever comes by a link after a player has sat down."""
    return redirect_to_game(request, game_id, "?link=closed")
