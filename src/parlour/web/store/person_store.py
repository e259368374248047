"""Loads and saves people: name, days off, vacations, email address.

There are no accounts: a person is identified by browser cookies, and adds another browser with a
secret link.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection, delete, insert, or_, select, update

from parlour.clocks.absences import Absences
from parlour.clocks.clock_kinds import KINDS
from parlour.errors import ParlourError
from parlour.web.common.secrets import derive_secret, new_name
from parlour.web.store.game_store import Store
from parlour.web.store.persons import Person, by_browser, person_of
from parlour.web.store.schema import games, holders, person_browsers, persons

SHORTEST_NAME, LONGEST_NAME = 2, 30
MOST_AHEAD = timedelta(days=366)  # of a vacation's first day
WEEK = 7 * 86_400_000  # ms between two changes of zone or weekdays


class BadPerson(ParlourError):
    """A person's details are not valid."""


async def find(store: Store, browser: str) -> Person | None:
    """The person with this browser, if any."""
    return await store.read(lambda connection: by_browser(connection, [browser]).get(browser))


async def name_of(store: Store, browser: str) -> str:
    """The name of the person with this browser; empty without one."""
    person = await find(store, browser)
    return person.name if person else ""


async def save(store: Store, browser: str, person: Person) -> None:
    """Save the person of this browser; raises BadPerson if the name is taken."""

    def work(connection: Connection) -> None:
        taken = select(persons.c.id).where(persons.c.folded == person.row["folded"])
        if person.name and connection.execute(taken).scalar() not in (None, person.id):
            raise BadPerson(f"{person.name} is already taken")
        here = persons.c.id == person.id
        if connection.execute(update(persons).where(here).values(**person.row)).rowcount == 0:
            connection.execute(insert(persons), person.row)
            _add_browser(connection, browser, person.id)

    await store.write(work)


async def add_browser(store: Store, browser: str, person_id: str) -> None:
    """Assign a browser to a person."""
    await store.write(lambda connection: _add_browser(connection, browser, person_id))


def _add_browser(connection: Connection, browser: str, person_id: str) -> None:
    connection.execute(delete(person_browsers).where(person_browsers.c.browser == browser))
    connection.execute(insert(person_browsers), {"browser": browser, "person_id": person_id})


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
    mine = select(person_browsers.c.browser).where(person_browsers.c.person_id == person_id)
    owned = select(holders.c.game_id).where(holders.c.browser.in_(mine))
    kinds = (games.c.clock.startswith(f"{n}:") for n, kind in KINDS.items() if kind.is_calendar)
    query = select(games.c.id).where(games.c.id.in_(owned), games.c.reason.is_(None), or_(*kinds))
    return await store.read(lambda connection: list(connection.execute(query).scalars()))


def passphrase(store: Store, person_id: str) -> str:
    """The secret of a person's link for another browser."""
    return derive_secret(store.key, f"person/{person_id}")


def check_name(text: str) -> str:
    """A normalized name, which may be empty; raises BadPerson."""
    name = " ".join(text.split())
    if name and not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise BadPerson(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")
    if not name.isprintable():
        raise BadPerson("a name may contain letters, digits, punctuation and spaces")
    return name


def with_week(person: Person, zone: str, off: frozenset[int], now: int) -> Person:
    """The person with another time zone and other days off; raises BadPerson, BadClock."""
    old = person.absences
    if (zone, off) == (old.zone, old.off):
        return person
    if old.off and now - person.changed < WEEK:
        raise BadPerson("the time zone and the days off can change only once a week")
    return replace(person, absences=Absences(zone, off, old.vacations), changed=now)


def with_vacation(person: Person, first: date, last: date, now: int) -> Person:
    """The person with another vacation, from today on; raises BadPerson, BadClock."""
    old = person.absences
    today = old.today(now)
    if not today <= first <= today + MOST_AHEAD:
        raise BadPerson(f"a vacation must start between today, {today}, and a year from now")
    return replace(
        person, absences=replace(old, vacations=tuple(sorted({*old.vacations, (first, last)})))
    )


def without_vacation(person: Person, number: int, now: int) -> Person:
    """The person without a vacation; past days of a current one remain."""
    old = person.absences
    removed = set(old.vacations[number : number + 1])
    past = old.until(old.today(now)).vacations
    others = (v for v in old.vacations if v not in removed)
    ended = (v for v in past if any(v[0] == a and v[1] <= b for a, b in removed))
    return replace(person, absences=replace(old, vacations=tuple(sorted({*others, *ended}))))
