"""Every command on files of games: it works, or says in a sentence why it cannot.

The files are the starters, and one that nobody wrote as a starter.

The commands are those of `parlour --help`; a new one must be listed here.
"""

from __future__ import annotations

import io
import random
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

import parlour
from parlour.cli import main
from parlour.cli.command_line import app
from parlour.cli.design import count_commands
from parlour.cli.design.starter import KINDS, new_game
from parlour.cli.laboratory import invent_command
from parlour.cli.laboratory.lab_app import lab
from parlour.lab.breeding.trial import Trial
from parlour.lab.inventor import inventor_plan
from tests.conftest import at_length

Run = Callable[..., str]

EXAMPLES = Path(__file__).parents[2] / "examples"

# Commands with their arguments; {game} is the file of the game, {record} of one of its games. What a kind
# of game cannot have is refused with the words that follow.
LINES = "lines"  # a file of one's own, beside the starters
FILES = (*KINDS, LINES)
HIDDEN = "hidden|hides"
UNSEEN = {"hidden": HIDDEN, "cards": HIDDEN}
TWO_PLAYERS = {**UNSEEN, "teams": "two seats"}
EVERYDAY: dict[str, dict[str, str]] = {
    "rules {game}": {},
    "moves {game}": {},
    "picture {game} --seat 0 --output {folder}/p.svg": {},
    "dossier {game} --to {folder}/d.html": {},
    "engine {game} --player random": TWO_PLAYERS,
    "learn {game}": {LINES: "Lines has no lesson"},
    "puzzle {game}": dict.fromkeys(FILES, r"has 0 puzzles; `parlour puzzles .*\.py"),
    "view {record}": {},
    "annotated {game}": dict.fromkeys(FILES, "has no annotated games"),
    "convert {record} {folder}/out.pgn": {},
    "recognise {record}": {},
    "tables {game}": {},
    "data {game} {folder}/r.csv --planes --records {record}": {},
}
LONG: dict[str, dict[str, str]] = {
    "play {game} {players} --seat none --save {folder}/g.pgn": {},
    "check {game} -n 5": {},
    "perft {game} 2": {},
    "playouts {game} -n 20": {},
    "bench {game}": UNSEEN,
    "data {game} {folder}/d.parquet -n 2 --workers 1": {},
    "train {game} --hours 0 --workers 1 --folder {folder}": dict.fromkeys(
        FILES[1:], "declares no board to learn from"
    ),
    "solve {game} --time 1 --no-check": {"dice": "nothing to solve", **TWO_PLAYERS},
    "puzzles {game} -n 1 --players random,1": {"dice": "without chance", **TWO_PLAYERS},
    "review {record} --seconds 0.01": TWO_PLAYERS,
    "ladder {game} -n 2 --players '1 2'": {},
    "tournament {folder}/t.toml --workers 1": {},
    "lab ask {game} --hours 0.005 --workers 1 --folder {folder}/lab": {},
}
# Of the laboratory: one after the other, on an experiment of random players.
LABORATORY = (
    "cost {folder}/e.toml",
    "run {folder}/e.toml --workers 1",
    "report e --output {folder}/figures",
    "games e",
    "show e 1.1.2",
    "replay {folder}/figures/e.json",
    "list",
    "register",
    "merge {folder}/data/laboratory --folder {folder}/other",
)
SEARCHES = {  # with what they print
    "diff {game}:size=3 {game}:line=3,size=3": ("board", "compared changed"),
    "diff {game} {game}": ("hidden", "have the same rules and options: nothing could differ"),
    "tune {game} -o size=3..4 --goal 'draws < 20%'": ("hidden", "fresh games"),
    "invent {game} -o size=3 -o win=3 -o lose=2,none -o start=empty -o move=anywhere": (
        LINES,
        "The best by fresh games",
    ),
}
ELSEWHERE = {  # commands without a game, and:
    "new",  # tests/cli/test_starter.py
    "serve",  # of a file: tests/web/test_game_registry.py
    "mcp",  # of a folder of files: test_assistant.py
    "balance",  # of TigerBridge alone
    *("games", "findings", "month", "match", "season", "backup", "export"),
    *("durability", "audit", "people"),
}
CASES = [
    *((line, kind) for line in EVERYDAY for kind in FILES),
    *(at_length(line, kind) for line in LONG for kind in FILES),
]
EXPERIMENT = """
title = "Random games"
question = "Who wins?"
games = 3
[[variant]]
game = "{game}"
[[budget]]
players = "random"
"""
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
    monkeypatch.setattr(inventor_plan, "GAMES", (4, 8, 12))  # so that they end before their time
    monkeypatch.setattr(inventor_plan, "FEWEST_RESTRICTED", 4)

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


def game_file(folder: Path, kind: str) -> str:
    """A file of the kind in the folder: a starter, or the example of lines on a hexagonal board."""
    if kind == LINES:
        return str(shutil.copy(EXAMPLES / "lines.py", folder / "lines.py"))
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
    listed = {line.split()[0] for line in (*EVERYDAY, *LONG)}
    assert set(typer.main.get_group(app).commands) == {*listed, *ELSEWHERE}
    studied = {line.split()[0] for line in (*LABORATORY, *SEARCHES)}
    assert set(typer.main.get_group(lab).commands) == {*studied, "ask"}


@pytest.mark.parametrize(("line", "kind"), CASES)
def test_a_command_takes_a_file(run: Run, tmp_path: Path, line: str, kind: str) -> None:
    path = game_file(tmp_path, kind)
    (tmp_path / "t.toml").write_text(TOURNAMENT.format(game=path))
    places = {"game": path, "folder": str(tmp_path), "record": ""}
    if "{record}" in line:
        places["record"] = record(tmp_path, path)
    seats = range(parlour.game(path).seats)
    places["players"] = " ".join(f"--player {seat}=random" for seat in seats)
    out = run(*shlex.split(line.format(**places)))
    refusal = {**EVERYDAY, **LONG}[line].get(kind)
    if refusal is not None:
        assert re.search(refusal, out), out
    else:
        assert not out.startswith("error"), out


@pytest.mark.long
@pytest.mark.parametrize("kind", FILES)
def test_the_laboratory_takes_a_file(run: Run, tmp_path: Path, kind: str) -> None:
    path = game_file(tmp_path, kind)
    (tmp_path / "e.toml").write_text(EXPERIMENT.format(game=path))
    for line in LABORATORY:
        out = run("lab", *shlex.split(line.format(folder=tmp_path)))
        assert not out.startswith("error"), line + out


@pytest.mark.long
@pytest.mark.parametrize(("line", "kind", "said"), [(k, *v) for k, v in SEARCHES.items()])
def test_the_searches_of_the_laboratory_take_a_file(
    run: Run, tmp_path: Path, line: str, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Trial("mcts", weak=0.1, games=3, first_games=2, compiles=False, fresh_games=(2,))
    monkeypatch.setattr(invent_command, "planned_trial", lambda *_: small)
    monkeypatch.setattr(time, "monotonic", time.process_time)  # whatever else the machine does
    path = game_file(tmp_path, kind)
    out = run("lab", *shlex.split(line.format(game=path)), "--hours", "0.005", "--workers", "1")
    assert said in out, out
