"""Studies: annotated games that people look at and change, each change kept before it is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import BadRecord, ParlourError
from parlour.records import Tree
from parlour.web.common.secrets import derived, new_name, opens_with
from parlour.web.http.error_responses import Refused
from parlour.web.store.game_store import Store
from parlour.web.store.writer import Stale
from parlour.web.studies import study_store
from parlour.web.studies.study_edits import EDIT, Edit, applied
from parlour.web.studies.study_store import KeptStudy
from parlour.web.studies.study_tree import LARGEST, ROOT, StudyTree, checked_text

T = TypeVar("T")

IN_MEMORY = 60  # studies, if nobody looks at them
FRESH = 60.0  # seconds after its last use in which one is kept: its page may be on its way
UNDONE = 200  # edits that can be taken back at least
LONGEST_TITLE = 200
MOST_KEPT = 3 * LARGEST  # characters of a study with its edits


class Study:
    """One study in memory: `kept` as it is in the database, `tree` with its edits done."""

    def __init__(self, kept: KeptStudy, tree: StudyTree, store: Store) -> None:
        self.kept, self.tree, self._store = kept, tree, store
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.watchers: set[Callable[[], None]] = set()
        self.present: dict[str, str] = {}  # at which node each connection looks
        self.annotating: float | None = None  # which part of it a bot has looked back at

    @property
    def id(self) -> str:
        """Its name, which cannot be guessed."""
        return self.kept.id

    def may_change(self, browser: str) -> bool:
        """Whether a browser, by its digest, may change the study."""
        return browser == self.kept.owner or browser in self.kept.editors

    def may_look(self, browser: str) -> bool:
        """Whether a browser may look at it."""
        return self.kept.open or self.may_change(browser)

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be taken back."""
        return self.kept.done > 0

    @property
    def can_redo(self) -> bool:
        """Whether an edit that was taken back can be done again."""
        return self.kept.done < len(self.kept.edits)

    async def work(self, function: Callable[[StudyTree], T]) -> T:
        """What a function of the tree returns; nothing else is done with the tree meanwhile."""
        async with self.lock:
            return await asyncio.to_thread(function, self.tree)

    # -- changing: each is kept before it is shown -----------------------------------------------------

    async def edit(self, edit: Edit) -> str:
        """Make a change; returns the key of the node to look at then. Raises ParlourError."""
        async with self.lock:
            text = edit.model_dump_json(exclude_defaults=True)
            if sum(map(len, (self.kept.base, *self.kept.edits, text))) > MOST_KEPT:
                raise Refused(413, "too-large", "This study is as large as a study can be.")
            try:
                at = await asyncio.to_thread(applied, self.tree, edit)
                title = title_of(self.tree.tree)
                await self._saved_text(study_store.keep_edit(self._store, self.kept, text, title))
            except ParlourError:
                await self._again()
                raise
            kept = self.kept
            kept.edits[kept.done :] = [text]
            self._changed(kept.done + 1, title)
            if kept.done >= 2 * UNDONE:
                await self._fold()
            return at

    async def undo(self) -> None:
        """Take back the last edit."""
        await self._go_to(self.kept.done - 1)

    async def redo(self) -> None:
        """Do again what was taken back."""
        await self._go_to(self.kept.done + 1)

    async def _go_to(self, done: int) -> None:
        async with self.lock:
            if not 0 <= done <= len(self.kept.edits):
                raise Refused(
                    409, "nothing-there", "There is nothing more to take back or do again."
                )
            tree = await asyncio.to_thread(_rebuilt, self.kept.base, self.kept.edits[:done])
            title = title_of(tree.tree)
            await self._saved_text(study_store.keep_done(self._store, self.kept, done, title))
            self.tree = tree
            self._changed(done, title)

    async def open_to_all(self, is_open: bool) -> None:
        """Allow viewing by link, or not."""
        async with self.lock:
            await self._saved_text(study_store.keep_open(self._store, self.kept, is_open))
            self.kept.open = is_open
            self._changed(self.kept.done, self.kept.title)

    async def let_in(self, browser: str) -> None:
        """Let a browser change it."""
        await study_store.add_editor(self._store, self.id, browser)
        self.kept.editors.add(browser)

    async def catch_up(self) -> None:
        """Be where the database is, where other servers may have changed it."""
        if await study_store.version(self._store, self.id) != self.kept.version:
            async with self.lock:
                await self._reload()

    def _changed(self, done: int, title: str) -> None:
        self.kept.version += 1
        self.kept.done, self.kept.title = done, title
        self.tell()

    def tell(self) -> None:
        """Tell those who look."""
        for told in tuple(self.watchers):
            told()

    async def _fold(self) -> None:
        """Make the earlier half of the edits part of the beginning: they can no longer be taken back."""
        kept = self.kept
        early = await asyncio.to_thread(_rebuilt, kept.base, kept.edits[:UNDONE])
        base, later = early.text, kept.edits[UNDONE : kept.done]
        await self._saved_text(study_store.keep_base(self._store, kept, base, later))
        kept.base, kept.edits = base, later
        self._changed(len(later), kept.title)

    async def _again(self) -> None:
        """Be as the edits that are kept have it, after one that failed in its midst."""
        done = self.kept.edits[: self.kept.done]
        self.tree = await asyncio.to_thread(_rebuilt, self.kept.base, done)

    async def _saved_text(self, writing: object) -> None:
        try:
            await writing  # type: ignore[misc]
        except Stale:
            await self._reload()
            words = "Another person has changed this study meanwhile; look again."
            raise Refused(409, "stale", words) from None
        except SQLAlchemyError as error:
            raise Refused(
                503, "not-kept", "The database does not answer; nothing changed."
            ) from error

    async def _reload(self) -> None:
        found = await study_store.load(self._store, self.id)
        if found is None:
            raise unknown_study()
        self.kept = found
        await self._again()
        self.tell()


class Studies:
    """All studies of a server; those without viewers are dropped from memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._studies: dict[str, Study] = {}
        self._loading: dict[str, asyncio.Task[Study]] = {}

    async def create(self, tree: Tree, browser: str, told: Sequence[str] = ()) -> Study:
        """A new study of a recorded game; `told` describes what was not understood."""
        text = await asyncio.to_thread(checked_text, tree)
        made = await asyncio.to_thread(StudyTree.read, text)
        title = title_of(tree)
        kept = KeptStudy(new_name(), browser, title, tree.game.name, text, "\n".join(told))
        await study_store.create(self.store, kept)
        return self._remember(Study(kept, made, self.store))

    async def find(self, study_id: str, browser: str) -> Study:
        """A study that a browser may look at; raises Refused."""
        study = self._studies.get(study_id)
        if study is None:
            if study_id not in self._loading:
                self._loading[study_id] = asyncio.create_task(self._load(study_id))
            study = await asyncio.shield(self._loading[study_id])
        elif self.store.is_shared:
            await study.catch_up()
        if not study.may_look(browser):
            raise unknown_study()
        study.used = time.monotonic()
        return study

    async def find_to_change(self, study_id: str, browser: str) -> Study:
        """A study that a browser may change; raises Refused."""
        study = await self.find(study_id, browser)
        if not study.may_change(browser):
            words = (
                "You may look at this study, but not change it. A copy of it is yours to change."
            )
            raise Refused(403, "not-yours", words)
        return study

    async def invited(self, study_id: str, secret: str, browser: str) -> Study:
        """The study that a link to change it opens, now also to this browser; raises Refused."""
        if not self.opens(study_id, secret):
            raise unknown_study()
        study = self._studies.get(study_id) or await self._load(study_id)
        if not study.may_change(browser):
            await study.let_in(browser)
        return study

    def opens(self, study_id: str, secret: str) -> bool:
        """Whether this is the secret of the link by which others may change a study."""
        return opens_with(self.secret(study_id), secret)

    def secret(self, study_id: str) -> str:
        """The secret of the link by which others may change a study."""
        return derived(self.store.key, f"study/{study_id}")

    async def remove(self, study: Study) -> None:
        """Forget a study."""
        await study_store.remove(self.store, study.id)
        self._studies.pop(study.id, None)
        study.tell()

    async def _load(self, study_id: str) -> Study:
        try:
            kept = await study_store.load(self.store, study_id)
            if kept is None:
                raise unknown_study()
            try:
                tree = await asyncio.to_thread(_rebuilt, kept.base, kept.edits[: kept.done])
            except BadRecord as error:
                words = f"This study cannot be shown, its game's rules have changed: {error}"
                raise Refused(410, "rules-changed", words) from error
            return self._remember(Study(kept, tree, self.store))
        finally:
            self._loading.pop(study_id, None)

    def _remember(self, study: Study) -> Study:
        self._studies[study.id] = study
        stale = time.monotonic() - FRESH
        idle = [one for one in self._studies.values() if not one.watchers and one.used <= stale]
        for old in sorted(idle, key=lambda one: one.used)[: len(self._studies) - IN_MEMORY]:
            del self._studies[old.id]
        return study


def _rebuilt(base: str, edits: Sequence[str]) -> StudyTree:
    """The tree that a record and edits make; an edit that the rules no longer allow is left out."""
    tree = StudyTree.read(base)
    for text in edits:
        try:
            applied(tree, EDIT.validate_json(text))
        except ParlourError:
            continue
    return tree


def title_of(tree: Tree) -> str:
    """What a study is called: its event, who played, or the game."""
    tags = tree.tags
    names = [tags.get(name.replace(" ", "_"), "") for name in tree.game.seat_names]
    played = " – ".join(name for name in names if name not in ("", "?"))
    event = tags.get("Event", "").strip("? ")
    title = ": ".join(part for part in (event, played) if part) or tree.game.title
    return title[:LONGEST_TITLE]


def unknown_study() -> Refused:
    """There is no such study here, or it is private."""
    return Refused(404, "no-such-study", "There is no such study here, or it is private.")


__all__ = ["ROOT", "Studies", "Study", "title_of", "unknown_study"]
