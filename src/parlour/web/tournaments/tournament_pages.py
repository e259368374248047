"""The pages of tournaments: creating, joining, standings with boards, a projector view, the report."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from markupsafe import Markup

from parlour.clocks.presets import PRESETS, clock_words
from parlour.errors import ParlourError
from parlour.language import _, translate
from parlour.picture.viewpoint import Viewpoint
from parlour.table.catalogue import specs
from parlour.table.outcome import score_text
from parlour.tournaments import Meeting, Tournament
from parlour.tournaments.report_file import report
from parlour.tournaments.standings import standings
from parlour.web.common.game_registry import example_name, registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, option_words, page, redirect_to
from parlour.web.http.query_parameters import usual_skin
from parlour.web.http.security import address_of
from parlour.web.play.dependencies import GameId, limit_new_games, rooms_of
from parlour.web.play.invitations import origin_for_others, qr_code
from parlour.web.play.rooms import MOST_SEATS
from parlour.web.play.snapshot import snapshot, view_room
from parlour.web.store import person_store, tournament_store
from parlour.web.store.links import link_secret, opens_link
from parlour.web.store.tournament_store import OPEN, OVER, StoredPlayer
from parlour.web.tournaments.server_tournament import ServerTournament
from parlour.web.tournaments.tournament_form import FORMATS, entry_name, read_form
from parlour.web.tournaments.tournament_service import Tournaments, check_open

router = APIRouter(prefix="/tournaments", include_in_schema=False)

REFRESH = 2  # seconds between two refreshes of the page
BOARDS = 12  # shown on one page

PlayerNumber = Annotated[int, Path(ge=0, le=1000)]
RoundNumber = Annotated[int, Path(ge=1, le=1000)]
SeatNumber = Annotated[int, Path(ge=0, lt=MOST_SEATS)]


def tournaments_of(request: Request) -> Tournaments:
    """The running server's tournaments."""
    found: Tournaments = request.app.state.tournaments
    return found


@router.get("")
async def begin_page(request: Request) -> HTMLResponse:
    return await _begin_page(request, {}, "")


async def _browsers(request: Request) -> frozenset[str]:
    """The visitor's browser, and the others of the same person."""
    return await person_store.browsers(rooms_of(request).store, Visitor(request).browser)


async def _own_name(request: Request) -> str:
    """The name of the visitor's person; empty without one."""
    return await person_store.name_of(rooms_of(request).store, Visitor(request).browser)


def _origin(request: Request) -> str:
    return rooms_of(request).store.address_digest(address_of(request.scope))


async def _begin_page(request: Request, form: dict[str, str], trouble: str) -> HTMLResponse:
    store, browsers = rooms_of(request).store, await _browsers(request)
    return page(
        request,
        "tournaments.html",
        422 if trouble else 200,
        formats=FORMATS,
        games=[spec.id for spec in specs().values() if len(spec.seat_names(spec.choose({}))) > 1],
        clocks=PRESETS,
        given=form,
        trouble=trouble,
        mine=await tournament_store.of_browsers(store, browsers),
        own_name=await _own_name(request),
        example=example_name(),
    )


@router.post("")
async def begin(request: Request) -> Response:
    limit_new_games(request)
    form, visitor = await form_of(request), Visitor(request)
    try:
        own_name = await _own_name(request)
        stored = read_form(form, visitor.browser, _origin(request), own_name)
    except ParlourError as error:
        return await _begin_page(request, form, str(error))
    await tournament_store.create(rooms_of(request).store, stored)
    return redirect_to(request, f"/tournaments/{stored.id}")


@router.get("/{tournament_id}")
async def show(request: Request, tournament_id: GameId) -> HTMLResponse:
    found = await tournaments_of(request).find(tournament_id)
    return await _show(request, found, "tournament.html")


@router.get("/{tournament_id}/wall")
async def wall(request: Request, tournament_id: GameId) -> HTMLResponse:
    """For a projector: the standings and the boards, large."""
    found = await tournaments_of(request).find(tournament_id)
    return await _show(request, found, "tournament_wall.html")


async def _show(
    request: Request, found: ServerTournament, template: str, trouble: str = ""
) -> HTMLResponse:
    store, browsers, stored = rooms_of(request).store, await _browsers(request), found.stored
    mine, boards = found.number_of(browsers), await tournaments_of(request).boards(found)
    secret = await link_secret(store, _purpose(stored.id))
    link = f"{origin_for_others(request)}/tournaments/{stored.id}/join/{secret}"
    skin = usual_skin(request)
    games = [registered_game(name) for name in stored.settings["games"]]
    return page(
        request,
        template,
        422 if trouble else 200,
        tournament=stored,
        format=translate(FORMATS[stored.settings["format"]]),
        games=[(g.title, option_words(g.name.partition(":")[2])) for g in games],
        clock=clock_words(stored.clock),
        round=found.round,
        rows=_rows(found),
        boards=[
            await _board(request, found, game, meeting, skin)
            for game, meeting in list(boards.items())[:BOARDS]
        ],
        rounds=_rounds(found),
        organizes=stored.owner in browsers,
        mine=mine,
        board=next((game for game, meeting in boards.items() if mine in meeting.entrants), None),
        link=link if stored.owner in browsers else "",
        qr=qr_code(link) if stored.owner in browsers else "",
        rounds_for_byes=found.rounds_for_byes,
        trouble=trouble,
        refresh=None if stored.state == OVER else REFRESH,
    )


def _rows(found: ServerTournament) -> list[dict[str, Any]]:
    """The standings with their tie-breaks; before the start the players."""
    players = found.stored.players
    if found.state is None:
        order = [(number, None) for number in range(len(players))]
    else:
        order = [(row.entrant, row) for row in standings(found.state)]  # type: ignore[misc]
    return [
        {
            "number": number,
            "name": players[number].name,
            "gone": players[number].last is not None,
            "bot": bool(players[number].player),
            "byes": players[number].byes,
            "cells": []
            if row is None
            else [
                score_text(row.points),
                score_text(row.direct),
                score_text(row.buchholz),
                score_text(row.sonneborn_berger),
                str(row.wins),
                score_text(row.game_points),
            ],
        }
        for number, row in order
    ]


async def _board(
    request: Request, found: ServerTournament, game_id: str, meeting: Meeting, skin: str
) -> dict[str, Any]:
    """A board in progress as onlookers see it."""
    room = await rooms_of(request).find(game_id)
    view = await view_room(snapshot, room, frozenset(), Viewpoint(skin=skin))
    seats = found.seats(meeting, found.board_of(game_id)[2])
    return {
        "id": game_id,
        "title": room.game.position.game.title,
        "picture": Markup(view["picture"]),
        "names": [found.stored.players[number].name for number in seats],
        "turn": room.game.turn,
        "table": meeting.table,
    }


def _rounds(found: ServerTournament) -> list[list[dict[str, Any]]]:
    """All rounds, the latest first: who meets whom and who has a bye, and the points."""
    state = found.state
    if state is None:
        return []
    rounds = []
    for number, meetings in enumerate(state.rounds_so_far(), 1):
        resting = [each.name for each in found.plan.entrants if each.has_bye(number)]
        byes = [{"names": [name, _("half-point bye")], "bye": True} for name in resting]
        rounds.append([*(_meeting(state, meeting) for meeting in meetings), *byes])
    return rounds[::-1]


def _meeting(state: Tournament, meeting: Meeting) -> dict[str, Any]:
    names, done = state.plan.names, state.is_done(meeting)
    return {
        "names": [
            *(names[n] for n in meeting.entrants),
            *([_("bye")] if meeting.other is None else []),
        ],
        "bye": meeting.other is None,
        "started": done or any(state.points(meeting)),
        "points": list(map(score_text, state.points(meeting))),
        "forfeit": meeting.other is not None and done and state.is_forfeit(meeting),
    }


def _purpose(tournament_id: str) -> str:
    """The purpose of a tournament's link."""
    return f"tournament/{tournament_id}"


# -- players -----------------------------------------------------------------------------------------


@router.get("/{tournament_id}/join/{secret}")
async def invitation(request: Request, tournament_id: GameId, secret: str) -> HTMLResponse:
    return await _invitation(request, await _invited(request, tournament_id, secret), "", "")


async def _invitation(
    request: Request, found: ServerTournament, name: str, trouble: str
) -> HTMLResponse:
    games = [registered_game(text) for text in found.stored.settings["games"]]
    return page(
        request,
        "tournament_join.html",
        422 if trouble else 200,
        tournament=found.stored,
        format=translate(FORMATS[found.stored.settings["format"]]),
        games=[(g.title, option_words(g.name.partition(":")[2])) for g in games],
        clock=clock_words(found.stored.clock),
        late=found.round,
        own_name=name or await _own_name(request),
        trouble=trouble,
    )


@router.post("/{tournament_id}/join/{secret}")
async def join(request: Request, tournament_id: GameId, secret: str) -> Response:
    found, visitor = await _invited(request, tournament_id, secret), Visitor(request)
    browsers = await _browsers(request)
    if all(player.browser not in browsers for player in found.stored.players):
        check_open(found)
        given = (await form_of(request)).get("name", "")
        try:
            own_name = await _own_name(request)
            name = entry_name(given, own_name, found.is_rated, found.stored.players)
        except ParlourError as error:
            return await _invitation(request, found, given[:100], str(error))
        player = StoredPlayer(name, "", visitor.browser, _origin(request))
        await tournaments_of(request).join(tournament_id, player)
    return redirect_to(request, f"/tournaments/{tournament_id}")


async def _invited(request: Request, tournament_id: str, secret: str) -> ServerTournament:
    found = await tournaments_of(request).find(tournament_id)
    if not await opens_link(rooms_of(request).store, _purpose(tournament_id), secret):
        raise Refused(404, "no-such-tournament", "This link is not valid.")
    return found


@router.post("/{tournament_id}/withdraw/{number}")
async def withdraw(request: Request, tournament_id: GameId, number: PlayerNumber) -> Response:
    """Withdraw: oneself, or as the organizer anybody."""
    await _check_player(request, tournament_id, number)
    await tournaments_of(request).withdraw(tournament_id, number)
    return redirect_to(request, f"/tournaments/{tournament_id}")


@router.post("/{tournament_id}/bye/{number}/{bye}")
async def request_bye(
    request: Request, tournament_id: GameId, number: PlayerNumber, bye: RoundNumber
) -> Response:
    """Request a half-point bye: one for oneself, or as the organizer any."""
    found, organizes = await _check_player(request, tournament_id, number)
    if found.stored.players[number].byes and not organizes:
        raise Refused(409, "one-bye", "A player has one bye; ask the organizer for another.")
    await tournaments_of(request).set_bye(tournament_id, number, bye, wanted=True)
    return redirect_to(request, f"/tournaments/{tournament_id}")


@router.post("/{tournament_id}/no-bye/{number}/{bye}")
async def cancel_bye(
    request: Request, tournament_id: GameId, number: PlayerNumber, bye: RoundNumber
) -> Response:
    """Take a requested bye back, before its round is paired."""
    await _check_player(request, tournament_id, number)
    await tournaments_of(request).set_bye(tournament_id, number, bye, wanted=False)
    return redirect_to(request, f"/tournaments/{tournament_id}")


async def _check_player(
    request: Request, tournament_id: str, number: int
) -> tuple[ServerTournament, bool]:
    """The tournament if the visitor is this player or the organizer, and whether the latter."""
    found, browsers = await tournaments_of(request).find(tournament_id), await _browsers(request)
    organizes = found.stored.owner in browsers
    if not organizes and number != found.number_of(browsers):
        raise Refused(403, "not-yours", "Only the player and the organizer can do this.")
    if number >= len(found.stored.players) or found.stored.players[number].last is not None:
        raise Refused(404, "no-such-player", "There is no such player in this tournament.")
    if found.stored.state == OVER:
        raise Refused(409, "over", "This tournament is over.")
    return found, organizes


@router.post("/{tournament_id}/start")
async def start(request: Request, tournament_id: GameId) -> Response:
    limit_new_games(request)
    found = await _organized(request, tournament_id)
    if found.stored.state != OPEN:
        raise Refused(409, "running", "This tournament has started.")
    if sum(player.last is None for player in found.stored.players) < found.fewest_players:
        words = _("A tournament needs two players.")
        if found.fewest_players > 2:
            words = _("The tables need %(number)s players.", number=found.fewest_players)
        return await _show(request, found, "tournament.html", words)
    try:
        await tournaments_of(request).start(found.stored)
    except ParlourError as error:
        return await _show(request, found, "tournament.html", str(error))
    return redirect_to(request, f"/tournaments/{tournament_id}")


@router.post("/{tournament_id}/forfeit/{game_id}/{seat}")
async def forfeit(
    request: Request, tournament_id: GameId, game_id: GameId, seat: SeatNumber
) -> Response:
    """As the organizer, end a game whose player in `seat` does not come; at a table a bot plays on."""
    found = await _organized(request, tournament_id)
    meeting = (await tournaments_of(request).boards(found)).get(game_id)
    if meeting is None or seat >= len(meeting.entrants):
        raise Refused(404, "no-such-game", "There is no such game in progress here.")
    await (await rooms_of(request).find(game_id)).forfeit(seat)
    await tournaments_of(request).go_on(tournament_id)
    return redirect_to(request, f"/tournaments/{tournament_id}")


async def _organized(request: Request, tournament_id: str) -> ServerTournament:
    found = await tournaments_of(request).find(tournament_id)
    if found.stored.owner not in await _browsers(request):
        raise Refused(403, "not-yours", "Only who created the tournament can do this.")
    return found


# -- programs ----------------------------------------------------------------------------------------


@router.get("/{tournament_id}/board")
async def my_board(request: Request, tournament_id: GameId) -> dict[str, str | None]:
    """The visitor's board in progress, which their page opens by itself."""
    found = await tournaments_of(request).find(tournament_id)
    mine = found.number_of(await _browsers(request))
    boards = {} if mine is None else await tournaments_of(request).boards(found, mine)
    return {"game": next(iter(boards), None)}


@router.get("/{tournament_id}/report")
async def trf(request: Request, tournament_id: GameId) -> PlainTextResponse:
    """The tournament report file (TRF16) of FIDE."""
    found = await tournaments_of(request).find(tournament_id)
    if found.state is None:
        raise Refused(409, "not-started", "This tournament has not started yet.")
    if found.plan.tables:
        raise Refused(409, "no-report", "A report file of FIDE has meetings of two, no tables.")
    headers = {"Content-Disposition": f'attachment; filename="{tournament_id}.trf"'}
    return PlainTextResponse(report(found.state), headers=headers)
