"""What all tests share: compiled code goes to one cache, option sets come from one list."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

import parlour

os.environ["PARLOUR_AHEAD"] = "0"  # servers of tests leave the processor to the tests

# The first call of a compiled function takes as long as compiling does; a timed test would be flaky.
settings.register_profile("parlour", deadline=None)
settings.load_profile("parlour")

HERE = Path(__file__).parent
EVERYDAY_COMPILED = 1  # option sets of each game that everyday tests compile: each takes seconds


ALL = "PARLOUR_ALL" in os.environ  # whether long tests are as long as they can be: hours


ALIKE = {"y", "royal-draughts", "twindraughts"}  # made from the sources of another game


def part(most: int) -> int:
    """How many of `most` cases a long test has: a twelfth of them, or all where $PARLOUR_ALL is set."""
    return most if ALL else max(1, most // 12)


def share(most: int) -> range:
    """The numbers of a long test's blocks: as many as `part` says."""
    return range(part(most))


def at_length(*values: object) -> ParameterSet:
    """The values as a parameter that only the long tests have."""
    return pytest.param(*values, marks=pytest.mark.long)


hours = pytest.mark.skipif(not ALL, reason="it takes long: set PARLOUR_ALL")


def unlike(names: list[str]) -> list[str]:
    """The ids of games without those made from another one's sources, or all where $PARLOUR_ALL is set."""
    return [name for name in names if ALL or name not in ALIKE]


def option_sets() -> list[str]:
    """Every game name (id and options) that the conformance battery plays."""
    listed = tomllib.loads((HERE / "option_sets.toml").read_text())
    return [f"{i}:{options}" if options else i for i, sets in listed.items() for options in sets]


def first_everyday(
    names: list[str], most: int = EVERYDAY_COMPILED, longest: int | None = None
) -> list[ParameterSet]:
    """The names as parameters; of each game's the first belong to the everyday tests, others to the long.

    Behind the first `longest` there are none, unless $PARLOUR_ALL is set.
    """
    seen: Counter[str] = Counter()
    parameters = []
    for name in names:
        identifier = name.partition(":")[0]
        seen[identifier] += 1
        if longest is not None and seen[identifier] > longest and not ALL:
            continue
        marks = [pytest.mark.long] if seen[identifier] > most else []
        parameters.append(pytest.param(name, marks=marks))
    return parameters


def listed_games() -> list[str]:
    """The ids in the list of option sets."""
    return list(tomllib.loads((HERE / "option_sets.toml").read_text()))


def standard_games() -> list[str]:
    """The installed games, each with its default options."""
    return parlour.games()


def npm_package(name: str, folder: Path) -> Path:
    """The unpacked package of this name and version, from npm; skips the test where it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"there is no npm to fetch {name} with")
    fetched = subprocess.run(
        [npm, "pack", name, "--silent"], cwd=folder, capture_output=True, timeout=120
    )
    if fetched.returncode != 0:
        pytest.skip(f"npm cannot fetch {name}")
    (archive,) = folder.glob("*.tgz")
    subprocess.run(["tar", "xzf", archive], cwd=folder, check=True)
    return folder / "package"
