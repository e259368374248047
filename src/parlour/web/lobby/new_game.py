"""Starting a game from the form of its page."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.kernel.spec import Spec
from parlour.play.game_clock import canonical_clock
from parlour.table.catalogue import at_table
from parlour.table.game import Game
from parlour.web.common.game_registry import registered_game
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, redirect_to_game
from parlour.web.http.security import address_of
from parlour.web.lobby.challenge_pages import take
from parlour.web.lobby.game_page import USUAL_LEVEL, game_page
from parlour.web.play.dependencies import (
    find_spec,
    form_clock,
    form_name,
    limit_new_games,
    rooms_of,
)
from parlour.web.play.room import Room
from parlour.web.play.rooms import LINK, GameRequest, Rooms
from parlour.web.store import person_store

router = APIRouter(include_in_schema=False)

ANYONE = "anyone"  # a person who finds the seat in the lobby


@router.post("/new/{game_id}")
async def begin(request: Request, game_id: str) -> Response:
    spec, form = find_spec(game_id), await form_of(request)
    limit_new_games(request)
    rooms, browser = rooms_of(request), Visitor(request).browser
    try:
        name = await run_in_threadpool(_with_options, spec, form)
        if registered_game(name).seats > registered_game(game_id).seats and not _all_seated(
            name, form
        ):
            names = registered_game(name).seat_names
            return await run_in_threadpool(game_page, request, game_id, form, "", names)
        players = _players(registered_game(name), form)
        game_request = GameRequest(
            name,
            tuple(LINK if seat == ANYONE else seat for seat in players),
            form.get("position") or None,
            form_name(form) or await person_store.name_of(rooms.store, browser),
            address_of(request.scope),
            form_clock(form),
            bool(form.get("rated")),
        )
        if ANYONE in players and (found := _fitting(rooms, game_request, browser)):
            await take(request, rooms, found)
            return redirect_to_game(request, found.id)
        room = await rooms.create(game_request, browser)
        if ANYONE in players:
            rooms.challenges.offer(room)
    except ParlourError as error:
        return await run_in_threadpool(game_page, request, game_id, form, str(error))
    return redirect_to_game(request, room.id)


def _fitting(rooms: Rooms, wanted: GameRequest, browser: str) -> Room | None:
    """A game in which another player waits for an opponent on these terms."""
    game = registered_game(wanted.game)
    clock = canonical_clock(wanted.clock.strip(), game) if wanted.clock.strip() else None
    if wanted.position is not None:
        return None
    return rooms.challenges.fitting(game.name, clock, wanted.rated, browser)


def _all_seated(name: str, form: dict[str, str]) -> bool:
    """Whether the form has a player for each seat; options may have added seats."""
    return all(f"seat-{i}" in form for i in range(registered_game(name).seats))


def _with_options(spec: Spec, form: dict[str, str]) -> str:
    """The game's name with the options in a form."""
    position = form.get("position")
    if position:
        return position.partition(" ")[0]
    chosen = {
        name: form[f"option-{name}"].strip()
        for name in spec.all_options
        if form.get(f"option-{name}", "").strip()
    }
    usual = spec.defaults_beside({})
    changed = {name: value for name, value in chosen.items() if str(usual.get(name)) != value}
    return at_table(registered_game(spec.id, **changed), spec.id, **chosen).name


def _players(game: Game, form: dict[str, str]) -> tuple[str, ...]:
    """The player for each seat; bots by default."""
    seats = [form.get(f"seat-{i}") or USUAL_LEVEL for i in range(game.seats)]
    return tuple(seats)
