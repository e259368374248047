"""Going along a recorded line by compiled rules: a hundred times quicker than move by move at the table.

Only what is sure is gone: where a move's text is not that of one code, a position stands again, a limit
may be reached or chance is due, the table itself goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.kernel.layout import CHANCE, MANY, OVER, new_compiled, new_plain, to_compiled, to_plain
from parlour.records import line_script
from parlour.table.game import Game
from parlour.table.outcome import Outcome
from parlour.table.state import State

ALGORITHM = line_script.__name__
PATIENCE = 4000  # plies of a game that are read at the table before its rules are compiled for it
ROOM = 512  # plies that are gone at once

_met: dict[str, int] = {}  # plies read at the table, by game
_codes: dict[str, dict[str, int]] = {}  # of moves met before, by game and text


def codes_of(game: Game) -> dict[str, int]:
    """The codes of a game's moves that were met before, by text; a text's is mostly always the same."""
    return _codes.setdefault(game.name, {})


def can_follow(game: Game) -> bool:
    """Whether lines of a game can be gone along by compiled rules."""
    open_game = not (game.spec.hidden or game.has_chance)
    few = game.plain.rules.MAX_MOVES <= MANY
    return open_game and few and bool(game.notation.TEXT_OF_CODE)


def worth_following(game: Game, plies: int) -> bool:
    """Whether to follow a game's lines, when so many more plies of it were read at the table."""
    if game.is_compiled:
        return can_follow(game)
    _met[game.name] = _met.get(game.name, 0) + plies
    return _met[game.name] > PATIENCE and can_follow(game)


@dataclass(frozen=True)
class Stand:
    """Where a follower stands, to come back to it."""

    states: Any
    plies: int
    seen: frozenset[int]
    can_step_back: bool


class Follower:
    """Goes along a line of one game from a position on; `turn` is who is to move, OVER at an end."""

    def __init__(self, game: Game) -> None:
        rules = game.plain.rules
        self.game = game
        self._script: Any = game.compiled.algorithm(ALGORITHM)
        self._states = new_compiled(rules.STATE, 2)
        self._kept = new_compiled(rules.STATE, 0)
        self._room = np.zeros(max(rules.MAX_MOVES, 1), dtype=np.int64)
        self._plies = np.arange(ROOM + 1, dtype=np.int64)
        self._keys, self._seats = np.zeros((2, ROOM), dtype=np.int64)
        self._codes = codes_of(game)
        limited = game.move_limit and not game.spec.rules_count_moves
        self._limit = game.move_limit if limited else 1 << 40  # fewer plies cannot reach it
        self._repeats = bool(game.spec.repetition)

    def begin(self, state: State) -> None:
        """Stand at a position, with those before it in its past."""
        rules = self.game.plain.rules
        to_compiled(state.record, rules.STATE, self._states)
        self.turn = OVER if state.turn is None else state.turn
        self._begun_with, self._can_step_back = state.outcome, False
        self._made = sum(state.counted)
        past = [state.record, *(ply.record for ply in state.past)] if self._repeats else []
        self._seen = frozenset(signed(rules.key(record)) for record in past)

    def go(self, texts: Sequence[str]) -> list[int]:
        """Go along moves as far as that is sure; returns the seats that made them.

        Where these are fewer than the moves, the follower stands nowhere: it is to begin again.
        """
        gone: list[int] = []
        while len(gone) < len(texts):
            codes = self._known(texts[len(gone) : len(gone) + ROOM])
            seats = self._run(codes) if codes else []
            gone += seats
            if len(seats) < len(codes) or not codes:
                break
        return gone

    def _known(self, texts: Sequence[str]) -> list[int]:
        """The codes of the texts up to the first that was never met; that one is looked for here."""
        codes = list(map(self._codes.get, texts))
        if None in codes:
            codes = codes[: codes.index(None)]
        if not codes and self.turn not in (OVER, CHANCE):
            self._learn()
            code = self._codes.get(texts[0])
            codes = [] if code is None else [code]
        return codes  # type: ignore[return-value]  # none is None

    def _learn(self) -> None:
        """Meet all moves that are legal here."""
        rules, move_text = self.game.plain.rules, self.game.notation.move_text
        record = self._record()
        room = [0] * rules.MAX_MOVES
        for code in room[: rules.legal_moves(record, room)]:
            self._codes[move_text(record, code)] = code

    def _run(self, codes: list[int]) -> list[int]:
        """Make these moves; returns the seats that made them, fewer where it is not sure."""
        count, turn = len(codes), self.turn
        words = np.array(codes, dtype=np.int64)
        rows = (self._plies, count, self._room, self._keys, self._seats, self._kept)
        made = int(self._script.follow(self._states, words, *rows))
        self.turn = int(self._states["turn"][0])
        self._made += made
        if made < count or turn == OVER or self._made >= self._limit:
            return []
        if self._repeats:
            keys = self._keys[:made].tolist()
            new = frozenset(keys)
            if len(new) < made or not new.isdisjoint(self._seen):
                return []
            self._seen |= new
        self._begun_with, self._can_step_back = None, True
        return self._seats[:made].tolist()  # type: ignore[no-any-return]

    def stand(self) -> Stand:
        """Where it stands now."""
        return Stand(self._states.copy(), self._made, self._seen, self._can_step_back)

    def come_back(self, to: Stand) -> None:
        """Stand where it stood."""
        self._states[:] = to.states
        self._made, self._seen, self._can_step_back = to.plies, to.seen, to.can_step_back
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
        return self.game.endings.final(self._record())

    def _record(self) -> Any:
        record = new_plain(self.game.plain.rules.STATE)
        to_plain(self._states, self.game.plain.rules.STATE, record)
        return record


def signed(key: int) -> int:
    """A key as a number of 64 bits with a sign, as compiled rules and databases keep it."""
    key &= (1 << 64) - 1
    return key - (1 << 64) if key >> 63 else key
