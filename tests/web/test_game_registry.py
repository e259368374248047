"""`parlour serve my_game.py`: the file's game is in the lobby, is played, is read again when it is saved."""

from __future__ import annotations

import multiprocessing
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from parlour.cli.design.starter import new_game
from parlour.web.app import create_app
from parlour.web.common import game_registry
from parlour.web.rules import rules_process
from parlour.web.settings import Settings
from tests.web.driving import Browser, ServerProcess, needs_chromium, until
from tests.web.table import Table, refused


def save(path: Path, text: str) -> None:
    """Save a file at another moment than before, however coarse the clock of its folder is."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def elsewhere(*paths: str) -> game_registry.GameFiles:
    """Files that run in processes of their own."""
    return game_registry.register_files(paths, elsewhere=True)


@pytest.fixture
def files_again() -> Iterator[None]:
    """After the test files run here again."""
    yield
    game_registry.register_files(())


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("own")
    broken = folder / "broken.py"
    broken.write_text("import os\nraise SystemExit('no')\n")
    return [new_game(str(folder / "my_game"))[0], broken]


@pytest.fixture(scope="module")
def own(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    rates: dict[str, Any] = {"rate": 10_000, "burst": 10_000, "new_games": 10_000}
    database = f"sqlite:///{tmp_path_factory.mktemp('kept') / 'games.sqlite'}"
    settings = Settings(database=database, workers=1, pace=0, files=tuple(map(str, files)), **rates)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client
    game_registry.register_files(())


def edition(server: TestClient) -> str:
    return str(server.get("/api/files").json()["edition"])


def saved(server: TestClient, path: Path, text: str) -> None:
    """Save a file and wait until the server has read it."""
    before = edition(server)
    save(path, text)
    until(lambda: edition(server) != before)


def test_the_lobby_shows_it_first_and_what_is_wrong_with_others(own: TestClient) -> None:
    page = own.get("/").text
    assert page.index("/game/my-game") < page.index('id="all"')
    assert "broken.py, line 2: SystemExit: no" in page
    assert own.get("/pictures/my-game.svg").headers["cache-control"] == "no-cache"
    assert "/learn/my-game" in own.get("/new/my-game").text
    assert "Your row is b2, c2, d2" in own.get("/learn/my-game").text
    assert "Four in" not in own.get("/rules/my-game").text


def test_it_is_played_and_follows_its_file(own: TestClient, files: list[Path]) -> None:
    path = files[0]
    good = path.read_text()
    table = Table(own, "my-game:size=4", "link", "link")
    table.move(0, "b2")
    assert table.look(0)["moves"] == [[0, "b2"]]

    saved(own, path, good.replace("s.empty -= 1", "s.empty -= len(1)"))
    until(lambda: table.look(0)["trouble"])
    assert "my_game.py, line" in table.look(0)["trouble"]
    assert refused(table.move(1, "c3")) == (409, "rules-changed")
    answer = own.get("/new/my-game")
    assert answer.status_code == 422
    assert "TypeError" in answer.text
    assert "Traceback" not in answer.text

    saved(own, path, good.replace('"cells along', '"how many cells along'))
    until(lambda: not table.look(0)["trouble"])
    assert table.move(1, "c3").status_code == 200
    assert "how many cells along" in own.get("/new/my-game").text

    saved(own, path, good.replace("if s.board[cell] == 0:", "if s.board[cell] == 0 and cell != 5:"))
    until(lambda: table.look(0)["trouble"])
    assert "b2 is not a legal move" in table.look(0)["trouble"]
    saved(own, path, good)
    until(lambda: not table.look(0)["trouble"])


def test_slow_rules_hold_nobody_else(own: TestClient, files: list[Path], tmp_path: Path) -> None:
    path, mark = files[0], tmp_path / "thinks"
    good = path.read_text()
    slow = "    if s.empty == CELLS - 2 and s.board[0] and s.board[1]:\n"
    slow += f"        think({str(mark)!r})\n"
    think = "\n\ndef think(mark):\n    import pathlib, time\n    pathlib.Path(mark).touch()\n"
    think += "    while pathlib.Path(mark).exists():\n        time.sleep(0.01)\n"
    saved(
        own,
        path,
        good.replace("    if makes_row(s, m):\n", f"{slow}    if makes_row(s, m):\n") + think,
    )
    table = Table(own, "my-game", "link", "link")
    table.move(0, "a1")
    with ThreadPoolExecutor(1) as others:
        answer = others.submit(table.move, 1, "b1")
        until(mark.exists)
        assert own.get("/healthz").status_code == 200
        assert not answer.done()
        mark.unlink()
        assert answer.result().status_code == 200
    saved(own, path, good)


def test_a_mistake_that_shows_only_in_play(own: TestClient, files: list[Path]) -> None:
    path = files[0]
    good = path.read_text()
    late = "    if s.empty == CELLS - 2 and s.board[0] and s.board[1]:\n        raise SystemExit\n"
    saved(own, path, good.replace("    if makes_row(s, m):\n", f"{late}    if makes_row(s, m):\n"))
    table = Table(own, "my-game", "link", "link")
    table.move(0, "a1")
    answer = table.move(1, "b1")
    assert refused(answer) == (422, "bad-rules")
    assert "`raise SystemExit`" in answer.json()["error"]["message"]
    assert table.move(1, "c3").status_code == 200
    saved(own, path, good)


@pytest.mark.long
def test_a_loop_that_shows_only_in_play_stops_neither_the_server_nor_the_file(
    own: TestClient, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_process, "PATIENCE", 1.0)
    path = files[0]
    good = path.read_text()
    late = "    if s.empty == CELLS - 2 and s.board[0] and s.board[1]: sum(itertools.count())\n"
    wrong = good.replace("    if makes_row(s, m):\n", f"{late}    if makes_row(s, m):\n")
    saved(own, path, wrong.replace("from parlour", "import itertools\nfrom parlour", 1))
    table = Table(own, "my-game", "link", "link")
    table.move(0, "a1")
    answer = table.move(1, "b1")
    assert refused(answer) == (422, "bad-rules")
    told = answer.json()["error"]["message"]
    assert re.search(r"my_game.py, line \d+, in play: still running after 1 seconds", told)
    begun = time.monotonic()
    assert refused(table.move(1, "c3"))[0] in (409, 422)  # it is not tried again
    assert time.monotonic() - begun < 1
    until(lambda: "still running" in table.look(0)["trouble"])
    assert table.look(0)["moves"] == [[0, "a1"]]
    assert own.get("/").status_code == 200
    saved(own, path, good)
    until(lambda: not table.look(0)["trouble"])
    assert table.move(1, "b1").status_code == 200


@pytest.mark.long
def test_a_game_of_an_own_file_is_reviewed(own: TestClient) -> None:
    table = Table(own, "my-game:size=4", "link", "link")
    for ply, text in enumerate(["a1", "a2", "b1", "b2", "c1", "c2", "d1"]):
        assert table.move(ply % 2, text).status_code == 200
    until(lambda: table.do(0, "review").json()["done"])


def test_only_files_that_were_named_are_run(own: TestClient, tmp_path: Path) -> None:
    marker, evil = tmp_path / "was run", tmp_path / "evil.py"
    evil.write_text(f"open({str(marker)!r}, 'w')\n")
    body = {"game": str(evil), "seats": ["link", "link"]}
    assert refused(own.post("/api/games", json=body)) == (422, "unknown-game")
    record = {"text": f'[Game "{evil}"]\n\n1. a1 *\n'}
    assert own.post("/api/records", json=record).status_code == 422
    assert own.post("/study", data={"text": record["text"]}).status_code == 422
    assert own.get(f"/new/{evil}").status_code == 404
    assert not marker.exists()


@pytest.mark.usefixtures("files_again")
def test_a_loop_without_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = new_game(str(tmp_path / "endless"))
    text = path.read_text()
    path.write_text(text.replace("    n = 0\n", "    n = 0\n    while n == 0:\n        pass\n"))
    (file,) = elsewhere(str(path)).files
    with monkeypatch.context() as brief:  # a busy machine needs longer for a file without a loop
        brief.setattr(rules_process, "PATIENCE", 1.0)
        assert file.reload()
    assert "endless.py, line" in file.trouble
    assert "an endless loop?" in file.trouble
    save(path, text)
    assert file.reload()
    assert not file.reload()
    assert file.spec is not None
    assert not file.trouble


# What is wrong, where in the file, and what the server says of it.
MISTAKES = [
    ("legal_moves", "while True: pass", "still running after"),
    ("legal_moves", "sum(itertools.count())", "still running after"),
    ("legal_moves", "time.sleep(1000)", "still running after"),
    ("legal_moves", "os._exit(3)", "ended their process (exit status 3)"),
    ("legal_moves", "exit()", "SystemExit"),
    ("legal_moves", "raise KeyboardInterrupt", "KeyboardInterrupt"),
    ("legal_moves", "bytearray(1 << 40)", "MemoryError"),
    ("play", "while True: pass", "still running after"),
    ("play", "1 // 0", "ZeroDivisionError"),
    ("start", "list(itertools.count())", "my_game.py"),  # too long, or too much memory
    ("payoff", "while True: pass", "still running after"),
    ("move_text", "while True: pass", "still running after"),
    ("", "while True: pass", "still running after"),
    ("", "sys.exit()", "SystemExit"),
    ("", "os.abort()", "ended their process"),
]


def with_mistake(text: str, where: str, line: str) -> str:
    """The game's source with a line at the beginning of a function, or of the file."""
    before, docstring, rest = text.partition('"""')[0], *text.partition('"""')[2].split('"""', 1)
    head = f'{before}"""{docstring}"""\n'
    future = "from __future__ import annotations\n"
    rest = rest.replace(future, "")
    wrong = f"import itertools, os, sys, time\n{line if not where else ''}\n"
    if where == "move_text":
        rest += f"\n\ndef move_text(s, m):\n    {line}\n"
    elif where:
        found = re.search(rf"def {where}\(.*\n", rest)
        assert found
        rest = rest[: found.end()] + f"    {line}\n" + rest[found.end() :]
    return head + future + wrong + rest


@pytest.mark.long
@pytest.mark.usefixtures("files_again")
@pytest.mark.parametrize(("where", "line", "told"), MISTAKES)
def test_no_mistake_in_a_file_stops_the_server(
    where: str, line: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_process, "PATIENCE", 1.5)
    path, _ = new_game(str(tmp_path / "my_game"))
    good = path.read_text()
    path.write_text(with_mistake(good, where, line))
    (file,) = elsewhere(str(path)).files
    begun = time.monotonic()
    assert file.reload()
    assert time.monotonic() - begun < 90  # the process has a minute to start
    assert told in file.trouble
    save(path, good)
    assert file.reload()
    assert not file.trouble


@pytest.mark.usefixtures("files_again")
def test_versions_that_are_saved_over_leave_no_process(tmp_path: Path) -> None:
    path, _ = new_game(str(tmp_path / "my_game"))
    (file,) = elsewhere(str(path)).files
    before = set(multiprocessing.active_children())
    good = path.read_text()
    for text in (good, good.replace("    n = 0\n", "    n = 1 // 0\n"), good + "\n", good + "("):
        save(path, text)
        assert file.reload()
    assert len(set(multiprocessing.active_children()) - before) == 1


def test_two_files_with_one_id(tmp_path: Path) -> None:
    first, _ = new_game(str(tmp_path / "twins"))
    second = tmp_path / "other.py"
    second.write_text(first.read_text())
    files = game_registry.GameFiles([str(first), str(second)])
    files.reload()
    assert [file.trouble for file in files.files] == [
        "",
        "other.py: twins.py has a game of the same id",
    ]


@needs_chromium
@pytest.mark.long
def test_a_designer_plays_saves_and_plays_on(tmp_path: Path, browser: Browser) -> None:
    path, _ = new_game(str(tmp_path / "mine"))
    text = path.read_text()
    served = ServerProcess(tmp_path / "data")
    served.start(str(path))
    try:
        browser.open(f"{served.url}/")
        browser.press("a[href='/game/mine']")
        browser.press("button.main")
        until(browser.my_turn)
        browser.click_cell("c3")
        until(lambda: len(browser.moves()) >= 2 and browser.my_turn())
        save(path, text.replace("n += 1\n    return n", "n += oops\n    return n"))
        until(lambda: "name 'oops' is not defined" in browser.text("#status"))
        save(path, text.replace('"White"', '"Ivory"'))
        until(browser.my_turn)
        assert "Ivory" in browser.text("#seats")
        browser.click_cell("f1" if "f1" not in " ".join(browser.moves()) else "f2")
        until(lambda: len(browser.moves()) >= 2 and browser.my_turn())
        browser.open(f"{served.url}/")
        save(path, "GAME = 1 +\n")
        until(lambda: "mine.py, line 1: invalid syntax" in browser.text(".trouble"))
        assert browser.errors() == []
    finally:
        served.stop()
