"""What slow versions written from the rulebook's pages share; the walk that holds one against a game."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import pytest

import parlour

FILES, RANKS = "abcdefgh", "12345678"
CELLS = [file + rank for rank in reversed(RANKS) for file in FILES]  # as a chessboard is written
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def ray(cell: str, way: tuple[int, int]) -> list[str]:
    """The cells of a chessboard that lie one way from a cell, the nearest first."""
    x, y = FILES.index(cell[0]), RANKS.index(cell[1])
    seen = [(x + way[0] * i, y + way[1] * i) for i in range(1, 8)]
    return [FILES[x] + RANKS[y] for x, y in seen if x in range(8) and y in range(8)]


RAYS = {cell: {way: ray(cell, way) for way in WAYS} for cell in CELLS}


@dataclass(frozen=True)
class End:
    """How a game has ended."""

    reason: str
    scores: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"#{self.reason}:{','.join(map(str, self.scores))}"


def end(reason: str, *scores: int | Fraction) -> End:
    """An end with its scores by seat."""
    return End(reason, tuple(map(Fraction, scores)))


def level(reason: str) -> End:
    """A draw of two."""
    return end(reason, Fraction(1, 2), Fraction(1, 2))


def first_field(
    identifier: str, given: Mapping[str, object], defaults: Mapping[str, object]
) -> str:
    """The id and the options that are not at their defaults, by name."""
    told = [f"{name}={given[name]}" for name in sorted(given) if given[name] != defaults[name]]
    return identifier + (":" + ",".join(told) if told else "")


class Slow(Protocol):
    """A slow version of a game, from its page."""

    end: End | None

    @property
    def text(self) -> str:
        """The position text, without an end."""

    def moves(self) -> list[str]:
        """The legal moves in any order; none at a chance event."""

    def chances(self) -> dict[str, Fraction] | None:
        """The outcomes of a chance event that can be listed."""

    def draw(self, rng: random.Random) -> str:
        """An outcome of a chance event."""

    def play(self, text: str) -> None:
        """Play a move or an outcome of chance."""

    def shown(self) -> End | None:
        """The end that the position shows by itself."""


class Chooser:
    """Chooses moves at random, but likes some: to go back to where it came from, and some ends.

    After so many moves as it has patience for it looks for those ends no more.
    """

    def __init__(self, rng: random.Random, *ends: str, back: float = 0, patience: int = 99) -> None:
        self.rng, self.ends, self.back, self.patience = rng, ends, back, patience
        self.played: list[str] = []

    def __call__(self, slow: Slow) -> str:
        moves = sorted(slow.moves())
        text = self.choose(slow, moves) if moves else slow.draw(self.rng)
        self.played.append(text)
        return text

    def choose(self, slow: Slow, moves: list[str]) -> str:
        if self.rng.random() < self.back and len(self.played) > 1:
            before = self.played[-2]
            for back in (before, "-".join(reversed(before.split("-")))):
                if back in moves:
                    return back
        seeks = self.ends and len(self.played) < self.patience
        tried = self.rng.sample(moves, len(moves)) if seeks else []
        reasons = [self.reason_after(slow, move) for move in tried]
        for wanted in (*self.ends, ""):
            if wanted in reasons:
                return tried[reasons.index(wanted)]
        return self.rng.choice(moves)

    def reason_after(self, slow: Slow, move: str) -> str:
        """How a move ends the game; empty if it goes on."""
        after = copy.deepcopy(slow)
        after.play(move)
        return after.end.reason if after.end else ""


def walk(state: parlour.State, slow: Slow, chooser: Chooser) -> str:
    """Play both to the end, all that they say being the same; returns the reason."""
    while True:
        compare(state, slow, chooser.rng.random() < 0.3)
        if slow.end is not None:
            return slow.end.reason
        text = chooser(slow)
        state.play(text)
        slow.play(text)


def compare(state: parlour.State, slow: Slow, reread: bool) -> None:
    """Check that a position is the same in both; if wanted, also once its text is read back."""
    written = slow.text if slow.end is None else f"{slow.text} {slow.end}"
    says(state, written, slow, slow.end)
    if reread or slow.end is not None:
        says(state.game.read(written), written, slow, slow.end)
    if slow.end is not None:
        compare_without_field(state.game, slow)


def says(state: parlour.State, written: str, slow: Slow, ended: End | None) -> None:
    assert state.text == written
    assert [state.view(seat) for seat in (None, *range(state.game.seats))] == [written] * (
        1 + state.game.seats
    )
    outcome = state.outcome
    assert (outcome and End(outcome.reason, outcome.scores)) == ended
    if ended is None:
        moves = sorted(slow.moves())
        assert state.moves() == moves
        assert (state.turn == parlour.CHANCE) == (not moves)
        listed = slow.chances()
        assert state.chances() == (listed and sorted(listed.items()))
    else:
        assert (state.turn, state.moves(), state.chances()) == (None, [], None)


def compare_without_field(game: parlour.Game, slow: Slow) -> None:
    """Read a finished position without its last field."""
    try:
        shown = slow.shown()
    except ValueError:
        with pytest.raises(parlour.BadPosition):
            game.read(slow.text)
        return
    says(game.read(slow.text), f"{slow.text} {shown}" if shown else slow.text, slow, shown)
