"""Loads and saves people: name, days off, vacations, email address.

There are no accounts: a person is identified by browser cookies, and adds another browser with a
secret link or a passkey.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection, delete, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from parlour.clocks.absences import Vacation
from parlour.clocks.clock_kinds import KINDS
from parlour.errors import ParlourError
from parlour.play.game_in_progress import PERSON
from parlour.web.common.person_names import skeleton
from parlour.web.common.secrets import new_name
from parlour.web.store import audit
from parlour.web.store.game_store import Store, count_change
from parlour.web.store.links import opens_now
from parlour.web.store.persons import (
    Person,
    by_browser,
    person_id_of,
    person_of,
    with_other_browsers,
)
from parlour.web.store.schema import (
    collections,
    games,
    holders,
    match_holders,
    person_browsers,
    persons,
    rated,
    seats,
    studies,
)
from parlour.web.studies import study_store

MOST_AHEAD = timedelta(days=366)  # of a vacation's first day
WEEK = 7 * 86_400_000  # ms between two changes of zone or weekdays


class BadPerson(ParlourError):
    """A person's details are not valid."""


async def find(store: Store, browser: str) -> Person | None:
    """The person with this browser, if any."""
    return await store.read(lambda connection: by_browser(connection, [browser]).get(browser))


async def browsers(store: Store, browser: str) -> frozenset[str]:
    """This browser, and the others of its person."""
    return await store.read(lambda connection: with_other_browsers(connection, {browser}))


async def name_of(store: Store, browser: str) -> str:
    """The name of the person with this browser; empty without one."""
    person = await find(store, browser)
    return person.name if person else ""


async def change(
    store: Store, browser: str, edit: Callable[[Connection, Person], Person]
) -> tuple[Person, Person]:
    """Change the person of this browser, or create one; returns the old and the new person.

    Raises BadPerson if the name is taken, and what `edit` raises.
    """

    def work(connection: Connection) -> tuple[Person, Person]:
        found = by_browser(connection, [browser]).get(browser)
        old = found or new_person()
        new = edit(connection, old)
        if found is None:
            connection.execute(insert(persons), old.row)
            _take_over(connection, browser, old.id)
            assign_browser(connection, browser, old.id)
            _sit_down(connection, browser, old.id)
        save(connection, new)
        return old, new

    try:
        return await store.write(work)
    except IntegrityError as error:  # another server took the name at the same time
        raise BadPerson("this name is already taken") from error


def save(connection: Connection, person: Person) -> None:
    """Save a person who is there; raises BadPerson if the name is taken."""
    if person.name:
        alike = persons.c.folded == skeleton(person.name)
        taken = select(persons.c.name).where(alike, persons.c.id != person.id)
        other = connection.execute(taken).scalar()
        if other is not None:
            like = "" if other == person.name else f" or looks too much like {other}"
            raise BadPerson(f"{person.name} is already taken{like}; choose another name")
    connection.execute(update(persons).where(persons.c.id == person.id).values(**person.row))


async def confirm(store: Store, person: Person) -> None:
    """Note that the email address of a person is theirs."""
    same = (persons.c.id == person.id) & (persons.c.mail == person.mail)
    await store.write(lambda c: c.execute(update(persons).where(same).values(confirmed=1)))


def _sit_down(connection: Connection, browser: str, person_id: str) -> None:
    """A browser's first person sits in its running games; rated ones need a person from the start."""
    held = select(holders.c.game_id, holders.c.seat).where(holders.c.browser == browser)
    running = select(games.c.id).where(games.c.reason.is_(None))
    free = update(seats).where(
        tuple_(seats.c.game_id, seats.c.seat).in_(held),
        seats.c.game_id.in_(running),
        seats.c.game_id.not_in(select(rated.c.game_id)),
        seats.c.kind == PERSON,
        seats.c.person.is_(None),
    )
    connection.execute(free.values(person=person_id))


def _take_over(connection: Connection, browser: str, person_id: str) -> None:
    """A browser's first person owns its studies and collections."""
    for table in (studies, collections):
        free = update(table).where(table.c.owner == browser, table.c.person.is_(None))
        connection.execute(free.values(person=person_id))


async def add_browser(store: Store, browser: str, person_id: str, secret: str) -> bool:
    """Assign a browser to a person if `secret` is that of the person's link now; whether it is."""

    def work(connection: Connection) -> bool:
        known = connection.execute(select(persons.c.id).where(persons.c.id == person_id)).first()
        if not known or not opens_now(connection, store.key, link_purpose(person_id), secret):
            return False
        assign_browser(connection, browser, person_id)
        audit.note(connection, person_id, "add browser", person_id)
        return True

    return await store.write(work)


def assign_browser(connection: Connection, browser: str, person_id: str) -> None:
    """Make a browser a person's, with all that the person has; its own things stay its own."""
    p, h, m = person_browsers.c, holders.c, match_holders.c
    before = person_id_of(connection, browser)
    connection.execute(delete(person_browsers).where(p.browser == browser))
    connection.execute(insert(person_browsers), {"browser": browser, "person_id": person_id})
    mine = select(p.browser).where(p.person_id == person_id)
    sat = select(seats.c.game_id, seats.c.seat).where(seats.c.person == person_id)
    here = select(h.game_id, h.seat).where(h.browser == browser)
    for game_id, seat in set(connection.execute(sat)) - set(connection.execute(here)):
        row = {"game_id": game_id, "seat": seat, "browser": browser}
        connection.execute(insert(holders), row)
        count_change(connection, game_id)
    sides = select(m.match_id, m.side).where(m.browser.in_(mine)).distinct()
    own = select(m.match_id, m.side).where(m.browser == browser)
    for match_id, side in set(connection.execute(sides)) - set(connection.execute(own)):
        row = {"match_id": match_id, "side": side, "browser": browser}
        connection.execute(insert(match_holders), row)
    study_store.count_changes_of(connection, [each for each in (before, person_id) if each])


def new_person() -> Person:
    """A new person without details."""
    return Person(new_name())


async def load(store: Store, person_id: str) -> Person | None:
    """The person with this id."""
    query = select(persons).where(persons.c.id == person_id)

    def work(connection: Connection) -> Person | None:
        row = connection.execute(query).mappings().first()
        return None if row is None else person_of(row)

    return await store.read(work)


async def games_by_calendar(store: Store, person_id: str) -> list[str]:
    """The ids of a person's running correspondence games."""
    mine = select(seats.c.game_id).where(seats.c.person == person_id)
    kinds = (games.c.clock.startswith(f"{n}:") for n, kind in KINDS.items() if kind.is_calendar)
    query = select(games.c.id).where(games.c.id.in_(mine), games.c.reason.is_(None), or_(*kinds))
    return await store.read(lambda connection: list(connection.execute(query).scalars()))


def link_purpose(person_id: str) -> str:
    """The purpose of a person's link for another browser."""
    return f"person/{person_id}"


def with_week(person: Person, zone: str, off: frozenset[int], now: int) -> Person:
    """The person with another time zone and other days off; raises BadPerson, BadClock.

    As with vacations, a day off that is chosen today starts tomorrow.
    """
    old = person.absences
    if (zone, off) == (old.zone, old.off):
        return person
    if (old.off or old.vacations) and now - person.changed < WEEK:
        raise BadPerson("the time zone and the days off can change only once a week")
    new = replace(old, zone=zone, off=off).choose(now, old)
    return replace(person, absences=new, changed=now)


def with_vacation(person: Person, first: date, last: date, now: int) -> Person:
    """The person with another vacation, from tomorrow on; raises BadPerson, BadClock."""
    old = person.absences
    today = old.today(now)
    if not today < first <= today + MOST_AHEAD:
        raise BadPerson(
            f"a vacation must start after today, {today}, and within a year: "
            "it cannot stop a clock that runs today"
        )
    return _with_vacations(person, {*old.vacations, (first, last)})


def without_vacation(person: Person, number: int, now: int) -> Person:
    """The person without a vacation; past days of a current one remain."""
    old = person.absences
    removed = set(old.vacations[number : number + 1])
    past = old.until(old.today(now)).vacations
    others = (v for v in old.vacations if v not in removed)
    ended = (v for v in past if any(v[0] == a and v[1] <= b for a, b in removed))
    return _with_vacations(person, {*others, *ended})


def _with_vacations(person: Person, vacations: Collection[Vacation]) -> Person:
    return replace(person, absences=replace(person.absences, vacations=tuple(sorted(vacations))))
