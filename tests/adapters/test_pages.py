"""Code and commands as the pages on engines, environments, notebooks and data show them."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import main
from parlour.players import player
from tests.one_file import documented_game

DOCS = Path(__file__).parents[2] / "docs" / "research"
OURS = f"{sys.executable} -m parlour engine --protocol uci --player random chess"
SMALLER = {  # what would take long, and what stands for other people's programs
    "10_000": "512",
    "range(600)": "range(200)",
    "-n 10000": "-n 2",
    "-n 1000": "-n 2",
    "--first 10000": "--first 2",
    "simulations=200": "simulations=2",
    "/usr/games/stockfish": OURS,
    'UCI_Elo = "1800", UCI_LimitStrength = "true"': 'noise = "5"',
    'Threads = "1", ': "",
}


def blocks(page: str, language: str) -> list[str]:
    """The blocks of code on a page, with less to do."""
    text = (DOCS / f"{page}.md").read_text()
    for large, small in SMALLER.items():
        text = text.replace(large, small)
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def run(page: str, but: str = "no such word") -> dict[str, Any]:
    """Run the Python of a page in order, without the blocks that hold a word; what it leaves."""
    left: dict[str, Any] = {}
    for block in blocks(page, "python"):
        if but not in block:
            exec(compile(block, f"{page}.md", "exec"), left)
    return left


def type_in(page: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Type the commands of a page; how many there are."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    for line in lines:
        monkeypatch.setattr(sys, "argv", shlex.split(line, comments=True))
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        try:
            main()
        except SystemExit as end:
            assert not end.code, line
    return len(lines)


def test_the_page_on_notebooks() -> None:
    pytest.importorskip("anywidget")
    left = run("notebooks")
    assert left["board"].seat == 0
    assert left["state"].moves()


@pytest.mark.long
def test_the_page_on_environments() -> None:
    left = run("environments", but="sb3_contrib")
    assert left["won"][left["over"]].mean() > 0.7  # of about 0.65 at random


@pytest.mark.long
def test_the_first_training_run() -> None:
    pytest.importorskip("sb3_contrib", reason="there is no sb3-contrib: pip install sb3-contrib")
    (block,) = (block for block in blocks("environments", "python") if "sb3_contrib" in block)
    assert len([line for line in block.splitlines() if line]) == 10
    left: dict[str, Any] = {}
    exec(block, left)
    assert left["reward"] in (-1, 0, 1)


@pytest.mark.long
def test_the_page_on_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_game.py").write_text(documented_game())
    (tmp_path / "games.pgn").write_text('[Event "?"]\n\n1. e4 e5 2. Qh5 *\n')
    assert type_in("data", monkeypatch) == 4
    assert 0 <= run("data")["wins"].item() <= 1


@pytest.mark.long
def test_the_page_on_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (named,) = blocks("engines", "toml")
    (tmp_path / "engines.toml").write_text(named)
    monkeypatch.setenv("PARLOUR_ENGINES", str(tmp_path / "engines.toml"))
    assert type_in("engines", monkeypatch) == 7
    start = parlour.game("chess").start()
    assert player("engine:stockfish", start.game).choose(start) in start.moves()
    left = run("engines")
    assert left["bot"].choose(left["state"]) in start.moves()
    left["bot"].close()
