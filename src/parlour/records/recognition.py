"""Telling which game a text is of, when it does not say."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.records.pgn_syntax import Dialect
from parlour.records.tree import Tree
from parlour.table.game import Game


def tree_for(movetext: str, tags: Mapping[str, str]) -> tuple[Dialect, Tree] | None:
    """The dialect and root of a game without a word on which it is; None if no game takes its moves."""
    return None


def tree_for_words(words: list[str]) -> Game | None:
    """The game that takes these moves best; None if none takes any."""
    return None
