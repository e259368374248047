"""What docs/running-for-many.md says to write down works: the unit, its command, the paths it may write."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/running-for-many.md"
UNIT = next(re.finditer(r"```ini\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))[1]


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze: apt-get install systemd")
    path = tmp_path / "parlour.service"
    path.write_text(UNIT.replace("/opt/parlour/bin/parlour", sys.executable))
    run = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False
    )
    own = [line for line in run.stderr.splitlines() if "parlour.service" in line]
    assert (run.returncode, own) == (0, [])


@pytest.mark.long
def test_the_units_command_is_one_of_ours() -> None:
    """It is taken as far as a log level that there is not, which is looked at after all else is read."""
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(UNIT)
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/parlour")
    run = subprocess.run(
        [sys.executable, "-m", "parlour", *words, "--log-level", "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "log level" in run.stderr
    assert unit["Service"]["StateDirectory"] in UNIT.partition("PARLOUR_DATA=/var/lib/")[2]
