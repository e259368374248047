"""Passkeys on the page "You": add one, sign in with one on another browser, remove one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of
from parlour.web.people.passkey_check import (
    RelyingParty,
    WrongPasskey,
    check_new,
    check_use,
    creation_options,
    relying_party,
    request_options,
)
from parlour.web.people.people_pages import update_absences
from parlour.web.play.dependencies import rooms_of
from parlour.web.store import passkey_store, person_store
from parlour.web.store.passkey_store import Passkey
from parlour.web.store.persons import Person
from parlour.web.studies.study_api import studies_of

router = APIRouter(prefix="/api/passkeys", include_in_schema=False)
pages = APIRouter(prefix="/me/passkeys", include_in_schema=False)

SIGN_IN = "sign in"  # the purpose of a challenge

Answer = Annotated[dict[str, Any], Body()]


def _party(request: Request) -> RelyingParty:
    party = relying_party(request)
    if party is None:
        raise Refused(409, "no-passkeys", "Passkeys need https, or the host name localhost.")
    return party


async def _person(request: Request) -> Person:
    person = await person_store.find(rooms_of(request).store, Visitor(request).browser)
    if person is None or not person.name:
        raise Refused(409, "no-name", "A passkey needs a name: save yours first.")
    return person


def _purpose(person: Person) -> str:
    """The purpose of a challenge for a person's new passkey."""
    return f"add/{person.id}"


async def _challenged(
    request: Request, purpose: str, make: Callable[[], tuple[dict[str, Any], bytes]]
) -> JSONResponse:
    """Send options, and remember their challenge for this browser."""
    payload, challenge = await asyncio.to_thread(make)  # the first one loads the package
    visitor = Visitor(request)
    await passkey_store.save_challenge(rooms_of(request).store, visitor.browser, purpose, challenge)
    response = JSONResponse(payload)
    visitor.set_cookie(response)
    return response


async def _challenge(request: Request, purpose: str) -> bytes:
    """The challenge that this browser answers now; raises WrongPasskey if it has none."""
    store, browser = rooms_of(request).store, Visitor(request).browser
    challenge = await passkey_store.take_challenge(store, browser, purpose)
    if challenge is None:
        raise WrongPasskey
    return challenge


@router.post("/new")
async def new(request: Request) -> JSONResponse:
    """The options for a new passkey."""
    party, person = _party(request), await _person(request)
    passkeys = await rooms_of(request).store.read(
        lambda connection: passkey_store.of_person(connection, person.id)
    )
    make = partial(creation_options, party, person, passkeys)
    return await _challenged(request, _purpose(person), make)


@router.post("")
async def add(request: Request, answer: Answer) -> dict[str, str]:
    party, person = _party(request), await _person(request)
    challenge = await _challenge(request, _purpose(person))
    made, key, count = await asyncio.to_thread(check_new, party, answer, challenge)
    passkey = Passkey(made, person.id, key, count, time.time())
    await passkey_store.add(rooms_of(request).store, passkey)
    return {"name": person.name}


@router.post("/request")
async def ask(request: Request) -> JSONResponse:
    """The options for signing in."""
    return await _challenged(request, SIGN_IN, partial(request_options, _party(request)))


@router.post("/sign-in")
async def sign_in(request: Request, answer: Answer) -> dict[str, str]:
    """Make this browser that of the passkey's person."""
    party, rooms, browser = _party(request), rooms_of(request), Visitor(request).browser
    challenge = await _challenge(request, SIGN_IN)
    passkey = await passkey_store.load(rooms.store, str(answer.get("id")))
    if passkey is None:
        raise Refused(422, "unknown-passkey", "This passkey is not known here, or was removed.")
    count = await asyncio.to_thread(check_use, party, answer, challenge, passkey)
    if not await passkey_store.sign_in(rooms.store, passkey, count, browser):
        raise WrongPasskey
    await rooms.resync()
    await studies_of(request).resync()
    await update_absences(rooms, passkey.person_id)
    return {"name": await person_store.name_of(rooms.store, browser)}


@pages.post("/remove")
async def remove(request: Request) -> Response:
    store, form = rooms_of(request).store, await form_of(request)
    person = await person_store.find(store, Visitor(request).browser)
    if person is not None:
        await passkey_store.remove(store, person.id, form.get("id", ""))
    return RedirectResponse("/me", 303)
