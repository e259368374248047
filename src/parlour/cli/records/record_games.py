"""The recorded games of a file, with the game in one file that a record names in its tag File."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from parlour.lessons.annotated_games import all_annotated_titles, annotated_file
from parlour.records import Item, read, tags_of
from parlour.table.catalogue import file_spec


def recorded_games(file: str) -> Iterator[Item]:
    """The games of a file, or of standard input for ``-``; a named game file is loaded first.

    A game's id, where there is no file with this name, means its annotated games.
    """
    if file == "-":
        return read(sys.stdin)
    path = Path(file).expanduser()
    if not path.exists() and file in all_annotated_titles():
        path = annotated_file(file)
    _load_named_file(path)
    return read(path)


def _load_named_file(record: Path) -> None:
    """Load the game file that a record's first game names, if it is there and declares just that game.

    A record may come from anybody: it runs no other program.
    """
    if not record.is_file():
        return
    tags = tags_of(record)
    named = tags.get("File", "")
    game_id = tags.get("Game", "").partition(":")[0]
    if named.endswith(".py") and game_id and _declared_id(Path(named)) == game_id:
        file_spec(named)


def _declared_id(path: Path) -> str | None:
    """The id in a game file's ``GAME = Spec(id=…)``, read without running it; None for other files."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return None
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and [ast.unparse(target) for target in node.targets] == ["GAME"]
            and isinstance(node.value, ast.Call)
        ):
            given = {keyword.arg: keyword.value for keyword in node.value.keywords}
            value = given.get("id")
            return str(value.value) if isinstance(value, ast.Constant) else None
    return None
