"""Linked series of tables, and the worth of a single game outside a match.

A game that has these declares the convention ``linked-series`` or ``stand-alone-worth``, with its hooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from parlour.errors import BadMatch
from parlour.kernel.spec import parse_options
from parlour.matches.fixture import Contest, Pair
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import games_with, hooks, specs
from parlour.table.foreign_notation import SeriesHooks, WorthHooks
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome

LINKED: SeriesHooks = hooks("linked-series")
ALONE: WorthHooks = hooks("stand-alone-worth")


@dataclass(frozen=True)
class Series:
    """A sequence of tables.

    With `keep` "all" all players carry their marks to the next table; with "winner" only the winner of
    the last game stays, with a part of the marks, and the others are new. `marks` has the marks at the
    end of each table by seat, including the unissued Reserve.
    """

    players: int
    keep: str
    marks: tuple[tuple[int, ...], ...] = ()
    forward: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """The text of the next table's game."""
        return find_game(LINKED.next_game(self.players, self.forward)).name

    def played(self, outcome: Outcome) -> Series:
        """The series after the next table; raises BadMatch unless it is an outcome of its game."""
        marks = LINKED.final_marks(outcome)
        if not len(marks) == len(outcome.scores) == self.players:
            raise BadMatch(f"{len(marks)} players' marks: the table has {self.players}")
        forward = LINKED.carried_marks(marks, outcome.scores, self.keep)
        return Series(self.players, self.keep, (*self.marks, marks), forward)


def linked_series(players: int = LINKED.PLAYERS[-1], keep: str = LINKED.KEEPS[0]) -> Series:
    """A linked series before its first table; raises BadMatch."""
    if players not in LINKED.PLAYERS or isinstance(players, bool):
        fewest, most = LINKED.PLAYERS[0], LINKED.PLAYERS[-1]
        raise BadMatch(f"players is {players!r:.40}: expected {fewest} to {most}")
    if keep not in LINKED.KEEPS:
        raise BadMatch(f"keep is {keep!r:.40}: expected {' or '.join(LINKED.KEEPS)}")
    return Series(players, keep)


def keeps_of(game: Game) -> tuple[str, ...]:
    """Who may carry marks from a table of this game to the next; none if it is no table of a series."""
    linked = game.id in games_with("linked-series") and game.seats in LINKED.PLAYERS
    return tuple(LINKED.KEEPS) if linked else ()


def next_table(game: Game, outcome: Outcome | None, keep: str) -> Game:
    """The table that follows one of `game` that ended so, with the same options; raises BadMatch."""
    if not keeps_of(game):
        raise BadMatch(f"{game.name} is no table of a linked series")
    if outcome is None:
        raise BadMatch("the table is not over yet")
    series = linked_series(game.seats, keep).played(outcome)
    carried = parse_options(series.game.partition(":")[2])
    return game.variant(**{"forward": "none"} | carried)


def stand_alone(game: str, scores: Sequence[Fraction | str]) -> Pair:
    """The points of a single game for its two sides, where it is worth something outside a match.

    The game's own scores, multiplied by its worth. Raises BadMatch for another game, and for scores that
    the game cannot have.
    """
    found = find_game(game)
    allowed = games_with("stand-alone-worth")
    if found.id not in allowed:
        titles = " or ".join(specs()[name].title for name in allowed)
        raise BadMatch(f"{found.name} is no {titles} game")
    contest = Contest(found, 0, ALONE.worth(found.chosen))
    return contest.points(contest.result(list(scores), None))


def ahead(state: State, one: int, other: int) -> int | None:
    """Which of two seats was ahead in a finished game of a linked series: 0 or 1, None if level.

    The one that stayed in longer, then the one with more marks. If they are level, the players play
    one more round. Raises BadMatch for other states.
    """
    return LINKED.ahead(state, one, other)
