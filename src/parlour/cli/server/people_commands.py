"""The commands `people`, `games` and `audit`: what an administrator does with a server's database.

They work while a server runs on the database, which follows within a second or two, and without one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeVar

import typer
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from parlour.cli.console import console
from parlour.web.collections.collection_files import CollectionFiles
from parlour.web.settings import default_database
from parlour.web.store import administration, audit
from parlour.web.store.game_store import Store
from parlour.web.store.persons import browsers_of
from parlour.web.store.schema import StoreError, database_file

T = TypeVar("T")

UNNAMED = "(no name)"


@contextmanager
def _store(database: str | None) -> Iterator[Store]:
    """The database, which must be there. Raises StoreError."""
    url = database or default_database()
    file = database_file(url)
    if file is not None and not file.is_file():
        raise StoreError(f"there is no database {file}: name it with --database")
    store = Store(url)
    try:
        yield store
    except SQLAlchemyError as error:
        raise StoreError(f"the database does not respond: {error.__cause__ or error}") from error
    finally:
        store.close()


def _read(database: str | None, work: Callable[[Connection], T]) -> T:
    with _store(database) as store:
        return asyncio.run(store.read(work))


def _write(database: str | None, work: Callable[[Connection], T]) -> T:
    with _store(database) as store:
        return asyncio.run(store.write(work))


def _print(text: str) -> None:
    console().print(text, soft_wrap=True, markup=False, highlight=False)


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


# -- people ----------------------------------------------------------------------------------------


def list_people(search: str, database: str | None) -> None:
    """List people: id, games, rated games, name."""
    found = _read(database, lambda connection: administration.people(connection, search))
    for each in found:
        person = each.person
        _print(f"{person.id}  {each.games:5} games  {each.rated:5} rated  {person.name or UNNAMED}")
    if not found:
        _print(
            "No person has a name or days off here." if not search else "No person has such a name."
        )


def show_person(who: str, database: str | None) -> None:
    """Show one person, with the latest entries of the audit log."""

    def work(
        connection: Connection,
    ) -> tuple[administration.PersonSummary, list[audit.AuditEntry]]:
        person = administration.find_person(connection, who)
        entries = audit.entries(connection, 20, person.id)
        return administration.summary(connection, person), entries

    found, entries = _read(database, work)
    person, absences = found.person, found.person.absences
    mail = "none" if not person.mail else "confirmed" if person.confirmed else "not confirmed"
    _print(
        f"{person.name or UNNAMED}\nid: {person.id}\nbrowsers: {found.browsers}\n"
        f"games: {found.games}, finished rated ones: {found.rated}\nemail: {mail}\n"
        f"time zone: {absences.zone}, days off a week: {len(absences.off)}, "
        f"vacations: {len(absences.vacations)}"
    )
    _print_entries(entries)


def rename_person(who: str, name: str, database: str | None) -> None:
    """Give a person another name, also in games."""

    def work(connection: Connection) -> tuple[str, str]:
        person = administration.find_person(connection, who)
        new = administration.rename(connection, audit.ADMINISTRATOR, person, name)
        return person.name or UNNAMED, new.name or UNNAMED

    old, new = _write(database, work)
    _print(f"{old} is called {new} now.")


def remove_person(who: str, yes: bool, database: str | None) -> None:
    """Remove a person, after a question."""
    person = _read(database, lambda connection: administration.find_person(connection, who))
    name = person.name or person.id
    if not yes:
        typer.confirm(
            f"Remove {name} with name, email, days off, studies, collections and seats? "
            "Games with others and rated results stay, without the name.",
            abort=True,
        )

    def work(connection: Connection) -> Sequence[str]:
        browsers = browsers_of(connection, person.id)
        collections = administration.collections_of(connection, person.id, browsers)
        administration.remove_person(connection, audit.ADMINISTRATOR, person, browsers)
        return collections

    _remove_files(database, _write(database, work))
    _print(f"{name} is removed.")


def _remove_files(database: str | None, collections: Sequence[str]) -> None:
    """Remove the files of collections beside an embedded database; servers remove their own copies."""
    file = database_file(database or default_database())
    if file is not None:
        for collection_id in collections:
            CollectionFiles(file.parent, is_shared=False).remove(collection_id)


# -- games -----------------------------------------------------------------------------------------


def list_stored_games(number: int, database: str | None) -> None:
    """List the newest games on the server."""
    for row in _read(database, lambda c: administration.stored_games(c, number)):
        players, end = ", ".join(row.players), row.reason or "running"
        _print(f"{row.id}  {_moment(row.created)}  {row.game}  {end}  {players}")


def show_stored_game(game_id: str, database: str | None) -> None:
    """Show a game on the server, without its moves, which may be hidden."""

    def work(
        connection: Connection,
    ) -> tuple[administration.StoredGameRow, list[audit.AuditEntry]]:
        row = administration.find_game(connection, game_id)
        return row, audit.entries(connection, 20, game_id)

    row, entries = _read(database, work)
    _print(
        f"{row.game}\nid: {row.id}\nstarted: {_moment(row.created)} UTC\n"
        f"last change: {_moment(row.updated)} UTC\nend: {row.reason or 'running'}\n"
        f"players: {', '.join(row.players)}"
    )
    _print_entries(entries)


def remove_stored_game(game_id: str, yes: bool, database: str | None) -> None:
    """Delete a game for everybody, after a question."""
    row = _read(database, lambda connection: administration.find_game(connection, game_id))
    if not yes:
        typer.confirm(f"Delete {row.game} of {', '.join(row.players)} for everybody?", abort=True)
    _write(database, lambda c: administration.remove_game(c, audit.ADMINISTRATOR, game_id))
    _print(f"{game_id} is deleted.")


# -- the audit log ---------------------------------------------------------------------------------


def show_audit_log(number: int, subject: str, database: str | None) -> None:
    """Show the newest entries of the audit log."""
    found = _read(database, lambda connection: audit.entries(connection, number, subject))
    _print_entries(found)
    if not found:
        _print("The audit log has no such entries.")


def _print_entries(entries: list[audit.AuditEntry]) -> None:
    for entry in entries:
        words = f": {entry.words}" if entry.words else ""
        when = _moment(entry.at / 1000)
        _print(f"{when}  {entry.actor}  {entry.action}  {entry.subject}{words}")
