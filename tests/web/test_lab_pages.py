"""The laboratory's pages: experiments, how far they are, their reports."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.lab.experiment import parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.running import Progress, run
from parlour.lab.workers import here
from parlour.table import catalogue, files
from tests.one_file import write_game

TEXT = """
title = "<Hex> & small"
question = "Who wins?"
games = 6
[[variant]]
game = "hex"
options.size = [3, 4]
[[budget]]
players = "random"
"""


@pytest.fixture
def laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    return Laboratory()


def test_an_experiment_is_followed_to_its_report(
    server: TestClient, laboratory: Laboratory
) -> None:
    assert "None yet." in server.get("/laboratory").text
    experiment = parse_experiment(TEXT, stem="small")
    seen = []

    def told(progress: Progress) -> None:
        seen.append(server.get("/laboratory/small").text)

    run(experiment, laboratory, here, lambda *_: True, told)
    assert "The first games are running" in seen[0]
    assert "more are running" in seen[1]
    assert 'http-equiv="refresh"' in seen[0]
    after = server.get("/laboratory/small").text
    assert "more are running" not in after
    assert "refresh" not in after
    assert "6 of 6" in after
    assert "&lt;Hex&gt; &amp; small" in server.get("/laboratory").text
    assert server.get("/laboratory/small/report.html").status_code == 404
    page = laboratory.folder_of(experiment) / "small.html"
    page.write_text("<p>the report</p>")
    report = server.get("/laboratory/small/report.html")
    assert report.text == "<p>the report</p>"
    assert "script" not in report.headers["content-security-policy"]
    assert report.headers["content-security-policy"].startswith("default-src 'none'")


def test_an_experiment_without_games_has_not_begun(
    server: TestClient, laboratory: Laboratory
) -> None:
    experiment = parse_experiment(TEXT, stem="small")
    with closing(laboratory.games(experiment)) as games:
        laboratory.note(experiment, games)
        assert "not started" in server.get("/laboratory").text
        page = server.get("/laboratory/small").text
        assert "Not started" in page
        assert "parlour lab run small" in page
        assert "0 of 6" in page
        with games.lock():
            assert "The first games are running" in server.get("/laboratory/small").text


@pytest.mark.parametrize(
    "path", ["none", "none/report.html", "small/report.sqlite", "..%2Fsmall", "small/report.html"]
)
def test_what_is_not_there_is_refused(
    server: TestClient, laboratory: Laboratory, path: str
) -> None:
    run(parse_experiment(TEXT, stem="small"), laboratory, here, lambda *_: True)
    assert server.get(f"/laboratory/{path}").status_code == 404


def test_the_lobby_leads_there(server: TestClient) -> None:
    assert 'href="/laboratory"' in server.get("/").text


def test_looking_runs_no_game_file(
    server: TestClient, laboratory: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An experiment may name a file that has become anything since: whoever looks does not run it."""
    monkeypatch.setattr(catalogue, "_in_files", {})
    monkeypatch.setattr(files, "_by_path", {})
    path, marker = Path(write_game(tmp_path)), tmp_path / "was run"
    experiment = parse_experiment(
        TEXT.replace('"hex"', f'"{path}"').replace("[3, 4]", "[4]"), stem="f"
    )
    with closing(laboratory.games(experiment)) as games:
        laboratory.note(experiment, games)
    path.write_text(f"open({str(marker)!r}, 'w')\n")
    monkeypatch.setattr(files, "_by_path", {})
    for address in ("/laboratory", "/laboratory/f", "/laboratory/f/report.html"):
        answer = server.get(address)
        assert answer.status_code == (200 if address == "/laboratory" else 404)
        assert not marker.exists()
    assert "Not shown: f." in server.get("/laboratory").text
