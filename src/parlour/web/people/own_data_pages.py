"""What people do with all that is theirs: export it, delete it, sign other browsers out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from sqlalchemy import Connection, select

from parlour.errors import ParlourError
from parlour.play.conduct import NotAllowed
from parlour.web.collections.collection_pages import collections_of
from parlour.web.common.heavy_work import run_heavy
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, page
from parlour.web.play.dependencies import limit_new_games, rooms_of
from parlour.web.play.game_record import record_of
from parlour.web.play.rooms import Rooms
from parlour.web.store import administration, passkey_store, person_store, stored_collections
from parlour.web.store.passkey_store import Passkey
from parlour.web.store.persons import Person
from parlour.web.store.schema import games, holders, seats, studies
from parlour.web.studies import study_store
from parlour.web.studies.study import Studies
from parlour.web.studies.study_api import studies_of

router = APIRouter(prefix="/me", include_in_schema=False)

MOST_EXPORTED = 1000  # games, the newest first


@router.get("/export")
async def export(request: Request) -> Response:
    """All that is the requester's, as a JSON file."""
    limit_new_games(request)
    rooms, browser = rooms_of(request), Visitor(request).browser
    person = await person_store.find(rooms.store, browser)
    game_ids, study_ids = await rooms.store.read(
        lambda connection: (_games(connection, browser, person), _studies(connection, browser))
    )
    keys = await rooms.store.read(lambda c: passkey_store.of_person(c, person.id if person else ""))
    content = {
        "person": None if person is None else _details(person, keys),
        "games": [await _game(rooms, game_id, browser) for game_id in game_ids],
        "studies": [await _study(studies_of(request), study, browser) for study in study_ids],
        "collections": [
            {"id": one.id, "contents": one.summary, "games": one.games, "bytes": one.size}
            for one in await stored_collections.of_browser(rooms.store, browser)
        ],
    }
    headers = {"Content-Disposition": 'attachment; filename="parlour.json"'}
    return JSONResponse(content, headers=headers)


def _details(person: Person, keys: Sequence[Passkey]) -> dict[str, Any]:
    absences = person.absences
    return {
        "name": person.name,
        "email": person.mail,
        "email_confirmed": person.confirmed,
        "zone": absences.zone,
        "days_off": sorted(absences.off),
        "vacations": [[first.isoformat(), last.isoformat()] for first, last in absences.vacations],
        "passkeys": [{"id": key.id, "added": key.created, "uses": key.sign_count} for key in keys],
    }


def _games(connection: Connection, browser: str, person: Person | None) -> list[str]:
    """The games in which the browser has a seat, or its person sat, the newest first."""
    held = select(holders.c.game_id).where(holders.c.browser == browser)
    sat = select(seats.c.game_id).where(seats.c.person == (person.id if person else ""))
    query = select(games.c.id).where(games.c.id.in_(held) | games.c.id.in_(sat))
    newest = query.order_by(games.c.created.desc()).limit(MOST_EXPORTED)
    return list(connection.execute(newest).scalars())


def _studies(connection: Connection, browser: str) -> list[str]:
    owned = study_store.owned_by(connection, browser)
    query = select(studies.c.id).where(owned).order_by(studies.c.created)
    return list(connection.execute(query).scalars())


async def _game(rooms: Rooms, game_id: str, browser: str) -> dict[str, Any]:
    """A game's record and the requester's messages; why there is no record, if there is none."""
    try:
        room = await rooms.find(game_id)
        owned = room.seats_of(browser)
        said = [text for seat, text in room.chat if seat in owned]
        record = await run_heavy(lambda: record_of(room).write().text)
    except (ParlourError, NotAllowed) as error:
        return {"id": game_id, "problem": str(error)}
    return {"id": game_id, "record": record, "messages": said}


async def _study(all_studies: Studies, study_id: str, browser: str) -> dict[str, Any]:
    try:
        study = await all_studies.find(study_id, browser)
        text = await study.work(lambda tree: tree.text)
    except ParlourError as error:
        return {"id": study_id, "problem": str(error)}
    return {"id": study_id, "title": study.stored.title, "record": text}


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    """Sign out the person's other browsers; what is the person's there comes to this one."""
    rooms, browser = rooms_of(request), Visitor(request).browser
    person = await person_store.find(rooms.store, browser)
    if person is not None:
        await rooms.store.write(lambda c: administration.sign_out(c, person.id, browser))
        await rooms.resync()
        await studies_of(request).resync()
    return RedirectResponse("/me", 303)


@router.get("/delete")
async def ask(request: Request) -> HTMLResponse:
    return page(request, "me_delete.html")


@router.post("/delete")
async def delete(request: Request) -> Response:
    """Delete the person; running games are resigned first."""
    rooms, browser, form = rooms_of(request), Visitor(request).browser, await form_of(request)
    person = await person_store.find(rooms.store, browser)
    if person is None or form.get("sure") != "yes":
        return RedirectResponse("/me", 303)
    await _resign(rooms, person)
    await collections_of(request).remove_all(browser)
    await rooms.store.write(
        lambda connection: administration.remove_person(connection, person.id, person, [browser])
    )
    await rooms.resync()
    await studies_of(request).resync()
    return RedirectResponse("/", 303)


async def _resign(rooms: Rooms, person: Person) -> None:
    """Resign the person's running games, so that nobody waits for a move."""
    running = select(seats.c.game_id, seats.c.seat).where(
        seats.c.person == person.id,
        seats.c.game_id.in_(select(games.c.id).where(games.c.reason.is_(None))),
    )
    for row in await rooms.store.read(lambda connection: connection.execute(running).all()):
        try:
            room = await rooms.find(row.game_id)
            await room.resign(frozenset({row.seat}))
        except (ParlourError, NotAllowed):  # over meanwhile, or its rules have changed
            continue
