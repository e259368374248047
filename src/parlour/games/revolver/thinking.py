"""A reader's thinking, in either form: what it has noted of the others, and rounds thought through with that.

The functions are those of `judgement`; what they work on is laid out here.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from parlour.games.revolver.hands import LENGTH
from parlour.kernel.layout import Record
from parlour.kernel.workspace import Layout, store_state, take_over, work_record
from parlour.table.game import Game
from parlour.table.game_instance import instance, is_made

JUDGEMENT = "parlour.games.revolver.judgement"
NOTES = 8  # room for what a seat is asked in a round
CHOICES = 8  # room for moves


class ReaderModel:
    """What one reader believes of the other seats; at first every temper is as likely as another."""

    def __init__(self, game: Game, seed: int, *, compiled: bool = True) -> None:
        self.game, self.compiled = game, compiled
        self.judgement: ModuleType = instance(game, compiled).algorithm(JUDGEMENT)
        self.work = self._new_work()
        self.work.rng[0] = seed
        self.forget()

    def _new_work(self) -> Any:
        return work_record(_layout(self.game, self.judgement), self.compiled)

    def is_made(self) -> bool:
        """Whether the machine code of what takes longest is at hand."""
        return is_made(self.judgement.weigh, self.work, 0, 0)

    def compile(self) -> None:
        """Go on compiled, with all that was noted."""
        work, self.compiled = self.work, True
        self.judgement = self.game.compiled.algorithm(JUDGEMENT)
        self.work = self._new_work()
        take_over(self.work, work)

    def stop(self) -> None:
        """It is never long."""

    def forget(self) -> None:
        """Know nothing of the others."""
        tempers = len(self.judgement.TEMPERS)
        for seat in range(self.game.seats):
            self.work.belief[seat][:] = [1 / tempers] * tempers
            self.work.count[seat] = 0

    def note(self, seat: int, note: int) -> None:
        """Keep what a seat did when it was asked, as long as there is room in this round."""
        n = int(self.work.count[seat])
        if n < NOTES:
            self.work.notes[seat][n] = note
            self.work.count[seat] = n + 1

    def learn(self, seat: int, part: float) -> None:
        """Learn from a round's notes of a seat whose hand was above this part of all; -1 if unseen."""
        if self.work.count[seat]:
            self.judgement.learn(self.work, seat, part)

    def weigh(self, record: Record, codes: list[int], deals: int) -> list[float]:
        """The chance of winning that each move promises, by its best plan, over `deals` of what is hidden."""
        work = self.work
        work.moves[: len(codes)] = codes
        for k in range(len(codes)):
            work.values[k][:] = [0.0] * len(self.judgement.PLANS)
        store_state(work.states, 0, record, self.game.plain.rules.STATE.names)
        self.judgement.weigh(work, len(codes), deals)
        return [float(max(work.values[k])) / deals for k in range(len(codes))]

    def equity(self, hand: int, seen: int, others: int, deals: int) -> float:
        """How often a hand would be the highest against `others` others (see `judgement.equity`)."""
        part: float = self.judgement.equity(hand, seen, others, deals, self.work.rng)
        return part

    def compile_rest(self) -> None:
        """Have compiled what a game's first move does not need."""
        hand = (1 << LENGTH) - 1
        self.equity(hand, hand, 1, 1)
        self.judgement.learn(self.work, 0, -1.0)


def _layout(game: Game, judgement: ModuleType) -> Layout:
    seats = game.seats
    return [
        ("states", game.plain.rules.STATE, (3,)),
        ("belief", np.float64, (seats, len(judgement.TEMPERS))),
        ("notes", np.int64, (seats, NOTES)),
        ("count", np.int64, (seats,)),
        ("temper", np.int64, (seats,)),
        ("hands", np.int64, (judgement.CANDIDATES,)),
        ("fits", np.float64, (judgement.CANDIDATES,)),
        ("moves", np.int64, (CHOICES,)),
        ("values", np.float64, (CHOICES, len(judgement.PLANS))),
        ("rng", np.int64, (1,)),
    ]
