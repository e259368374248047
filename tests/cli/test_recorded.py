"""The commands view, convert and recognise from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.design.starter import new_game
from parlour.records import first
from parlour.table import catalogue
from tests.cli.test_commands import Run, run

__all__ = ["run"]

HEX = """(;FF[4]GM[11]SZ[5]PB[Ann]C[At the start.];B[a3]TE[1]C[good]
(;W[swap-sides];W[c2];B[d2])(;W[b2]C[or so];B[c1]))
(;GM[11]SZ[3];B[a1];W[a1])
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hex.sgf"
    path.write_text(HEX)
    return path


def test_view(run: Run, file: Path) -> None:
    code, out, err = run("view", str(file))
    assert (code, err) == (0, "")
    lines = [line.strip() for line in out.splitlines()]
    for line in ("Red Ann", "At the start.", "1. a3!", "good", "1... b2", "or so", "2. c2 d2"):
        assert line in lines
    assert out.count("1    ·   ·   ·   ·   ·") == 3
    assert run("view", str(file), "--boards", "ends")[1].count("1    ·   ·   ·   ·   ·") == 2
    assert run("view", str(file), "--ply", "1")[1].count("[x]") == 1
    second = run("view", str(file), "-n", "2")[1]
    assert "line 3, column 21: a1 is not a legal move" in second.replace("\n", " ")
    for arguments in (["-n", "3"], ["--boards", "none"]):
        code, out, err = run("view", str(file), *arguments)
        assert code == 2
        assert err.startswith("parlour: ")
    assert "No such file" in run("view", "/no/such/file")[2]


def test_annotated_games_are_listed_and_shown(run: Run) -> None:
    assert "Reversing the move" in run("annotated")[1]
    listed = run("annotated", "hex")[1].splitlines()
    assert listed[0] == "hex"
    assert listed[1].split(maxsplit=1)[1] in run("view", "hex", "--boards", "ends")[1]
    assert "has no game number 9" in run("view", "hex", "-n", "9")[2]
    assert "there is no game checkers" in run("annotated", "checkers")[2]


def test_a_record_finds_the_file_of_its_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    game = new_game(str(tmp_path / "here" / "found_game"))[0]
    record = game.with_name("game.pgn")

    def write(named: str) -> None:
        record.write_text(f'[Game "found-game"]\n[File "{named}"]\n\n1. a1 b2 *\n')

    write(str(tmp_path / "gone.py"))
    err = run("view", str(record))[2]
    assert (
        f"the game found-game of the file {tmp_path}/gone.py (its tag File), which is not there"
        in err
    )
    assert "1 not readable" in run("convert", str(record))[2]
    assert (
        f"to load it: parlour play {tmp_path}/gone.py --load "
        in run("play", "--load", str(record))[2]
    )
    (tmp_path / "gone.py").write_text(game.read_text().replace('id="found-game"', 'id="other"'))
    assert "which does not declare found-game" in run("view", str(record))[2]
    write("found_game.py")  # beside the record
    assert run("view", str(record))[0] == 0
    catalogue._in_files.pop("found-game")
    assert "2 of 2" in run("recognise", str(record))[1]
    catalogue._in_files.pop("found-game")
    write("gone.py")
    assert "which is not there" in run("recognise", str(record))[2]
    game.with_name("gone.py").write_text("")  # beside the record
    assert "which does not declare found-game" in run("recognise", str(record))[2]


def test_convert(run: Run, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "hex.pgn"
    code, out, err = run("convert", str(file), str(target))
    assert (code, out) == (0, "")
    assert "game 2: line 3, column 21: a1 is not a legal move" in err
    assert err.splitlines()[-1] == "1 read without errors, 0 losses, 2 written, 1 with errors"
    assert first(target)[0].moves() == ("a3", "swap", "c2", "d2")
    assert "unknown format" in run("convert", str(file), str(tmp_path / "hex.xyz"))[2]
    assert "no form" in run("convert", str(file), str(target), "--to", "xyz")[2]
    assert first(target)[0].moves() == ("a3", "swap", "c2", "d2")


def test_a_folder_of_files_is_told_of(run: Run, file: Path) -> None:
    (file.parent / "go.sgf").write_text("(;GM[1]SZ[19];B[aa])")
    code, out, err = run("convert", str(file.parent))
    assert (code, out) == (0, "")
    assert "go.sgf, game 1: line 1, column 2: Go (GM[1])" in err
    assert err.splitlines()[-1] == "2 with errors, 1 not readable, 1 read without errors, 0 losses"


def test_recognise(run: Run, file: Path, tmp_path: Path) -> None:
    code, out, err = run("recognise", str(file))
    assert (code, err) == (0, "")
    assert out.split() == ["Game", "Moves", "Stopped", "at", "line", "hex:size=5", "4", "of", "4"]
    path = tmp_path / "moves.txt"
    path.write_text("b1-b3 a2-c2 b8-h8 z9")
    assert "lines-of-action" in run("recognise", str(path))[1]
    path.write_text("nothing")
    assert run("recognise", str(path))[0] == 2
