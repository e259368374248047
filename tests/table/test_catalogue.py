"""How games are found: by folder, by another package's entry point, by file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from tests.toys import NOUGHTS

PACKAGE = (
    NOUGHTS
    + """
from parlour.kernel.spec import Spec

GAMES = (
    Spec(id="noughts", title="Noughts", goal="A row of three.", package=__name__, rules="",
         notation="", seats=("Nought", "Cross")),
)
"""
)
ENTRY_POINTS = "[parlour.games]\nnoughts = brought_noughts\n"
PLAY = """
import parlour
assert "noughts" in parlour.games()
state = parlour.game("noughts").start()
state.play(state.moves()[0])
print(len(state.moves()))
"""


def brought(folder: Path, package: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run `code` where a package with these contents is installed."""
    (folder / "brought_noughts.py").write_text(package)
    info = folder / "brought_noughts-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brought-noughts\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )


def test_a_game_from_another_package(tmp_path: Path) -> None:
    done = brought(tmp_path, PACKAGE, PLAY)
    assert done.stdout == "8\n", done.stderr


def test_a_broken_package_is_told_of_and_the_other_games_stay(tmp_path: Path) -> None:
    code = "import parlour; print('hex' in parlour.games(), 'noughts' in parlour.games())"
    done = brought(tmp_path, "import nothing_of_that_name\n", code)
    assert done.stdout == "True False\n", done.stderr
    assert "brought_noughts" in done.stderr


def test_ids_are_sorted() -> None:
    assert parlour.games() == sorted(set(parlour.games()))
    assert "lines-of-action" in parlour.games()


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(parlour.UnknownGame, match="no file"):
        parlour.game("nowhere/game.py")


def test_a_game_file_that_ends_the_program_is_a_typed_error(tmp_path: Path) -> None:
    for words in ("raise SystemExit(3)", "import sys; sys.exit()", "exit()"):
        path = tmp_path / f"{len(words)}.py"
        path.write_text(words)
        with pytest.raises(parlour.BadRules, match="line 1: SystemExit"):
            parlour.game(str(path))
