"""The shipped groups by their pages alone: every way in which the rest can go, one after the other."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

F = Fraction
HALF, QUARTER = F(1, 2), F(1, 4)
LONG = [(F(1), F(0)), (1 - QUARTER, QUARTER), (HALF, HALF), (QUARTER, 1 - QUARTER), (F(0), F(1))]
PLAIN = [(F(1), F(0)), (HALF, HALF), (F(0), F(1))]

Rows = dict[int, tuple[F, ...]]  # a game's number: its scores by side


def twindraughts(rows: Rows) -> tuple[tuple[F, F], Any]:
    """Points and winner of a finished group by its page; "tie-break" if game 4 must be played first."""
    worth = {1: 1, 2: 1, 3: 2}
    points = [sum((rows[g][side] * worth[g] for g in (1, 2, 3)), F(0)) for side in (0, 1)]
    decisive = [any(rows[g][side] == 1 for g in (1, 2, 3)) for side in (0, 1)]
    winner: Any = "tie-break"
    for side in (0, 1):
        if points[side] > points[1 - side] and decisive[side]:
            winner = side
    if winner == "tie-break" and 4 in rows:
        winner = 1 if rows[4] == (0, 1) else 0  # side 1 is South, so a draw is side 0's
    if winner != "tie-break":
        points[winner] += 4
    return (points[0], points[1]), winner


def diagonal(rows: Rows) -> tuple[tuple[F, F], Any]:
    """The same of the Diagonal groupling."""
    points = [rows[1][side] + rows[2][side] + rows[3][side] for side in (0, 1)]
    winner = None
    if points[0] != points[1]:
        winner = 0 if points[0] > points[1] else 1
    elif rows[1] != (HALF, HALF):
        winner = 0 if rows[1] == (1, 0) else 1
    if winner is None:
        return (points[0] + HALF, points[1] + HALF), None
    points[winner] += len([g for g in (1, 2, 3) if rows[g][winner] == 1])
    return (points[0], points[1]), winner


def trio(rows: Rows) -> tuple[tuple[F, F], Any]:
    """The same of a Sundry Trio with English draughts as its third game; NavalQi is game 4."""
    points = [rows[1][side] + rows[2][side] + rows[3][side] for side in (0, 1)]
    if points[0] == points[1]:
        if 4 not in rows:
            return (points[0], points[1]), "tie-break"
        winner = 0 if rows[4][0] > rows[4][1] else 1
        points[winner] += rows[4][winner]
    else:
        winner = 0 if points[0] > points[1] else 1
        points[winner] += 3
    return (points[0], points[1]), winner


def plain(rows: Rows) -> tuple[tuple[F, F], Any]:
    """The same of a match of one game, whose rows are wins and draws already."""
    points = [sum((row[side] for row in rows.values()), F(0)) for side in (0, 1)]
    for side in (0, 1):
        if points[side] * 2 > len(rows):
            return (points[0], points[1]), side
    return (points[0], points[1]), None


class SlowMatch:
    """A match whose every question is answered by trying all that can come."""

    def __init__(self, score: Any, results: dict[int, list[Any]], games: int, rows: Rows) -> None:
        self.score, self.results, self.count, self.rows = score, results, games, rows

    def winners_of(self, rows: Rows) -> set[Any]:
        """All winners that can come of it."""
        return {winner for _, winner in self.ends(rows)}

    def ends(self, rows: Rows) -> set[Any]:
        """(all rows with the tie-break's, winner) of every way to go on."""
        open_games = [g for g in range(1, self.count + 1) if g not in rows]
        found = set()
        for chosen in itertools.product(*(self.results[g] for g in open_games)):
            full = rows | dict(zip(open_games, chosen, strict=True))
            _, winner = self.score(full)
            if winner != "tie-break":
                found.add((tuple(sorted(full.items())), winner))
                continue
            for row in self.results[self.count + 1]:
                found.add(
                    (tuple(sorted(full.items())), self.score(full | {self.count + 1: row})[1])
                )
        return found

    @property
    def is_tie_break(self) -> bool:
        done = all(g in self.rows for g in range(1, self.count + 1))
        return (
            done
            and self.score({g: self.rows[g] for g in range(1, self.count + 1)})[1] == "tie-break"
        )

    @property
    def open(self) -> list[int]:
        known = list(range(1, self.count + 1)) + [self.count + 1] * self.is_tie_break
        return [g for g in known if g not in self.rows]

    @property
    def contenders(self) -> set[Any]:
        return self.winners_of(self.rows)

    @property
    def critical(self) -> list[int]:
        if len(self.contenders) == 1:
            return []
        return [
            g
            for g in self.open
            if any(len(self.winners_of(self.rows | {g: row})) == 1 for row in self.results[g])
        ]

    @property
    def influential(self) -> list[int]:
        return [g for g in self.open if self._decides(g)]

    def _decides(self, game: int) -> bool:
        """Whether for some results of all the others, the tie-break's too, two of its own differ."""
        others = [g for g in range(1, self.count + 2) if g != game and g not in self.rows]
        others = [g for g in others if g in self.results]
        for chosen in itertools.product(*(self.results[g] for g in others)):
            rest = self.rows | dict(zip(others, chosen, strict=True))
            seen = set()
            for row in self.results[game]:
                full = rest | {game: row}
                _, winner = self.score({g: r for g, r in full.items() if g <= self.count})
                seen.add(self.score(full)[1] if winner == "tie-break" else winner)
            if len(seen) > 1:
                return True
        return False
