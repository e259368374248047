"""Every command and every adapter on the starters: it works, or says in a sentence why it cannot.

The commands are those of `parlour --help`; a new one must be listed here.
"""

from __future__ import annotations

import io
import random
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

import parlour
from parlour.cli import main
from parlour.cli.command_line import app
from parlour.cli.design import count_commands
from parlour.cli.design.starter import KINDS, new_game
from tests.conftest import at_length

Run = Callable[..., str]

# Commands by their arguments; {game} is the file of the game, {record} of one of its games. What a kind
# of game cannot have is refused with the words that follow.
HIDDEN = "hidden|hides"
EVERYDAY: dict[str, tuple[str, dict[str, str]]] = {
    "rules": ("{game}", {}),
    "moves": ("{game}", {}),
    "picture": ("{game} --seat 0 --output {folder}/p.svg", {}),
    "dossier": ("{game} --to {folder}/d.html", {}),
    "engine": (
        "{game} --player random",
        {"hidden": HIDDEN, "cards": HIDDEN, "teams": "two seats"},
    ),
    "learn": ("{game}", {}),
    "puzzle": ("{game}", dict.fromkeys(KINDS, r"has 0 puzzles; `parlour puzzles .*my_game\.py")),
    "view": ("{record}", {}),
    "annotated": ("{game}", dict.fromkeys(KINDS, "has no annotated games")),
    "convert": ("{record} {folder}/out.pgn", {}),
    "recognise": ("{record}", {}),
    "tables": ("{game}", {}),
}
LONG: dict[str, tuple[str, dict[str, str]]] = {
    "play": ("{game} {players} --seat none --save {folder}/g.pgn", {}),
    "check": ("{game} -n 5", {}),
    "perft": ("{game} 2", {}),
    "playouts": ("{game} -n 20", {}),
    "bench": ("{game}", {"hidden": HIDDEN, "cards": HIDDEN}),
    "data": ("{game} {folder}/d.parquet -n 2 --workers 1", {}),
    "train": (
        "{game} --hours 0 --workers 1 --folder {folder}",
        dict.fromkeys(KINDS[1:], "declares no board to learn from"),
    ),
    "solve": (
        "{game} --time 1 --no-check",
        {"dice": "nothing to solve", "hidden": HIDDEN, "cards": HIDDEN, "teams": "two seats"},
    ),
    "puzzles": (
        "{game} -n 1 --players random,1",
        {"dice": "without chance", "hidden": HIDDEN, "cards": HIDDEN, "teams": "two seats"},
    ),
    "review": (
        "{record} --seconds 0.01",
        {"hidden": HIDDEN, "cards": HIDDEN, "teams": "two seats"},
    ),
    "ladder": ("{game} -n 2 --players '1 2'", {}),
    "tournament": ("{folder}/t.toml --workers 1", {}),
    "lab": ("ask {game} --hours 0.005 --workers 1 --folder {folder}/lab", {}),
}
ELSEWHERE = {  # commands without a game, and where `new` and `serve` of a file are tested
    *(
        "new",
        "serve",
        "games",
        "findings",
        "month",
        "match",
        "season",
        "backup",
        "export",
        "durability",
        "audit",
        "people",
    ),
    "balance",  # of one installed game
    "mcp",
}
CASES = [
    *((command, kind) for command in EVERYDAY for kind in KINDS),
    *(at_length(command, kind) for command in LONG for kind in KINDS),
]
TOURNAMENT = """
title = "Two bots"
games = ["{game}"]
number = 1
[[players]]
name = "one"
player = "random"
[[players]]
name = "two"
player = "random"
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process: its output, or the error that it prints; nothing is raised."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(count_commands, "BENCH_SECONDS", 0.02)

    def run(*arguments: str, typed: str = "quit\n") -> str:
        monkeypatch.setattr(sys, "argv", ["parlour", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        captured = capsys.readouterr()
        return captured.out if code == 0 else f"error: {captured.err}"

    return run


def starter(folder: Path, kind: str) -> str:
    return str(new_game(str(folder / "my_game"), kind)[0])


def record(folder: Path, path: str) -> str:
    """A recorded game of a file, as `parlour play` saves it; it is not loaded again by its id."""
    state, rng = parlour.game(path).start(), random.Random(1)
    while state.turn is not None:
        state.play(state.draw(rng) if state.turn == parlour.CHANCE else rng.choice(state.moves()))
    tree = parlour.records.Tree.from_state(state, {"File": path})
    (folder / "game.pgn").write_text(tree.write().text)
    return str(folder / "game.pgn")


def test_every_command_is_listed() -> None:
    assert set(typer.main.get_group(app).commands) == {*EVERYDAY, *LONG, *ELSEWHERE}


@pytest.mark.parametrize(("command", "kind"), CASES)
def test_a_command_takes_a_file(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    arguments, refusals = {**EVERYDAY, **LONG}[command]
    path = starter(tmp_path, kind)
    (tmp_path / "t.toml").write_text(TOURNAMENT.format(game=path))
    places = {"game": path, "folder": str(tmp_path), "record": ""}
    if "{record}" in arguments:
        places["record"] = record(tmp_path, path)
    seats = range(parlour.game(path).seats)
    places["players"] = " ".join(f"--player {seat}=random" for seat in seats)
    out = run(command, *shlex.split(arguments.format(**places)))
    if kind in refusals:
        assert re.search(refusals[kind], out), out
    else:
        assert not out.startswith("error"), out
