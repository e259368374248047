"""Databases of every earlier version are brought up to date, with all that is in them."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from starlette.testclient import TestClient

from parlour.web.app import create_app
from parlour.web.common.secrets import seat_secret
from parlour.web.http.security import COOKIE
from parlour.web.settings import Settings
from parlour.web.store.database_export import back_up
from parlour.web.store.game_store import Store
from parlour.web.store.schema import VERSION, StoreError, tables
from parlour.web.studies.study_tree import key_after
from tests.web.databases.make import ANN
from tests.web.postgres import needs_postgres, postgres

FOLDER = Path(__file__).parent / "databases"
EARLIER = range(1, VERSION)


def stored(version: int) -> str:
    """The SQL of a database of an earlier version; new ones are made by `tests.web.databases.make`."""
    return (FOLDER / f"{version}.sql").read_text(encoding="utf-8")


def opened(file: Path, version: int) -> str:
    """The URL of a SQLite database of an earlier version."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(stored(version))
    return f"sqlite:///{file}"


def in_order(text: str) -> list[str]:
    """The statements that make tables, fill them and make indices; tables after those they refer to."""
    order = [table.name for table in tables.sorted_tables]
    kinds = ("CREATE TABLE", "INSERT INTO", "CREATE INDEX")
    statements = [part.strip() for part in text.split(";\n") if part.strip().startswith(kinds)]

    def rank(statement: str) -> tuple[int, int]:
        kind = next(n for n, words in enumerate(kinds) if statement.startswith(words))
        name = statement.removeprefix(kinds[kind]).split("(")[0].strip(' "').split(" ")[0]
        return kind, 0 if kind == 2 else order.index(name.strip('"'))

    return sorted(statements, key=rank)


def check(url: str, version: int) -> None:
    """All games go on, and the person, the study and the rated game are there."""
    settings = Settings(url, workers=0, pace=0, rate=10_000, burst=10_000)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        store = client.app.state.store  # type: ignore[attr-defined]
        games = list(store.every_game())
        assert len(games) == {1: 5, 2: 5}.get(version, 7)
        for saved in games:
            path = f"/api/games/{saved.id}"
            told = client.get(path).json()
            assert [text for _, text in told["moves"]] == [text for _, text in saved.moves]
            if saved.moves == [(0, "a1")]:
                head = {"Authorization": f"Bearer {seat_secret(store.key, saved.id, 1)}"}
                answer = client.post(f"{path}/moves", json={"move": "e5"}, headers=head)
                assert answer.status_code == 200, answer.text
        ended = [saved for saved in games if saved.reason == "resignation"]
        assert [saved.scores for saved in ended] == ["1,0"]
        clocks = [saved.clock.partition(":")[0] for saved in games if saved.clock]
        assert sorted(clocks) == ([] if version < 3 else ["calendar", "countdown"])
        client.cookies.set(COOKIE, ANN)
        study = re.search(r'/study/([\w-]{12})"', client.get("/study").text)
        assert (study is not None) == (version >= 3)
        if study and version == 3:
            nodes = client.get(f"/api/studies/{study[1]}").json()["nodes"]
            assert [node["move"] for node in nodes[1:]] == ["c3"]
            assert nodes[1]["key"] != key_after(nodes[0]["key"], "c3")  # that everybody can compute
        if version >= 6:
            assert "Club night" in client.get("/tournaments").text
        if version >= 4:
            assert 'value="Ann"' in client.get("/me").text
            assert [saved.rated for saved in games].count(True) == 1
            assert [saved.chat for saved in games if saved.chat] == [[(0, "Hello")]]
            assert sum(bool(saved.conditions) for saved in games) == 1


def structure(url: str) -> dict[str, tuple[set[str], set[str]]]:
    """The columns and indices of each table."""
    engine = create_engine(url)
    found = inspect(engine)
    all_of_it = {
        table: (
            {column["name"] for column in found.get_columns(table)},
            {
                str(index["name"])
                for index in found.get_indexes(table)
                if not index.get("duplicates_constraint")  # PostgreSQL lists these too
            },
        )
        for table in found.get_table_names()
    }
    engine.dispose()
    return all_of_it


@pytest.mark.parametrize("version", EARLIER)
def test_a_database_of_every_version_opens_with_all_that_is_in_it(
    tmp_path: Path, version: int
) -> None:
    url, fresh = opened(tmp_path / "old.sqlite", version), f"sqlite:///{tmp_path / 'new.sqlite'}"
    check(url, version)
    Store(url).close()  # a second time
    Store(fresh).close()
    assert structure(url) == structure(fresh)


@pytest.mark.long
@needs_postgres
@pytest.mark.parametrize("version", EARLIER)
def test_postgres_databases_of_every_version_open_too(version: int) -> None:
    with tempfile.TemporaryDirectory() as folder, postgres(Path(folder) / "postgres") as url:
        engine = create_engine(url)
        with engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.autocommit = True
            for statement in in_order(stored(version)):
                raw.execute(statement.replace(" BLOB ", " BYTEA "))
        engine.dispose()
        check(url, version)
        fresh = f"sqlite:///{Path(folder) / 'new.sqlite'}"
        Store(fresh).close()
        assert structure(url) == structure(fresh)


@pytest.mark.parametrize("version", EARLIER)
def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path, version: int) -> None:
    """The copy stays of its version, for the Parlour that wrote it, and opens here as well."""
    url, copy = opened(tmp_path / "old.sqlite", version), tmp_path / "copies" / "old.sqlite"
    copy.parent.mkdir()
    back_up(url, copy)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version FROM parlour").fetchall() == [(version,)]
    Store(f"sqlite:///{copy}").close()


def test_a_database_of_a_newer_parlour_says_what_to_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    Store(url).close()
    with closing(sqlite3.connect(tmp_path / "new.sqlite")) as connection:
        connection.execute("UPDATE parlour SET version = 99")
        connection.commit()
    for words in (
        f"tables have version 99; this one, .*, knows up to {VERSION}",
        "Update Parlour",
        "backup from before the update",
    ):
        with pytest.raises(StoreError, match=words):
            Store(url)
    with closing(sqlite3.connect(tmp_path / "new.sqlite")) as connection:  # untouched
        assert connection.execute("SELECT version FROM parlour").fetchall() == [(99,)]
