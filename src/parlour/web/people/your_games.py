"""Your games: those in which a browser has a seat, whose turn it is, how they ended; deleting one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from parlour.errors import ParlourError
from parlour.play.conduct import not_yours
from parlour.play.saved_game import GameSummary, read_scores
from parlour.table.game import Game
from parlour.table.outcome import Outcome
from parlour.table.telling import ending_words
from parlour.web.common.game_registry import known_game, known_specs
from parlour.web.dependencies import GameId, find_room, rooms_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import option_words
from parlour.web.matches import match_store
from parlour.web.people.identity import Visitor
from parlour.web.play.rooms import Rooms
from parlour.web.play.snapshot import player_words

router = APIRouter()

AGES = ((86_400, "day"), (3600, "hour"), (60, "minute"))  # seconds


async def your_games(rooms: Rooms, browser: str) -> list[dict[str, Any]]:
    """A browser's games: first those that wait for it, then those that go on, the last begun first."""
    found = [await _summary_row(rooms, summary) for summary in await rooms.store.recent(browser)]
    return sorted(found, key=lambda game: (not game["yours"], game["over"]))


async def _summary_row(rooms: Rooms, summary: GameSummary) -> dict[str, Any]:
    game_id, _, options = summary.game.partition(":")
    spec = known_specs().get(game_id)
    told = {
        "id": summary.id,
        "game": game_id,
        "title": spec.title if spec else game_id,
        "options": option_words(options),
        "age": f"begun {age(rooms.now() / 1000 - summary.begun)}",
        "against": "",
        "yours": False,
        "over": summary.reason is not None,
        "stands": "",
    }
    try:
        game = known_game(summary.game)
        told["against"] = _opponents(game, summary)
        told |= _ended(game, summary) if summary.reason else await _goes_on(rooms, game, summary)
    except ParlourError as error:  # of rules that have changed, or a file with a mistake in it
        told["stands"] = str(error)
    except ValueError:
        told["stands"] = "its stored data is damaged"
    return told


def _opponents(game: Game, summary: GameSummary) -> str:
    """Who sits in the other seats; nothing where one is alone, or at one screen with all."""
    others = [
        f"{player_words(*sitter)} ({game.seat_names[seat]})"
        for seat, sitter in enumerate(summary.sitters)
        if seat not in summary.seats
    ]
    return ", ".join(others)


def _ended(game: Game, summary: GameSummary) -> dict[str, Any]:
    outcome = Outcome(read_scores(summary.scores), summary.reason or "")
    return {"stands": ending_words(game, outcome, summary.seats)}


async def _goes_on(rooms: Rooms, game: Game, summary: GameSummary) -> dict[str, Any]:
    room = await rooms.find(summary.id)
    yours = room.game.turn in summary.seats
    name = (
        game.seat_names[room.game.turn]
        if room.game.turn is not None and room.game.turn >= 0
        else "Chance"
    )
    waits = "Your move" if yours and len(summary.seats) == 1 else f"{name} to move"
    moves = "" if game.spec.hidden else f", {_count_plies(summary.plies)}"
    return {"yours": yours, "stands": waits + moves}


def _count_plies(plies: int) -> str:
    return "1 move played" if plies == 1 else f"{plies} moves played"


def age(seconds: float) -> str:
    """How long ago something was, in its largest unit."""
    for length, unit in AGES:
        count = int(seconds // length)
        if count:
            return f"{count} {unit}{'s' * (count != 1)} ago"
    return "just now"


@router.post("/games/{game_id}/delete")
async def delete(request: Request, game_id: GameId) -> Response:
    """Remove a game from one's list; if no other person sits in it, it is deleted."""
    room, held = await find_room(request, game_id)
    if not held:
        raise not_yours()
    rooms = rooms_of(request)
    if await match_store.of_game(rooms.store, room.id) is not None:
        raise Refused(409, "of-a-match", "A game of a match stays with its match.")
    await rooms.delete(room, Visitor(request).browser)
    return RedirectResponse("/", 303)
