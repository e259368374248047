"""Hex as hexworld.org's links write it."""

from __future__ import annotations

from parlour.errors import BadRecord


def game_of(files: int, ranks: int) -> str:
    """The full name of the game on a board; raises BadRecord if it is no rhombus."""
    if files != ranks:
        raise BadRecord(
            f"a board of {files} by {ranks} cells is not a game here; expected a rhombus"
        )
    return f"hex:size={files}"
