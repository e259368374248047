"""The parts of the board's page that need no browser, tested by Node's own test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
HERE = Path(__file__).parent
MODULES = Path(__file__).parents[2] / "src/parlour/web/static"


@pytest.mark.skipif(NODE is None, reason="there is no Node: apt-get install nodejs")
def test_the_modules_own_tests_pass() -> None:
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    assert len(tests) >= 3
    run = subprocess.run(
        [NODE or "", "--test", *tests], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
    assert "# fail 0" in run.stdout or "ℹ fail 0" in run.stdout


def test_no_module_is_longer_than_a_reader_likes() -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in MODULES.rglob("*.js")}
    assert lengths
    assert max(lengths.values()) <= 250, lengths
