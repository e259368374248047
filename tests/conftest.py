"""What all tests share: compiled code goes to one cache, option sets come from one list."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import settings

import parlour

# The first call of a compiled function takes as long as compiling does; a timed test would be flaky.
settings.register_profile("parlour", deadline=None)
settings.load_profile("parlour")

HERE = Path(__file__).parent


def option_sets() -> list[str]:
    """Every game name (id and options) that the conformance battery plays."""
    listed = tomllib.loads((HERE / "option_sets.toml").read_text())
    return [f"{i}:{options}" if options else i for i, sets in listed.items() for options in sets]


def listed_games() -> list[str]:
    """The ids in the list of option sets."""
    return list(tomllib.loads((HERE / "option_sets.toml").read_text()))


def standard_games() -> list[str]:
    """The installed games, each with its default options."""
    return parlour.games()
