"""A person's own page: name, time zone, days off, vacations, mail, and the link for another browser."""

from __future__ import annotations

import asyncio
import smtplib
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parlour.clocks.absences import MOST_OFF, MOST_VACATION
from parlour.clocks.workdays import NAMES, zones
from parlour.errors import ParlourError
from parlour.web.common.mail import BadMail, Mailer, checked_address
from parlour.web.common.secrets import derived, opens_with
from parlour.web.dependencies import GameId, limit_new_games, rooms_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import form_of, page
from parlour.web.people import people
from parlour.web.people.identity import Visitor
from parlour.web.people.people import BadPerson
from parlour.web.play.rooms import Rooms
from parlour.web.store.persons import Person

router = APIRouter(prefix="/me")

DAYS = dict(
    zip(
        NAMES,
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        strict=True,
    )
)


@router.get("")
async def show(request: Request) -> HTMLResponse:
    person = await people.find(rooms_of(request).store, Visitor(request).browser)
    return _page(request, person or people.fresh(), known=person is not None)


def _page(request: Request, person: Person, known: bool, trouble: str = "") -> HTMLResponse:
    rooms = rooms_of(request)
    absences = person.absences
    link = f"/me/join/{person.id}/{people.passphrase(rooms.store, person.id)}" if known else ""
    return page(
        request,
        "me.html",
        422 if trouble else 200,
        person=person,
        days=[(name, words, NAMES.index(name) in absences.off) for name, words in DAYS.items()],
        vacations=list(enumerate(absences.vacations)),
        today=absences.today(rooms.now()),
        zones=sorted(zones()),
        most_off=MOST_OFF,
        most_vacation=MOST_VACATION,
        has_mail=rooms.mailer is not None,
        link=link,
        trouble=trouble,
    )


@router.post("")
async def change(request: Request) -> Response:
    rooms, visitor, given = rooms_of(request), Visitor(request), await form_of(request)
    found = await people.find(rooms.store, visitor.browser)
    old = found or people.fresh()
    try:
        new = _CHANGES.get(given.get("do", ""), _about)(old, given, rooms.now())
        if new.mail and (new.mail, new.confirmed) != (old.mail, old.confirmed):
            limit_new_games(request)
            await _ask_to_confirm(rooms, new)
        await people.keep(rooms.store, visitor.browser, new)
    except ParlourError as error:
        return _page(request, old, known=found is not None, trouble=str(error))
    if new.absences != old.absences:
        await _observe(rooms, new.id)
    response = RedirectResponse("/me", 303)
    visitor.name(response)
    return response


def _about(old: Person, given: dict[str, str], now: int) -> Person:
    """Name, mail, zone and days off."""
    off = frozenset(number for number, name in enumerate(NAMES) if given.get(f"off-{name}"))
    new = people.with_week(old, given.get("zone", "").strip() or "UTC", off, now)
    mail = checked_address(given.get("mail", old.mail))
    confirmed = old.confirmed and mail == old.mail
    return replace(
        new, name=people.checked_name(given.get("name", "")), mail=mail, confirmed=confirmed
    )


def _vacation(old: Person, given: dict[str, str], now: int) -> Person:
    try:
        first, last = (date.fromisoformat(given.get(name, "")) for name in ("first", "last"))
    except ValueError as error:
        raise BadPerson("a vacation has a first and a last day, as 2026-03-01") from error
    return people.with_vacation(old, first, last, now)


def _no_vacation(old: Person, given: dict[str, str], now: int) -> Person:
    number = given.get("number", "")
    return people.without_vacation(old, int(number), now) if number in map(str, range(100)) else old


_CHANGES: dict[str, Callable[[Person, dict[str, str], int], Person]] = {
    "vacation": _vacation,
    "no-vacation": _no_vacation,
}


async def _observe(rooms: Rooms, person_id: str) -> None:
    """A person's games go by his days off as they are now."""
    for game_id in await people.games_by_calendar(rooms.store, person_id):
        try:
            await (await rooms.find(game_id)).update_absences()
        except ParlourError:  # a game that cannot be played on waits for nobody
            continue


# -- mail ------------------------------------------------------------------------------------------


def _confirming(rooms: Rooms, person: Person) -> str:
    """The secret that only the reader of that mail knows."""
    return derived(rooms.store.key, f"mail/{person.id}/{person.mail}")


async def _ask_to_confirm(rooms: Rooms, person: Person) -> None:
    """Send the link by which an address is confirmed; raises BadMail."""
    mailer: Mailer | None = rooms.mailer
    if mailer is None:
        raise BadMail("this server sends no mail")
    link = f"{mailer.site}/me/mail/{person.id}/{_confirming(rooms, person)}"
    text = (
        f"Open this link to get notices of your games:\n\n{link}\n\nIf you did not ask, do nothing."
    )
    try:
        await asyncio.to_thread(mailer.send, person.mail, "Notices of your games", text)
    except (OSError, smtplib.SMTPException) as error:
        raise BadMail(f"no mail could be sent to {person.mail:.60}; try again later") from error


@router.get("/mail/{person_id}/{secret}")
async def confirmation(request: Request, person_id: GameId, secret: str) -> HTMLResponse:
    await _confirmed(rooms_of(request), person_id, secret)
    return page(
        request, "me_join.html", words="Get notices of your games by mail?", label="Yes, send them"
    )


@router.post("/mail/{person_id}/{secret}")
async def confirm(request: Request, person_id: GameId, secret: str) -> Response:
    rooms = rooms_of(request)
    person = await _confirmed(rooms, person_id, secret)
    await people.keep(rooms.store, Visitor(request).browser, replace(person, confirmed=True))
    return RedirectResponse("/me", 303)


async def _confirmed(rooms: Rooms, person_id: str, secret: str) -> Person:
    person = await people.load(rooms.store, person_id)
    if person is None or not opens_with(_confirming(rooms, person), secret):
        raise Refused(404, "no-such-mail", "This link confirms no address.")
    return person


# -- other browsers --------------------------------------------------------------------------------


@router.get("/join/{person_id}/{secret}")
async def invitation(request: Request, person_id: GameId, secret: str) -> HTMLResponse:
    _opened(rooms_of(request), person_id, secret)
    return page(
        request, "me_join.html", words="Is this browser yours too?", label="Yes, it is mine"
    )


@router.post("/join/{person_id}/{secret}")
async def accept(request: Request, person_id: GameId, secret: str) -> Response:
    rooms, visitor = rooms_of(request), Visitor(request)
    _opened(rooms, person_id, secret)
    await people.take_in(rooms.store, visitor.browser, person_id)
    await _observe(rooms, person_id)
    response = RedirectResponse("/me", 303)
    visitor.name(response)
    return response


def _opened(rooms: Rooms, person_id: str, secret: str) -> None:
    if not opens_with(people.passphrase(rooms.store, person_id), secret):
        raise Refused(404, "no-such-person", "This link does not open a profile.")
