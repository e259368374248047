"""Positions of a game's tree, which algorithms step and copy very often: plain at first, then compiled.

A `TreePosition` has the legal actions (`parlour.adapters.actions`), the outcomes of chance and the scores at
the end. Its `state`, the `parlour.State` with all texts, is brought up to date when somebody asks for it.
After `PLAIN_PLIES` plies a game's positions are compiled, which takes a few seconds unless the cache has
them. Games with too many moves to be listed stay plain.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from parlour.adapters.actions import Actions, illegal_action
from parlour.adapters.observations import Observations
from parlour.adapters.seat_memory import Memories, SeatMemory, remember
from parlour.adapters.vectors import MAX_PLIES, WIDEST, vector_arrays
from parlour.errors import IllegalMove
from parlour.kernel import chance_codes
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain, to_compiled, to_plain
from parlour.table.game import Game, State

PLAIN_PLIES = 5000

Outcomes = Sequence[tuple[int, float]]  # codes with their probabilities


class TreeArrays(NamedTuple):
    """The arrays of `VectorArrays` that compiled steps of one position need."""

    states: Any
    left: Any
    keys: Any
    stood: Any
    plies: Any
    masks: Any
    moves: Any
    numbers: Any
    scores: Any
    together: int
    rules_count: int
    limit: int
    limit_reason: int
    repetitions: int
    repetition_reason: int


class GameTree:
    """What the positions of one game share.

    Where outcomes of chance are too many to list, `deals` of them are equally likely, drawn once for all from
    the seeds 0 to ``deals - 1``. If it `recalls`, seats remember their observations.
    """

    def __init__(self, game: Game, deals: int, recalls: bool) -> None:
        self.game, self.actions, self.deals, self.recalls = game, Actions(game), deals, recalls
        self.see = Observations(game) if recalls else None
        self.plies = 0  # made by plain rules
        self.can_compile = game.plain.rules.MAX_MOVES <= WIDEST
        self.lock = threading.Lock()  # positions share the arrays into which moves are listed

    def __reduce__(self) -> tuple[Any, ...]:
        return GameTree, (self.game, self.deals, self.recalls)

    @cached_property
    def drawn(self) -> list[tuple[int, float]]:
        """The drawn outcomes by number, with their probabilities."""
        return [(number, 1 / self.deals) for number in range(self.deals)]

    @cached_property
    def steps(self) -> Any:
        """The compiled functions."""
        return self.game.compiled.algorithm("parlour.adapters.tree_steps")

    @cached_property
    def arrays(self) -> TreeArrays:
        """The arrays of a position, to be copied."""
        room = vector_arrays(self.game, 1, -1, MAX_PLIES, None)
        return TreeArrays(*(getattr(room, name) for name in TreeArrays._fields))


class PlainPosition:
    """The legal actions, the outcomes and the scores of a state, found once for it and its copies."""

    def __init__(self, tree: GameTree, state: State) -> None:
        self._tree, self._state = tree, state

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None at the end."""
        return self._state.turn

    @cached_property
    def _texts(self) -> Mapping[int, str]:
        return self._tree.actions.legal(self._state)

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        return sorted(self._texts)

    def code(self, action: int) -> int:
        """The rules' code of a legal action; raises IllegalMove."""
        text = self._texts.get(action)
        if text is None:
            text = self._tree.actions.text(self._state, action)  # it raises
        return self._state.code(text)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The outcomes of the chance event that is due; none if they are too many to list."""
        rules = self._tree.game.plain.rules
        codes, weights = [0] * rules.MAX_OUTCOMES, [0] * rules.MAX_OUTCOMES
        return _outcomes(codes, weights, rules.outcomes(self._state.record, codes, weights))

    @property
    def record(self) -> Record:
        """The position, to be read only."""
        return self._state.record

    @property
    def scores(self) -> list[float]:
        """The score of each seat at the end."""
        assert self._state.outcome is not None
        return [float(score) for score in self._state.outcome.scores]


class CompiledPosition:
    """The same, stepped by the compiled rules."""

    def __init__(self, tree: GameTree, arrays: TreeArrays) -> None:
        self._tree, self._arrays = tree, arrays
        self.legal: list[int] = []
        self.scores: list[float] = []
        self._codes: Mapping[int, int] | None = None  # by action, where codes are no actions
        self._outcomes: Outcomes | None = None
        self.turn: int | None = None

    @classmethod
    def of(cls, tree: GameTree, state: State) -> CompiledPosition:
        """The position of a state, with its past as far as repetition goes and its count of moves."""
        made = cls(tree, _own_arrays(tree.arrays))
        rules, arrays = tree.game.plain.rules, made._arrays
        to_compiled(state.record, rules.STATE, arrays.states)
        arrays.left[0] = arrays.limit
        if arrays.together:
            arrays.left[0, 0] -= sum(state.counted)
        else:
            arrays.left[0] -= state.counted
        if arrays.repetitions:
            keys = [rules.key(ply.record) for ply in state.past if ply.record.turn != CHANCE]
            made._make_room(len(keys))
            made._arrays.keys[0, : len(keys)] = keys
            arrays.stood[0] = len(keys)
        with tree.lock:
            made._take(tree.steps.look(made._arrays))
        return made

    def copy(self) -> CompiledPosition:
        """A position that is played on its own from here."""
        made = CompiledPosition(self._tree, _own_arrays(self._arrays))
        made.turn, made.legal, made.scores = self.turn, self.legal, self.scores
        made._codes, made._outcomes = self._codes, self._outcomes
        return made

    def play(self, code: int) -> None:
        """Play a legal move or an outcome of chance."""
        if self._arrays.repetitions:
            self._make_room(int(self._arrays.stood[0]))
        with self._tree.lock:
            for word in chance_codes.split_code(code):
                found = self._tree.steps.play_word(self._arrays, word)
            self._take(found)

    def _make_room(self, stood: int) -> None:
        """Let the table of positions have room for one more than have stood."""
        keys = self._arrays.keys
        if stood >= keys.shape[1]:
            longer = np.zeros((1, 2 * stood + 2), keys.dtype)
            longer[:, : keys.shape[1]] = keys
            self._arrays = self._arrays._replace(keys=longer)

    def _take(self, found: int) -> None:
        """Read what a compiled step has found."""
        arrays = self._arrays
        self.legal, self._codes, self._outcomes = [], None, None
        if found == OVER:
            self.turn, self.scores = None, arrays.scores[0].tolist()
            return
        self.turn = int(arrays.states["turn"][0])
        if found != CHANCE:
            numbers = arrays.numbers[0, :found].tolist()
            if self._tree.actions.hashed:
                self._codes = dict(zip(numbers, arrays.moves[0, :found].tolist(), strict=True))
            self.legal = sorted(numbers)

    def code(self, action: int) -> int:
        """The rules' code of a legal action; raises IllegalMove."""
        if action not in self.legal:
            raise illegal_action(action, self.legal)
        return self._codes[action] if self._codes is not None else action

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes of the chance event that is due; none if they are too many to list."""
        if self._outcomes is None:
            room = np.zeros((2, self._tree.game.plain.rules.MAX_OUTCOMES), np.int64)
            count = self._tree.steps.list_outcomes(self._arrays, room[0], room[1])
            self._outcomes = _outcomes(room[0].tolist(), room[1].tolist(), count)
        return self._outcomes

    @property
    def record(self) -> Record:
        """The position as plain rules have it."""
        state = self._tree.game.plain.rules.STATE
        record = new_plain(state)
        to_plain(self._arrays.states, state, record)
        return record


def _own_arrays(arrays: TreeArrays) -> TreeArrays:
    """Copies of the arrays that a position changes."""
    changed = ("states", "left", "keys", "stood", "plies")
    return arrays._replace(**{name: getattr(arrays, name).copy() for name in changed})


def _outcomes(codes: Sequence[int], weights: Sequence[int], count: int) -> Outcomes:
    total = sum(weights[:count])
    return [(codes[k], weights[k] / total) for k in range(count)]


class TreePosition:
    """A position that is stepped by actions; a chance event's are the numbers of its outcomes."""

    def __init__(self, tree: GameTree, state: State, memories: Memories = ()) -> None:
        self.tree = tree
        self._known = state  # never changed, since copies share it
        self._later: list[tuple[int, int]] = []  # the codes and actions that were played since
        self._memories = memories or (SeatMemory(),) * state.game.seats
        self._at: PlainPosition | CompiledPosition = PlainPosition(tree, state)
        self.turn = state.turn  # the seat to move, CHANCE, or None at the end

    def copy(self) -> TreePosition:
        """A position that is played on its own from here."""
        self._speed_up()
        made = TreePosition.__new__(TreePosition)
        vars(made).update(vars(self))
        made._later = list(self._later)
        if isinstance(self._at, CompiledPosition):
            made._at = self._at.copy()
        return made

    def __deepcopy__(self, memo: object) -> TreePosition:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return TreePosition, (self.tree, self.state, self._memories)

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending; none at a chance event or after the end."""
        return self._at.legal

    @property
    def scores(self) -> list[float]:
        """The score of each seat at the end."""
        return self._at.scores

    @property
    def state(self) -> State:
        """The position with its texts and its past, to be read only."""
        self._catch_up()
        return self._known

    @property
    def memories(self) -> Memories:
        """What each seat remembers, where the game has hidden information."""
        self._catch_up()
        return self._memories

    def chances(self) -> list[tuple[int, float]]:
        """The numbers of the outcomes that are due, with their probabilities."""
        listed = self._at.outcomes
        return [(number, chance) for number, (_, chance) in enumerate(listed)] or self.tree.drawn

    def is_listed(self) -> bool:
        """Whether the outcomes that are due are all there are; others mean more of their kind."""
        return bool(self._at.outcomes)

    def text(self, action: int) -> str:
        """The text of a legal action; raises IllegalMove."""
        return str(self.tree.game.notation.move_text(self._at.record, self._code(action)))

    def play(self, action: int) -> None:
        """Play a legal action; raises IllegalMove."""
        self._speed_up()
        code = self._code(action)
        self._later.append((code, action))
        if isinstance(self._at, CompiledPosition):
            self._at.play(code)
        else:
            self.tree.plies += 1
            self._at = PlainPosition(self.tree, self.state)
        self.turn = self._at.turn

    def redeal(self, seat: int, word: int) -> TreePosition:
        """A position that `seat` cannot tell from this one, drawn by the rules from a word."""
        record = self.state.copied_record()
        self.tree.game.plain.rules.redeal(record, seat, [word])
        drawn = State(self.tree.game, record, counted=self.state.counted)
        return TreePosition(self.tree, drawn, self._memories)

    def _code(self, action: int) -> int:
        if self.turn != CHANCE:
            return self._at.code(action)
        listed = self._at.outcomes
        if not 0 <= action < (len(listed) or self.tree.deals):
            raise IllegalMove(f"action {action} is no outcome of this chance event")
        if listed:
            return listed[action][0]
        word = random.Random(action).getrandbits(63)
        return chance_codes.draw_whole(self.tree.game.plain.rules, self._at.record, [word])

    def _speed_up(self) -> None:
        """Continue with compiled rules if enough has been played."""
        slow = isinstance(self._at, PlainPosition) and self.turn is not None
        if slow and self.tree.plies > PLAIN_PLIES and self.tree.can_compile:
            self._at = CompiledPosition.of(self.tree, self.state)

    def _catch_up(self) -> None:
        if not self._later:
            return
        state = self._known.copy()
        for code, action in self._later:
            if state.game.spec.hidden:
                self._memories = remember(self._memories, state, code, action, self.tree.see)
            state.play_code(code)
        self._known, self._later = state, []
