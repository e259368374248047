"""Conditional moves: replies that the server plays as soon as the opponent makes the expected moves.

"If d4 then e5, if then c3 then b2" is the line ``d4 e5 c3 b2``; several lines form a tree. Lines are
stored as entered, with the ply at that time; what is still possible follows from the moves since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.errors import IllegalMove, ParlourError
from parlour.play.position import Position

MOST_LINES = 40
MOST_PLIES = 60  # of a line
CONNECTING = ("if", "then")  # words allowed between the moves

Line = tuple[str, ...]


class BadConditions(ParlourError):
    """Conditional moves that cannot be used: which line is wrong, and why."""


@dataclass(frozen=True)
class ConditionalMoves:
    """One player's lines of moves, each from the position after the first `ply` plies of the game."""

    ply: int
    lines: tuple[Line, ...]

    @classmethod
    def read(cls, ply: int, text: str) -> ConditionalMoves:
        """Parse the stored text: one line of moves on each row."""
        return cls(ply, tuple(tuple(line.split(" ")) for line in text.split("\n")))

    @property
    def text(self) -> str:
        """The stored text, for `read`."""
        return "\n".join(" ".join(line) for line in self.lines)

    def remaining(self, history: Sequence[str]) -> tuple[Line, ...]:
        """The rest of each line that the game, with the moves `history`, has followed so far."""
        played = tuple(history[self.ply :])
        return tuple(
            line[len(played) :]
            for line in self.lines
            if len(line) > len(played) and line[: len(played)] == played
        )


def parse_conditional_moves(position: Position, seat: int, text: str) -> ConditionalMoves | None:
    """The conditional moves that the player in `seat` typed while waiting; None for an empty text.

    Each row is one line, the opponent's move first. Raises BadConditions.
    """
    rows = [words for row in text.splitlines() if (words := _words(row))]
    if not rows:
        return None
    if len(rows) > MOST_LINES or max(map(len, rows)) > MOST_PLIES:
        raise BadConditions(f"at most {MOST_LINES} lines of {MOST_PLIES} moves are allowed")
    lines = [_parse_line(position, seat, words) for words in rows]
    _check_unambiguous(position, seat, lines)
    return ConditionalMoves(position.ply, tuple(dict.fromkeys(lines)))


def _words(row: str) -> list[str]:
    return [word for word in row.replace(",", " ").split() if word not in CONNECTING]


def _parse_line(position: Position, seat: int, words: list[str]) -> Line:
    """The moves of one line in the game's own spelling; raises BadConditions."""
    here, mover = position, None
    for word in words:
        mover = here.turn
        if mover is None or mover < 0:
            raise BadConditions(
                f"{' '.join(words)}: before {word} chance decides, or the game is over"
            )
        try:
            here = here.after(word)
        except IllegalMove as error:
            raise BadConditions(f"{' '.join(words)}: {error}") from error
    if mover != seat:
        raise BadConditions(f"{' '.join(words)}: the last move of a line must be your own")
    return tuple(here.state.history[position.ply :])


def _check_unambiguous(position: Position, seat: int, lines: Sequence[Line]) -> None:
    """Raise BadConditions if two lines reply to the same moves in two ways."""
    replies: dict[Line, str] = {}
    for line in lines:
        here = position
        for n, move in enumerate(line):
            if here.turn == seat and replies.setdefault(line[:n], move) != move:
                before = " ".join(line[:n])
                raise BadConditions(
                    f"after {before} there are two replies, {replies[line[:n]]} and {move}"
                )
            here = here.after(move)
