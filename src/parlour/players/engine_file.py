"""External engines under names of your own: ``engine:NAME`` wherever a player is named.

They are listed in one TOML file, ``$PARLOUR_ENGINES`` or ``engines.toml`` among the user's settings:

    [stockfish]
    protocol = "uci"
    command = "/usr/games/stockfish"
    seconds = 0.5                  # for a move; default 1
    options = { Threads = "1", "UCI_Elo" = "1800" }
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from parlour.errors import BadPlayer
from parlour.toml_lines import TomlSource, TomlTable

MOST_SECONDS = 86_400.0  # of a move


@dataclass(frozen=True)
class NamedEngine:
    """One program: the `protocol` that it speaks, its `command`, and the options that it is given first."""

    protocol: str
    command: str
    seconds: float
    options: Mapping[str, str]


def engines_path() -> Path:
    """Where the file is, or would be."""
    named = os.environ.get("PARLOUR_ENGINES")
    return Path(named) if named else Path(platformdirs.user_config_dir("parlour")) / "engines.toml"


def engine(name: str, protocols: tuple[str, ...]) -> NamedEngine:
    """The engine with this name; raises BadPlayer, which names the file, the line and what is allowed."""
    path, table = engines_path(), _table()
    names = list(table.values)
    if name not in names:
        raise BadPlayer(f"{path} has no engine {name!s:.40}: it has {', '.join(names) or 'none'}")
    return _engine(table.table(name), protocols)


def engines(protocols: tuple[str, ...]) -> dict[str, NamedEngine]:
    """All engines by their names; raises BadPlayer."""
    table = _table()
    return {name: _engine(table.table(name), protocols) for name in table.values}


def _table() -> TomlTable:
    path = engines_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadPlayer(f"engines have their names in the file {path}, and there is none") from None
    except (OSError, ValueError) as error:
        raise BadPlayer(f"the file of engines {path} cannot be read: {error}") from error
    return TomlSource(text, str(path), BadPlayer).table


def _engine(table: TomlTable, protocols: tuple[str, ...]) -> NamedEngine:
    options = table.table("options")
    found = NamedEngine(
        protocol=table.word("protocol", "", protocols),
        command=table.text("command"),
        seconds=table.number("seconds", 1.0, 0.001, MOST_SECONDS),
        options={key: options.text(key) for key in options.values},
    )
    table.check_all_used()
    return found
