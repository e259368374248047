"""People in the database, and the seats in which they sit."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from parlour.clocks.absences import Absences, Vacation
from parlour.clocks.workdays import NAMES
from parlour.web.common.person_names import skeleton
from parlour.web.store.schema import person_browsers, persons, seats


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
            "folded": skeleton(self.name) or None,
            "zone": self.absences.zone,
            "off": "+".join(NAMES[day] for day in sorted(self.absences.off)),
            "vacations": "+".join(f"{a}/{b}" for a, b in self.absences.vacations),
            "changed": self.changed,
            "since": "" if self.absences.since is None else self.absences.since.isoformat(),
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
    vacations = tuple(_vacation(v) for v in row["vacations"].split("+") if v)
    since = date.fromisoformat(row["since"]) if row["since"] else None
    return Absences(row["zone"], off, vacations, since)


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


def person_id_of(connection: Connection, browser: str) -> str | None:
    """The id of the person with this browser."""
    query = select(person_browsers.c.person_id).where(person_browsers.c.browser == browser)
    found: str | None = connection.execute(query).scalar()
    return found


def with_other_browsers(connection: Connection, browsers: Collection[str]) -> frozenset[str]:
    """These browsers, and the others of their people."""
    p = person_browsers.c
    people = select(p.person_id).where(p.browser.in_(sorted(browsers)))
    found = connection.execute(select(p.browser).where(p.person_id.in_(people))).scalars()
    return frozenset({*browsers, *found})


def browsers_of(connection: Connection, person_id: str | None) -> list[str]:
    """The browsers of a person; none of nobody."""
    query = select(person_browsers.c.browser).where(person_browsers.c.person_id == person_id)
    return sorted(connection.execute(query).scalars())


def of_holders(connection: Connection, owners: Collection[tuple[int, str]]) -> dict[int, Person]:
    """The people who take seats, given as (seat, browser); the first of several."""
    people = by_browser(connection, (browser for _, browser in owners))
    seated: dict[int, Person] = {}
    for seat, browser in sorted(owners):
        if browser in people:
            seated.setdefault(seat, people[browser])
    return seated


def by_game(connection: Connection, game_ids: Iterable[str]) -> dict[str, dict[int, Person]]:
    """The people who sit in games, by game and seat: whoever sat down, in whatever browser."""
    query = (
        select(seats.c.game_id, seats.c.seat, persons)
        .join(persons, persons.c.id == seats.c.person)
        .where(seats.c.game_id.in_(sorted(set(game_ids))))
    )
    found: dict[str, dict[int, Person]] = {}
    for row in connection.execute(query).mappings():
        found.setdefault(row["game_id"], {})[row["seat"]] = person_of(row)
    return found


def of_game(connection: Connection, game_id: str) -> dict[int, Person]:
    """The people who sit in a game, by seat."""
    return by_game(connection, [game_id]).get(game_id, {})
