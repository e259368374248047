"""Facts: functions that give one number for each game, nan if they do not apply.

A fact is a function of one `Trace`. A game counts once, however long it is: games are independent of
each other, their moves are not. docs/invent/measures.md has definitions and sources.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import nan

import numpy as np

from parlour.kernel.layout import CHANCE
from parlour.lab.measures.summaries import SUMMARIES, summary
from parlour.lab.random_play import RANDOM
from parlour.lab.trace import Trace

UNFINISHED = "move-limit"  # the reason of a game that was broken off


@dataclass(frozen=True)
class Fact:
    """A question to a game. `unit` is what the number counts; parts "of" something are from 0 to 1.

    `needs` is empty, ``values`` (an analysis went along) or ``texts`` (the game is played again). It may
    be below 0 if `signed`.
    """

    name: str
    title: str
    unit: str
    words: str
    source: str
    of: Callable[[Trace], float]
    needs: str = ""
    signed: bool = False

    @property
    def is_share(self) -> bool:
        """Whether the number is yes or no in a single game, so that its mean is a share of games."""
        return self.unit == "of games"

    @property
    def is_bounded(self) -> bool:
        """Whether the number lies between 0 and 1."""
        return self.unit.startswith("of ") or self.unit == "0 to 1"


def points(scores: tuple[Fraction, ...]) -> tuple[float, ...]:
    """Who won: 1 for the seat with the highest score, shared where several have it.

    In a solitaire the score itself, at most 1.
    """
    if len(scores) == 1:
        return (min(1.0, float(scores[0])),)
    highest = max(scores)
    winners = sum(score == highest for score in scores)
    return tuple(1 / winners if score == highest else 0.0 for score in scores)


def winner(trace: Trace) -> int | None:
    """The one seat that won; None after a draw, and in a solitaire that was lost."""
    won = [seat for seat, share in enumerate(points(trace.scores)) if share == 1]
    return won[0] if won else None


def _decided(trace: Trace) -> float:
    return float(winner(trace) is not None)


def _is_draw(trace: Trace) -> float:
    return 1 - _decided(trace) if len(trace.scores) > 1 else nan


def _completed(trace: Trace) -> float:
    return float(trace.reason != UNFINISHED)


def _length(trace: Trace) -> float:
    return float(trace.length)


def _choices(trace: Trace) -> np.ndarray:
    """The numbers of legal moves at the moves made, without those that were too many to be counted."""
    return trace.choices[trace.choices > 0]


def _branching(trace: Trace) -> float:
    choices = _choices(trace)
    return float(choices.mean()) if len(choices) else nan


def _decisions(trace: Trace) -> float:
    choices = _choices(trace)
    return float((choices > 1).mean()) if len(choices) else nan


def _forced(trace: Trace) -> float:
    return 1 - _decisions(trace)


def _complexity(trace: Trace) -> float:
    choices = _choices(trace)
    counted = len(choices) == trace.length and len(choices)
    return float(np.log10(choices).sum()) if counted else nan


def leaves(trace: Trace) -> float:
    """Knuth's estimate of the tree's leaves, in powers of ten: of random games without chance alone."""
    plain = not bool((trace.movers == CHANCE).any())
    return _complexity(trace) if plain and set(trace.players) == {RANDOM} else nan


def _obstruction(trace: Trace) -> float:
    """The share of a seat's options at its last move that are missing at its next, averaged over moves."""
    lost = []
    seats, choices = trace.movers[trace.movers != CHANCE], trace.choices[trace.movers != CHANCE]
    for seat in range(len(trace.scores)):
        own = choices[seats == seat].astype(float)
        before, after = own[:-1], own[1:]
        counted = (before > 0) & (after > 0)
        lost += np.maximum(0.0, 1 - after[counted] / before[counted]).tolist()
    return float(np.mean(lost)) if lost else nan


def _branching_summary(name: str) -> Fact:
    return Fact(
        f"branching:{name}",
        f"Branching factor, {name}",
        "legal moves",
        f"legal moves over the moves of a game: {SUMMARIES[name][0]}",
        "Ludii BranchingFactor",
        lambda trace: summary(name, _choices(trace).astype(np.float64)),
        signed=True,
    )


PLAIN = (
    Fact(
        "draws",
        "Draws",
        "of games",
        "games without one winner",
        "Browne 2008 (drawishness); Ludii Drawishness",
        _is_draw,
    ),
    Fact(
        "decided",
        "Decided games",
        "of games",
        "games with one winner (a solitaire: games won)",
        "the complement of draws",
        _decided,
    ),
    Fact(
        "completion",
        "Completion",
        "of games",
        "games that ended otherwise than by the move limit",
        "Browne 2008 (completion); Ludii Completion, Timeouts",
        _completed,
    ),
    Fact(
        "length",
        "Length",
        "moves",
        "moves of all seats together, chance not counted",
        "Browne 2008 (duration); Ludii DurationMoves; AiAi game length",
        _length,
    ),
    Fact(
        "branching",
        "Branching factor",
        "legal moves",
        "legal moves at a move, mean over the game",
        "Ludii BranchingFactor; AiAi branching factor",
        _branching,
    ),
    Fact(
        "decision-moves",
        "Decision moves",
        "of a game's moves",
        "moves at which there was a choice",
        "Ludii DecisionMoves",
        _decisions,
    ),
    Fact(
        "forced-moves",
        "Forced moves",
        "of a game's moves",
        "moves at which one move alone was legal",
        "the complement of decision moves",
        _forced,
    ),
    Fact(
        "complexity",
        "Game-tree complexity",
        "powers of ten",
        "sum over a game's moves of log10 of the number of legal moves",
        "Allis 1994; Knuth 1975 for the sampling; AiAi and Ludii GameTreeComplexity",
        _complexity,
    ),
)

SERIES = (  # what is told of the series of choices, in some games of an arm
    Fact(
        "obstruction",
        "Obstruction",
        "of the choice",
        "the part of a seat's legal moves that are missing at its next move, if some are",
        "after Browne 2008 (obstruction); own formula",
        _obstruction,
    ),
    *(_branching_summary(name) for name in SUMMARIES),
)
