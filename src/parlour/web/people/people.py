"""People who have a page of their own: a name, days off and vacations, an address for mail.

There are no accounts: a person is known by the secrets of his browsers, and takes another browser in by a
link that only his own page shows.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection, delete, insert, or_, select, update

from parlour.clocks.absences import Absences
from parlour.clocks.clock_kinds import KINDS
from parlour.errors import ParlourError
from parlour.web.common.secrets import derived, new_name
from parlour.web.store.game_store import Store
from parlour.web.store.persons import Person, by_browser, person_of
from parlour.web.store.schema import games, holders, person_browsers, persons

SHORTEST_NAME, LONGEST_NAME = 2, 30
MOST_AHEAD = timedelta(days=366)  # of a vacation's first day
WEEK = 7 * 86_400_000  # ms between two changes of zone or weekdays


class BadPerson(ParlourError):
    """An invalid profile: what is wrong, and what is allowed."""


async def find(store: Store, browser: str) -> Person | None:
    """The person whose browser that is, if it is anybody's."""
    return await store.read(lambda connection: by_browser(connection, [browser]).get(browser))


async def name_of(store: Store, browser: str) -> str:
    """The name of the person whose browser that is; nothing if there is none."""
    person = await find(store, browser)
    return person.name if person else ""


async def keep(store: Store, browser: str, person: Person) -> None:
    """Keep a person, whose browser that is; raises BadPerson where the name is another's."""

    def work(connection: Connection) -> None:
        taken = select(persons.c.id).where(persons.c.folded == person.row["folded"])
        if person.name and connection.execute(taken).scalar() not in (None, person.id):
            raise BadPerson(f"{person.name} is taken on this server")
        here = persons.c.id == person.id
        if connection.execute(update(persons).where(here).values(**person.row)).rowcount == 0:
            connection.execute(insert(persons), person.row)
            _take_in(connection, browser, person.id)

    await store.write(work)


async def take_in(store: Store, browser: str, person_id: str) -> None:
    """Give a browser to a person, and to no other."""
    await store.write(lambda connection: _take_in(connection, browser, person_id))


def _take_in(connection: Connection, browser: str, person_id: str) -> None:
    connection.execute(delete(person_browsers).where(person_browsers.c.browser == browser))
    connection.execute(insert(person_browsers), {"browser": browser, "person_id": person_id})


def fresh() -> Person:
    """A new person without a profile."""
    return Person(new_name())


async def load(store: Store, person_id: str) -> Person | None:
    """The person with this id."""
    found = select(persons).where(persons.c.id == person_id)

    def work(connection: Connection) -> Person | None:
        row = connection.execute(found).mappings().first()
        return None if row is None else person_of(row)

    return await store.read(work)


async def games_by_calendar(store: Store, person_id: str) -> list[str]:
    """The ids of the games by correspondence that go on and in which a person's browsers hold seats."""
    mine = select(person_browsers.c.browser).where(person_browsers.c.person_id == person_id)
    held = select(holders.c.game_id).where(holders.c.browser.in_(mine))
    kinds = (games.c.clock.startswith(f"{n}:") for n, kind in KINDS.items() if kind.is_calendar)
    found = select(games.c.id).where(games.c.id.in_(held), games.c.reason.is_(None), or_(*kinds))
    return await store.read(lambda connection: list(connection.execute(found).scalars()))


def passphrase(store: Store, person_id: str) -> str:
    """The secret of the link by which another browser becomes a person's."""
    return derived(store.key, f"person/{person_id}")


def checked_name(text: str) -> str:
    """A name as it is kept; raises BadPerson. None is allowed."""
    name = " ".join(text.split())
    if name and not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise BadPerson(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")
    if not name.isprintable():
        raise BadPerson("a name has letters, digits, marks and blanks only")
    return name


def with_week(person: Person, zone: str, off: frozenset[int], now: int) -> Person:
    """The person with another time zone and other days off; raises BadPerson, BadClock."""
    old = person.absences
    if (zone, off) == (old.zone, old.off):
        return person
    if old.off and now - person.changed < WEEK:
        raise BadPerson("the time zone and the days off change at most once a week")
    return replace(person, absences=Absences(zone, off, old.vacations), changed=now)


def with_vacation(person: Person, first: date, last: date, now: int) -> Person:
    """The person with a vacation more, which begins today or later; raises BadPerson, BadClock."""
    old = person.absences
    today = old.today(now)
    if not today <= first <= today + MOST_AHEAD:
        raise BadPerson(f"a vacation begins today, {today}, or within the year that follows")
    return replace(
        person, absences=replace(old, vacations=tuple(sorted({*old.vacations, (first, last)})))
    )


def without_vacation(person: Person, number: int, now: int) -> Person:
    """The person without a vacation; of one that has begun the days until today stay."""
    old = person.absences
    gone = set(old.vacations[number : number + 1])
    begun = old.until(old.today(now)).vacations
    kept = (v for v in old.vacations if v not in gone)
    ended = (v for v in begun if any(v[0] == a and v[1] <= b for a, b in gone))
    return replace(person, absences=replace(old, vacations=tuple(sorted({*kept, *ended}))))
