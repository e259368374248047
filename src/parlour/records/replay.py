"""Going along a recorded line by compiled rules: a hundred times quicker than move by move at the table.

Only certain moves are replayed: if a move's text fits several codes, a repetition or a limit may end the
game, or chance is due, `State` takes over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from parlour.kernel.layout import (
    CHANCE,
    MANY,
    OVER,
    Record,
    new_compiled,
    new_plain,
    to_compiled,
    to_plain,
)
from parlour.records import replay_compiled
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome

ALGORITHM = replay_compiled.__name__
PATIENCE = 4000  # plies of a game that are read at the table before its rules are compiled for it
ROOM = 512  # plies that are gone at once
PLIES = np.arange(ROOM + 1, dtype=np.int64)  # a ply is one word
KINDS = 4  # `text_kinds` are below this

Moved = tuple[str, int, int]  # a move's text, the seat that made it, and no glyph

_met: dict[str, int] = {}  # plies read at the table, by game
_codes: dict[str, dict[str, int]] = {}  # of moves met before, by game and text
_ways: dict[str, tuple[dict[str, int], dict[int, str]]] = {}  # of moves followed, by game


def codes_of(game: Game) -> dict[str, int]:
    """The codes of a game's moves that were met before, by text; a text's is mostly always the same."""
    return _codes.setdefault(game.name, {})


def can_follow(game: Game) -> bool:
    """Whether lines of a game can be gone along by compiled rules."""
    open_game = not (game.spec.hidden or game.has_chance)
    few = game.plain.rules.MAX_MOVES <= MANY
    return open_game and few and (bool(game.notation.TEXT_OF_CODE) or _has_kinds(game))


def _has_kinds(game: Game) -> bool:
    return "text_kinds" in game.notation.GIVEN


def worth_following(game: Game, plies: int) -> bool:
    """Whether to follow a game's lines, after `plies` plies of it were read by `State`."""
    if game.is_compiled:
        return can_follow(game)
    _met[game.name] = _met.get(game.name, 0) + plies
    return _met[game.name] > PATIENCE and can_follow(game)


@lru_cache(maxsize=1024)
def compiled_start(game: Game) -> Any:
    """The compiled record of a game's start, which is not to be changed."""
    start = new_compiled(game.plain.rules.STATE)
    to_compiled(game.started.record, game.plain.rules.STATE, start)
    return start[0]


@dataclass(frozen=True)
class Stand:
    """Where a follower stands, to come back to it: of the keys `met` by then, the first `reached`."""

    states: Any
    plies: int
    met: _Met
    reached: int
    can_step_back: bool


class _Met:
    """The keys of the positions along a line, what was stepped back from among them."""

    def __init__(self, keys: list[int]) -> None:
        self.keys = keys
        self.times = Counter(keys)

    def add(self, keys: list[int]) -> None:
        self.keys += keys
        self.times.update(keys)

    def cut_to(self, reached: int) -> None:
        """Forget all but the first keys."""
        self.times.subtract(self.keys[reached:])
        del self.keys[reached:]


class Follower:
    """Replays a line of one game from a position; `turn` is the seat to move, OVER at an end.

    A move's way is its code with its kind (`text_kinds` of the notation), which tell its text.
    """

    def __init__(self, game: Game) -> None:
        rules = game.plain.rules
        self.game = game
        self._script: Any = game.compiled.algorithm(ALGORITHM)
        self._states = new_compiled(rules.STATE, 2)
        self._kinds = game.notation.text_kinds if _has_kinds(game) else None
        self._kept = new_compiled(rules.STATE, ROOM if self._kinds else 0)
        self._room = np.empty(max(rules.MAX_MOVES, 1), dtype=np.int64)
        self._keys, self._seats = np.empty((2, ROOM), dtype=np.int64)
        self._way_of, self._text_of = _ways.setdefault(game.name, ({}, {}))
        limited = game.move_limit and not game.spec.rules_count_moves
        self._limit = game.move_limit if limited else 1 << 40  # fewer plies cannot reach it
        self._repeats = game.repeats

    def begin(self, state: State) -> None:
        """Go to a position, with those before it in its past."""
        rules = self.game.plain.rules
        if state is self.game.started:
            self._states[0] = compiled_start(self.game)
        else:
            to_compiled(state.record, rules.STATE, self._states)
        self.turn = OVER if state.turn is None else state.turn
        self._begun_with, self._can_step_back = state.outcome, False
        self._made = sum(state.counted)
        past = [state.record, *(ply.record for ply in state.past)] if self._repeats else []
        self._met = _Met([signed(rules.key(record)) for record in past])

    def go(self, texts: Sequence[str], loose: bool = False) -> list[Moved]:
        """Go along moves as far as that is sure; returns those that were made.

        `loose` texts may have - where a capture has x. The follower stands after the last move made.
        """
        gone: list[Moved] = []
        learnt = -1  # where all that is legal was looked at
        while len(gone) < len(texts) and self.turn not in (OVER, CHANCE):
            ahead = texts[len(gone) : len(gone) + ROOM]
            ways = list(map(self._way_of.get, ahead))
            known = ways.index(None) if None in ways else len(ways)
            made = self._run(ahead[:known], ways[:known], loose) if known else []  # type: ignore[arg-type]
            gone += made
            if len(made) < known or not known:
                if learnt == len(gone):
                    break
                self._learn()
                learnt = len(gone)
        return gone

    def _learn(self) -> None:
        """Meet all moves that are legal here."""
        rules, move_text = self.game.plain.rules, self.game.notation.move_text
        record = self.record()
        room = [0] * rules.MAX_MOVES
        codes = room[: rules.legal_moves(record, room)]
        states = self._states[np.zeros(len(codes), dtype=np.int64)]
        kinds = [0] * len(codes)
        if self._kinds is not None:
            kinds = self._kinds(states, np.array(codes, dtype=np.int64)).tolist()
        for code, kind in zip(codes, kinds, strict=True):
            text, way = move_text(record, code), code * KINDS + kind
            self._text_of[way] = text
            if self._kinds is not None:  # what was made is then told, and compared
                self._way_of.setdefault(text.replace("x", "-"), way)
            self._way_of[text] = way

    def _run(self, texts: Sequence[str], ways: list[int], loose: bool) -> list[Moved]:
        """Make these moves; returns those that were made, fewer where it is not sure."""
        begun = self._states.copy()
        codes = np.array(ways, dtype=np.int64) // KINDS
        made = self._follow(codes)
        spelled = (
            list(texts[:made]) if self._kinds is None else self._replayed_texts(begun, codes[:made])
        )
        sure = made if loose else _agreeing(texts, spelled)
        sure = min(sure, spelled.index("") if "" in spelled else made, self._limit - 1 - self._made)
        keys = self._keys[:made].tolist()
        sure = max(min(sure, self._unrepeated(keys)), 0)
        if sure < len(ways):
            self._states[:] = begun
            self._follow(codes[:sure])
        if not sure:
            return []
        if self._repeats:
            self._met.add(keys[:sure])
        self.turn = int(self._states["turn"][0])
        self._made += sure
        self._begun_with, self._can_step_back = None, True
        return list(zip(spelled, self._seats[:sure].tolist(), [0] * sure, strict=False))

    def _follow(self, codes: Any) -> int:
        rows = (PLIES, len(codes), self._room, self._keys, self._seats, self._kept)
        return int(self._script.follow(self._states, codes, *rows))

    def _replayed_texts(self, begun: Any, codes: Any) -> list[str]:
        """The texts of moves that were made from a state on, "" for one that was never met."""
        if not len(codes):
            return []
        before = np.concatenate((begun[:1], self._kept[: len(codes) - 1]))
        assert self._kinds is not None
        ways = codes * KINDS + self._kinds(before, codes)
        return [self._text_of.get(way, "") for way in ways.tolist()]

    def _unrepeated(self, keys: list[int]) -> int:
        """The number of plies before a repetition ends the game."""
        if not self._repeats:
            return len(keys)
        times, again = self._met.times, Counter[int]()
        if len(set(keys)) == len(keys) and times.keys().isdisjoint(keys):
            return len(keys)
        for n, key in enumerate(keys):
            again[key] += 1
            if times[key] + again[key] >= self._repeats:
                return n
        return len(keys)

    def stand(self) -> Stand:
        """Where it stands now."""
        met = self._met
        return Stand(self._states.copy(), self._made, met, len(met.keys), self._can_step_back)

    def come_back(self, to: Stand) -> None:
        """Stand where it stood."""
        self._states[:] = to.states
        self._made, self._met, self._can_step_back = to.plies, to.met, to.can_step_back
        self._met.cut_to(to.reached)
        self.turn = int(self._states["turn"][0])

    def step_back(self) -> bool:
        """Stand before the move that was made last, as a variation begins; False if that is not known."""
        if not self._can_step_back:
            return False
        self._states[0] = self._states[1]
        self._made -= 1
        self._can_step_back = False
        self.turn = int(self._states["turn"][0])
        return True

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a game that is over here."""
        if self._begun_with is not None or self.turn != OVER:
            return self._begun_with
        return self.game.endings.final(self.record())

    def record(self) -> Record:
        """The plain record of the position here."""
        record = new_plain(self.game.plain.rules.STATE)
        to_plain(self._states, self.game.plain.rules.STATE, record)
        return record


def _agreeing(texts: Sequence[str], spelled: list[str]) -> int:
    """How many texts agree, from the first on."""
    if list(texts[: len(spelled)]) == spelled:
        return len(spelled)
    return next(
        n for n, (one, other) in enumerate(zip(texts, spelled, strict=False)) if one != other
    )


def signed(key: int) -> int:
    """A key as a number of 64 bits with a sign, as compiled rules and databases keep it."""
    key &= (1 << 64) - 1
    return key - (1 << 64) if key >> 63 else key
