"""`parlour new`: create a game in one file, with its lesson."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from parlour.errors import BadOption, UnknownGame
from parlour.lessons.course import ENDING
from parlour.table.catalogue import specs

SMALL = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,38}")


KINDS = ("board", "dice", "hidden", "cards", "teams")


def new_game(name: str, kind: str = "board") -> list[Path]:
    """Write a game of one of KINDS and its lesson; returns the files. Raises UnknownGame, BadOption."""
    if kind not in KINDS:
        raise BadOption(f"--kind {kind!s:.40} is not known: expected {', '.join(KINDS)}")
    path = Path(name if name.endswith(".py") else f"{name}.py")
    if not NAME.fullmatch(path.stem):
        raise UnknownGame(
            f"{path.stem!s:.60} is not a valid name: expected a letter, then at most 38 letters, "
            "digits, _ or -"
        )
    identifier = path.stem.lower().replace("_", "-")
    if identifier in specs():
        raise UnknownGame(f"{identifier} is the id of an installed game; choose another name")
    title = _title(identifier)
    files = {
        path: _fill_template(f"{kind}.py.txt", identifier, title),
        path.with_name(f"{identifier}{ENDING}"): _fill_template(
            f"{kind}.pgn.txt", identifier, title
        ),
    }
    there = [str(file) for file in files if file.exists()]
    if there:
        raise UnknownGame(f"{' and '.join(there)} exists already; nothing was written")
    for file, text in files.items():
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    return list(files)


def _title(identifier: str) -> str:
    """The title of a game: four-in-line becomes Four in Line."""
    words = identifier.replace("-", " ").split()
    return " ".join(word if word in SMALL else word.capitalize() for word in words)


def _fill_template(name: str, identifier: str, title: str) -> str:
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    return text.replace("{id}", identifier).replace("{title}", title)
