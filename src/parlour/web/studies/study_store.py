"""Studies in the database: each as a base record and the edits since, in order.

Every change increments the study's version. A change names the version it is based on, and raises
Stale if that is outdated. Undone edits stay until a new edit replaces them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from parlour.web.store.game_store import Store
from parlour.web.store.links import opens_now
from parlour.web.store.persons import browsers_of, person_id_of, with_other_browsers
from parlour.web.store.renewals import renew_on_request
from parlour.web.store.schema import person_browsers, studies, study_editors, study_edits
from parlour.web.store.server_notifications import notify
from parlour.web.store.writer import Stale

NOTIFIED = "study/"  # before a study's id, in notifications of other servers
REMOVED = -1  # in place of its version
COLUMNS = ("id", "owner", "person", "title", "game", "base", "version", "done", "secret")


@dataclass
class StoredStudy:
    """A study in the database; the edits after the first `done` are undone.

    `owners` and `editors`: the browsers that own it or may edit it, with others of the same people.
    """

    id: str
    owner: str
    title: str
    game: str
    base: str
    losses: str = ""  # messages about the import, one a line
    open: bool = False
    version: int = 0
    done: int = 0
    edits: list[str] = field(default_factory=list)
    owners: frozenset[str] = frozenset()
    editors: frozenset[str] = frozenset()
    secret: str = (
        ""  # in the keys of its nodes; empty until a study of an earlier version is opened
    )
    person: str | None = None


@dataclass(frozen=True)
class StudySummary:
    """A study in a list."""

    id: str
    title: str
    game: str
    updated: float


async def create(store: Store, stored: StoredStudy) -> StoredStudy:
    """Save a new study of its owner's person; returns it with its owners."""

    def work(connection: Connection) -> StoredStudy:
        own = replace(stored, person=person_id_of(connection, stored.owner))
        _insert(connection, own, time.time())
        return replace(own, owners=frozenset({own.owner, *browsers_of(connection, own.person)}))

    return await store.write(work)


def _insert(connection: Connection, stored: StoredStudy, now: float) -> None:
    row = {name: getattr(stored, name) for name in COLUMNS}
    row |= {"told": stored.losses, "open": int(stored.open), "created": now, "updated": now}
    connection.execute(insert(studies), row)


async def load(store: Store, study_id: str) -> StoredStudy | None:
    """A complete study."""
    return await store.read(lambda connection: _load(connection, study_id))


async def versions(store: Store, study_ids: Collection[str]) -> dict[str, int]:
    """The versions of studies by id; those that do not exist have REMOVED."""
    query = select(studies.c.id, studies.c.version).where(studies.c.id.in_(list(study_ids)))
    rows = await store.read(lambda connection: connection.execute(query).all())
    return dict.fromkeys(study_ids, REMOVED) | {row.id: row.version for row in rows}


async def save_edit(store: Store, stored: StoredStudy, edit: str, title: str) -> None:
    """Save an edit; it replaces the undone ones. Raises Stale."""

    def work(connection: Connection) -> None:
        _change(connection, stored, done=stored.done + 1, title=title)
        later = (study_edits.c.study_id == stored.id) & (study_edits.c.number >= stored.done)
        connection.execute(delete(study_edits).where(later))
        row = {"study_id": stored.id, "number": stored.done, "edit": edit}
        connection.execute(insert(study_edits), row)

    await store.write(work)


async def save_done(store: Store, stored: StoredStudy, done: int, title: str) -> None:
    """Save the number of applied edits after undo or redo. Raises Stale."""
    await store.write(lambda connection: _change(connection, stored, done=done, title=title))


async def save_base(
    store: Store, stored: StoredStudy, base: str, edits: Sequence[str], secret: str
) -> None:
    """Replace the base and edits by an equivalent pair with the keys of `secret`. Raises Stale."""

    def work(connection: Connection) -> None:
        _change(connection, stored, base=base, done=len(edits), secret=secret)
        connection.execute(delete(study_edits).where(study_edits.c.study_id == stored.id))
        _insert_edits(connection, stored.id, edits)

    await store.write(work)


def _insert_edits(connection: Connection, study_id: str, edits: Sequence[str]) -> None:
    rows = [{"study_id": study_id, "number": n, "edit": edit} for n, edit in enumerate(edits)]
    if rows:
        connection.execute(insert(study_edits), rows)


async def save_open(store: Store, stored: StoredStudy, is_open: bool) -> None:
    """Save whether a study is shared. Raises Stale."""
    await store.write(lambda connection: _change(connection, stored, open=int(is_open)))


async def add_editor(store: Store, study_id: str, browser: str, purpose: str, secret: str) -> bool:
    """Let a browser edit a study if `secret` is that of its editing link now; whether it is."""

    def work(connection: Connection) -> bool:
        if not opens_now(connection, store.key, purpose, secret):
            return False
        row = {"study_id": study_id, "browser": browser}
        there = select(study_editors).filter_by(**row)
        if connection.execute(there).first() is None:
            connection.execute(insert(study_editors), row)
            _count_changes(connection, studies.c.id == study_id)
        return True

    return await store.write(work)


async def remove_editors(store: Store, stored: StoredStudy, purpose: str) -> None:
    """Take a study from all its editors, and give its editing link a new secret. Raises Stale."""

    def work(connection: Connection) -> None:
        _change(connection, stored)
        connection.execute(delete(study_editors).where(study_editors.c.study_id == stored.id))
        renew_on_request(connection, purpose)

    await store.write(work)


async def move(store: Store, stored: StoredStudy, moved: StoredStudy) -> None:
    """Replace a study by the same one under another id, with its editors. Raises Stale."""

    def work(connection: Connection) -> None:
        _change(connection, stored)
        _insert(connection, moved, time.time())
        _insert_edits(connection, moved.id, moved.edits)
        invited = update(study_editors).where(study_editors.c.study_id == stored.id)
        connection.execute(invited.values(study_id=moved.id))
        delete_study(connection, stored.id)

    await store.write(work)


async def remove(store: Store, study_id: str) -> None:
    """Delete a study."""

    await store.write(lambda connection: delete_study(connection, study_id))


def delete_study(connection: Connection, study_id: str) -> None:
    """Delete a study, and tell the other servers."""
    for table in (study_edits, study_editors):
        connection.execute(delete(table).where(table.c.study_id == study_id))
    connection.execute(delete(studies).where(studies.c.id == study_id))
    notify(connection, f"{NOTIFIED}{study_id}", REMOVED)


def count_changes_of(connection: Connection, person_ids: Collection[str]) -> None:
    """Count a change of all studies of people, whose browsers change, so that servers reload them."""
    p = person_browsers.c
    browsers = select(p.browser).where(p.person_id.in_(person_ids))
    edited = select(study_editors.c.study_id).where(study_editors.c.browser.in_(browsers))
    _count_changes(connection, studies.c.person.in_(person_ids) | studies.c.id.in_(edited))


def _count_changes(connection: Connection, condition: ColumnElement[bool]) -> None:
    newer = update(studies).where(condition).values(version=studies.c.version + 1)
    for row in connection.execute(newer.returning(studies.c.id, studies.c.version)).all():
        notify(connection, f"{NOTIFIED}{row.id}", row.version)


def move_editors(connection: Connection, browsers: Collection[str], to: str) -> None:
    """Move the invitations to edit studies from some browsers to another one."""
    c = study_editors.c
    edited = select(c.study_id).where(c.browser.in_(browsers)).distinct()
    for study_id in connection.execute(edited).scalars().all():
        gone = (c.study_id == study_id) & c.browser.in_([*browsers, to])
        connection.execute(delete(study_editors).where(gone))
        connection.execute(insert(study_editors), {"study_id": study_id, "browser": to})


def owned_by(connection: Connection, browser: str) -> ColumnElement[bool]:
    """The condition that a study is a browser's or its person's."""
    person = person_id_of(connection, browser)
    return or_(studies.c.owner == browser, studies.c.person == (person or ""))


async def of_browser(store: Store, browser: str, limit: int = 60) -> list[StudySummary]:
    """The studies that a browser and its person may edit, the latest first."""

    def work(connection: Connection) -> list[StudySummary]:
        mine = with_other_browsers(connection, {browser})
        shared = select(study_editors.c.study_id).where(study_editors.c.browser.in_(mine))
        c = studies.c
        query = select(c.id, c.title, c.game, c.updated)
        query = query.where(owned_by(connection, browser) | c.id.in_(shared))
        rows = connection.execute(query.order_by(c.updated.desc()).limit(limit))
        return [StudySummary(*row) for row in rows]

    return await store.read(work)


def _change(connection: Connection, stored: StoredStudy, **columns: object) -> None:
    here = (studies.c.id == stored.id) & (studies.c.version == stored.version)
    now = {"version": stored.version + 1, "updated": time.time()}
    if connection.execute(update(studies).where(here).values(**now, **columns)).rowcount != 1:
        raise Stale
    notify(connection, f"{NOTIFIED}{stored.id}", stored.version + 1)


def _load(connection: Connection, study_id: str) -> StoredStudy | None:
    row = connection.execute(select(studies).where(studies.c.id == study_id)).mappings().first()
    if row is None:
        return None
    c = study_edits.c
    edits = select(c.edit).where(c.study_id == study_id).order_by(c.number)
    editors = select(study_editors.c.browser).where(study_editors.c.study_id == study_id)
    invited = set(connection.execute(editors).scalars())
    return StoredStudy(
        **{name: row[name] for name in COLUMNS},
        losses=row["told"],
        open=bool(row["open"]),
        edits=list(connection.execute(edits).scalars()),
        owners=frozenset({row["owner"], *browsers_of(connection, row["person"])}),
        editors=with_other_browsers(connection, invited),
    )
