"""Every script in benchmarks starts and gives figures, however few: one that no longer runs is a defect."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SMALL = {  # the smallest piece of work of each script
    "all.py": ["--render"],
    "annotated_games.py": ["draft", "hex:size=4", "--seconds", "0.01"],
    "blunders.py": ["yavalath", "random", "--games", "1", "--judge", "alphabeta:depth=1"],
    "chances.py": ["--small", "--number", "8", "yavalath"],
    "corpus.py": [str(ROOT / "tests" / "records" / "corpus")],
    "double_dummy.py": ["--deals", "1", "--rows", "1"],
    "lab.py": ["--games", "100", "--part", "0.0001"],
    "memory.py": ["--games", "2", "--minutes", "0.05"],
    "draughts_endings.py": ["twindraughts:game=practice", "--pieces", "2"],
    "election_sets.py": [],
    "evaluation_weights.py": ["chess", "--games", "120", "--nodes", "20", "--dry"],
    "fairness.py": ["--seconds", "2"],
    "first_moves.py": ["--only", "naval-qi"],
    "forced_replies.py": [],
    "groups.py": [],
    "intervals.py": ["--times", "2"],
    "large_files.py": ["--game", "yavalath", "--games", "20"],
    "levels.py": ["--only", "chainn", "--minutes", "0.001", "--workers", "1"],
    "openspiel_engine.py": ["hex"],
    "openspiel_loop.py": ["--only", "hex", "--seconds", "0.05", "--warm", "10"],
    "ratios.py": ["--save"],
    "recognition.py": ["--games", "2", "--only", "hex"],
    "records.py": ["--games", "2"],
    "reversals.py": [],
    "revolver_hands.py": ["--every", "500"],
    "speed.py": ["--only", "yavalath", "--rounds", "1"],
    "strength.py": ["hex:size=4", "1", "2", "--pairs", "1"],
    "theorems.py": ["1* p,p"],
    "tiger_bridge_weights.py": ["--deals", "8"],
    "threads.py": ["yavalath", "--positions", "3", "--seconds", "0.02"],
    "unlur_boards.py": ["2", "3"],
    "vectors.py": ["--only", "yavalath"],
    "version_changes.py": ["--seeds", "1", "--games", "4"],
    "web.py": ["--games", "2", "--seconds", "2"],
}


def scripts() -> list[str]:
    return sorted(
        path.name for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text()
    )


def test_every_script_is_tried() -> None:
    assert scripts() == sorted(SMALL)


def test_the_page_on_speed_has_a_place_for_each_section() -> None:
    run_all = runpy.run_path(str(ROOT / "benchmarks" / "all.py"))
    page = (ROOT / "docs" / "measurements" / "speed.md").read_text()
    names = [section.name for section in run_all["SECTIONS"]]
    assert sorted(name for _, name, _ in run_all["MARKED"].findall(page)) == sorted(names)
    assert sum(section.minutes for section in run_all["SECTIONS"]) <= 60
    shown = run_all["render"]({"records": {"missing": "sgfmill is not installed"}}, page)
    assert "Not measured: sgfmill is not installed." in shown
    assert run_all["render"]({}, page) == page


@pytest.mark.long
def test_a_ratio_that_has_fallen_is_found(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "benchmarks", tmp_path / "benchmarks")
    stored = tmp_path / "benchmarks" / "results" / "ratios.json"
    ratios = json.loads(stored.read_text())
    stored.write_text(json.dumps(ratios | {"hex SGF": 2 * ratios["hex SGF"]}))
    command = [sys.executable, str(tmp_path / "benchmarks" / "ratios.py"), "--only", "SGF"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=400)
    assert run.returncode == 1
    assert run.stderr.startswith("hex SGF has 0.")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    """In a copy, so that no measured figures are written over."""
    shutil.copytree(ROOT / "benchmarks", tmp_path / "benchmarks")
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("pictures"))
    command = [sys.executable, str(tmp_path / "benchmarks" / name), *SMALL[name]]
    run = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=400, env={**os.environ}
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.strip(), "it says what it found"
