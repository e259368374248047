"""People in the database, and the seats that they own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from parlour.clocks.absences import Absences, Vacation
from parlour.clocks.workdays import NAMES
from parlour.web.store.schema import person_browsers, persons


@dataclass(frozen=True)
class Person:
    """A person; `changed` is the last change of zone or days off, in ms UTC."""

    id: str
    name: str = ""
    absences: Absences = field(default_factory=Absences)
    changed: int = 0
    mail: str = ""
    confirmed: bool = False

    @property
    def row(self) -> dict[str, Any]:
        """The columns of `persons`."""
        return {
            "id": self.id,
            "name": self.name,
            "folded": self.name.casefold() or None,
            "zone": self.absences.zone,
            "off": "+".join(NAMES[day] for day in sorted(self.absences.off)),
            "vacations": "+".join(f"{a}/{b}" for a, b in self.absences.vacations),
            "changed": self.changed,
            "mail": self.mail,
            "confirmed": int(self.confirmed),
        }


def person_of(row: Any) -> Person:
    """The person in a row of `persons`."""
    return Person(
        row["id"],
        row["name"],
        _absences(row),
        row["changed"],
        row["mail"],
        bool(row["confirmed"]),
    )


def _absences(row: Any) -> Absences:
    off = frozenset(NAMES.index(name) for name in row["off"].split("+") if name)
    return Absences(row["zone"], off, tuple(_vacation(v) for v in row["vacations"].split("+") if v))


def _vacation(text: str) -> Vacation:
    first, _, last = text.partition("/")
    return date.fromisoformat(first), date.fromisoformat(last)


def by_browser(connection: Connection, browsers: Iterable[str]) -> dict[str, Person]:
    """The people with these browsers, by browser."""
    query = (
        select(person_browsers.c.browser, persons)
        .join(persons, person_browsers.c.person_id == persons.c.id)
        .where(person_browsers.c.browser.in_(sorted(set(browsers))))
    )
    return {row["browser"]: person_of(row) for row in connection.execute(query).mappings()}


def by_seat(people: Mapping[str, Person], owners: Iterable[tuple[int, str]]) -> dict[int, Person]:
    """The owners of seats, given as (seat, browser); the first of several."""
    seats: dict[int, Person] = {}
    for seat, browser in sorted(owners):
        if browser in people:
            seats.setdefault(seat, people[browser])
    return seats


def people_of(connection: Connection, owners: Collection[tuple[int, str]]) -> dict[int, Person]:
    """The owners of seats, given as (seat, browser), as far as they are people."""
    return by_seat(by_browser(connection, (browser for _, browser in owners)), owners)


def absences_of(connection: Connection, owners: Collection[tuple[int, str]]) -> dict[int, Absences]:
    """The absences of the owners of seats, given as (seat, browser), by seat."""
    return {seat: person.absences for seat, person in people_of(connection, owners).items()}
