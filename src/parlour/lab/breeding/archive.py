"""An archive of different good games: the best of each kind, as in MAP-Elites (Mouret and Clune 2015).

A kind is a cell of a grid: how long games are, who wins them, how much choice there is, how often they
are decided. What is best is judged by the pessimistic ends of the intervals, so that luck in a few games
does not count as quality.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from parlour.lab.breeding.genome import Genome
from parlour.lab.stats import Estimate

LENGTHS = (8, 16, 32, 64, 128)  # moves of a game: where one kind ends and the next begins
FIRST = (0.4, 0.6)  # of the points for the first player
BRANCHING = (4, 8, 16, 32, 64)  # legal moves
DECIDED = (0.5, 0.9)  # of games
SHORT = 16  # moves: shorter games between strong bots leave less room for play

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
        """0 to 1, each factor the worst that its 95% interval allows."""
        return self._worth(lambda one: (one.low, one.high))

    @property
    def promise(self) -> float:
        """What the fitness would be if all figures were exact: says who should play more games."""
        return self._worth(lambda one: (one.value, one.value) if one.n else (one.low, one.high))

    def _worth(self, ends: Callable[[Estimate], tuple[float, float]]) -> float:
        """Strong beats weak, chances are equal, games end, have a winner and room, leads can be lost.

        Evenness is 4p(1 - p), which small differences hardly change. Leads that always win halve the worth.
        """
        skill = max(0.0, 2 * ends(self.skill)[0] - 1)
        evenness = min(4 * p * (1 - p) for p in ends(self.first))
        finished = ends(self.ended)[0] * ends(self.decided)[0]
        room = min(1.0, self.length / SHORT)
        return skill * evenness * finished * room * (1 - ends(self.leader)[1] / 2)


@dataclass(frozen=True)
class Elite:
    """The best option set of a kind, and what its games say."""

    genome: Genome
    figures: Figures


@dataclass
class Archive:
    """The best candidate of each kind, and the others."""

    cells: dict[Cell, Elite] = field(default_factory=dict)
    others: list[Elite] = field(default_factory=list)

    def add(self, candidate: Elite) -> bool:
        """Add a candidate; whether it is the best of its kind."""
        cell = candidate.figures.cell
        known = self.cells.get(cell)
        if known is not None and known.figures.fitness >= candidate.figures.fitness:
            self.others.append(candidate)
            return False
        if known is not None:
            self.others.append(known)
        self.cells[cell] = candidate
        return True

    def best(self, count: int) -> Sequence[Elite]:
        """The best candidates of all kinds, the fittest first; then the best of the others."""
        return [*_sorted(self.cells.values()), *_sorted(self.others)][:count]


def _sorted(elites: Iterable[Elite]) -> list[Elite]:
    return sorted(elites, key=lambda one: (-one.figures.fitness, -one.figures.promise))
