"""Linked series of tables, and the worth of a single game outside a match.

Games that have these declare the conventions ``linked-series`` and ``stand-alone-worth``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from parlour.errors import BadMatch
from parlour.matches.fixture import Contest, Pair
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import games_with
from parlour.table.game import State
from parlour.table.outcome import Outcome

ISSUE = 150  # marks and Reserve of each player at the start
KEEPS = ("all", "winner")
FEWEST, MOST = 5, 7  # players


def _linked() -> str:
    """The id of the game with linked series."""
    return games_with("linked-series")[0]


@dataclass(frozen=True)
class Series:
    """A sequence of Revolver tables.

    With `keep` "all" all players carry their marks to the next table; with "winner" only the winner of
    the last game stays, with the marks above 150, and the others are new. `marks` has the marks at the
    end of each table by seat, including the unissued Reserve.
    """

    players: int
    keep: str
    marks: tuple[tuple[int, ...], ...] = ()
    forward: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """The text of the next table's game."""
        options = [f"players={self.players}"]
        if any(self.forward):
            options.insert(0, "forward=" + "+".join(map(str, self.forward)))
        return find_game(f"{_linked()}:{','.join(options)}").name

    def played(self, outcome: Outcome) -> Series:
        """The series after the next table; raises BadMatch unless it is an outcome of Revolver."""
        try:
            marks = tuple(int(part) for part in outcome.details["marks"].split("+"))
        except (KeyError, ValueError) as error:
            raise BadMatch("expected the outcome of a finished game of Revolver") from error
        if not len(marks) == len(outcome.scores) == self.players:
            raise BadMatch(f"{len(marks)} players' marks: the table has {self.players}")
        return Series(
            self.players,
            self.keep,
            (*self.marks, marks),
            self._carried_marks(marks, outcome.scores),
        )

    def _carried_marks(self, marks: tuple[int, ...], scores: Sequence[Fraction]) -> tuple[int, ...]:
        if self.keep == "all":
            return marks
        return tuple(
            max(0, mark - ISSUE) if score == 1 else 0
            for mark, score in zip(marks, scores, strict=True)
        )


def linked_series(players: int = MOST, keep: str = "all") -> Series:
    """A linked series of Revolver before its first table; raises BadMatch."""
    if players not in range(FEWEST, MOST + 1) or isinstance(players, bool):
        raise BadMatch(f"players is {players!r:.40}: expected {FEWEST} to {MOST}")
    if keep not in KEEPS:
        raise BadMatch(f"keep is {keep!r:.40}: expected {' or '.join(KEEPS)}")
    return Series(players, keep)


def stand_alone(game: str, scores: Sequence[Fraction | str]) -> Pair:
    """The points of a single TwinDraughts game for South and North.

    The game's own scores, doubled for election and halved when played to first win; a practice game
    gives none. Raises BadMatch for scores that the game cannot have.
    """
    found = find_game(game)
    if found.id not in games_with("stand-alone-worth"):
        raise BadMatch(f"{found.name} is no TwinDraughts game")
    worth = Fraction({"practice": 0, "election": 2}.get(str(found.chosen["game"]), 1))
    if found.chosen["win"] == "first":
        worth /= 2
    contest = Contest(found, 0, worth)
    return contest.points(contest.result(list(scores), None))


def ahead(state: State, one: int, other: int) -> int | None:
    """Which of two seats was ahead in a finished game of Revolver: 0 or 1, None if level.

    The one that stayed in longer, then the one with more marks. If they are level, the players play
    one more round. Raises BadMatch for other states.
    """
    if state.game.id != _linked() or state.outcome is None:
        raise BadMatch("expected the finished state of a game of Revolver")
    still_in = state.game.plain.rules.still_in
    for record in (*(ply.record for ply in state.past), state.record):
        first, second = still_in(record, one), still_in(record, other)
        if first != second:
            return int(second)
    marks = [int(part) for part in state.outcome.details["marks"].split("+")]
    return None if marks[one] == marks[other] else int(marks[one] < marks[other])
