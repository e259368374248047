"""The page "You": name, time zone, days off, vacations, email, passkeys, link for another browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import Connection

from parlour.clocks.absences import MOST_OFF, MOST_VACATION
from parlour.clocks.workdays import NAMES, zones
from parlour.errors import ParlourError
from parlour.language import _, mark, translate
from parlour.web.common.mail import BadMail, check_address
from parlour.web.common.person_names import check_name
from parlour.web.common.secrets import derive_secret, opens_with
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, page
from parlour.web.http.security import address_of
from parlour.web.people.passkey_check import relying_party
from parlour.web.play.dependencies import GameId, rooms_of
from parlour.web.play.rooms import Rooms
from parlour.web.store import person_store
from parlour.web.store.letters import count_confirmation
from parlour.web.store.links import link_secret, opens_link, renew_link
from parlour.web.store.passkey_store import of_person
from parlour.web.store.person_store import BadPerson
from parlour.web.store.persons import Person
from parlour.web.studies.study_api import studies_of

router = APIRouter(prefix="/me", include_in_schema=False)

DAYS = dict(
    zip(
        NAMES,
        (
            mark("Monday"),
            mark("Tuesday"),
            mark("Wednesday"),
            mark("Thursday"),
            mark("Friday"),
            mark("Saturday"),
            mark("Sunday"),
        ),
        strict=True,
    )
)


@router.get("")
async def show(request: Request, saved: bool = False) -> HTMLResponse:
    """The page; `saved` after a change, which it confirms."""
    person = await person_store.find(rooms_of(request).store, Visitor(request).browser)
    known = person is not None
    return await _page(request, person or person_store.new_person(), known, saved=saved and known)


async def _page(
    request: Request, person: Person, known: bool, trouble: str = "", saved: bool = False
) -> HTMLResponse:
    rooms = rooms_of(request)
    absences = person.absences
    secret = await link_secret(rooms.store, person_store.link_purpose(person.id)) if known else ""
    link = f"/me/join/{person.id}/{secret}" if known else ""
    passkeys = await rooms.store.read(lambda connection: of_person(connection, person.id))
    return page(
        request,
        "me.html",
        422 if trouble else 200,
        person=person,
        days=[
            (name, translate(words), NAMES.index(name) in absences.off)
            for name, words in DAYS.items()
        ],
        vacations=list(enumerate(absences.vacations)),
        today=absences.today(rooms.now()),
        tomorrow=absences.today(rooms.now()) + timedelta(days=1),
        zones=sorted(zones()),
        most_off=MOST_OFF,
        most_vacation=MOST_VACATION,
        has_mail=rooms.post is not None,
        link=link,
        passkeys=[(passkey.id, date.fromtimestamp(passkey.created)) for passkey in passkeys],
        has_passkeys=relying_party(request) is not None,
        trouble=trouble,
        saved=saved,
    )


@router.post("")
async def change(request: Request) -> Response:
    rooms, visitor, form = rooms_of(request), Visitor(request), await form_of(request)
    edit = _CHANGES.get(form.get("do", ""), _change_details)
    try:
        sender = rooms.store.address_digest(address_of(request.scope))
        old, new = await person_store.change(
            rooms.store,
            visitor.browser,
            lambda connection, person: _count_mail(
                connection, rooms, person, edit(person, form, rooms.now()), sender
            ),
        )
        if _needs_confirmation(old, new):
            _ask_to_confirm(rooms, new)
    except ParlourError as error:
        found = await person_store.find(rooms.store, visitor.browser)
        person = found or person_store.new_person()
        return await _page(request, person, known=found is not None, trouble=str(error))
    if new.absences != old.absences:
        await update_absences(rooms, new.id)
    await studies_of(request).resync()  # a new person owns those of the browser
    response = RedirectResponse("/me?saved=yes", 303)
    visitor.set_cookie(response)
    return response


def _change_details(old: Person, form: dict[str, str], now: int) -> Person:
    """Change name, email, zone and days off."""
    off = frozenset(number for number, name in enumerate(NAMES) if form.get(f"off-{name}"))
    new = person_store.with_week(old, form.get("zone", "").strip() or "UTC", off, now)
    mail = check_address(form.get("mail", old.mail))
    confirmed = old.confirmed and mail == old.mail
    return replace(new, name=check_name(form.get("name", "")), mail=mail, confirmed=confirmed)


def _add_vacation(old: Person, form: dict[str, str], now: int) -> Person:
    try:
        first, last = (date.fromisoformat(form.get(name, "")) for name in ("first", "last"))
    except ValueError as error:
        raise BadPerson("a vacation needs a first and a last day, such as 2026-03-01") from error
    return person_store.with_vacation(old, first, last, now)


def _remove_vacation(old: Person, form: dict[str, str], now: int) -> Person:
    number = form.get("number", "")
    return (
        person_store.without_vacation(old, int(number), now)
        if number in map(str, range(100))
        else old
    )


_CHANGES: dict[str, Callable[[Person, dict[str, str], int], Person]] = {
    "vacation": _add_vacation,
    "no-vacation": _remove_vacation,
}


async def update_absences(rooms: Rooms, person_id: str) -> None:
    """Apply changed days off to a person's running games."""
    for game_id in await person_store.games_by_calendar(rooms.store, person_id):
        try:
            await (await rooms.find(game_id)).update_absences()
        except ParlourError:  # a damaged game has no clock to update
            continue


# -- mail ------------------------------------------------------------------------------------------


def _confirmation_secret(rooms: Rooms, person: Person) -> str:
    """The secret in the confirmation email."""
    return derive_secret(rooms.store.key, f"mail/{person.id}/{person.mail}")


def _needs_confirmation(old: Person, new: Person) -> bool:
    return bool(new.mail) and not new.confirmed and new.mail != old.mail


def _count_mail(
    connection: Connection, rooms: Rooms, old: Person, new: Person, sender: str
) -> Person:
    """The changed person, after counting the confirmation that the change needs; raises BadMail."""
    if _needs_confirmation(old, new):
        if rooms.post is None:
            raise BadMail("this server does not send email")
        recipient = rooms.store.address_digest(new.mail)
        count_confirmation(connection, rooms.now(), recipient, sender)
    return new


def _ask_to_confirm(rooms: Rooms, person: Person) -> None:
    """Post the confirmation link; raises BadMail."""
    assert rooms.post is not None
    link = f"{rooms.post.mailer.site}/me/mail/{person.id}/{_confirmation_secret(rooms, person)}"
    text = (
        f"Open this link to get notifications of your games:\n\n{link}\n\n"
        "If you did not request this, ignore it."
    )
    rooms.post.post(person.mail, "Notifications of your games", text)


@router.get("/mail/{person_id}/{secret}")
async def confirmation(request: Request, person_id: GameId, secret: str) -> HTMLResponse:
    await _person_to_confirm(rooms_of(request), person_id, secret)
    return page(
        request,
        "me_join.html",
        words=_("Get notifications of your games by email?"),
        label=_("Yes"),
    )


@router.post("/mail/{person_id}/{secret}")
async def confirm(request: Request, person_id: GameId, secret: str) -> Response:
    rooms = rooms_of(request)
    person = await _person_to_confirm(rooms, person_id, secret)
    await person_store.confirm(rooms.store, person)
    return RedirectResponse("/me", 303)


async def _person_to_confirm(rooms: Rooms, person_id: str, secret: str) -> Person:
    person = await person_store.load(rooms.store, person_id)
    if person is None or not opens_with(_confirmation_secret(rooms, person), secret):
        raise Refused(404, "no-such-mail", "This link is not valid.")
    return person


# -- other browsers --------------------------------------------------------------------------------


@router.get("/join/{person_id}/{secret}")
async def invitation(request: Request, person_id: GameId, secret: str) -> HTMLResponse:
    await _check_link(rooms_of(request), person_id, secret)
    return page(
        request, "me_join.html", words=_("Is this browser also yours?"), label=_("Yes, add it")
    )


@router.post("/join/{person_id}/{secret}")
async def accept(request: Request, person_id: GameId, secret: str) -> Response:
    rooms, visitor = rooms_of(request), Visitor(request)
    if not await person_store.add_browser(rooms.store, visitor.browser, person_id, secret):
        raise _no_such_person()
    await rooms.resync()
    await studies_of(request).resync()
    await update_absences(rooms, person_id)
    response = RedirectResponse("/me", 303)
    visitor.set_cookie(response)
    return response


@router.post("/renew")
async def renew(request: Request) -> Response:
    """Give the person's link for another browser a new secret."""
    store, visitor = rooms_of(request).store, Visitor(request)
    person = await person_store.find(store, visitor.browser)
    if person is not None:
        await renew_link(store, person_store.link_purpose(person.id))
    return RedirectResponse("/me", 303)


async def _check_link(rooms: Rooms, person_id: str, secret: str) -> None:
    known = await person_store.load(rooms.store, person_id) is not None
    purpose = person_store.link_purpose(person_id)
    if not (known and await opens_link(rooms.store, purpose, secret)):
        raise _no_such_person()


def _no_such_person() -> Refused:
    return Refused(404, "no-such-person", "This link is not valid.")
