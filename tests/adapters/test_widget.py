"""The board of notebooks: what clicks do, and once in a real notebook server with Chromium."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import parlour
from parlour.errors import BadPlayer, ParlourError
from tests.web.driving import Browser, Keys, needs_chromium, until

pytest.importorskip("anywidget")

ROOT = Path(__file__).parents[2]
NOTEBOOK = """import parlour
state = parlour.game("hex", size=4).start()
parlour.widget(state, bot="1")"""


def click(board: object, *cells: str) -> None:
    for cell in cells:
        board.hear({"do": "cell", "text": cell})  # type: ignore[attr-defined]


def test_two_people_play_by_clicks() -> None:
    state = parlour.game("lines-of-action").start()
    board = parlour.widget(state)
    click(board, "b1")
    assert (board.chosen, board.cells) == (["b1"], ["b3", "d3", "h1"])
    click(board, "d3")
    assert state.history == ("b1-d3",)
    assert board.history == ["b1-d3"]
    assert board.chosen == []
    assert board.headline.startswith("White")


def test_a_click_that_leads_nowhere_is_answered_by_the_rule() -> None:
    board = parlour.widget(parlour.game("lines-of-action"))
    click(board, "d4")
    assert "d4" in board.refusal or "piece" in board.refusal
    click(board, "b1")
    assert board.refusal == ""


def test_a_bot_answers_and_both_moves_are_taken_back() -> None:
    state = parlour.game("hex", size=4).start()
    board = parlour.widget(state, bot="random")
    click(board, "b2")
    assert len(state.history) == 2
    assert board.history[0] == "b2"
    board.hear({"do": "undo"})
    assert state.history == ()


def test_words_are_offered_and_chosen() -> None:
    board = parlour.widget(parlour.game("hex", size=4))
    click(board, "b2")
    swap = next(text for text, label in board.words if "swap" in (text + label).lower())
    board.hear({"do": "word", "text": swap})
    assert len(board.state.history) == 2


def test_a_hidden_game_shows_only_its_seat_and_takes_nothing_back() -> None:
    board = parlour.widget(parlour.game("revolver"), bot="1", seat=2)
    assert board.picture == board.state.svg(2, size=board.size)
    played = board.state.history
    board.hear({"do": "undo"})
    assert board.state.history == played
    assert "hidden" in board.refusal


@pytest.mark.parametrize("name", parlour.games())
def test_every_game_can_be_shown(name: str) -> None:
    board = parlour.widget(parlour.game(name))
    assert board.picture.startswith("<svg")
    assert board.cells or board.words


@pytest.mark.parametrize(
    ("chosen", "kind"), [({"seat": 2}, ParlourError), ({"bot": "x"}, BadPlayer)]
)
def test_what_is_not_there_is_refused(chosen: dict[str, object], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        parlour.widget(parlour.game("hex"), **chosen)  # type: ignore[arg-type]


def test_experiments_and_tournaments_show_themselves() -> None:
    from parlour.lab.experiment import read_experiment
    from parlour.tournaments import Tournament
    from parlour.tournaments.tournament_plan import plan_of

    experiment = read_experiment(next((ROOT / "findings").rglob("*.toml")))
    shown = experiment._repr_html_()
    assert shown.count("<tr>") == 1 + len([*experiment.arms])
    players = """format = "round-robin"\ngames = ["hex:size=3"]\n[[players]]\nname = "A<b>"\n"""
    plan = plan_of(f"{players}[[players]]\nname = 'B'\n", "a plan")
    assert "A&lt;b&gt;" in Tournament(plan)._repr_html_()


@pytest.mark.long
@needs_chromium
def test_in_a_real_notebook(tmp_path: Path) -> None:
    pytest.importorskip("jupyterlab")
    cell = {
        "cell_type": "code",
        "id": "a",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": NOTEBOOK,
    }
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    whole = {"cells": [cell], "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "board.ipynb").write_text(json.dumps(whole))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    asked = [f"--ServerApp.port={port}", f"--ServerApp.root_dir={tmp_path}", "--ServerApp.token="]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *asked],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    browser = Browser()
    try:
        until(lambda: "is running at" in (tmp_path / "log").read_text(), SLOW)
        browser.open(f"http://localhost:{port}/lab/tree/board.ipynb?reset")
        until(lambda: browser.script(f"return {IDLE}"), SLOW)
        until(lambda: run_cell(browser), SLOW)
        until(lambda: browser.script(f"return !!{BOARD}"), SLOW)
        browser.script(f"{BOARD}.focus()")
        browser.keys(Keys.ENTER)
        until(lambda: browser.script(f"return {STONES}.length") == 2, SLOW)
    finally:
        browser.close()
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(10)


def run_cell(browser: Browser) -> bool:
    """Run the notebook's cell as a user does; whether it runs: a page may not have listened yet."""
    browser.press(".jp-Notebook .jp-Cell .cm-content")
    browser.keys(Keys.SHIFT + Keys.ENTER)
    with suppress(AssertionError):
        return until(lambda: bool(browser.script(f"return {BEGUN}")), 5)
    return False


SLOW = 180  # seconds: a server, a kernel and a page on a machine that is busy
BEGUN = "document.querySelector('.jp-Notebook .jp-InputPrompt').textContent.trim() != '[ ]:'"
IDLE = "[...document.querySelectorAll('.jp-NotebookPanel [data-status=idle]')].length > 0"
BOARD = "document.querySelector('.parlour-board g[data-cell=b2][role=button]')"
STONES = "document.querySelectorAll('.parlour-board g[data-cell] .pieces > *')"
