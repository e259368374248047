"""Creating the tables, and bringing a database of an earlier version up to date."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, Engine, Table, insert, inspect, select, text, update

import parlour
from parlour.web.common.person_names import BadName, check_name, skeleton
from parlour.web.common.secrets import new_secret
from parlour.web.store.schema import (
    VERSION,
    StoreError,
    about,
    collections,
    holders,
    person_browsers,
    persons,
    seats,
    studies,
    tables,
)

log = logging.getLogger("parlour.web.store.game_store")

LOCK = 0x7061726C  # PostgreSQL's advisory lock for creating and changing tables
ADDED: tuple[dict[str, tuple[str, ...]], ...] = (  # the columns that each version added
    {"games": ("version INTEGER NOT NULL DEFAULT 0",)},
    {"games": ("clock TEXT", "clock_events TEXT")},
    {"games": ("due BIGINT",)},
    {
        "seats": ("person VARCHAR(40)", "origin VARCHAR(64)"),
        "persons": ("since VARCHAR(10) NOT NULL DEFAULT ''",),
        "studies": ("secret VARCHAR(64) NOT NULL DEFAULT ''",),
    },
    {},  # tournaments: new tables only
    {"tournament_players": ("origin VARCHAR(64) NOT NULL DEFAULT ''",)},
    {"studies": ("person VARCHAR(40)",), "collections": ("person VARCHAR(40)",)},
)
NAMES = 5  # the first version with rules for names, and with the persons of seats
OWNERS = 8  # the first version with the persons of studies and collections


def create_tables(engine: Engine) -> str:
    """Create missing tables and columns; returns the database's key. Raises StoreError."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        there = inspect(connection).get_table_names()
        if there and about.name not in there:
            raise StoreError(f"this is another program's database: it has {', '.join(there[:5])}")
        tables.create_all(connection)
        return _key(connection)


def _key(connection: Connection) -> str:
    """The database's key, created with the tables; migrates an earlier version."""
    row = connection.execute(select(about)).first()
    if row is None:
        key = new_secret()
        connection.execute(insert(about), {"version": VERSION, "key": key})
        return key
    if not 1 <= row.version <= VERSION:
        raise StoreError(
            f"the database was written by a newer Parlour: its tables have version {row.version}; "
            f"this one, {parlour.__version__}, knows up to {VERSION}. Update Parlour (pip install "
            "--upgrade parlour), or open a backup from before the update: parlour serve --database "
            "sqlite:///BACKUP"
        )
    if row.version < VERSION:
        _migrate(connection, row.version)
    return str(row.key)


def _migrate(connection: Connection, version: int) -> None:
    """Bring the tables of an earlier version up to date."""
    for added in ADDED[version - 1 :]:
        for table, columns in added.items():
            there = {column["name"] for column in inspect(connection).get_columns(table)}
            for column in columns:
                if column.partition(" ")[0] not in there:
                    connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column}"))
    if version < NAMES:
        for index in seats.indexes:
            index.create(connection, checkfirst=True)
        _seat_persons(connection)
        _rename_persons(connection)
    if version < OWNERS:
        for owned in (studies, collections):
            for index in owned.indexes:
                index.create(connection, checkfirst=True)
            _give_to_persons(connection, owned)
    connection.execute(update(about).values(version=VERSION))


def _seat_persons(connection: Connection) -> None:
    """Note who has each seat: so far that was whoever owned the browser of the seat."""
    owned = (
        select(holders.c.game_id, holders.c.seat, person_browsers.c.person_id)
        .join(person_browsers, person_browsers.c.browser == holders.c.browser)
        .order_by(holders.c.browser.desc())  # the first one is written last
    )
    for game_id, seat, person in connection.execute(owned).all():
        here = (seats.c.game_id == game_id) & (seats.c.seat == seat)
        connection.execute(update(seats).where(here).values(person=person))


def _give_to_persons(connection: Connection, table: Table) -> None:
    """Note whose studies or collections are: so far they stayed with the owner's browser."""
    p = person_browsers.c
    owner = select(p.person_id).where(p.browser == table.c.owner).scalar_subquery()
    connection.execute(update(table).values(person=owner))


def _rename_persons(connection: Connection) -> None:
    """Give new names to people whose names are no longer allowed; the first of look-alikes stays."""
    named = select(persons.c.id, persons.c.name).where(persons.c.name != "").order_by(persons.c.id)
    rows = connection.execute(named).all()
    connection.execute(update(persons).values(folded=None))
    taken: set[str] = set()
    for number, (person, name) in enumerate(rows, 1):
        try:
            new = check_name(name)
        except BadName:
            new = ""
        if not new or skeleton(new) in taken:
            new = f"player {number}"
            log.warning("a name is not allowed any more", extra={"person": person, "new": new})
        taken.add(skeleton(new))
        here = persons.c.id == person
        connection.execute(update(persons).where(here).values(name=new, folded=skeleton(new)))
