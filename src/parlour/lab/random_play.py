"""Games of random players, many at a time by compiled code: thousands a second, kept like any others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.kernel.fast import copy
from parlour.kernel.records import MANY, new_plain, to_plain
from parlour.lab.batch import Batch, Ending
from parlour.lab.random_games import BUCKETS, BY_RULES, ENDS, MORE, REPEATED
from parlour.search.counting import instance, moves_left
from parlour.search.room import REACH, Layout, put, work_record
from parlour.table.state import LARGEST_DENOMINATOR, State

RANDOM = "random"
GAMES = 2000  # that are played before Python looks
PLIES = 1 << 18  # room for the words of so many, to begin with
ENDLESS = 1 << 21  # a game that has more plies is given up
LONGEST = 1 << 12  # and for the positions of one
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
    """Plays random games of one game from one position; compiled or not they are the same."""

    def __init__(self, state: State, compiled: bool = True) -> None:
        self.game, self.compiled = state.game, compiled
        self.rules = self.game.plain.rules
        self.algorithm = instance(self.game, compiled).algorithm("parlour.lab.random_games")
        self.w = _room(state, compiled)
        self.plies, self.longest = PLIES, LONGEST
        self.tells_more = hasattr(self.game.notation, "details")

    def play(self, seed: int, first: int, count: int) -> Batch:
        """The games of an arm's `seed` from number `first` on."""
        return Batch.join(list(self._parts(seed, first, first + count)))

    def forget(self, count: int) -> None:
        """Play so many games and keep nothing of them: what it is measured against."""
        rows, done = self._rows(GAMES), 0
        while done < count:
            done += int(self.algorithm.play_games(self.w, *vars(rows).values(), 1, done, GAMES))

    def _parts(self, seed: int, first: int, end: int) -> Iterator[Batch]:
        rows = self._rows(min(GAMES, end - first))
        while first < end:
            part = self._part(rows, seed, first, min(GAMES, end - first))
            if part.count:
                yield part
            else:  # not even one game had room
                self._make_room()
                rows = self._rows(min(GAMES, end - first))
            first += part.count

    def _make_room(self) -> None:
        if self.plies >= ENDLESS:
            raise ParlourError(
                f"{self.game.name}: a random game is not over after {self.plies:,} plies; "
                "give the game a move_limit, or other players"
            )
        self.plies, self.longest = 2 * self.plies, 2 * self.longest

    def _part(self, rows: _Rows, seed: int, first: int, count: int) -> Batch:
        """As many games as there is room for, `count` at most."""
        given = vars(rows).values()
        done = int(self.algorithm.play_games(self.w, *given, seed, first, count))
        used = int(np.sum(rows.lengths[:done]))
        turns = np.array(rows.turns[:used], np.int8)
        ends = [list(map(float, row)) for row in self.w.ends[: self.w.known]]
        return Batch(
            first=first,
            seeds=np.array(rows.seeds[:done], np.int64),
            lengths=np.array(rows.lengths[:done], np.int32),
            turns=turns,
            words=np.array(rows.words[:used], np.int64),
            choices=np.array(rows.choices[:used], np.int32)[turns != MORE],
            values=None,
            seatings=((RANDOM,) * self.game.seats,),
            seated=np.zeros(done, np.int32),
            endings=tuple(self._ending(int(end[0]), int(end[1]), end[2:]) for end in ends),
            ended=np.array(rows.ended[:done], np.int32),
            details=self._details(rows, done) if self.tells_more else None,
        )

    def _rows(self, count: int) -> _Rows:
        def row(size: int, kind: type) -> Any:
            return np.zeros(size, kind) if self.compiled else [0] * size

        finals = count if self.tells_more else 0
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

    def _ending(self, how: int, reason: int, scores: list[float]) -> Ending:
        exact = tuple(Fraction(score).limit_denominator(LARGEST_DENOMINATOR) for score in scores)
        if how == BY_RULES:
            return exact, str(self.rules.REASONS[reason])
        return exact, self._word(how)

    def _word(self, how: int) -> str:
        return self.game.spec.repetition_reason if how == REPEATED else "move-limit"

    def _details(self, rows: _Rows, done: int) -> tuple[dict[str, str], ...]:
        """What the table tells of each end beside the scores; see `playing.details_of`."""
        finals = _looks(rows.finals, done) if self.compiled else rows.finals
        details = [dict(self.game.notation.details(finals[i])) for i in range(done)]
        if hasattr(self.game.notation, "merit"):
            for i, told in enumerate(details):
                told["merit"] = str(self.game.notation.merit(self._final(rows, i)))
        return tuple(details)

    def _final(self, rows: _Rows, i: int) -> State:
        """The state at the end of a game."""
        plain = new_plain(self.rules.STATE)
        if self.compiled:
            to_plain(rows.finals[i : i + 1], self.rules.STATE, plain)
        else:
            copy(plain, rows.finals[i])
        return State(self.game, plain)


class _Look:
    """A compiled state as a plain one to look at: fields are made Python's numbers when asked for."""

    def __init__(self, columns: dict[str, list[Any]], finals: Any, place: int) -> None:
        self._columns, self._finals, self._place = columns, finals, place

    def __getattr__(self, name: str) -> Any:
        if name not in self._columns:  # for all states at once
            self._columns[name] = self._finals[name].tolist()
        return self._columns[name][self._place]


def _looks(finals: Any, done: int) -> list[_Look]:
    columns: dict[str, list[Any]] = {}
    return [_Look(columns, finals, place) for place in range(done)]


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
    put(w.states, 0, state._record, rules.STATE.names)
    left = moves_left(state)
    for seat, n in enumerate(left):
        w.left[0][seat] = n
    w.limited = int(min(left) < REACH)
    w.together = int(not state.game.spec.alternating)
    w.repeats = int(state.game.spec.repetition)
    reasons = list(rules.REASONS)
    words = (state.game.spec.repetition_reason, "move-limit")
    w.repetition, w.move_limit = (reasons.index(x) if x in reasons else -1 for x in words)
    return w
