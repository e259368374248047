"""What slow versions written from the rulebook's pages share; the walk that holds one against a game."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Protocol, runtime_checkable

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


class Refused(Exception):
    """A text is no position text of the game."""


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

    def fill(self, fields: list[str]) -> None:
        """Set up what the fields after the first say; nonsense may raise anything."""

    def as_read(self, claimed: End | None) -> End | None:
        """The end of a position whose text claims this one, or nothing. Raises Refused."""


@runtime_checkable
class Hiding(Protocol):
    """What a slow version of a game with hidden information has beside the rest."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None at a chance event."""

    def view(self, seat: int | None) -> str:
        """The position text as a seat, or an onlooker, may see it, without an end."""


def settled(shown: End | None, claimed: End | None, claimable: Collection[str]) -> End | None:
    """Which end it is; `claimable` are the reasons that a position need not show. Raises Refused."""
    if claimed and claimed != shown and (shown or claimed.reason not in claimable):
        raise Refused
    return shown or claimed


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


def walk(state: parlour.State, slow: Slow, chooser: Chooser) -> Counter[str]:
    """Play both to the end, comparing everything; counts the end's reason, written ``#reason``."""
    while True:
        compare(state, slow, chooser.rng.random() < 0.3)
        if slow.end is not None:
            return Counter([f"#{slow.end.reason}"])
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
    ending = written.removeprefix(slow.text)
    for seat in (None, *range(state.game.seats)):
        assert state.view(seat) == (
            slow.view(seat) + ending if isinstance(slow, Hiding) else written
        )
    outcome = state.outcome
    assert (outcome and End(outcome.reason, outcome.scores)) == ended
    if ended is None:
        moves = sorted(slow.moves())
        assert state.moves() == moves
        assert (state.turn == parlour.CHANCE) == (not moves)
        if isinstance(slow, Hiding) and moves:
            assert state.turn == slow.turn
        listed = slow.chances()
        assert state.chances() == (listed and sorted(listed.items()))
    else:
        assert (state.turn, state.moves(), state.chances()) == (None, [], None)


def compare_without_field(game: parlour.Game, slow: Slow) -> None:
    """Read a finished position without its last field."""
    try:
        shown = slow.as_read(None)
    except Refused:
        with pytest.raises(parlour.BadPosition):
            game.read(slow.text)
    else:
        says(game.read(slow.text), f"{slow.text} {shown}" if shown else slow.text, slow, shown)


# -- reading ---------------------------------------------------------------------------------------


def read(slow: Slow, text: str, ends: Mapping[str, End]) -> None:
    """Make of a game at its start that of a position text; these are all ends there are. Raises Refused."""
    fields = text.split(" ")
    claim = fields.pop() if fields[-1].startswith("#") else ""
    claimed = ends.get(claim)
    if claim and not claimed:
        raise Refused
    try:
        slow.fill(fields[1:])
        assert slow.text == " ".join(fields)
        slow.end = slow.as_read(claimed)
    except (ValueError, LookupError, StopIteration, AssertionError) as error:
        raise Refused from error


def garbled(texts: Sequence[str], ends: Sequence[End], rng: random.Random) -> str:
    """One of the texts with fields of others, another end, or slips of the pen."""
    fields = rng.choice(texts).split(" ")
    for _ in range(rng.choice([0, 1, 1, 2])):
        i = rng.randrange(1, len(fields))
        what = rng.randrange(4)
        if what == 0:
            other = rng.choice(texts).split(" ")
            fields[i] = other[min(i, len(other) - 1)]
        elif what == 1:
            fields[len(fields) - fields[-1].startswith("#") :] = [str(rng.choice(ends))]
        else:
            j = rng.randrange(len(fields[i]) + 1)
            letter = rng.choice("".join(fields) + "0123#")
            fields[i] = fields[i][:j] + letter * rng.randint(0, 2) + fields[i][j + 1 :]
        fields = " ".join(fields).split(" ")
    return " ".join(fields)


def compare_reading(
    game: parlour.Game,
    new: Callable[[], Slow],
    texts: Sequence[str],
    ends: Sequence[End],
    rng: random.Random,
) -> Counter[str]:
    """Read a game's texts, garbled, in both; returns how many were refused, running, ended."""
    counted: Counter[str] = Counter()
    by_text = {str(end): end for end in ends}
    for _ in range(60):
        text = garbled(texts, ends, rng)
        slow = new()
        try:
            read(slow, text, by_text)
        except Refused:
            counted["refused"] += 1
            with pytest.raises(parlour.BadPosition):
                pytest.fail(f"{text} is read as {game.read(text).text}")
        else:
            counted["ended" if slow.end else "running"] += 1
            written = f"{slow.text} {slow.end}" if slow.end else slow.text
            try:
                says(game.read(text), written, slow, slow.end)
            except parlour.BadPosition as error:
                pytest.fail(f"{text} is refused: {error}")
    return counted


def some_texts(slow: Slow, rng: random.Random) -> list[str]:
    """Position texts of a random game, its last ones among them."""
    chooser, texts = Chooser(rng, back=0.2), [slow.text]
    while slow.end is None and len(texts) < 200:
        slow.play(chooser(slow))
        texts.append(f"{slow.text} {slow.end}" if slow.end else slow.text)
    return texts[-3:] + rng.sample(texts, min(len(texts), 3))


@dataclass(frozen=True)
class Reading:
    """How garbled texts of a game are made and read: `change` brings a game at its start elsewhere."""

    identifier: str
    new: Callable[..., Slow]
    ends: Sequence[End]
    random_options: Callable[[random.Random], dict[str, object]]
    change: Callable[[Any, random.Random], object]

    def __call__(self, seed: int) -> Counter[str]:
        """Read garbled texts under random options; counts those refused, running and ended."""
        rng = random.Random(seed)
        options = self.random_options(rng)
        game, texts = parlour.game(self.identifier, **options), []
        for i in range(6):
            slow = self.new(**options)
            if i:
                self.change(slow, rng)
            texts += some_texts(slow, rng)
        return compare_reading(game, partial(self.new, **options), texts, self.ends, rng)
