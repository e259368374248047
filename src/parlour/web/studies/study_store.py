"""Where studies are kept: each as the record it began with and the edits since, in order.

A study has a version, which every change counts up; a change names the one it was made on, and is
refused as Stale if that is no longer the study's. An undone edit is kept until another takes its place.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, or_, select, update

from parlour.web.store.game_store import Store
from parlour.web.store.schema import studies, study_editors, study_edits
from parlour.web.store.writer import Stale


@dataclass
class KeptStudy:
    """A study as it is kept; `done` says how many of its edits are done, the later ones were undone."""

    id: str
    owner: str
    title: str
    game: str
    base: str
    told: str = ""
    open: bool = False
    version: int = 0
    done: int = 0
    edits: list[str] = field(default_factory=list)
    editors: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class StudyLine:
    """One line about a study."""

    id: str
    title: str
    game: str
    updated: float


async def create(store: Store, kept: KeptStudy) -> None:
    """Keep a new study."""

    def work(connection: Connection) -> None:
        now = time.time()
        names = ("id", "owner", "title", "game", "base", "told", "version", "done")
        row = {name: getattr(kept, name) for name in names}
        row |= {"open": int(kept.open), "created": now, "updated": now}
        connection.execute(insert(studies), row)

    await store.write(work)


async def load(store: Store, study_id: str) -> KeptStudy | None:
    """A study, whole."""
    return await store.read(lambda connection: _load(connection, study_id))


async def version(store: Store, study_id: str) -> int | None:
    """The version of a study; None if there is none."""
    found = select(studies.c.version).where(studies.c.id == study_id)
    return await store.read(lambda connection: connection.execute(found).scalar())


async def keep_edit(store: Store, kept: KeptStudy, edit: str, title: str) -> None:
    """Keep an edit after those that are done, in place of those undone. Raises Stale."""

    def work(connection: Connection) -> None:
        _change(connection, kept, done=kept.done + 1, title=title)
        later = (study_edits.c.study_id == kept.id) & (study_edits.c.number >= kept.done)
        connection.execute(delete(study_edits).where(later))
        row = {"study_id": kept.id, "number": kept.done, "edit": edit}
        connection.execute(insert(study_edits), row)

    await store.write(work)


async def keep_done(store: Store, kept: KeptStudy, done: int, title: str) -> None:
    """Keep how many edits are done: fewer after undoing, more after doing again. Raises Stale."""
    await store.write(lambda connection: _change(connection, kept, done=done, title=title))


async def keep_base(store: Store, kept: KeptStudy, base: str, edits: Sequence[str]) -> None:
    """Keep another beginning, from which `edits` lead to the same study. Raises Stale."""

    def work(connection: Connection) -> None:
        _change(connection, kept, base=base, done=len(edits))
        connection.execute(delete(study_edits).where(study_edits.c.study_id == kept.id))
        rows = [{"study_id": kept.id, "number": n, "edit": edit} for n, edit in enumerate(edits)]
        connection.execute(insert(study_edits), rows)

    await store.write(work)


async def keep_open(store: Store, kept: KeptStudy, is_open: bool) -> None:
    """Keep whether others may look at a study. Raises Stale."""
    await store.write(lambda connection: _change(connection, kept, open=int(is_open)))


async def add_editor(store: Store, study_id: str, browser: str) -> None:
    """Let a browser change a study."""

    def work(connection: Connection) -> None:
        row = {"study_id": study_id, "browser": browser}
        there = select(study_editors).filter_by(**row)
        if connection.execute(there).first() is None:
            connection.execute(insert(study_editors), row)

    await store.write(work)


async def remove(store: Store, study_id: str) -> None:
    """Forget a study."""

    def work(connection: Connection) -> None:
        for table in (study_edits, study_editors):
            connection.execute(delete(table).where(table.c.study_id == study_id))
        connection.execute(delete(studies).where(studies.c.id == study_id))

    await store.write(work)


async def of_browser(store: Store, browser: str, limit: int = 60) -> list[StudyLine]:
    """The studies that a browser may change, the latest first."""

    def work(connection: Connection) -> list[StudyLine]:
        shared = select(study_editors.c.study_id).where(study_editors.c.browser == browser)
        c = studies.c
        found = select(c.id, c.title, c.game, c.updated)
        found = found.where(or_(c.owner == browser, c.id.in_(shared)))
        rows = connection.execute(found.order_by(c.updated.desc()).limit(limit))
        return [StudyLine(*row) for row in rows]

    return await store.read(work)


def _change(connection: Connection, kept: KeptStudy, **columns: object) -> None:
    here = (studies.c.id == kept.id) & (studies.c.version == kept.version)
    now = {"version": kept.version + 1, "updated": time.time()}
    if connection.execute(update(studies).where(here).values(**now, **columns)).rowcount != 1:
        raise Stale


def _load(connection: Connection, study_id: str) -> KeptStudy | None:
    row = connection.execute(select(studies).where(studies.c.id == study_id)).mappings().first()
    if row is None:
        return None
    c = study_edits.c
    edits = select(c.edit).where(c.study_id == study_id).order_by(c.number)
    editors = select(study_editors.c.browser).where(study_editors.c.study_id == study_id)
    names = ("id", "owner", "title", "game", "base", "told", "version", "done")
    return KeptStudy(
        **{name: row[name] for name in names},
        open=bool(row["open"]),
        edits=list(connection.execute(edits).scalars()),
        editors=set(connection.execute(editors).scalars()),
    )
