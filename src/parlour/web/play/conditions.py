"""Conditional moves by correspondence: lines that are played at once as far as the other's moves match.

"If d4 then e5, if then c3 then b2" is the line ``d4 e5 c3 b2``; several lines are a tree. They are kept as
they were entered, with the ply at which that was: what they come to follows from the moves played since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.errors import IllegalMove, ParlourError

if TYPE_CHECKING:
    from parlour.web.play.position import Position

MOST_LINES = 40
MOST_PLIES = 60  # of a line
CONNECTING = ("if", "then")  # words that may stand between the moves

Line = tuple[str, ...]


class BadConditions(ParlourError):
    """Conditional moves that cannot be kept: what is wrong with which line."""


@dataclass(frozen=True)
class Conditions:
    """Lines of moves that follow the first `ply` plies of a game; from each of them they go on together."""

    ply: int
    lines: tuple[Line, ...]

    @classmethod
    def read(cls, ply: int, text: str) -> Conditions:
        """The conditions as they are kept: a line for each."""
        return cls(ply, tuple(tuple(line.split(" ")) for line in text.split("\n")))

    @property
    def text(self) -> str:
        """As `read` takes them."""
        return "\n".join(" ".join(line) for line in self.lines)

    def rest(self, history: Sequence[str]) -> tuple[Line, ...]:
        """What is left of the lines that the game has followed so far, its moves being `history`."""
        played = tuple(history[self.ply :])
        return tuple(
            line[len(played) :]
            for line in self.lines
            if len(line) > len(played) and line[: len(played)] == played
        )


def entered(position: Position, seat: int, text: str) -> Conditions | None:
    """What a person at `seat` has typed, the other being to move: a line for each branch, None for none.

    Raises BadConditions.
    """
    rows = [words for row in text.splitlines() if (words := _words(row))]
    if not rows:
        return None
    if len(rows) > MOST_LINES or max(map(len, rows)) > MOST_PLIES:
        raise BadConditions(f"at most {MOST_LINES} lines of {MOST_PLIES} moves are kept")
    lines = [_line(position, seat, words) for words in rows]
    _agree(position, seat, lines)
    return Conditions(position.ply, tuple(dict.fromkeys(lines)))


def _words(row: str) -> list[str]:
    return [word for word in row.replace(",", " ").split() if word not in CONNECTING]


def _line(position: Position, seat: int, words: list[str]) -> Line:
    """The moves of one line as the game writes them; raises BadConditions."""
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
        raise BadConditions(f"{' '.join(words)}: a line ends with a move of your own")
    return tuple(here.state.history[position.ply :])


def _agree(position: Position, seat: int, lines: Sequence[Line]) -> None:
    """Raise BadConditions where two lines answer the same moves in two ways."""
    answers: dict[Line, str] = {}
    for line in lines:
        here = position
        for n, move in enumerate(line):
            if here.turn == seat and answers.setdefault(line[:n], move) != move:
                before = " ".join(line[:n])
                raise BadConditions(
                    f"after {before} there are two answers, {answers[line[:n]]} and {move}"
                )
            here = here.after(move)
