"""Your games: a browser's games with their status; deleting one."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from parlour.errors import ParlourError
from parlour.language import _, ngettext, translate
from parlour.play.conduct import not_yours
from parlour.play.saved_game import GameSummary, read_scores
from parlour.table.game import Game
from parlour.table.outcome import Outcome
from parlour.table.telling import ending_words
from parlour.web.common.game_registry import registered_game, registered_specs
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import option_words
from parlour.web.play.dependencies import GameId, find_room, rooms_of
from parlour.web.play.rooms import Rooms
from parlour.web.play.snapshot import player_words
from parlour.web.store import match_store, tournament_store

router = APIRouter(include_in_schema=False)

DAY, HOUR, MINUTE = 86_400, 3600, 60  # seconds


async def your_games(rooms: Rooms, browser: str) -> list[dict[str, Any]]:
    """A browser's games: its turn first, then running ones; newest first."""
    games = [await _list_entry(rooms, summary) for summary in await rooms.store.recent(browser)]
    return sorted(games, key=lambda game: (not game["yours"], game["over"]))


async def _list_entry(rooms: Rooms, summary: GameSummary) -> dict[str, Any]:
    game_id, options = summary.game.partition(":")[::2]
    spec = registered_specs().get(game_id)
    entry = {
        "id": summary.id,
        "game": game_id,
        "title": spec.title if spec else game_id,
        "options": option_words(options),
        "age": _("started %(age)s", age=age(rooms.now() / 1000 - summary.begun)),
        "against": "",
        "yours": False,
        "over": summary.reason is not None,
        "stands": "",
    }
    try:
        game = registered_game(summary.game)
        entry["against"] = _opponents(game, summary)
        entry |= (
            _end_status(game, summary)
            if summary.reason
            else await _running_status(rooms, game, summary)
        )
    except ParlourError as error:  # changed rules, or an error in a game file
        entry["stands"] = str(error)
    except ValueError:
        entry["stands"] = _("this saved game is damaged")
    return entry


def _opponents(game: Game, summary: GameSummary) -> str:
    """The other players; empty if the browser has all seats."""
    others = [
        f"{player_words(*sitter)} ({translate(game.seat_names[seat])})"
        for seat, sitter in enumerate(summary.sitters)
        if seat not in summary.seats
    ]
    return ", ".join(others)


def _end_status(game: Game, summary: GameSummary) -> dict[str, Any]:
    outcome = Outcome(read_scores(summary.scores), summary.reason or "")
    return {"stands": ending_words(game, outcome, summary.seats)}


async def _running_status(rooms: Rooms, game: Game, summary: GameSummary) -> dict[str, Any]:
    room = await rooms.find(summary.id)
    yours = room.game.turn in summary.seats
    name = (
        translate(game.seat_names[room.game.turn])
        if room.game.turn is not None and room.game.turn >= 0
        else _("Chance")
    )
    waits = (
        _("Your move") if yours and len(summary.seats) == 1 else _("%(name)s to move", name=name)
    )
    moves = "" if game.spec.hidden else f", {_move_count(summary.plies)}"
    return {"yours": yours, "stands": waits + moves}


def _move_count(plies: int) -> str:
    return ngettext("%(num)s move played", "%(num)s moves played", plies)


def age(seconds: float) -> str:
    """A time ago in its largest unit."""
    if seconds >= DAY:
        return ngettext("%(num)s day ago", "%(num)s days ago", int(seconds // DAY))
    if seconds >= HOUR:
        return ngettext("%(num)s hour ago", "%(num)s hours ago", int(seconds // HOUR))
    if seconds >= MINUTE:
        return ngettext("%(num)s minute ago", "%(num)s minutes ago", int(seconds // MINUTE))
    return _("just now")


async def waiting_games(rooms: Rooms, browser: str) -> list[str]:
    """The ids of the running games in which it is the browser's turn, the newest first."""
    found = []
    for summary in await rooms.store.recent(browser):
        if summary.reason is None:
            with suppress(ParlourError, ValueError):  # changed rules, a damaged game
                room = await rooms.find(summary.id)
                if room.game.turn in summary.seats:
                    found.append(summary.id)
    return found


@router.get("/api/turns")
async def turns(request: Request) -> dict[str, list[str]]:
    """The ids of the games that wait for a move by this browser, for the header."""
    return {"games": await waiting_games(rooms_of(request), Visitor(request).browser)}


@router.post("/games/{game_id}/delete")
async def delete(request: Request, game_id: GameId) -> Response:
    """Remove a game from the list; without other players, delete it."""
    room, owned = await find_room(request, game_id)
    if not owned:
        raise not_yours()
    rooms = rooms_of(request)
    if await match_store.of_game(rooms.store, room.id) is not None:
        raise Refused(409, "of-a-match", "A game of a match cannot be deleted.")
    if await tournament_store.of_game(rooms.store, room.id) is not None:
        raise Refused(409, "of-a-tournament", "A game of a tournament cannot be deleted.")
    await rooms.delete(room, Visitor(request).browser)
    return RedirectResponse("/", 303)
