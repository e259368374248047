"""Experiments in the browser: games on the analysis board; written and run at one's own machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.lab.experiment import parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.running import run
from parlour.lab.workers import here
from parlour.web.app import create_app
from parlour.web.settings import Settings
from tests.web.test_lab_pages import TEXT

LONG = TEXT.replace("games = 6", "games = 100000").replace('"random"', '"mcts:simulations=300"')


@pytest.fixture
def laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    return Laboratory()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that lets people at this machine run experiments, and one of them."""
    folder = tmp_path_factory.mktemp("parlour")
    settings = Settings(
        database=f"sqlite:///{folder / 'games.sqlite'}",
        workers=1,
        laboratory=True,
        rate=10_000,
        burst=10_000,
        new_games=10_000,
    )
    app = create_app(settings)
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 50000)) as client:
        yield client


def test_any_game_of_an_experiment_opens_on_the_analysis_board(
    server: TestClient, laboratory: Laboratory
) -> None:
    run(parse_experiment(TEXT, stem="small"), laboratory, here, lambda *_: True)
    page = server.get("/laboratory/small").text
    assert 'href="/laboratory/small/games?arm=2.1"' in page
    listed = server.get("/laboratory/small/games?arm=2.1").text
    assert "2.1.6" in listed
    assert "later" not in listed
    assert "2.1.5" in server.get("/laboratory/small/games?arm=2.1&first=5").text
    answer = server.post("/laboratory/small/games/2.1.6/study", follow_redirects=False)
    assert answer.status_code == 303
    assert server.get(answer.headers["location"]).status_code == 200
    for address in ("games/2.1.7/study", "games/9.9.9/study", "games/none/study"):
        assert server.post(f"/laboratory/small/{address}").status_code == 404
    assert server.get("/laboratory/small/games?arm=3.1").status_code == 404


def test_nobody_runs_an_experiment_where_it_was_not_allowed(
    server: TestClient, laboratory: Laboratory
) -> None:
    run(parse_experiment(TEXT, stem="small"), laboratory, here, lambda *_: True)
    assert server.get("/laboratory/new").status_code == 403
    assert server.post("/laboratory", data={"name": "a", "text": TEXT}).status_code == 403
    for what in ("start", "stop"):
        assert server.post(f"/laboratory/small/{what}").status_code == 403
    assert "Write an experiment" not in server.get("/laboratory").text


def test_nor_does_anybody_from_elsewhere(local: TestClient, laboratory: Laboratory) -> None:
    assert local.get("/laboratory/new").status_code == 200
    proxied = local.get("/laboratory/new", headers={"X-Forwarded-For": "127.0.0.1"})
    assert proxied.status_code == 403
    far = TestClient(local.app, base_url="http://localhost", client=("192.0.2.7", 50000))
    assert far.get("/laboratory/new").status_code == 403
    assert far.post("/laboratory", data={"name": "a", "text": TEXT}).status_code == 403


def test_an_experiment_is_written_and_what_is_wrong_is_told(
    local: TestClient, laboratory: Laboratory, tmp_path: Path
) -> None:
    def write(name: str, text: str) -> str:
        return local.post("/laboratory", data={"name": name, "text": text}).text

    assert "line 4" in write("wrong", TEXT.replace("games = 6", "games = 0"))
    assert "alert" in write("wrong", "title =")
    assert "lower-case letters" in write("../x", TEXT)
    assert "lower-case letters" in write("new", TEXT)
    marker = tmp_path / "was run"
    program = TEXT.replace('"random"', f'"uci:touch {marker}"')
    assert "command line" in write("program", program)
    copier = TEXT.replace('"random"', f'"copy-ranks/uci:touch {marker}"')
    assert "command line" in write("copier", copier)
    (tmp_path / "mine.py").write_text(f"open({str(marker)!r}, 'w')\n")
    own = TEXT.replace('game = "hex"', f'game = "{tmp_path / "mine.py"}"')
    assert "not run only to be looked at" in write("own", own)
    assert not marker.exists()
    assert laboratory.experiments() == []
    assert "Not started" in write("small", TEXT)
    assert [experiment.name for experiment in laboratory.experiments()] == ["small"]
    assert "already" in write("small", TEXT)


@pytest.mark.long
def test_it_is_started_and_stopped_and_its_games_are_kept(
    local: TestClient, laboratory: Laboratory
) -> None:
    local.post("/laboratory", data={"name": "long", "text": LONG})
    assert ">Start<" in local.get("/laboratory/long").text
    assert ">Stop<" not in local.post("/laboratory/long/stop").text
    local.post("/laboratory/long/start")
    until = time.monotonic() + 90
    experiment = laboratory.experiments()[0]
    while laboratory.count(experiment) == 0 and time.monotonic() < until:
        time.sleep(0.2)
    assert ">Stop<" in local.get("/laboratory/long").text
    assert local.post("/laboratory/long/stop").status_code == 200
    assert not laboratory.is_running(experiment)
    assert laboratory.count(experiment) > 0
    assert ">Start<" in local.get("/laboratory/long").text


def test_an_inventor_asks_and_what_is_wrong_is_told(
    local: TestClient, laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            called.append(command)

        def poll(self) -> int | None:
            return None if len(called) < 3 else 0

    def asked(**given: str) -> str:
        told = {"kind": "ask", "game": "hex", "hours": "0.01", **given}
        return local.post("/laboratory/ask", data=told).text

    monkeypatch.setattr("parlour.web.laboratory.lab_runs.subprocess.Popen", Process)
    assert 'name="goal"' in local.get("/laboratory/ask").text
    assert "is not a game here" in asked(game="/tmp/mine.py")
    assert "expected a number" in asked(hours="no")
    assert "alert" in asked(options="size=999")
    assert "is no goal" in asked(kind="tune", options="size=3,4", goal="best")
    assert "alert" in asked(kind="diff", other="mine.py")
    assert called == []
    assert "Playing a few test games" in asked(options="size=3 pie=no")
    assert called[0][4:9] == ["ask", "hex", "--option", "size=3", "--option"]
    assert "Playing a few test games" in asked(kind="tune", options="size=3,4", goal="balance 0.5")
    assert called[1][4:8] == ["tune", "hex", "--option", "size=3,4"]
    asked(kind="diff", options="size=3", other="hex:size=4")
    assert called[2][4:7] == ["diff", "hex:size=3", "hex:size=4"]
    assert (laboratory.folder / "ask-hex-pie-no-size-3-0.01h" / "called.json").is_file()


def test_nobody_asks_where_it_was_not_allowed(server: TestClient) -> None:
    assert server.get("/laboratory/ask").status_code == 403
    assert server.post("/laboratory/ask", data={"game": "hex"}).status_code == 403
