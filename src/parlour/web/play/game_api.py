"""The HTTP interface to games, for programs and for our own pages; see /api/openapi.json."""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from parlour.picture.viewpoint import Viewpoint
from parlour.play.conduct import not_yours
from parlour.play.game_clock import LONGEST_CLOCK
from parlour.table.catalogue import at_table, specs
from parlour.web.common.game_registry import registered_game
from parlour.web.common.person_names import visible
from parlour.web.common.secrets import new_secret
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.query_parameters import RequestedView
from parlour.web.http.security import address_of
from parlour.web.play.dependencies import (
    LONGEST_POSITION,
    GameId,
    find_room,
    find_room_to_move,
    limit_new_games,
    readers_of,
    renew_seat_link,
    rooms_of,
)
from parlour.web.play.game_record import record_of
from parlour.web.play.game_review import review_payload
from parlour.web.play.live import Lag, MoveBody, Text
from parlour.web.play.move_preview import preview
from parlour.web.play.opened_record import read_record
from parlour.web.play.room import Room
from parlour.web.play.rooms import LONGEST_NAME, GameRequest, Rooms
from parlour.web.play.snapshot import ViewRequest, hint_facts, partial, past, snapshot, view_room

router = APIRouter(prefix="/api")

LONGEST_MESSAGE = 300


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGame(_Body):
    """A game to create.

    Each seat is `here`, `link`, `random`, a level `1` to `10`, an `engine:NAME` that the server offers, or,
    if the game's best player has a time budget, `strongest:seconds=1`, `3` or `10`.
    """

    game: Annotated[str, Field(max_length=500, examples=["GAME:option=value"])]
    seats: Annotated[list[Annotated[str, Field(max_length=80)]], Field(min_length=1, max_length=10)]
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    clock: Annotated[str, Field(max_length=LONGEST_CLOCK, examples=["countdown:time=5m"])] = ""


class SeatLink(BaseModel):
    """A person's seat: its secret gives the right to play it."""

    seat: int
    name: str
    secret: str
    path: str


class Started(BaseModel):
    """A new game: its id, and the links to the seats of people."""

    id: str
    path: str
    links: list[SeatLink]


class StepsBody(_Body):
    """The steps of a move entered so far."""

    steps: Annotated[list[tuple[Literal["cell", "word"], Text]], Field(max_length=64)]


class RematchBody(_Body):
    """Play again; `keep` says who carries marks to the next table of a linked series."""

    keep: Literal["all", "winner"] | None = None


class AnswerBody(_Body):
    """Accept or decline an offer."""

    agree: bool


class SayBody(_Body):
    """A chat message to the other players; the seat, if you own several."""

    text: Annotated[str, Field(max_length=LONGEST_MESSAGE)]
    seat: Annotated[int, Field(ge=0, le=20)] | None = None


class SeatBody(_Body):
    """A seat, if you own several."""

    seat: Annotated[int, Field(ge=0, le=20)] | None = None


class ClaimBody(BaseModel):
    """The announced move that brings the draw about; none if the position already stands."""

    move: Annotated[str, Field(max_length=200)] | None = None


class TakeBody(_Body):
    """The name of a suggested row of moves; `ply` as for a move."""

    name: Annotated[str, Field(max_length=40)]
    ply: Annotated[int, Field(ge=0, le=10**6)] | None = None
    lag: Lag = None


class ArrangeBody(_Body):
    """An unplayed piece's text, and its new cell."""

    piece: Annotated[str, Field(max_length=10)]
    cell: Annotated[str, Field(max_length=10)]


class RecordBody(_Body):
    """The text of a file with a recorded game."""

    text: Annotated[str, Field(max_length=200_000)]


# -- the catalogue ---------------------------------------------------------------------------------


@router.get("/catalogue", tags=["catalogue"])
def catalogue() -> list[dict[str, Any]]:
    """List the games with their options."""
    return [
        {
            "id": spec.id,
            "title": spec.title,
            "goal": spec.goal,
            "hidden": spec.hidden,
            "tags": list(spec.tags),
            "seats": list(spec.seat_names(spec.choose({}))),
            "options": [
                {
                    "name": name,
                    "default": option.default,
                    "allowed": option.allowed_text,
                    "help": option.help,
                }
                for name, option in spec.all_options.items()
            ],
        }
        for spec in specs().values()
    ]


@router.get("/time", tags=["server"])
async def server_time(request: Request) -> dict[str, int]:
    """The server's time, used by its clocks, in ms UTC."""
    return {"now": rooms_of(request).now()}


# -- games -----------------------------------------------------------------------------------------


@router.post("/games", status_code=201, tags=["games"])
async def start(body: NewGame, request: Request, response: Response) -> Started:
    """Create a game. Only this answer contains the secrets of its seats."""
    limit_new_games(request)
    rooms, visitor = rooms_of(request), Visitor(request)
    name, client = visible(body.name), address_of(request.scope)
    game = await asyncio.to_thread(_game_of, body)
    game_request = GameRequest(game, tuple(body.seats), body.position, name, client, body.clock)
    room = await rooms.create(game_request, visitor.browser)
    visitor.set_cookie(response)
    return Started(
        id=room.id,
        path=f"/games/{room.id}",
        links=[_seat_link(rooms, room, seat) for seat in room.game.people],
    )


def _game_of(body: NewGame) -> str:
    """The name of the wanted game, as people play it; a position has it in its text."""
    if body.position is not None:
        return body.game
    return at_table(registered_game(body.game), body.game).name


def _seat_link(rooms: Rooms, room: Room, seat: int) -> SeatLink:
    secret = rooms.secret(room, seat)
    return SeatLink(
        seat=seat,
        name=room.game.position.game.seat_names[seat],
        secret=secret,
        path=f"/join/{room.id}/{seat}/{secret}",
    )


@router.post("/records", status_code=201, tags=["games"])
async def open_record(body: RecordBody, request: Request, response: Response) -> dict[str, str]:
    """Open a recorded game, to look at or continue."""
    limit_new_games(request)
    visitor = Visitor(request)
    opened = await readers_of(request).read_for(request, read_record, body.text)
    room = await rooms_of(request).open_record(opened, visitor.browser)
    visitor.set_cookie(response)
    return {"id": room.id, "path": f"/games/{room.id}"}


@router.get("/games/{game_id}", tags=["games"])
async def show(game_id: GameId, request: Request, asked: RequestedView) -> dict[str, Any]:
    """The current game as the requester may see it."""
    room, owned = await find_room(request, game_id)
    return await view_room(snapshot, room, owned, asked, Visitor(request).digest)


@router.post("/games/{game_id}/seats/{seat}/renew", tags=["games"])
async def renew_link(
    game_id: GameId, seat: Annotated[int, Path(ge=0, le=20)], request: Request
) -> SeatLink:
    """Give your seat, or one that nobody took, a new link; the old secret opens nothing any more."""
    room, _ = await find_room(request, game_id)
    await renew_seat_link(request, room, seat)
    return _seat_link(rooms_of(request), room, seat)


@router.get("/games/{game_id}/plies/{ply}", tags=["games"])
async def show_past(
    game_id: GameId,
    ply: Annotated[int, Path(ge=0, le=10**6)],
    request: Request,
    asked: RequestedView,
) -> dict[str, Any]:
    """An earlier position of the game."""
    room, owned = await find_room(request, game_id)
    show = functools.partial(past, ply=ply)
    return await view_room(show, room, owned, asked, Visitor(request).digest)


@router.post("/games/{game_id}/moves", tags=["play"])
async def move(game_id: GameId, body: MoveBody, request: Request) -> dict[str, int]:
    """Play a move. It is stored before the answer comes."""
    room, owned = await find_room(request, game_id)
    return {"ply": await room.move(owned, body.move, body.ply, body.lag)}


@router.post("/games/{game_id}/steps", tags=["play"])
async def steps(game_id: GameId, body: StepsBody, request: Request) -> dict[str, Any]:
    """The possible next steps of a move; nothing is played."""
    room, owned = await find_room_to_move(request, game_id)
    viewpoint, digest = Viewpoint(room.game.turn), Visitor(request).digest

    def show(room: Room, asker: ViewRequest) -> dict[str, Any]:
        return partial(room, body.steps, asker)

    return await view_room(show, room, owned, viewpoint, digest)


@router.post("/games/{game_id}/preview", tags=["play"])
async def show_ahead(
    game_id: GameId, body: StepsBody, request: Request, asked: RequestedView
) -> dict[str, Any]:
    """The preview of a move; nothing is played."""
    room, owned = await find_room_to_move(request, game_id)
    asker = ViewRequest.at(room, owned, asked, Visitor(request).digest)
    return await asyncio.to_thread(preview, room, body.steps, asker)


@router.post("/games/{game_id}/take", tags=["play"])
async def take(game_id: GameId, body: TakeBody, request: Request) -> dict[str, int]:
    """Play a suggested row of moves, such as a whole deployment."""
    room, owned = await find_room(request, game_id)
    return {"ply": await room.play_suggestion(owned, body.name, body.ply, body.lag)}


@router.post("/games/{game_id}/arrange", tags=["play"])
async def arrange(game_id: GameId, body: ArrangeBody, request: Request) -> dict[str, str]:
    """Move an unplayed piece in your own view, in games that have such pieces."""
    room, owned = await find_room(request, game_id)
    if not owned:
        raise not_yours()
    room.arrangements.place(Visitor(request).digest, room.game.position, body.piece, body.cell)
    return {"result": "done"}


@router.post("/games/{game_id}/undo", tags=["play"])
async def undo(game_id: GameId, request: Request) -> dict[str, str]:
    """Take back a move, or ask the other people."""
    room, owned = await find_room(request, game_id)
    return {"result": await room.undo(owned)}


@router.post("/games/{game_id}/resign", tags=["play"])
async def resign(game_id: GameId, body: SeatBody, request: Request) -> dict[str, str]:
    """Resign; with more than two players a bot plays on."""
    room, owned = await find_room(request, game_id)
    await room.resign(owned, body.seat)
    return {"result": "done"}


@router.post("/games/{game_id}/draw", tags=["play"])
async def draw(game_id: GameId, request: Request) -> dict[str, str]:
    """Offer a draw."""
    room, owned = await find_room(request, game_id)
    return {"result": await room.offer_draw(owned)}


@router.post("/games/{game_id}/claim", tags=["play"])
async def claim(game_id: GameId, request: Request, body: ClaimBody | None = None) -> dict[str, str]:
    """Claim a draw that the snapshot's `claimable` names, or one that an announced move brings about."""
    room, owned = await find_room(request, game_id)
    await room.claim(owned, body.move if body is not None else None)
    return {"result": "done"}


@router.post("/games/{game_id}/answer", tags=["play"])
async def answer(game_id: GameId, body: AnswerBody, request: Request) -> dict[str, str]:
    """Accept or decline an offer."""
    room, owned = await find_room(request, game_id)
    await room.answer(owned, body.agree)
    return {"result": "done"}


@router.post("/games/{game_id}/say", tags=["play"])
async def say(game_id: GameId, body: SayBody, request: Request) -> dict[str, str]:
    """Send a chat message to the other players; onlookers do not see it."""
    room, owned = await find_room(request, game_id)
    await room.say(owned, body.text, body.seat)
    return {"result": "done"}


@router.post("/games/{game_id}/hint", tags=["play"])
async def hint(game_id: GameId, request: Request) -> dict[str, Any]:
    """A good move for the player to move; between people they are asked, and if they agree all see it."""
    room, owned = await find_room(request, game_id)
    state = room.game.position.state.copy()
    found = await room.hint(owned)
    return {"result": "asked"} if found is None else {"result": "done", **hint_facts(state, found)}


@router.post("/games/{game_id}/review", tags=["play"])
async def review(game_id: GameId, request: Request) -> dict[str, Any]:
    """Review a finished game; until it is `done`, the answer is its progress: ask again."""
    room, owned = await find_room(request, game_id)
    if not owned:
        raise not_yours()
    found = await room.review.get()
    if found is None:
        return {"done": False, "part": round(room.review.part, 2)}
    return await asyncio.to_thread(review_payload, room, found, owned)


@router.post("/games/{game_id}/rematch", tags=["play"])
async def rematch(
    game_id: GameId, request: Request, body: RematchBody | None = None
) -> dict[str, str]:
    """Start a rematch, everybody one seat on; with `keep` the next table of a linked series."""
    room, owned = await find_room(request, game_id)
    if not owned:
        raise Refused(403, "not-your-seat", "Only players of this game can start a rematch.")
    again = await rooms_of(request).rematch(room, body.keep if body else None)
    return {"id": again.id, "path": f"/games/{again.id}"}


_AS_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"description": "The record.", "content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get("/games/{game_id}/record", tags=["games"], response_class=Response, responses=_AS_TEXT)
async def record(game_id: GameId, request: Request) -> PlainTextResponse:
    """The record of the game; with hidden information only after the end."""
    room, _ = await find_room(request, game_id)
    text = await asyncio.to_thread(lambda: record_of(room).write().text)
    name = f"{room.game.position.game.id}-{new_secret()[:6]}.pgn"
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
