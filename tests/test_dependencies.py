"""Dependencies are bounded, and the tested versions are complete and within the bounds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
DATA = {"tzdata"}  # newer data is always wanted
LOCKED = ("test", "docs", "package")  # extras

project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]
needed = [Requirement(text) for text in project["dependencies"]]
all_of_them = [*needed, *(Requirement(text) for texts in extras.values() for text in texts)]


def versions_tested() -> dict[str, str]:
    """The tested versions by name; those with hashes only."""
    text = (ROOT / "requirements" / "tested.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^(\S+)==(\S+)[^\n]*\\\n +--hash=sha256:", text, re.M)
    assert len(pinned) == len(re.findall(r"^[a-z]", text, re.M)), "something lacks its hash"
    return {canonicalize_name(name.partition("[")[0]): version for name, version in pinned}


@pytest.mark.parametrize("requirement", all_of_them, ids=str)
def test_every_dependency_has_both_bounds(requirement: Requirement) -> None:
    operators = {each.operator for each in requirement.specifier}
    assert operators == ({">="} if requirement.name in DATA else {">=", "<"})


def test_the_tested_versions_are_all_that_is_needed_and_within_the_bounds() -> None:
    """`.ci/lock` brings them up to date."""
    versions = versions_tested()
    for requirement in [*needed, *(Requirement(text) for name in LOCKED for text in extras[name])]:
        version = versions[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement}: {version} is tested"
