"""What a reading process does for studies: imports texts, and rebuilds saved studies.

The functions take and return plain data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.errors import ParlourError
from parlour.records import Tree
from parlour.web.common.game_registry import registered_game
from parlour.web.studies.study_edits import EDIT, apply_edit
from parlour.web.studies.study_import import guess_words, import_text, recognise_text
from parlour.web.studies.study_tree import PackedTree, StudyTree, checked_text

LONGEST_TITLE = 200


@dataclass(frozen=True)
class ReadStudy:
    """A study to save: its record in the native format, title, losses of the import, and tree."""

    text: str
    title: str
    losses: str
    tree: PackedTree


@dataclass(frozen=True)
class GuessedGame:
    """A game that a text may record, with `accepted` of its `of` moves legal, and in words."""

    game: str
    accepted: int
    of: int
    line: int | None
    words: str


@dataclass(frozen=True)
class Guesses:
    """The games that a text may record; the first `tie` fit equally well."""

    games: tuple[GuessedGame, ...]
    tie: int
    several: bool


def guess_games(text: str) -> Guesses:
    """Detect which games a text may record. Raises ParlourError."""
    found = recognise_text(text)
    games = tuple(
        GuessedGame(guess.game, guess.accepted, guess.of, guess.line, guess_words(guess))
        for guess in found.guesses
    )
    return Guesses(games, found.tie, found.several)


def import_study(text: str, game: str = "", number: int = 1) -> ReadStudy:
    """A study of the `number`-th recorded game of a text. Raises ParlourError."""
    imported = import_text(text, game, number)
    return _read_study(imported.tree, imported.losses)


def new_study(game: str, position: str = "") -> ReadStudy:
    """A study of a game without moves. Raises ParlourError."""
    name = position.partition(" ")[0] or game
    return _read_study(Tree(registered_game(name), {}, position or None))


def _read_study(tree: Tree, losses: Sequence[str] = ()) -> ReadStudy:
    text = checked_text(tree)
    return ReadStudy(text, title_of(tree), "\n".join(losses), StudyTree.read(text).pack())


def rebuild(base: str, edits: Sequence[str], secret: str) -> PackedTree:
    """The tree of a saved study. Raises BadRecord if the rules no longer allow its moves."""
    return _rebuild_tree(base, edits, secret).pack()


def merge(base: str, edits: Sequence[str], secret: str) -> str:
    """The record of a study with its edits."""
    return _rebuild_tree(base, edits, secret).text


def _rebuild_tree(base: str, edits: Sequence[str], secret: str) -> StudyTree:
    """Apply edits to a record; edits that the rules no longer allow are skipped."""
    tree = StudyTree.read(base, secret)
    for text in edits:
        try:
            apply_edit(tree, EDIT.validate_json(text))
        except ParlourError:
            continue
    return tree


def title_of(tree: Tree) -> str:
    """A study's title: event and players, or the game."""
    tags = tree.tags
    names = [tags.get(name.replace(" ", "_"), "") for name in tree.game.seat_names]
    players = " – ".join(name for name in names if name not in ("", "?"))
    event = tags.get("Event", "").strip("? ")
    title = ": ".join(part for part in (event, players) if part) or tree.game.title
    return title[:LONGEST_TITLE]
