"""Revolver's own players: three tempers, and one that reads the others and thinks the round through."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import ModuleType
from typing import ClassVar

from parlour.errors import BadPlayer
from parlour.games.revolver.hands import kind
from parlour.games.revolver.names import KINDS
from parlour.games.revolver.thinking import JUDGEMENT, ReaderModel
from parlour.kernel.layout import CHANCE, Record
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress
from parlour.table.searcher import Searcher

DEALS = 150  # deals that a reader thinks through: the plain rules take a second or two for so many
ENTRY_DEALS = 100  # the fewest that are thought through before entering, where little is at stake
STOPGAP_DEALS = 75  # thought through by the plain rules in place of more
EQUITY_DEALS = 400  # drawn to tell how often a hand is the highest

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


def known_bullets(record: Record, seat: int) -> int:
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


class Reader(_Judge, Searcher[ReaderModel]):
    """Watches how the others play; thinks the round through `deals` times after each of its moves.

    It knows of a position what its seat may know: others' hands are resampled by their actions.
    """

    SETTINGS: ClassVar = {"deals": int}

    def __init__(self, game: Game, seed: int, *, blunder: float = 0.0, deals: int = DEALS) -> None:
        super().__init__(game, seed, blunder)
        if deals < 1:
            raise BadPlayer(f"deals={deals}: expected 1 or more")
        self.deals = deals
        self._word = self.rng.getrandbits(63)
        self._seen: tuple[str, ...] = ()  # the history up to which it has watched

    def new_search(self, compiled: bool) -> ReaderModel:
        return ReaderModel(self.game, self._word, compiled=compiled)

    def is_small(self) -> bool:
        return self.deals <= DEALS

    def sample(self) -> str:
        return "reader:deals=1"

    def compile(self) -> None:
        super().compile()
        self.new_search(compiled=True).compile_rest()

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        thinking = self.ready_search()
        self.watch(state)
        record, rules = state.record, self.game.plain.rules
        if record.phase == rules.SHOWDOWN:
            code = self.judgement.show_or_concede(record, rules.final_hand(record, record.seat))
            return Advice(self.game.notation.move_text(record, code), words=self.words(record))
        row = [0] * rules.MAX_MOVES
        codes = row[: rules.legal_moves(record, row)]
        entering = record.phase == rules.ENTERING
        deals = max(self.deals, ENTRY_DEALS) if entering else self.deals
        deals = min(deals, STOPGAP_DEALS) if self.is_stopgap else deals
        values = thinking.weigh(record, codes, deals)
        value = max(values)
        text = self.game.notation.move_text(record, codes[values.index(value)])
        return Advice(text, value, (text,), self.words(record) + self._equity(record))

    def _equity(self, record: Record) -> str:
        """How often the seat's hand would be the highest of those still in, if theirs were any."""
        rules, seat = self.game.plain.rules, record.seat
        if not record.hand[seat]:
            return ""
        held, others = rules.final_hand(record, seat), rules.how_many(record, rules.IN) - 1
        part = self.search.equity(held, known_bullets(record, seat), others, EQUITY_DEALS)
        return f"; the highest against any {others} others in {part:.0%}"

    def watch(self, state: State) -> None:
        """Note what all did since the last time."""
        known = len(self._seen)
        if state.history[:known] != self._seen:
            self.search.forget()
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

    def _note(self, before: Record, after: Record, text: str) -> None:
        """Note what a seat did when it was asked to place; after a round learn from it."""
        rules, thinking = self.game.plain.rules, self.search
        placing = (rules.CONTEST, rules.RICOCHET, rules.STEP_UP, rules.REMATCH)
        seat = before.turn
        if seat != CHANCE and before.phase in placing and text != "reserve":
            asked = self.judgement.request_note(before)
            if self.judgement.can_of(asked):
                thinking.note(seat, self.judgement.with_answer(asked, DID[text]))
        if after.round != before.round:
            for other in range(self.game.seats):
                hand = after.last_hand[other]
                thinking.learn(other, self.judgement.quantile(hand) if hand else -1.0)


PLAYERS: Mapping[str, type[Player]] = {
    "timid": Timid,
    "wary": Wary,
    "tight": Tight,
    "loose": Loose,
    "bluffing": Bluffing,
    "reader": Reader,
}
