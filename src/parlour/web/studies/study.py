"""Studies: annotated games that people view and edit; each edit is saved before it is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.web.common.heavy_work import run_heavy
from parlour.web.common.secrets import new_name, new_secret
from parlour.web.http.error_responses import Refused, not_saved
from parlour.web.reading.readers import NotRead, Readers
from parlour.web.store.game_store import Store
from parlour.web.store.links import link_secret, opens_link
from parlour.web.store.writer import Stale
from parlour.web.studies import study_store
from parlour.web.studies.study_edits import Edit, apply_edit
from parlour.web.studies.study_reading import ReadStudy, merge, rebuild, title_of
from parlour.web.studies.study_store import StoredStudy
from parlour.web.studies.study_tree import LARGEST, ROOT, StudyTree

T = TypeVar("T")

IN_MEMORY = 60  # studies without viewers
FRESH = 60.0  # seconds for which a study stays in memory after its last use
LEAST_UNDO = 200  # edits that can always be undone
MOST_SAVED = 3 * LARGEST  # characters of a study with its edits


class Study:
    """A study in memory: `stored` as in the database, `tree` with the edits applied."""

    def __init__(
        self, stored: StoredStudy, tree: StudyTree, store: Store, readers: Readers
    ) -> None:
        self.stored, self.tree, self._store, self._readers = stored, tree, store, readers
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.watchers: set[Callable[[], None]] = set()
        self.present: dict[str, str] = {}  # the node that each connection views
        self.annotating: float | None = None  # the progress of an annotation
        self.is_removed = False

    @property
    def id(self) -> str:
        """Its id, which cannot be guessed."""
        return self.stored.id

    def may_change(self, browser: str) -> bool:
        """Whether a browser, by its digest, may edit the study."""
        is_editor = self.is_owned_by(browser) or browser in self.stored.editors
        return is_editor and not self.is_removed

    def is_owned_by(self, browser: str) -> bool:
        """Whether the study is a browser's, or that of its person."""
        return browser in self.stored.owners

    def may_view(self, browser: str) -> bool:
        """Whether a browser may view the study."""
        return (self.stored.open and not self.is_removed) or self.may_change(browser)

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be undone."""
        return self.stored.done > 0

    @property
    def can_redo(self) -> bool:
        """Whether an edit can be redone."""
        return self.stored.done < len(self.stored.edits)

    async def work(self, function: Callable[[StudyTree], T]) -> T:
        """Run a function on the tree, with the study locked."""
        async with self.lock:
            return await run_heavy(function, self.tree)

    # -- editing: each edit is saved before it is shown ------------------------------------------------

    async def edit(self, edit: Edit, browser: str) -> str:
        """Apply a browser's edit; returns the key of the node to show next. Raises ParlourError."""
        async with self._changing(browser):
            text = edit.model_dump_json(exclude_defaults=True)
            if sum(map(len, (self.stored.base, *self.stored.edits, text))) > MOST_SAVED:
                raise Refused(413, "too-large", "This study has reached its maximum size.")
            try:
                at = await run_heavy(apply_edit, self.tree, edit)
                title = title_of(self.tree.tree)
                await self._save(study_store.save_edit(self._store, self.stored, text, title))
            except ParlourError:
                await self._rebuild()
                raise
            stored = self.stored
            stored.edits[stored.done :] = [text]
            self._changed(stored.done + 1, title)
            if stored.done >= 2 * LEAST_UNDO:
                await self._fold()
            return at

    @asynccontextmanager
    async def _changing(self, browser: str) -> AsyncIterator[None]:
        """Hold the lock for a browser, which may have lost access while it waited. Raises Refused."""
        async with self.lock:
            if not self.may_change(browser):
                raise unknown_study()
            yield

    async def undo(self, browser: str) -> None:
        """Undo the last edit."""
        await self._go_to(self.stored.done - 1, browser)

    async def redo(self, browser: str) -> None:
        """Redo the last undone edit."""
        await self._go_to(self.stored.done + 1, browser)

    async def _go_to(self, done: int, browser: str) -> None:
        async with self._changing(browser):
            if not 0 <= done <= len(self.stored.edits):
                raise Refused(409, "nothing-there", "There is nothing to undo or redo.")
            tree = await rebuilt(self._readers, self.stored, done)
            title = title_of(tree.tree)
            await self._save(study_store.save_done(self._store, self.stored, done, title))
            self.tree = tree
            self._changed(done, title)

    async def set_open(self, is_open: bool) -> None:
        """Share the study with anyone who has the link, or make it private."""
        async with self.lock:
            await self._save(study_store.save_open(self._store, self.stored, is_open))
            self.stored.open = is_open
            self._changed(self.stored.done, self.stored.title)

    async def add_editor(self, browser: str, secret: str) -> None:
        """Let a browser with the secret of the editing link edit the study; raises Refused."""
        async with self.lock:
            purpose = editing_purpose(self.id)
            if not await study_store.add_editor(self._store, self.id, browser, purpose, secret):
                raise unknown_study()
            await self._reload()

    async def remove_editors(self) -> None:
        """Let nobody but the owner edit the study; the editing link gets a new secret."""
        async with self.lock:
            purpose = editing_purpose(self.id)
            await self._save(study_store.remove_editors(self._store, self.stored, purpose))
            self.stored.editors = frozenset()
            self._changed(self.stored.done, self.stored.title)

    async def move(self) -> str:
        """Give the study another id, so that its links open nothing any more; returns the id."""
        async with self.lock:
            moved = replace(self.stored, id=new_name())
            await self._save(study_store.move(self._store, self.stored, moved))
            self.close()
            return moved.id

    def close(self) -> None:
        """The study was removed: its pages are closed."""
        self.is_removed = True
        self.notify_watchers()

    async def reload_newer(self, version: int) -> None:
        """Reload the study if another server has saved a newer version, or removed it. Raises Refused."""
        async with self.lock:
            if self.stored.version < version or version == study_store.REMOVED:
                await self._reload()

    def _changed(self, done: int, title: str) -> None:
        self.stored.version += 1
        self.stored.done, self.stored.title = done, title
        self.notify_watchers()

    def notify_watchers(self) -> None:
        """Notify all open pages."""
        for notify in tuple(self.watchers):
            notify()

    async def _fold(self) -> None:
        """Merge the earlier half of the edits into the base; they can no longer be undone."""
        stored = self.stored
        early, later = stored.edits[:LEAST_UNDO], stored.edits[LEAST_UNDO : stored.done]
        base = await self._readers.read(stored.id, merge, stored.base, early, stored.secret)
        saving = study_store.save_base(self._store, stored, base, later, stored.secret)
        await self._save(saving)
        stored.base, stored.edits = base, later
        self._changed(len(later), stored.title)

    async def _rebuild(self) -> None:
        """Rebuild the tree from the saved edits, after one that failed midway."""
        self.tree = await rebuilt(self._readers, self.stored, self.stored.done)

    async def _save(self, writing: object) -> None:
        try:
            await writing  # type: ignore[misc]
        except Stale:
            await self._reload()
            words = "Someone else has changed this study. Reload the page."
            raise Refused(409, "stale", words) from None
        except SQLAlchemyError as error:
            raise not_saved(error) from error

    async def _reload(self) -> None:
        stored = await study_store.load(self._store, self.id)
        if stored is None:
            self.close()
            raise unknown_study()
        self.stored = stored
        self.notify_watchers()  # who lost access learns nothing more
        await self._rebuild()
        self.notify_watchers()


class Studies:
    """All studies of a server; idle ones leave the memory."""

    def __init__(self, store: Store, readers: Readers) -> None:
        self.store, self._readers = store, readers
        self._studies: dict[str, Study] = {}
        self._loading: dict[str, asyncio.Task[Study]] = {}

    async def create(self, read: ReadStudy, browser: str, losses: bool = True) -> Study:
        """Save a new study; `losses`: with the messages about its import."""
        secret, losses_text = new_secret(), read.losses if losses else ""
        study_tree = await run_heavy(StudyTree.unpack, read.tree, secret)
        stored = StoredStudy(
            new_name(), browser, read.title, read.tree.game, read.text, losses_text, secret=secret
        )
        stored = await study_store.create(self.store, stored)
        return self._remember(Study(stored, study_tree, self.store, self._readers))

    async def find(self, study_id: str, browser: str) -> Study:
        """A study that a browser may view; raises Refused."""
        study = self._studies.get(study_id)
        if study is None:
            if study_id not in self._loading:
                self._loading[study_id] = asyncio.create_task(self._load(study_id))
            study = await asyncio.shield(self._loading[study_id])
        elif self.store.is_shared:
            versions = await study_store.versions(self.store, [study_id])
            await self.reload_newer(study_id, versions[study_id])
        if not study.may_view(browser):
            raise unknown_study()
        study.used = time.monotonic()
        return study

    async def find_to_change(self, study_id: str, browser: str) -> Study:
        """A study that a browser may edit; raises Refused."""
        study = await self.find(study_id, browser)
        if not study.may_change(browser):
            words = "You can view this study but not edit it. Make a copy to edit."
            raise Refused(403, "not-yours", words)
        return study

    async def accept_invitation(self, study_id: str, secret: str, browser: str) -> Study:
        """The study of an editing link, which this browser may edit from now on; raises Refused."""
        if not await self.is_editing_secret(study_id, secret):
            raise unknown_study()
        study = self._studies.get(study_id) or await self._load(study_id)
        if not study.may_change(browser):
            await study.add_editor(browser, secret)
        return study

    async def is_editing_secret(self, study_id: str, secret: str) -> bool:
        """Whether this is the secret of a study's editing link."""
        return await opens_link(self.store, editing_purpose(study_id), secret)

    async def secret(self, study_id: str) -> str:
        """The secret of a study's editing link."""
        return await link_secret(self.store, editing_purpose(study_id))

    async def remove(self, study: Study) -> None:
        """Delete a study."""
        await study_store.remove(self.store, study.id)
        self._studies.pop(study.id, None)
        study.close()

    async def move(self, study: Study) -> str:
        """Give a study another id, which is returned; its links open nothing any more."""
        new_id = await study.move()
        self._studies.pop(study.id, None)
        return new_id

    async def reload_newer(self, study_id: str, version: int) -> None:
        """Reload a study in memory that another server has changed. Raises Refused if it is removed."""
        study = self._studies.get(study_id)
        if study is None:
            return
        try:
            await study.reload_newer(version)
        except Refused:
            self._studies.pop(study_id, None)
            raise

    async def resync(self) -> None:
        """Reload all studies in memory that other servers have changed."""
        for study_id, version in (await study_store.versions(self.store, self._studies)).items():
            with suppress(Refused):
                await self.reload_newer(study_id, version)

    async def _load(self, study_id: str) -> Study:
        try:
            stored = await study_store.load(self.store, study_id)
            if stored is None:
                raise unknown_study()
            try:
                if not stored.secret:
                    stored = await self._give_secret(stored)
                tree = await rebuilt(self._readers, stored, stored.done)
            except NotRead:
                raise
            except Refused as error:
                words = f"This study cannot be opened because the rules of its game have changed: {error}"
                raise Refused(410, "rules-changed", words) from error
            return self._remember(Study(stored, tree, self.store, self._readers))
        finally:
            self._loading.pop(study_id, None)

    async def _give_secret(self, stored: StoredStudy) -> StoredStudy:
        """Give a study of an earlier version, whose nodes' keys can be guessed, new keys.

        Its edits name nodes by the old keys: they are merged, and can no longer be undone.
        """
        done = stored.edits[: stored.done]
        base = await self._readers.read(stored.id, merge, stored.base, done, "")
        with suppress(Stale):  # another server has done it
            await study_store.save_base(self.store, stored, base, [], new_secret())
        again = await study_store.load(self.store, stored.id)
        if again is None:
            raise unknown_study()
        return again

    def _remember(self, study: Study) -> Study:
        self._studies[study.id] = study
        stale = time.monotonic() - FRESH
        idle = [one for one in self._studies.values() if not one.watchers and one.used <= stale]
        for old in sorted(idle, key=lambda one: one.used)[: len(self._studies) - IN_MEMORY]:
            del self._studies[old.id]
        return study


async def rebuilt(readers: Readers, stored: StoredStudy, done: int) -> StudyTree:
    """The tree of a saved study with its first `done` edits; raises Refused, NotRead."""
    edits = stored.edits[:done]
    packed = await readers.read(stored.id, rebuild, stored.base, edits, stored.secret)
    return await run_heavy(StudyTree.unpack, packed, stored.secret)


def editing_purpose(study_id: str) -> str:
    """The purpose of a study's editing link."""
    return f"study/{study_id}"


def unknown_study() -> Refused:
    """The study does not exist or is private."""
    return Refused(404, "no-such-study", "This study does not exist or is private.")


__all__ = ["ROOT", "Studies", "Study", "unknown_study"]
