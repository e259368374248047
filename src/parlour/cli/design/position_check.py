"""`parlour check` of what describes positions: their keys, coded cells, and moves as values."""

from __future__ import annotations

import random
from typing import Any

from parlour.errors import BadRules
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.table.game import Game, State
from parlour.table.player import has_few_moves

FIRST = 300  # positions near the start whose keys are compared
LONGEST = 300  # plies of two positions that are played on side by side


class KeyCheck:
    """Finds positions with one key that play differently, which bots would take for the same."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.rules: Any = game.plain.rules
        self._known: dict[int, Record] = {}

    def inspect_first(self) -> None:
        """Compare the positions near the start, where many are reached by different moves."""
        waiting, done = [self.game.start()], 0
        while waiting and done < FIRST:
            state = waiting.pop(0)
            self.inspect(state)
            done += 1
            if state.turn is None or (state.turn != CHANCE and not has_few_moves(state)):
                continue
            for code in state.codes():
                if done + len(waiting) < FIRST:
                    after = State(self.game, state.copied_record())
                    self.rules.play(after.record, code)
                    if after.record.turn != OVER:
                        waiting.append(State(self.game, after.record))

    def inspect(self, state: State) -> None:
        """Compare one position with an earlier one of the same key; raises BadRules."""
        if state.turn is None:
            return
        record = state.copied_record()
        other = self._known.setdefault(self.rules.key(record), record)
        fields = [
            name for name in record.__slots__ if getattr(record, name) != getattr(other, name)
        ]
        if not any(isinstance(getattr(record, name), list) for name in fields):
            return  # counters need not be in the key
        one, two = (State(self.game, each).text for each in (record, other))
        if one != two and not self._play_alike(State(self.game, record), State(self.game, other)):
            raise BadRules(
                f"key is the same for two positions that play differently (they differ in "
                f"{', '.join(fields)})\n  {one}\n  {two}"
            )

    def _play_alike(self, one: State, two: State) -> bool:
        """Whether the same random moves lead both positions to the same end."""
        first, second = one.copied_record(), two.copied_record()
        for _ in range(LONGEST):
            if first.turn != second.turn:
                return False
            if first.turn == OVER:
                seats = range(self.game.seats)
                return all(
                    self.rules.payoff(first, i) == self.rules.payoff(second, i) for i in seats
                )
            codes = [sorted(State(self.game, each).codes()) for each in (first, second)]
            if codes[0] != codes[1]:
                return False
            if not codes[0]:
                return True  # chance that cannot be listed
            move = self.rng.choice(codes[0])
            self.rules.play(first, move)
            self.rules.play(second, move)
        return True


def check_cells(state: State) -> None:
    """The coded board has codes of its range, and shows each player its own pieces as its own."""
    rules: Any = state.game.plain.rules
    if not rules.CODED_CELLS or state.turn is None or state.turn == CHANCE:
        return
    last = 2 * rules.PIECE_CODES + rules.OTHER_CODES
    codes = _cells(rules, state.record)
    wrong = [code for code in codes if not 0 <= code <= last]
    if wrong:
        raise BadRules(f"cells writes the code {wrong[0]}; expected 0 to {last}\n  in {state.text}")
    if state.game.seats != 2 or not rules.SEATS_ALIKE:
        return
    kinds = range(1, rules.PIECE_CODES + 1)
    coded = (
        sum(code in kinds for code in codes),
        sum(code - rules.PIECE_CODES in kinds for code in codes),
    )
    own, other = _drawing(state, state.turn), _drawing(state, 1 - state.turn)
    if own != other and coded == (other, own):
        raise BadRules(
            "cells does not show each player its own pieces as its own: codes 1 to PIECE_CODES are the "
            f"pieces of the player to move\n  in {state.text}"
        )


def _drawing(state: State, seat: int) -> int:
    """How many cells show a piece of a seat's colour on top."""
    scene = state.scene(seat)
    if len(scene.colours) <= seat:
        return 0
    return sum(cell.pieces[-1].colour == scene.colours[seat] for cell in scene.cells if cell.pieces)


def _cells(rules: Any, record: Record) -> list[int]:
    out = [0] * rules.CODED_CELLS
    rules.cells(record, out)
    return out


class DirectionCheck:
    """Finds games whose players move in opposite directions, and whose `cells` never turns the board."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._up: list[set[int]] = [
            set(),
            set(),
        ]  # the directions in which each seat's pieces moved
        self._turns = False

    def inspect(self, state: State) -> None:
        """Note the directions of one position's moves, and whether `cells` turns its board."""
        rules: Any = self.game.plain.rules
        seat = state.turn
        if not rules.CODED_CELLS or self.game.seats != 2 or seat not in (0, 1):
            return
        places = {cell.name: cell.y for cell in state.scene(seat).cells}
        for move in state.legal if has_few_moves(state) else ():
            for path in move.moved:
                rise = places.get(path[-1], 0.0) - places.get(path[0], 0.0)
                self._up[seat].add((rise > 0) - (rise < 0))
        turned = state.copied_record()
        turned.turn = 1 - turned.turn
        one, two = _cells(rules, state.record), _cells(rules, turned)
        self._turns = self._turns or [bool(code) for code in one] != [bool(code) for code in two]

    @property
    def warnings(self) -> list[str]:
        """The warning, if all moves of one player go up, and all of the other down."""
        up, down = self._up
        opposite = (up, down) in (({1}, {-1}), ({-1}, {1}))
        if not opposite or self._turns or not self.game.plain.rules.SEATS_ALIKE:
            return []
        return [
            "the players move in opposite directions, and cells does not turn the board round for the "
            "second: write its cells in reverse order, or set SEATS_ALIKE = False"
        ]


def check_moves_as_values(state: State) -> None:
    """`move` gives the text of `move_text`, and steps that belong to one move only."""
    if state.turn is None or state.turn == CHANCE or not has_few_moves(state):
        return
    notation = state.game.notation
    cells = {cell.name for cell in state.scene(state.turn).cells}
    steps: dict[tuple[object, ...], str] = {}
    for code in state.codes():
        text, move = notation.move_text(state.record, code), notation.move(state.record, code)
        if move.text != text:
            raise BadRules(f"move gives the text {move.text!s:.60}, move_text {text!s:.60}")
        other = steps.setdefault(tuple((step.kind, step.text) for step in move.steps), text)
        if other != text:
            raise BadRules(f"the moves {other} and {text} have the same steps")
        lost = [step.text for step in move.steps if step.kind == "cell" and step.text not in cells]
        if lost:
            raise BadRules(f"the move {text} has the step {lost[0]}, which is no cell of the scene")
