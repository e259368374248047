"""Random games by compiled code, thousands a second, recorded like any others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from parlour.errors import ParlourError
from parlour.kernel.layout import MANY, new_plain, to_plain
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import REACH, Layout, store_state, work_record
from parlour.lab.batch import Ending, GameBatch, Telling, narrowest
from parlour.lab.random_games import BUCKETS, BY_RULES, ENDS, MORE, REPEATED
from parlour.table.endings import LARGEST_DENOMINATOR
from parlour.table.game import State
from parlour.table.game_instance import instance, moves_left

T = TypeVar("T")

RANDOM = "random"
GAMES = 10_000  # in one call of compiled code
PLIES = 1 << 19  # room for the words of this many plies, to begin with
ENDLESS = 1 << 21  # a game that has more plies is given up
LONGEST = 1 << 14  # and for the positions of one
WIDE = 1 << 12  # so far apart may numbers be that stand for themselves
WIDEST = 1 << 60  # products of such numbers
FLAGS = ("how", "known", "limited", "together", "repeats", "repetition", "move_limit")


@dataclass
class _Rows:
    """What compiled code writes to; see `random_games.play_games`."""

    turns: Any
    words: Any
    choices: Any
    keys: Any
    seeds: Any
    lengths: Any
    ended: Any
    finals: Any


class RandomGames:
    """Plays random games from one position; compiled and plain code play the same games."""

    def __init__(self, state: State, compiled: bool = True) -> None:
        self.game, self.compiled = state.game, compiled
        self.rules = self.game.plain.rules
        self.algorithm = instance(self.game, compiled).algorithm("parlour.lab.random_games")
        self.w = _room(state, compiled)
        self.plies, self.longest = PLIES, LONGEST
        self.rows: _Rows | None = None
        self.read: dict[str, None] = {}  # fields of which details of an end are made

    def play(self, seed: int, first: int, count: int) -> GameBatch:
        """The games of an arm's `seed` from number `first` on."""
        kept = _Recorded(self)
        for rows, done in self._parts(seed, first, first + count):
            kept.add(rows, done)
        return kept.batch(first)

    def forget(self, count: int) -> None:
        """Play a number of games without recording them, as the baseline of benchmarks."""
        rows, done = self._rows_for(GAMES), 0
        while done < count:
            done += int(self.algorithm.play_games(self.w, *vars(rows).values(), 1, done, GAMES))

    def _parts(self, seed: int, first: int, end: int) -> Iterator[tuple[_Rows, int]]:
        """Rows, which are written again and again, and how many games are in them."""
        while first < end:
            count = min(GAMES, end - first)
            rows = self._rows_for(count)
            done = int(self.algorithm.play_games(self.w, *vars(rows).values(), seed, first, count))
            if done:
                yield rows, done
            else:  # not even one game had room
                self._make_room()
            first += done

    def _make_room(self) -> None:
        if self.plies >= ENDLESS:
            raise ParlourError(
                f"{self.game.name}: a random game is not over after {self.plies:,} plies; "
                "give the game a move_limit, or other players"
            )
        self.plies, self.longest = 2 * self.plies, 2 * self.longest
        self.rows = None

    def _rows_for(self, count: int) -> _Rows:
        """Rows with room for that many games, allocated once."""
        if self.rows is None or len(self.rows.seeds) < count:
            self.rows = self._rows(count)
        return self.rows

    def _rows(self, count: int) -> _Rows:
        def row(size: int, kind: type) -> Any:
            return np.zeros(size, kind) if self.compiled else [0] * size

        finals = count if "details" in self.game.notation.GIVEN else 0
        state = self.rules.STATE
        return _Rows(
            turns=row(self.plies, np.int8),
            words=row(self.plies, np.int64),
            choices=row(self.plies, np.int32),
            keys=row(self.longest, np.int64),
            seeds=row(count, np.int64),
            lengths=row(count, np.int64),
            ended=row(count, np.int64),
            finals=np.zeros(finals, state)
            if self.compiled
            else [new_plain(state) for _ in range(finals)],
        )

    def ending(self, how: int, reason: int, scores: Sequence[float]) -> Ending:
        """A row of ``w.ends`` as it is recorded."""
        exact = tuple(Fraction(score).limit_denominator(LARGEST_DENOMINATOR) for score in scores)
        if how == BY_RULES:
            return exact, str(self.rules.REASONS[reason])
        return exact, self.game.spec.repetition_reason if how == REPEATED else "move-limit"

    def final(self, finals: Any, i: int) -> State:
        """The state at the end of a game."""
        plain = new_plain(self.rules.STATE)
        if self.compiled:
            to_plain(finals[i : i + 1], self.rules.STATE, plain)
        else:
            copy(plain, finals[i])
        return State(self.game, plain)


class _Recorded:
    """The records of one call's games: rows, part by part, and their ends."""

    def __init__(self, games: RandomGames) -> None:
        self.games, self.notation = games, games.game.notation
        self.rows: dict[str, list[Any]] = {}
        self.endings: dict[tuple[float, ...], int] = {}
        self.tellings: dict[Telling, int] = {}
        self.texts: dict[bytes, Telling] = {}

    def add(self, rows: _Rows, done: int) -> None:
        """Record the first `done` games of the rows."""
        used = int(np.sum(rows.lengths[:done]))
        turns, choices = _narrow_copy(rows.turns, used), _narrow_copy(rows.choices, used)
        plies = turns != MORE
        ends = [tuple(map(float, row)) for row in self.games.w.ends[: self.games.w.known]]
        part = {
            "seeds": _narrow_copy(rows.seeds, done),
            "lengths": _narrow_copy(rows.lengths, done),
            "turns": turns,
            "words": _narrow_copy(rows.words, used),
            "choices": choices if plies.all() else choices[plies],
            "ended": _places(ends, self.endings)[_narrow_copy(rows.ended, done)],
        }
        if "details" in self.notation.GIVEN:
            part["told"] = self._ending_places(rows.finals, done)
        for name, row in part.items():
            self.rows.setdefault(name, []).append(row)

    def batch(self, first: int) -> GameBatch:
        """All of it."""
        rows = {name: np.concatenate(parts) for name, parts in self.rows.items()}
        return GameBatch(
            first=first,
            values=None,
            seatings=((RANDOM,) * self.games.game.seats,),
            seated=np.zeros(len(rows["seeds"]), np.int8),
            endings=tuple(self.games.ending(int(e[0]), int(e[1]), e[2:]) for e in self.endings),
            tellings=tuple(self.tellings),
            **rows,
        )

    def _ending_places(self, finals: Any, done: int) -> Any:
        """The place of each end's details in the table; see `lab_games.details_of`.

        Texts are slow to make, and few states differ in the fields they are made of. So one text is made
        for all states that agree in every field read.
        """
        if not self.games.compiled or "merit" in self.notation.GIVEN:
            return _places([self._alone(finals, i) for i in range(done)], self.tellings)
        read = self.games.read
        while True:
            columns = [finals[name][:done] for name in read]
            some, kinds = _kinds(columns, done)
            texts = [self._text(finals, i, columns) for i in some]
            if len(read) == len(columns):
                return _places(texts, self.tellings)[kinds]
            self.texts.clear()

    def _text(self, finals: Any, i: int, columns: list[Any]) -> Telling:
        """The record of a state; `columns` are the fields that texts are made of, as far as known."""
        key = b"".join(column[i].tobytes() for column in columns)
        if key not in self.texts:
            look: Any = _Look(finals, i, self.games.read)
            self.texts[key] = tuple(self.notation.details(look).items())
        return self.texts[key]

    def _alone(self, finals: Any, i: int) -> Telling:
        """The record of a single state, with a solitaire's own count."""
        final = self.games.final(finals, i)
        counted = "merit" in self.notation.GIVEN
        more = {"merit": str(self.notation.merit(final))} if counted else {}
        return tuple({**self.notation.details(final.record), **more}.items())


class _Look:
    """A compiled state seen as a plain one; `read` collects the fields that are read."""

    def __init__(self, finals: Any, place: int, read: dict[str, None]) -> None:
        self._finals, self._place, self._read = finals, place, read

    def __getattr__(self, name: str) -> Any:
        self._read[name] = None
        return self._finals[name][self._place].tolist()


def _places(found: list[T], known: dict[T, int]) -> Any:
    """The index of each item in `known`; new items are added."""
    return np.array([known.setdefault(one, len(known)) for one in found], np.int32)


def _kinds(columns: list[Any], count: int) -> tuple[list[int], Any]:
    """One of each kind of `count` rows that are alike in all columns, and the kind of each row."""
    kinds, span = np.zeros(count, np.int64), 1
    for column in columns:
        for part in column.reshape(count, -1).T:
            numbers, wide = _rank(part)
            if span * wide > WIDEST:
                kinds, span = _rank(kinds, 0)
            kinds, span = kinds * wide + numbers, span * wide
    kinds, span = _rank(kinds)
    last = np.full(span, -1)
    last[kinds] = np.arange(count)
    there = last >= 0
    return last[there].tolist(), (np.cumsum(there) - 1)[kinds]


def _rank(row: Any, widest: int = WIDE) -> tuple[Any, int]:
    """Whole numbers from 0 on that differ where those of the row do, and what they are all below."""
    numbers = row.astype(np.int64)
    low, high = int(numbers.min()), int(numbers.max())
    if high - low < widest:
        return numbers - low, high - low + 1
    numbers = np.unique(numbers, return_inverse=True)[1]
    return numbers, int(numbers.max()) + 1


def _narrow_copy(row: Any, count: int) -> Any:
    """The first numbers of a row that is written again, in a narrow type."""
    numbers = np.asarray(row[:count])
    return np.array(numbers, narrowest(numbers))


def _room(state: State, compiled: bool) -> Any:
    """The work record of `random_games`, set to begin at `state`."""
    rules, word = state.game.plain.rules, np.int64
    layout: Layout = [
        *((name, word) for name in FLAGS),
        ("states", rules.STATE, (2,)),
        ("moves", word, (rules.MAX_MOVES if rules.MAX_MOVES <= MANY else 1,)),
        ("rng", word, (1,)),
        ("left", word, (2, rules.SEATS)),
        ("seen", word, (BUCKETS,)),
        ("ends", np.float64, (ENDS, 2 + rules.SEATS)),
    ]
    w = work_record(layout, compiled)
    store_state(w.states, 0, state.record, rules.STATE.names)
    left = moves_left(state)
    for seat, n in enumerate(left):
        w.left[0][seat] = n
    w.limited = int(min(left) < REACH)
    w.together = int(not state.game.spec.alternating)
    w.repeats = state.game.spec.repeats
    reasons = list(rules.REASONS)
    words = (state.game.spec.repetition_reason, "move-limit")
    w.repetition, w.move_limit = (reasons.index(x) if x in reasons else -1 for x in words)
    return w
