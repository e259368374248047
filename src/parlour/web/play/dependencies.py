"""FastAPI dependencies of the routes: rooms, the requester's seats, limits."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from parlour.kernel.spec import Spec
from parlour.play.conduct import not_yours
from parlour.table.catalogue import similar_games
from parlour.web.common.game_registry import registered_specs
from parlour.web.common.person_names import visible
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.play.room import Room
from parlour.web.play.rooms import LONGEST_NAME, Rooms
from parlour.web.reading.readers import Readers

LONGEST_POSITION = 20_000
SLIDERS = "sliders"  # in place of a clock: a form's minutes and seconds

GameId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


def find_spec(game_id: str) -> Spec:
    """The game with this id; raises Refused."""
    spec = registered_specs().get(game_id)
    if spec is None:
        meant = [
            registered_specs()[each].title for each in similar_games(game_id, registered_specs())
        ]
        suggestion = f" Did you mean {' or '.join(meant)}?" if meant else ""
        raise Refused(404, "no-such-game", f"There is no game {game_id:.60}.{suggestion}")
    return spec


def form_name(form: dict[str, str]) -> str:
    """The player's name in a form, without what cannot be seen."""
    return visible(form.get("name", ""))[:LONGEST_NAME]


def form_clock(form: dict[str, str]) -> str:
    """The clock in a form: its own text, the minutes and seconds of the sliders, or one of the list."""
    own, chosen = form.get("own-clock", "").strip(), form.get("clock", "")
    if own or chosen != SLIDERS:
        return own or chosen
    minutes, seconds = form.get("minutes", ""), form.get("seconds", "")
    return f"countdown:time={minutes}m,increment={seconds}s"


def rooms_of(request: Request) -> Rooms:
    """The running server's rooms."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def readers_of(request: Request) -> Readers:
    """The running server's readers of text."""
    readers: Readers = request.app.state.readers
    return readers


def owned_seats(visitor: Visitor, rooms: Rooms, room: Room) -> frozenset[int]:
    """The seats of a room that the visitor owns; in rated games people must have sat down."""
    owned = room.seats_of(visitor.browser)
    if visitor.secret and not room.game.rated:
        owned |= {seat for seat in room.game.people if rooms.opens(room, seat, visitor.secret)}
    return owned


async def renew_seat_link(request: Request, room: Room, seat: int) -> None:
    """Give a seat's link a new secret, and end other access to the seat. Raises NotAllowed.

    The player may, and while nobody has sat down, whoever started the game or has the link.
    """
    rooms, visitor = rooms_of(request), Visitor(request)
    if seat in room.seats_of(visitor.browser):
        people = await rooms.store.people(room.id)
        mine = await rooms.store.people_with({(seat, visitor.browser)})
        allowed = seat not in people or people[seat] == mine.get(seat)
    else:
        starts = room.owner == visitor.browser or rooms.opens(room, seat, visitor.secret)
        allowed = starts and not room.is_taken(seat) and seat in room.game.people
    if not allowed:
        raise not_yours()
    await room.renew_link(seat, visitor.browser)


async def find_room(request: Request, game_id: str) -> tuple[Room, frozenset[int]]:
    """A game's room, and the seats in it that the requester owns."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    return room, owned_seats(Visitor(request), rooms, room)


async def find_room_to_move(request: Request, game_id: str) -> tuple[Room, frozenset[int]]:
    """As `find_room`; raises Refused unless one of these seats is to move."""
    room, owned = await find_room(request, game_id)
    if room.game.turn is None or room.game.turn not in owned:
        raise Refused(409, "not-your-turn", "It is not your turn.")
    return room, owned


def limit_new_games(request: Request) -> None:
    """Raise Refused if the client has started too many games."""
    peer = request.client.host if request.client else "?"
    if not request.app.state.new_games.take(peer):
        raise Refused(429, "too-many-games", "You start very many games; wait a minute.")
