"""Beginners: players that overlook moves and replies, as people do when they learn a game.

A move is overlooked the more easily, the farther it is from the last move and the more pieces it
captures. Every game is treated alike: cells have places in its scene, moves say which cells they
change and capture.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import dist, log
from typing import Any

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Move
from parlour.kernel.workspace import is_given
from parlour.players.chance import scale, shares
from parlour.search.evaluation.scale import SCALE
from parlour.table.game import State
from parlour.table.player import Advice, Player, Progress, has_few_moves, random_move

NEAR, FAR = 0.3, 1.7  # effort to see a move beside the last one, and more at the board's other end
CAPTURE = 0.5  # further effort for each captured piece after the first
UNKNOWN = 0.5  # distance, as a part of the board's, where cells have no place
LOOKS = 6  # moves whose best reply is looked for


class Attention:
    """Which moves of a position a beginner sees; `oversight` 0 sees all, 1 none but the plainest."""

    def __init__(self, state: State, oversight: float, rng: random.Random) -> None:
        self.oversight, self.rng = oversight, rng
        self.places: Mapping[str, tuple[float, float]] = {
            cell.name: (cell.x, cell.y) for cell in state.scene().cells
        }
        xs, ys = zip(*self.places.values(), strict=True) if self.places else ((0,), (0,))
        self.span = max(dist((min(xs), min(ys)), (max(xs), max(ys))), 1e-9)

    def distance(self, move: Move, focus: Sequence[str]) -> float:
        """How far a move is from the cells in `focus`, as a part of the board's diagonal."""
        ends = [self.places[cell] for cell in move.cells if cell in self.places]
        starts = [self.places[cell] for cell in focus if cell in self.places]
        away = min((dist(a, b) for a in ends for b in starts), default=UNKNOWN * self.span)
        return min(away / self.span, 1.0)

    def effort(self, move: Move, focus: Sequence[str]) -> float:
        """How hard a move is to see for somebody who looks at the cells in `focus`."""
        far = NEAR + FAR * self.distance(move, focus)
        return far * (1 + CAPTURE * max(len(move.captures) - 1, 0))

    def sees(self, move: Move, focus: Sequence[str]) -> bool:
        """Whether this move is seen, this time."""
        likely: float = (1 - self.oversight) ** self.effort(move, focus)
        return self.rng.random() < likely

    def moves_in_sight(self, moves: Sequence[Move], focus: Sequence[str]) -> list[Move]:
        """The moves that are seen: one at least, the plainest."""
        return [move for move in moves if self.sees(move, focus)] or [
            min(moves, key=lambda move: self.effort(move, focus))
        ]


class Beginner(Player):
    """Plays like `other` among the moves that it sees, and may overlook the best reply to them.

    It judges by the game's evaluation what its moves look like at first sight, then looks for the
    reply to those that look best, and to the move that `other` would make. Without an evaluation it
    plays the best move that it sees of those that `other` ranks.
    """

    def __init__(self, other: Player, oversight: float, seed: int) -> None:
        super().__init__(other.game, seed, other.blunder)
        game = other.game
        if game.spec.hidden or game.seats != 2:
            raise BadPlayer(f"oversight is for open games of two; {game.name} is none")
        self.other, self.oversight = other, oversight
        self.SETTINGS = other.SETTINGS  # type: ignore[misc]
        self.evaluates = is_given(game.plain.rules.evaluate)

    def usual(self, name: str) -> float | None:  # type: ignore[override]
        return self.other.usual(name)

    def think_for(self, budget: str, amount: float) -> None:
        self.other.think_for(budget, amount)

    def stop(self) -> None:
        self.other.stop()

    def compile(self) -> None:
        self.other.compile()

    def prepare(self) -> None:
        self.other.prepare()

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return self.other.advise(state, progress)

    def decide(self, state: State, progress: Progress | None = None) -> Advice:
        if state.turn in (None, CHANCE) or not has_few_moves(state) or len(state.legal) == 1:
            return self.other.decide(state, progress)
        if self.blunder and self.rng.random() < self.blunder:
            return Advice(random_move(state, self.rng))
        attention = Attention(state, self.oversight, self.rng)
        seen = attention.moves_in_sight(state.legal, state.last_cells(None, 1))
        if not self.evaluates:
            return Advice(self._best_of(state, seen))
        return Advice(self._tempting(state, seen, attention))

    def _best_of(self, state: State, seen: list[Move]) -> str:
        """The best of the seen moves, as `other` ranks them."""
        texts = {move.text for move in seen}
        ranked = (text for text in self.other.ranked(state) if text in texts)
        return next(ranked, None) or self.rng.choice(seen).text

    def _tempting(self, state: State, seen: list[Move], attention: Attention) -> str:
        """The move that looks best after a look at the replies that are seen."""
        afters = {move.text: self._after(state, move.text) for move in seen}
        looks = {text: self._at_sight(after, state.turn) for text, after in afters.items()}
        best = sorted(looks, key=lambda text: -looks[text])[:LOOKS]
        forced = self.other.advise(state).move  # such as the answer to a threat
        best += [forced] if forced in looks and forced not in best else []
        cells = {move.text: move.cells for move in seen}
        promises = {
            text: self._after_reply(afters[text], state.turn, cells[text], attention, looks[text])
            for text in best
        }
        return max(promises, key=lambda text: promises[text])

    def _after(self, state: State, text: str) -> State:
        return state.copy().play(text).play_chance(self.rng)

    def _at_sight(self, after: State, seat: Any) -> float:
        """The chance of `seat` by the evaluation alone."""
        if after.outcome is not None:
            return float(shares([float(score) for score in after.outcome.scores], 0)[seat])
        noise = getattr(self.other, "noise", 0)
        value = self.game.plain.rules.evaluate(after.record, after.turn)
        fitted = scale(self.game, "evaluation", log(3) / SCALE)
        chance = fitted.chance(value + self.rng.uniform(-noise, noise))
        return chance if after.turn == seat else 1 - chance

    def _after_reply(
        self, after: State, seat: Any, focus: Sequence[str], attention: Attention, sight: float
    ) -> float:
        """The chance of `seat` after the best reply, or at first sight if that is overlooked."""
        if after.outcome is not None or after.turn == seat:
            return sight
        found = self.other.advise(after)
        if found.chance is None or not attention.sees(after.move(found.move), focus):
            return sight
        return 1 - found.chance
