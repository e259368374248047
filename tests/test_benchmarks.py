"""Every script in benchmarks starts and gives figures, however few: one that no longer runs is a defect."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SMALL = {  # the smallest piece of work of each script
    "annotated_games.py": ["draft", "hex:size=4", "--seconds", "0.01"],
    "chances.py": ["--small", "--number", "8", "yavalath"],
    "corpus.py": [str(ROOT / "tests" / "records" / "corpus")],
    "double_dummy.py": ["--deals", "1", "--rows", "1"],
    "lab.py": ["--games", "100", "--part", "0.0001"],
    "memory.py": ["--games", "2", "--minutes", "0.05"],
    "draughts_endings.py": ["twindraughts:game=practice", "--pieces", "2"],
    "fairness.py": ["--seconds", "2"],
    "first_moves.py": ["--only", "naval-qi"],
    "intervals.py": ["--times", "2"],
    "large_files.py": ["--game", "yavalath", "--games", "20"],
    "levels.py": ["--only", "chainn", "--minutes", "0.001", "--workers", "1"],
    "openspiel_engine.py": ["hex"],
    "pgn.py": ["games.pgn", "--rounds", "1"],
    "recognition.py": ["--games", "2", "--only", "hex"],
    "records.py": ["--games", "2"],
    "revolver_hands.py": ["--every", "500"],
    "speed.py": ["--only", "yavalath", "--rounds", "1"],
    "strength.py": ["hex:size=4", "1", "2", "--pairs", "1"],
    "theorems.py": ["1* p,p"],
    "tiger_bridge_weights.py": ["--deals", "8"],
    "threads.py": ["yavalath", "--positions", "3", "--seconds", "0.02"],
    "unlur_boards.py": ["2", "3"],
    "vectors.py": ["--only", "yavalath"],
    "web.py": ["--games", "2", "--seconds", "2"],
}


def scripts() -> list[str]:
    return sorted(
        path.name for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text()
    )


def test_every_script_is_tried() -> None:
    assert scripts() == sorted(SMALL)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    """In a copy, so that no measured figures are written over."""
    shutil.copytree(ROOT / "benchmarks", tmp_path / "benchmarks")
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("pictures"))
    (tmp_path / "games.pgn").write_text('[Event "?"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n')
    command = [sys.executable, str(tmp_path / "benchmarks" / name), *SMALL[name]]
    run = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=400, env={**os.environ}
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.strip(), "it says what it found"
