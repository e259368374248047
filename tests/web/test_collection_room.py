"""What collections take of the disk: whose they are, quotas, age, and what interrupted imports leave."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from parlour.cli.server import backup_commands
from parlour.records import read
from parlour.web.app import create_app
from parlour.web.collections import server_collections
from parlour.web.collections.collection_files import CollectionFiles
from parlour.web.collections.collection_import import fill
from parlour.web.collections.server_collections import AT_ONCE, Collections
from parlour.web.common.secrets import digest
from parlour.web.http.security import COOKIE
from parlour.web.settings import Settings
from parlour.web.store import stored_collections
from parlour.web.store.database_export import back_up
from parlour.web.store.game_store import Store
from parlour.web.store.stored_collections import DAY, FAILED, READY, StoredCollection
from tests.web.driving import until
from tests.web.postgres import needs_postgres, postgres
from tests.web.test_collections import GAMES

MINE, THEIRS = "m" * 40, "t" * 40  # cookies


class Shelf:
    """A server with its folder of collections."""

    def __init__(self, folder: Path, client: TestClient) -> None:
        self.folder, self.client = folder, client
        self.state: Any = client.app.state  # type: ignore[attr-defined]
        self.collections: Collections = self.state.collections
        self.come_as(MINE)

    def come_as(self, cookie: str) -> None:
        self.client.cookies.clear()
        self.client.cookies.set(COOKIE, cookie)

    def call(self, work: Any, *given: Any, **named: Any) -> Any:
        async def run() -> Any:
            return await work(*given, **named)

        return self.client.portal.call(run)  # type: ignore[union-attr]

    def put(self, name: str, games: str = GAMES, **columns: Any) -> None:
        """A complete collection, as an import leaves it."""
        stored = StoredCollection(name, digest(MINE), 1, READY)
        self.call(stored_collections.create, self.state.store, stored)
        if columns:
            self.call(stored_collections.change, self.state.store, name, **columns)
        write_collection(self.collections.files.path(name), games)

    def left(self) -> set[str]:
        """All files below the folder, but locks."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.name for path in found if path.suffix != ".lock"}


def write_collection(target: Path, games: str = GAMES) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source = target.with_suffix(".pgn")
    source.write_text(games, encoding="utf-8")
    fill(source, target, lambda update: None)
    source.unlink()


@contextmanager
def shelf_of(folder: Path, **more: Any) -> Iterator[Shelf]:
    database = f"sqlite:///{folder / 'games.sqlite'}"
    given = {"database": database, "workers": 0, "rate": 10_000, "burst": 10_000, **more}
    settings = Settings(new_games=10_000, **given)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield Shelf(folder / "collections", client)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with shelf_of(tmp_path) as made:
        yield made


def test_only_its_owner_removes_a_collection(shelf: Shelf) -> None:
    shelf.put("one")
    shelf.come_as(THEIRS)
    assert "Delete this collection" not in shelf.client.get("/collection/one").text
    refused = shelf.client.post("/api/collections/one/remove")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not-yours")
    shelf.come_as(MINE)
    assert "Delete this collection" in shelf.client.get("/collection/one").text
    assert "/collection/one" in shelf.client.get("/study").text
    assert shelf.client.post("/collection/one/remove", follow_redirects=False).status_code == 303
    assert shelf.left() == set()
    assert shelf.client.get("/collection/one").status_code == 404
    shelf.collections.files.mark_used("one")  # by a page that comes too late
    assert shelf.left() == set()
    assert "/collection/one" not in shelf.client.get("/study").text


def test_who_deletes_what_is_theirs_deletes_their_collections(shelf: Shelf) -> None:
    shelf.put("one")
    assert shelf.client.post("/me", data={"name": "Librarian"}).status_code == 200
    (listed,) = shelf.client.get("/me/export").json()["collections"]
    assert listed["id"] == "one"
    shelf.come_as(THEIRS)
    assert shelf.client.get("/me/export").json()["collections"] == []
    shelf.client.post("/me/delete", data={"sure": "yes"})
    assert shelf.client.get("/collection/one").status_code == 200
    shelf.come_as(MINE)
    assert shelf.client.post("/me/delete", data={"sure": "yes"}).status_code == 200
    assert shelf.left() == set()
    assert shelf.client.get("/collection/one").status_code == 404


def test_a_browsers_collections_have_a_quota(tmp_path: Path) -> None:
    with shelf_of(tmp_path, collection_bytes=400 << 20) as shelf:
        shelf.put("one", size=(100 << 20) - 100)
        refused = shelf.client.post("/api/collections", content=GAMES.encode())
        assert refused.status_code == 413
        assert "yours may take 100 MB" in refused.json()["error"]["message"]
        assert shelf.left() == {"one.sqlite"}


def test_one_address_sends_so_many_files_a_day(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf.collections, "_arrivals", server_collections.RateLimiter(0, 0))
    refused = shelf.client.post("/api/collections", content=GAMES.encode())
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-files")


def test_a_full_disk_leaves_nothing_and_is_told(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(out: object, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(server_collections, "_write_all", is_full)
    refused = shelf.client.post("/api/collections", content=GAMES.encode())
    assert (refused.status_code, refused.json()["error"]["code"]) == (507, "disk-full")
    assert shelf.left() == set()
    usage = shutil.disk_usage(shelf.folder)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    refused = shelf.client.post("/api/collections", content=GAMES.encode())
    assert (refused.status_code, refused.json()["error"]["code"]) == (507, "disk-full")


@pytest.mark.long
def test_an_import_that_grows_too_large_is_ended_and_leaves_nothing(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failed imports do not stand in the way of later ones either."""
    size = 4 * (len(GAMES) + 10)
    settings = replace(shelf.collections.settings, collection_bytes=size)
    monkeypatch.setattr(shelf.collections, "settings", settings)
    monkeypatch.setattr(server_collections, "WAITING", 1)
    for _ in range(2):
        sent = shelf.client.post("/api/collections", content=GAMES.encode())
        assert sent.status_code == 202
        path = sent.json()["path"]
        until(lambda path=path: "Reading" not in shelf.client.get(path).text)
        assert "There is no room for this collection" in shelf.client.get(path).text
        assert shelf.left() == set()


HOLD = """
import sys, time
from pathlib import Path
from parlour.web.collections.collection_files import CollectionFiles
files = CollectionFiles(Path(sys.argv[1]), False)
files.unfinished("upload").write_bytes(bytes(1000))
print("ready", flush=True)
time.sleep(60)
"""


def test_what_a_killed_process_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        files = CollectionFiles(tmp_path, False)
        files.remove_leftovers()  # a running process keeps what is its own
        (upload,) = tmp_path.rglob("upload")
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    old, fresh = files.folder / "a.part", files.folder / "b.part"
    for file, age in ((old, 7200), (fresh, 0)):
        file.touch()
        os.utime(file, (time.time() - age,) * 2)
    with shelf_of(tmp_path) as shelf:
        until(lambda: not old.exists() and not upload.exists(), 5)
        assert shelf.left() == {"b.part"}


def test_an_interrupted_import_says_so_and_is_forgotten(shelf: Shelf) -> None:
    store = shelf.state.store
    for name, age in (("new", 0.0), ("late", 120.0), ("old", 2 * DAY)):
        shelf.call(stored_collections.create, store, StoredCollection(name, digest(MINE), 1))
        with store._engine.begin() as connection:
            found = stored_collections.collections.update().where(
                stored_collections.collections.c.id == name
            )
            connection.execute(found.values(beat=time.time() - age))
    assert "Reading the file" in shelf.client.get("/collection/new").text
    assert "was interrupted" in shelf.client.get("/collection/late").text
    shelf.call(shelf.collections.clean)
    assert [one.id for one in shelf.call(stored_collections.every, store)] == ["late", "new"]


def test_collections_that_nobody_opens_are_removed_after_a_year(shelf: Shelf) -> None:
    long_ago = time.time() - 400 * DAY
    shelf.put("used")
    shelf.put("unused", used=long_ago)
    shelf.put("failed", state=FAILED)
    for name in ("forgotten", "earlier"):
        write_collection(shelf.folder / f"{name}.sqlite")
    os.utime(shelf.folder / "forgotten.sqlite", (long_ago,) * 2)
    assert "3 games" in shelf.client.get("/collection/earlier").text  # though only a file
    shelf.call(shelf.collections.clean)
    assert shelf.left() == {"used.sqlite", "earlier.sqlite", "failed.sqlite"}
    assert shelf.client.get("/collection/unused").status_code == 404
    assert shelf.client.get("/collection/used").status_code == 200


def test_a_backup_has_the_collections(shelf: Shelf, tmp_path: Path) -> None:
    shelf.put("one")
    target = tmp_path / "elsewhere" / "copy.sqlite"
    target.parent.mkdir()
    back_up(shelf.collections.settings.database, target)
    with shelf_of(target.parent, database=f"sqlite:///{target}") as restored:
        assert "Ann Élan – Bob" in restored.client.get("/collection/one").text
        assert restored.left() == {"one.sqlite"}


def test_collections_and_games_are_exported_for_ones_own_eyes(shelf: Shelf, tmp_path: Path) -> None:
    shelf.put("one")
    file, folder = tmp_path / "all.pgn", tmp_path / "exported"
    file.touch(0o644)
    backup_commands.export(str(file), shelf.collections.settings.database, str(folder))
    (written,) = folder.iterdir()
    assert [item.tree is not None for item in read(written)] == [True] * 3
    assert {path.stat().st_mode & 0o777 for path in (file, written)} == {0o600}


@pytest.mark.long
@needs_postgres
def test_servers_share_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent to one server, seen on another with a folder of its own; removed there, gone on both."""
    with tempfile.TemporaryDirectory() as name, postgres(Path(name) / "postgres") as url:
        folder = Path(name)
        monkeypatch.setenv("PARLOUR_DATA", str(folder / "one"))
        with shelf_of(folder / "one", database=url) as one:
            monkeypatch.setenv("PARLOUR_DATA", str(folder / "two"))
            with shelf_of(folder / "two", database=url) as two:
                for _ in range(AT_ONCE):  # nothing is imported before the other server is asked
                    one.call(one.collections._turns.acquire)
                sent = one.client.post("/api/collections", content=GAMES.encode())
                path = sent.json()["path"]
                assert "Reading the file" in two.client.get(path).text
                one.client.portal.call(one.collections._turns.release)  # type: ignore[union-attr]
                until(lambda: "Reading" not in two.client.get(path).text)
                for server in (one, two):
                    assert "Ann Élan – Bob" in server.client.get(path).text
                    assert len(server.left()) == 1
                assert two.client.post(f"{path}/remove").status_code == 200
                assert one.client.get(path).status_code == 404
                one.call(one.collections.clean)
                assert one.left() == set()
        assert Store(url).is_shared
