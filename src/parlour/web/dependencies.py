"""What the route modules share: the server's rooms, a game's room and the requester's seats, limits."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from parlour.web.http.error_responses import Refused
from parlour.web.people.identity import Visitor
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms

LONGEST_POSITION = 20_000

GameId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


def rooms_of(request: Request) -> Rooms:
    """The running server's rooms."""
    rooms: Rooms = request.app.state.rooms
    return rooms


async def find_room(request: Request, game_id: str) -> tuple[Room, frozenset[int]]:
    """A game's room, and the seats in it that the requester owns."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    return room, Visitor(request).owned_seats(rooms, room)


async def find_room_to_move(request: Request, game_id: str) -> tuple[Room, frozenset[int]]:
    """As `find_room`; raises Refused unless one of these seats is to move."""
    room, held = await find_room(request, game_id)
    if room.game.turn is None or room.game.turn not in held:
        raise Refused(409, "not-your-turn", "It is not your turn.")
    return room, held


def limit_new_games(request: Request) -> None:
    """Raise Refused if the client has started too many games."""
    peer = request.client.host if request.client else "?"
    if not request.app.state.new_games.take(peer):
        raise Refused(429, "too-many-games", "You start very many games; wait a minute.")
