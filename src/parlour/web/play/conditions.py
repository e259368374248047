"""Conditional moves by correspondence: lines that are played at once as far as the other's moves match.

"If d4 then e5, if then c3 then b2" is the line ``d4 e5 c3 b2``; several lines are a tree. They are kept as
they were entered, with the ply at which that was: what they come to follows from the moves played since.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.errors import IllegalMove, ParlourError
from parlour.web.play.position import Position
from parlour.web.play.saved import Conditions, Line

MOST_LINES = 40
MOST_PLIES = 60  # of a line
CONNECTING = ("if", "then")  # words that may stand between the moves


class BadConditions(ParlourError):
    """Conditional moves that cannot be kept: what is wrong with which line."""


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
