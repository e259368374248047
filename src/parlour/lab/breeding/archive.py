"""An archive of different good games: the best of each kind, as in MAP-Elites (Mouret and Clune 2015).

A kind is a cell of a grid: how long games are, who wins them, how much choice there is, how often they
are decided. What is best is judged by the pessimistic ends of the intervals, so that luck in a few games
does not count as quality.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.lab.breeding.genome import Genome
from parlour.lab.stats import Estimate

LENGTHS = (8, 16, 32, 64, 128)  # moves of a game: where one kind ends and the next begins
FIRST = (0.4, 0.6)  # of the points for the first player
BRANCHING = (4, 8, 16, 32, 64)  # legal moves
DECIDED = (0.5, 0.9)  # of games

Cell = tuple[int, int, int, int]


@dataclass(frozen=True)
class Figures:
    """What a candidate's games say.

    `skill` is the strong bot's share of the points against the weak one. The others are of the strong bot
    against itself: the first player's share, games that the rules end, decided games, the points of the
    player who leads at half-time, and the mean length and number of legal moves.
    """

    skill: Estimate
    first: Estimate
    ended: Estimate
    decided: Estimate
    leader: Estimate
    length: float
    branching: float

    @property
    def cell(self) -> Cell:
        """The kind of game that it is."""
        return (
            bisect_right(LENGTHS, self.length),
            bisect_right(FIRST, self.first.value),
            bisect_right(BRANCHING, self.branching),
            bisect_right(DECIDED, self.decided.value),
        )

    @property
    def fitness(self) -> float:
        """0 to 1: strong beats weak, both sides have equal chances, games end, leads can be lost.

        Each factor is the worst that its 95% interval allows. Leads that always win halve the fitness, and
        so do games that are always drawn.
        """
        skill = max(0.0, 2 * self.skill.low - 1)
        balance = 1 - 2 * max(abs(self.first.low - 0.5), abs(self.first.high - 0.5))
        lively = (1 - self.leader.high / 2) * (1 + self.decided.low) / 2
        return skill * balance * self.ended.low * lively


@dataclass(frozen=True)
class Elite:
    """The best option set of a kind, and what its games say."""

    genome: Genome
    figures: Figures


@dataclass
class Archive:
    """The best candidate of each kind."""

    cells: dict[Cell, Elite] = field(default_factory=dict)

    def add(self, candidate: Elite) -> bool:
        """Add a candidate if it is the best of its kind; whether it is."""
        cell = candidate.figures.cell
        known = self.cells.get(cell)
        if known is not None and known.figures.fitness >= candidate.figures.fitness:
            return False
        self.cells[cell] = candidate
        return True

    def best(self, count: int) -> Sequence[Elite]:
        """The best candidates, the fittest first; each is of another kind."""
        return sorted(self.cells.values(), key=lambda one: -one.figures.fitness)[:count]
