"""The recorded games of a file, with the game in one file that a record names in its tag File."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from parlour.errors import BadRecord
from parlour.lessons.annotated_games import all_annotated_titles, annotated_file
from parlour.records import Item, read, tags_of
from parlour.table.catalogue import file_spec


def recorded_games(file: str) -> Iterator[Item]:
    """The games of a file, or of standard input for ``-``; a named game file is loaded first.

    A game's id, where there is no file with this name, means its annotated games.
    """
    if file == "-":
        yield from read(sys.stdin)
        return
    path = Path(file).expanduser()
    if not path.exists() and file in all_annotated_titles():
        path = annotated_file(file)
    missing = load_named_file(path)
    for item in read(path):
        if missing and item.tree is None:
            item.error = BadRecord(missing)
        yield item


def load_named_file(record: Path) -> str:
    """Load the game file that a record's first game names, from here or beside the record.

    A record may come from anybody: it runs no other program than one that declares just that game.
    Returns why the file is not loaded; empty if it is, or if none is named.
    """
    if not record.is_file():
        return ""
    game_id, named = named_file(record)
    if not named:
        return ""
    paths = Path(named), record.parent / named
    for path in paths:
        if _declared_id(path) == game_id:
            file_spec(str(path))
            return ""
    is_there = any(path.is_file() for path in paths)
    why = f"does not declare {game_id}" if is_there else "is not there"
    return f"{record} has the game {game_id} of the file {named} (its tag File), which {why}"


def named_file(record: Path) -> tuple[str, str]:
    """The id of a record's first game, and the file of the game that it names; empty if none."""
    tags = tags_of(record)
    named, game_id = tags.get("File", ""), tags.get("Game", "").partition(":")[0]
    return (game_id, named) if named.endswith(".py") and game_id else ("", "")


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
