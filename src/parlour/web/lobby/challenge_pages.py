"""The open seats of the lobby: listed, taken with one tap, and found for whoever looks for an opponent."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from parlour.clocks.presets import clock_words
from parlour.language import _, translate
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import option_words, page, redirect_to_game
from parlour.web.http.security import address_of
from parlour.web.play.challenges import free_seat
from parlour.web.play.dependencies import GameId, rooms_of
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms
from parlour.web.store import person_store

router = APIRouter(prefix="/challenges", include_in_schema=False)


@router.get("")
async def show(request: Request) -> HTMLResponse:
    """The list alone, which the lobby's page loads again and again."""
    rooms, browser = rooms_of(request), Visitor(request).browser
    return page(request, "challenges.html", challenges=await challenge_cards(rooms, browser))


async def challenge_cards(rooms: Rooms, browser: str) -> list[dict[str, Any]]:
    """The open seats as a browser sees them."""
    return [await _card(rooms, room, browser) for room in rooms.challenges.listed()]


async def _card(rooms: Rooms, room: Room, browser: str) -> dict[str, Any]:
    game, clock, seat = room.game.position.game, room.game.clock, free_seat(room)
    names = (room.game.seats[place].name for place in room.seats_of(room.owner or ""))
    return {
        "id": room.id,
        "game": game.id,
        "title": game.title,
        "options": option_words(game.name.partition(":")[2]),
        "clock": clock_words(None if clock is None else clock.timing.clock.text),
        "rated": room.game.rated,
        "seat": "" if seat is None else translate(game.seat_names[seat]),
        "who": next(filter(None, names), "")
        or await person_store.name_of(rooms.store, room.owner or "")
        or _("somebody"),
        "yours": room.owner == browser,
    }


@router.post("/{game_id}")
async def accept(request: Request, game_id: GameId) -> Response:
    rooms = rooms_of(request)
    room = rooms.challenges.find(game_id)
    if room is None:
        raise Refused(404, "no-such-challenge", "This seat is no longer open; choose another one.")
    await take(request, rooms, room)
    return redirect_to_game(request, room.id)


async def take(request: Request, rooms: Rooms, room: Room) -> None:
    """Let the visitor take the free seat of a challenge. Raises Refused."""
    browser, seat = Visitor(request).browser, free_seat(room)
    if room.owner == browser:
        raise Refused(409, "your-own", "You offer this seat yourself: wait for another player.")
    if seat is None:
        raise Refused(409, "seat-taken", "Another player was faster; choose another open seat.")
    name = await person_store.name_of(rooms.store, browser)
    origin = rooms.store.address_digest(address_of(request.scope))
    await room.sit_down(seat, browser, name, origin, room.renewals.get(seat, 0))
