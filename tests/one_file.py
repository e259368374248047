"""The game in one file that the docs show, taken from the page as a designer would copy it."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "invent" / "your-own-game.md"


def documented_game() -> str:
    """The source that stands in docs/invent/your-own-game.md."""
    match = re.search(r"## The whole file\n\n```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert match is not None
    return match[1]


def write_game(folder: Path, name: str = "four_in_line") -> str:
    """Put the documented game into `folder`; returns the path of its file."""
    path = folder / f"{name}.py"
    path.write_text(documented_game())
    return str(path)
