"""One game played in the laboratory: its stored record, and its replay.

The record has the codes of moves and outcomes, the number of legal moves and what the analysis
expected; texts and positions come from replaying the codes on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.kernel.chance_codes import join_words
from parlour.records import Tree, seat_tag
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game, State

MORE = -3  # in `turns`: one more word of the outcome of chance whose first word came before


@dataclass(frozen=True)
class TracePly:
    """A move or an outcome of chance.

    `turn` is the seat that made it, or parlour.CHANCE; `choices` the number of legal moves, 0 for chance.
    `values` are the scores that the analysis expected for each seat before the ply, in parts of the
    highest score (0 to 1), None where it was not asked.
    """

    turn: int
    move: str
    choices: int
    values: tuple[float, ...] | None = None


@dataclass(frozen=True, eq=False)
class Trace:
    """A game played from its start to its end.

    `id` is its place in its experiment (see `Laboratory.trace`), `variant` the name of the game with its
    options, `budget` the place in the experiment's budgets, `players` who had each seat, `number` from 0.
    `position` is the text from which it began, empty for the game's own start.

    What was played is in rows: `turns` (int8) and `words` (int64), an outcome of chance having as many
    words as it needs (`MORE`); for each ply, `choices` (int32) and `values` (float32, a column for each
    seat, NaN where not known; None if nothing was analysed).
    """

    id: str
    variant: str
    players: tuple[str, ...]
    budget: int
    number: int
    seed: int
    turns: npt.NDArray[np.int8]
    words: npt.NDArray[np.int64]
    choices: npt.NDArray[np.int32]
    scores: tuple[Fraction, ...]
    reason: str
    details: Mapping[str, str] = field(default_factory=dict)
    values: npt.NDArray[np.float32] | None = None
    position: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and _plain(self) == _plain(other)

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    @property
    def game(self) -> Game:
        """The game that was played."""
        return find_game(self.variant)

    @property
    def movers(self) -> npt.NDArray[np.int8]:
        """Who made each ply: a seat, or parlour.CHANCE."""
        movers: npt.NDArray[np.int8] = self.turns[self.turns != MORE]
        return movers

    @property
    def length(self) -> int:
        """How many moves the seats made; outcomes of chance are not counted."""
        return int(np.count_nonzero(self.turns >= 0))

    @property
    def codes(self) -> list[int]:
        """The rules' code of each ply."""
        codes: list[list[int]] = []
        for turn, word in zip(self.turns.tolist(), self.words.tolist(), strict=True):
            if turn == MORE:
                codes[-1].append(word)
            else:
                codes.append([word])
        return [join_words(words) for words in codes]

    def states(self) -> Iterator[State]:
        """The position before each ply, then the last one: one state, which goes on from ply to ply."""
        game = self.game
        state = game.read(self.position) if self.position else game.start()
        for code in self.codes:
            yield state
            state.play_code(code)
        yield state

    @cached_property
    def final(self) -> State:
        """The state at the end, with the whole game in its history."""
        for state in self.states():  # noqa: B007 (the last one is wanted)
            pass
        return state

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of all plies."""
        return self.final.history

    @cached_property
    def plies(self) -> tuple[TracePly, ...]:
        """Everything that is known of each ply; its texts are made by playing the game again."""
        values = [None] * len(self.choices) if self.values is None else map(_values, self.values)
        rows = zip(self.movers.tolist(), self.moves, self.choices.tolist(), values, strict=True)
        return tuple(TracePly(*row) for row in rows)

    @property
    def record(self) -> Tree:
        """The recorded game, with the players, the experiment's place of it and the seed in its tags."""
        game = self.game
        tags = {"Event": "Laboratory", "Round": self.id}
        for name, who in zip(game.seat_names, self.players, strict=True):
            tags[seat_tag(name)] = who
        tags["Seed"] = str(self.seed)
        return Tree.from_state(self.final, tags)


def _values(row: npt.NDArray[np.float32]) -> tuple[float, ...] | None:
    return None if np.isnan(row).all() else tuple(row.tolist())


def _plain(trace: Trace) -> tuple[Any, ...]:
    """Everything in a trace, in a form that can be compared."""
    values = None if trace.values is None else trace.values.tobytes()
    rows = (trace.turns.tolist(), trace.words.tolist(), trace.choices.tolist(), values)
    named = ("id", "variant", "players", "budget", "number", "seed", "scores", "reason", "position")
    return (*(getattr(trace, name) for name in named), dict(trace.details), *rows)
