"""Revolver's own players: three tempers, and one that reads the others and thinks the round through."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from parlour.errors import BadPlayer
from parlour.games.revolver.hands import kind
from parlour.games.revolver.names import KINDS
from parlour.kernel.layout import CHANCE, Record, to_compiled
from parlour.players.player import Advice, Player, Progress
from parlour.search.work import Layout, work_record
from parlour.table.game import Game
from parlour.table.state import State

JUDGEMENT = "parlour.games.revolver.judgement"
DEALS = 150  # deals that a reader thinks through
ENTRY_DEALS = 100  # the fewest that are thought through before entering, where little is at stake
EQUITY_DEALS = 400  # drawn to tell how often a hand is the highest
NOTES = 8  # room for what a seat is asked in a round
CHOICES = 8  # room for moves

DID = {"decline": 0, "place": 1, "match": 1, "raise": 2}  # NO, YES, MORE

# By the columns of `judgement`: places, raises, steps up, raises late, dearer, bluffs, bids.
TIMID = (0.95, 0.99, 0.97, 0.99, 0.01, 0.0, 0.1)
WARY = (0.85, 0.95, 0.9, 0.96, 0.03, 0.0, 0.3)
TIGHT = (0.62, 0.9, 0.7, 0.92, 0.05, 0.0, 0.5)
LOOSE = (0.25, 0.8, 0.35, 0.85, 0.03, 0.05, 0.8)
BLUFFING = (0.5, 0.85, 0.6, 0.9, 0.05, 0.25, 0.6)


class _Judge(Player):
    """A player that judges by the plain functions of `judgement`, bound to its game."""

    @cached_property
    def judgement(self) -> ModuleType:
        """The functions, uncompiled."""
        return self.game.plain.algorithm(JUDGEMENT)

    def words(self, record: Record) -> str:
        """What is said of the seat's own hand."""
        hand = record.hand[record.seat]
        if not hand:
            return "no hand yet"
        rules = self.game.plain.rules
        held = rules.final_hand(record, record.seat)
        return f"{KINDS[kind(held)]}, above {self.judgement.quantile(held):.0%} of all hands"


def known(record: Record, seat: int) -> int:
    """The bullets that a seat knows not to be in others' hands, but for those laid aside."""
    silver = 1 << record.silver if record.turned else 0
    return int(record.hand[seat] | silver)


class _Temper(_Judge):
    """Plays by fixed numbers: how good a hand it wants for what, how often it bluffs."""

    ROW: ClassVar[tuple[float, ...]]

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        record = state.record
        word = [self.rng.getrandbits(63)]
        code = self.judgement.act(record, self.ROW, word)
        return Advice(self.game.notation.move_text(record, code), words=self.words(record))


class Timid(_Temper):
    """Declines all but the best hands."""

    ROW = TIMID


class Wary(_Temper):
    """Declines most hands."""

    ROW = WARY


class Tight(_Temper):
    """Waits for good hands."""

    ROW = TIGHT


class Loose(_Temper):
    """Comes along with nearly anything."""

    ROW = LOOSE


class Bluffing(_Temper):
    """Acts one time in four as if its hand were the best."""

    ROW = BLUFFING


class Reader(_Judge):
    """Watches how the others play; thinks the round through `deals` times after each of its moves.

    It knows of a position what its seat may know: others' hands are drawn anew, by what they did.
    """

    SETTINGS: ClassVar = {"deals": int}

    def __init__(self, game: Game, seed: int, *, blunder: float = 0.0, deals: int = DEALS) -> None:
        super().__init__(game, seed, blunder)
        if deals < 1:
            raise BadPlayer(f"deals={deals}: expected 1 or more")
        self.deals = deals
        self._seen: tuple[str, ...] = ()  # the history up to which it has watched

    @cached_property
    def compiled(self) -> ModuleType:
        """The functions of `judgement`, compiled."""
        return self.game.compiled.algorithm(JUDGEMENT)

    @cached_property
    def work(self) -> Any:
        """What the compiled functions work on; at first every temper is as likely as another."""
        work = work_record(_layout(self.game, self.compiled), True)
        work.belief[:] = 1 / len(self.compiled.TEMPERS)
        work.rng[0] = self.rng.getrandbits(63)
        return work

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        self.watch(state)
        record, work, rules = state.record, self.work, self.game.plain.rules
        row = [0] * rules.MAX_MOVES
        codes = row[: rules.legal_moves(record, row)]
        work.moves[: len(codes)] = codes
        work.values[:] = 0
        to_compiled(record, rules.STATE, work.states[:1])
        entering = record.phase == rules.ENTERING
        deals = max(self.deals, ENTRY_DEALS) if entering else self.deals
        self.compiled.weigh(work, len(codes), deals)
        values = work.values[: len(codes)].max(axis=1)
        best = int(np.argmax(values))
        value = float(values[best]) / deals
        text = self.game.notation.move_text(record, codes[best])
        return Advice(text, value, (text,), self.words(record) + self._equity(record))

    def _equity(self, record: Record) -> str:
        """How often the seat's hand would be the highest of those still in, if theirs were any."""
        rules, seat = self.game.plain.rules, record.seat
        if not record.hand[seat]:
            return ""
        held, others = rules.final_hand(record, seat), rules.how_many(record, rules.IN) - 1
        part = self.compiled.equity(held, known(record, seat), others, EQUITY_DEALS, self.work.rng)
        return f"; the highest against any {others} others in {part:.0%}"

    def watch(self, state: State) -> None:
        """Note what all did since the last time."""
        known = len(self._seen)
        if state.history[:known] != self._seen:
            self._forget()
            known = 0
        records = [state.record]
        past = state.copy()
        while len(past.history) > known:
            past.undo()
            records.append(past.record)
        records.reverse()
        for before, after, text in zip(
            records[:-1], records[1:], state.history[known:], strict=True
        ):
            self._note(before, after, text)
        self._seen = state.history

    def _forget(self) -> None:
        self.work.belief[:] = 1 / len(self.compiled.TEMPERS)
        self.work.count[:] = 0
        self._seen = ()

    def _note(self, before: Record, after: Record, text: str) -> None:
        """Note what a seat did when it was asked to place; after a round learn from it."""
        rules, work = self.game.plain.rules, self.work
        placing = (rules.CONTEST, rules.RICOCHET, rules.STEP_UP, rules.REMATCH)
        seat = before.turn
        if seat != CHANCE and before.phase in placing and text != "reserve":
            asked = self.judgement.asked(before)
            n = int(work.count[seat])
            if asked >> 12 and n < NOTES:
                work.notes[seat, n] = self.judgement.done(asked, DID[text])
                work.count[seat] = n + 1
        if after.round != before.round:
            for other in range(self.game.seats):
                if work.count[other]:
                    hand = after.last_hand[other]
                    self.compiled.learn(
                        work, other, self.judgement.quantile(hand) if hand else -1.0
                    )


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


PLAYERS: Mapping[str, type[Player]] = {
    "timid": Timid,
    "wary": Wary,
    "tight": Tight,
    "loose": Loose,
    "bluffing": Bluffing,
    "reader": Reader,
}
