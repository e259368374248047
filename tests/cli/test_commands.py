"""The command line from outside: cheap help, clean errors, what each command prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parlour.cli import main
from parlour.cli.command_line import app
from parlour.matches.recorded import read_match
from parlour.records import save
from tests.one_file import documented_game, write_game

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the command line in this process: its exit code, output and errors."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["parlour", *arguments])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def path(tmp_path: Path) -> str:
    return write_game(tmp_path)


def test_help_imports_neither_numba_nor_numpy() -> None:
    script = (
        "import sys\n"
        "sys.argv = ['parlour', '--help']\n"
        "from parlour.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('numba', 'numpy', 'rich', 'prompt_toolkit') if m in sys.modules])\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.rstrip().endswith("[]")
    for command in (
        "games",
        "rules",
        "play",
        "moves",
        "perft",
        "playouts",
        "bench",
        "ladder",
        "check",
    ):
        assert f"\n  {command} " in found.stdout


def test_games_are_listed(run: Run) -> None:
    code, out, _ = run("games")
    assert code == 0
    line = next(line for line in out.splitlines() if line.startswith("lines-of-action\t"))
    assert line.split("\t")[1:3] == ["Lines of Action", "2"]


def test_rules_have_the_options(run: Run, path: str) -> None:
    code, out, _ = run("rules", path)
    assert code == 0
    assert "How it ends" in out
    assert "a whole number from 3 to 15" in out
    assert "move_limit" in out


def test_moves_one_to_a_line(run: Run, path: str) -> None:
    code, out, _ = run("moves", path, "--option", "size=3")
    assert (code, out.split()) == (0, ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])


def test_moves_of_a_position_and_after_the_end(run: Run, path: str) -> None:
    text = "four-in-line:line=3,size=3 0 0 -1 7 1,2,0,0,0,0,0,0,0"
    assert (
        run("moves", path, "-o", "size=3", "-o", "line=3", "--position", text)[1].split()[0] == "a2"
    )
    assert run("moves", path, "--position", text)[1].split()[0] == "a2"
    assert "first field" in run("moves", path, "-o", "size=3", "-p", text)[2]
    assert "size=99" in run("moves", path, "-p", text.replace("size=3", "size=99"))[2]
    over = "four-in-line:line=3,size=3 -1 0 0 4 1,1,1,2,2,0,0,0,0 #row:1,0"
    assert "The game is over: row:1,0" in run("moves", path, "-o", "size=3,line=3", "-p", over)[1]


def test_perft_and_its_divide(run: Run, path: str) -> None:
    code, out, _ = run("perft", path, "3", "--divide", "-o", "size=3,line=3")
    assert code == 0
    assert "b2: 56" in out
    assert "perft 3: 504" in out
    assert "perft 0: 1" in run("perft", path, "0")[1]


def test_playouts(run: Run, path: str) -> None:
    code, out, _ = run("playouts", path, "-n", "50", "-o", "size=3,line=3", "--seed", "1")
    assert code == 0
    assert "Black scores" in out
    assert "games per second" in out


def test_check_of_sound_rules(run: Run, path: str) -> None:
    code, out, _ = run("check", path, "-n", "5", "-o", "size=4")
    assert code == 0
    assert out.startswith("passed: 5 random games of four-in-line:size=4")
    assert "up to 16 legal moves" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "s.board[m] = seat + 1",
            "s.board[m + 3] = seat + 1",
            "in play, `s.board[m + 3] = seat + 1`: IndexError",
        ),
        ("    s.winner = -1\n", "", "start must set winner"),
        ("n += 1", "n += 0", "legal_moves returns no move in a running game"),
        ("return 0.5", "return 2.0", "the score 2 is not between 0 and HIGHEST"),
        ("out[n] = cell", "out[n] = 0", "legal_moves returns the same move twice"),
        ("def play(s, m)", "def noisy(s, m):\n    pass\n\n\ndef play(s, m)", "noisy returns None"),
        (
            "def play(s, m)",
            "def stands(s, seat, m):\n    pass\n\n\ndef play(s, m)",
            "stands returns None",
        ),
        ("def play(s, m)", "MARGIN = 'ten'\n\n\ndef play(s, m)", "expected 0 or"),
        ("def play(s, m)", "MARGIN = -5\n\n\ndef play(s, m)", "MARGIN is -5"),
    ],
)
def test_check_finds_mistakes(run: Run, tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "mistaken.py"
    path.write_text(documented_game().replace(old, new).replace("LINE = 4", "LINE = 9"))
    code, _, err = run("check", str(path), "-n", "3", "-o", "size=3")
    assert code == 2
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "no-such-game"], "there is no game no-such-game"),
        (["play"], "which game?"),
        (["play", "lines-of-action", "-o", "setup"], "setup is not an option"),
        (["play", "lines-of-action", "-o", "setup=odd"], "setup is standard or scrambled-eggs"),
        (["play", "lines-of-action", "-o", "both=draw", "-o", "both=draw"], "given twice"),
        (
            ["play", "lines-of-action", "--seat", "Red"],
            "has no seat Red; the seats are Black (0), White (1)",
        ),
        (["play", "lines-of-action", "--player", "White"], "as White=person"),
        (["play", "lines-of-action", "--player", "White=nobody"], "there is no player nobody"),
        (["play", "hex", "--budget", "soon"], "simulations=soon"),
        (["play", "--resume"], "there is no unfinished game"),
        (["play", "--load", "/no/such.pgn"], "No such file"),
        (["rules", "/no/such.py"], "there is no file /no/such.py"),
        (["moves", "lines-of-action", "-p", "nonsense"], "expected lines-of-action"),
        (["perft", "y", "--", "-1"], ""),
        (["play", "lines-of-action", "--level", "7"], ""),
        (["no-such-command"], ""),
    ],
)
def test_mistakes_get_one_clean_line(run: Run, arguments: list[str], message: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error() -> None:
    script = f"{sys.executable} -m parlour moves y:size=21 | head -1"
    found = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env={**os.environ}, check=True
    )
    assert found.stderr == ""


def test_a_ladder_of_two_players(run: Run, path: str) -> None:
    code, out, _ = run(
        "ladder", path, "-n", "2", "--players", "random random", "-o", "size=3,line=3"
    )
    assert code == 0
    assert "95% interval" in out
    assert out.splitlines()[-1].split()[:3] == ["random", "random", "2"]
    assert run("ladder", path, "--players", "random")[0] == 2
    assert "there is no player nobody" in run("ladder", path, "--players", "random nobody")[2]


@pytest.mark.long
def test_bench_measures_every_figure(run: Run, path: str) -> None:
    code, out, _ = run("bench", path, "-o", "size=3,line=3")
    assert code == 0
    for figure in ("random games", "perft leaves", "MCTS simulations", "alpha-beta positions"):
        assert figure in out


def test_requested_byes_are_in_the_report_file(run: Run, tmp_path: Path) -> None:
    rows = "".join(f'[[players]]\nname = "{name}"\n' for name in ("Ben", "Cara"))
    text = 'format = "swiss"\ngames = "hex:size=3"\nrounds = 2\nnumber = 1\n'
    file = _with(tmp_path, f'{text}{rows}[[players]]\nname = "Ann"\nbyes = [1]\n')
    target = tmp_path / "club.trf"
    assert run("tournament", file, "--tell", "1.1=1", "--report", str(target))[0] == 0
    assert "0000 - H" in target.read_text()
    assert "Ann" in run("tournament", str(target))[1]
    assert run("tournament", file, "--report", str(tmp_path / "no" / "x"))[0] != 0


@pytest.mark.long
def test_a_tournament_is_played_told_and_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    players = ("random", "mcts:simulations=9")
    rows = "".join(f'[[players]]\nplayer = "{player}"\n' for player in players)
    file.write_text(f'games = "hex:size=3"\nseed = 1\n{rows}[[players]]\nname = "Ann"\n')
    code, out, _ = run("tournament", str(file), "--workers", "1")
    assert code == 0
    assert "open: 1.1 mcts:simulations=9 against Ann, hex:size=3" in " ".join(out.split())
    assert run("tournament", str(file), "--tell", "1.1=1,0")[0] == 0
    code, out, _ = run("tournament", str(file), "--tell", "3.1=1,0", "--workers", "1")
    assert code == 0
    assert "Against each other" in out
    assert "open:" not in out
    assert run("tournament", str(file), "--tell", "3.1=1,0")[0] == 2
    assert "line 1: games" in run("tournament", _with(tmp_path, 'games = "x"'))[2]


def _with(folder: Path, text: str) -> str:
    (folder / "other.toml").write_text(text)
    return str(folder / "other.toml")


def test_a_match_is_shown(run: Run) -> None:
    code, out, _ = run(
        "match", "twindraughts-group", "-s", "toss=reset", "-r", "1=1,0", "-r", "2=0,1"
    )
    assert code == 0
    assert "points 2 to 0" in out
    assert "critical" in out
    over = run("match", "sundry-trio", "-r", "1=3,0,3,0", "-r", "2=0,0,0,0,0,0,1@0")
    assert "side 0 has won" in over[1]
    assert "no group nothing" in run("match", "nothing")[2]
    assert "is not a result" in run("match", "sundry-trio", "-r", "1:1,0")[2]


def test_a_match_is_played_and_goes_on_from_its_file(run: Run, tmp_path: Path) -> None:
    group, file = tmp_path / "group.toml", tmp_path / "match.pgn"
    group.write_text('[[games]]\ngame = "hex:size=3"\n[[games]]\ngame = "y:size=3"\nworth = 2\n')
    bots = ["--player", "0=random", "--player", "1=random"]
    code, out, _ = run("match", str(group), "--play", str(file), *bots)
    assert code == 0
    assert "has won" in out
    held, trees = read_match(file)
    assert [held.outcome is not None, sorted(trees)] == [True, [1, 2]]
    save(file, [trees[2]])  # the first game is still to be played
    assert "Game 1: hex:size=3" in run("match", str(group), "--play", str(file), *bots)[1]
    assert sorted(read_match(file)[1]) == [1, 2]
    for wrong, said in (("2=random", "no player of a side"), ("0=", "no player of a side")):
        assert said in run("match", str(group), "--play", "x.pgn", "--player", wrong)[2]
    file.write_text("nonsense", encoding="utf-8")
    assert run("match", str(group), "--play", str(file), *bots)[0] != 0
    assert file.read_text(encoding="utf-8") == "nonsense"


def test_a_match_of_one_game(run: Run, tmp_path: Path) -> None:
    file, bots = str(tmp_path / "match.pgn"), ("--player", "0=random", "--player", "1=random")
    game = ("match", "hex:size=3", "-s", "games=2")
    assert "2 games of hex:size=3" in run(*game, "-r", "1=1,0")[1]
    assert "Game 2: hex:size=3" in run(*game, "--play", file, *bots)[1]
    assert "points" in run("match", file)[1]
    assert "expected a whole number from 1" in run(*game[:3], "games=0")[2]
    assert "no game nothing" in run("match", "nothing", *game[2:])[2]


RECORD = """[Game "hex:pie=no,size=3"]
[Match ""]
[MatchSettings "{\\"game\\": \\"hex:pie=no,size=3\\", \\"games\\": 2}"]
[MatchGame "1"]
[Clock "countdown:time=20s"]
[ClockEvents "1795354439854 turn 0; +7184 turn 1; +4023 turn 0; +12816 pause 'over"]
[Result "0-1"]
[Termination "time"]

1. a1 {[%clk 0:00:12.816]} 1... b2 {[%clk 0:00:15.977]} 0-1
"""


def test_a_match_is_read_from_its_record_with_what_the_clocks_showed(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "match.pgn"
    file.write_text(RECORD, encoding="utf-8")
    code, out, err = run("match", str(file))
    assert (code, err) == (0, "")
    assert "0:00.0 | 0:16" in out
    assert "points 0 to 1" in out
    assert "Only side 1 can still win the match, or it can be a tie." in out
    assert "Game 2 can settle it at once." in out


def test_players_find_their_commands_first() -> None:
    listed = CliRunner().invoke(app, ["--help"], terminal_width=80).output
    names = re.findall(r"^  (\w+)  ", listed.partition("Commands:")[2], re.MULTILINE)
    assert names[:3] == ["games", "rules", "play"]
    assert len(names) == len(set(names)) > 30
    assert "..." not in listed.partition("Commands:")[2].partition("balance")[0]
