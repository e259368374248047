"""Linked series of Revolver tables: what players carry to the next table, and who was ahead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from parlour.errors import BadMatch
from parlour.table.game import State
from parlour.table.outcome import Outcome

PLAYERS = range(5, 8)
KEEPS = ("all", "winner")  # who carries marks to the next table
ISSUE = 150  # marks and Reserve of each player at the start


def next_game(players: int, forward: Sequence[int]) -> str:
    """The text of a table's game, to which the players bring these marks."""
    brought = f"forward={'+'.join(map(str, forward))}," if any(forward) else ""
    return f"revolver:{brought}players={players}"


def final_marks(outcome: Outcome) -> tuple[int, ...]:
    """Each player's marks at the end of a table; raises BadMatch for the outcome of another game."""
    try:
        return tuple(int(part) for part in outcome.details["marks"].split("+"))
    except (KeyError, ValueError) as error:
        raise BadMatch("expected the outcome of a finished game of Revolver") from error


def carried_marks(marks: tuple[int, ...], scores: Sequence[Fraction], keep: str) -> tuple[int, ...]:
    """What the players bring to the next table: all their marks, or the winner's above ISSUE."""
    if keep == KEEPS[0]:
        return marks
    pairs = zip(marks, scores, strict=True)
    return tuple(max(0, mark - ISSUE) if score == 1 else 0 for mark, score in pairs)


def ahead(state: State, one: int, other: int) -> int | None:
    """Which of two seats was ahead in a finished game: 0 or 1, None if level. Raises BadMatch."""
    if state.game.id != "revolver" or state.outcome is None:
        raise BadMatch("expected the finished state of a game of Revolver")
    still_in = state.game.plain.rules.still_in
    for record in (*(ply.record for ply in state.past), state.record):
        first, second = still_in(record, one), still_in(record, other)
        if first != second:
            return int(second)
    marks = final_marks(state.outcome)
    return None if marks[one] == marks[other] else int(marks[one] < marks[other])
