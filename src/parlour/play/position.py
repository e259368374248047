"""A position with the moves that led to it, and what each viewer has seen of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from parlour.kernel.layout import CHANCE, Record
from parlour.kernel.moves import Entry, Given, Move
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import Drawn
from parlour.picture.viewpoint import Viewpoint
from parlour.records import SILENT
from parlour.table.entry import possible_entry
from parlour.table.familiar_moves import familiar_hooks, written_move
from parlour.table.game import Game, State

CHANCE_SEAT = -1  # in a seat's place, for chance

Viewer = int | None  # a seat, or an onlooker


@dataclass(frozen=True)
class LoggedMove:
    """One ply: who made it (CHANCE_SEAT for chance), its text, and its text for each viewer."""

    seat: int
    text: str
    views: Mapping[Viewer, str] | None  # None: everybody sees `text`
    before: tuple[Game, Record] | None = field(default=None, compare=False, repr=False)

    def text_for(self, viewer: Viewer) -> str:
        """The text as a viewer sees it."""
        return self.text if self.views is None else self.views[viewer]

    @cached_property
    def familiar(self) -> str:
        """The text as the game's players write it, in a game without hidden information."""
        if self.before is None:
            return self.text
        game, record = self.before
        if familiar_hooks(game) is None:
            return str(game.notation.listed_move(self.text))
        if self.seat == CHANCE_SEAT:
            return self.text
        return written_move(State(game, record, is_alone=True), self.text)

    @cached_property
    def seat_and_text(self) -> Sequence[int | str]:
        """The seat and the text, as a list that is not to be changed."""
        return [self.seat, self.text]

    @property
    def is_silent(self) -> bool:
        """Whether it is hidden from all but the player who made it."""
        views = self.views
        return views is not None and all(
            text == SILENT for viewer, text in views.items() if viewer != self.seat
        )


class ObservedMove(NamedTuple):
    """What a viewer saw of one ply, or of a run of silent ones; `ply` were played by then."""

    seat: int
    text: str
    ply: int


@dataclass(frozen=True)
class Position:
    """An immutable game state with the moves since the start; playing gives another position.

    `pictures` are drawn from those of the position before, `pictures_before`, as far as nothing changed.
    """

    state: State
    log: tuple[LoggedMove, ...] = ()
    pictures_before: Mapping[Viewpoint, Drawn] = field(
        default_factory=dict, compare=False, repr=False
    )
    pictures: dict[Viewpoint, Drawn] = field(default_factory=dict, compare=False, repr=False)
    scenes: dict[Viewer, Scene] = field(default_factory=dict, compare=False, repr=False)
    _logs: dict[Viewer, Sequence[ObservedMove]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def replay(cls, game: Game, start: str | None, texts: Iterable[str] = ()) -> Position:
        """The position after `texts`, from the game's start or a position text. Raises ParlourError."""
        first = _beginning(game) if start is None else cls(game.read(start))
        return first.play_all(texts)

    @classmethod
    def of_state(cls, state: State) -> Position:
        """The position of a state, its history played again."""
        start = state.copy()
        while start.past:
            start.undo()
        return cls(start).play_all(state.history)

    def sync(self, texts: Sequence[str]) -> Position:
        """The position after `texts` from the same start; moves in common are not replayed."""
        same = 0
        while same < min(self.ply, len(texts)) and self.log[same].text == texts[same]:
            same += 1
        return self.back(same).play_all(texts[same:])

    def play_all(self, texts: Iterable[str]) -> Position:
        """The position after moves and chance outcomes; raises IllegalMove."""
        texts = list(texts)
        if not texts:
            return self
        state, log = self.state.copy(), list(self.log)
        for text in texts:
            log.append(_play(state, text))
        return Position(state, tuple(log))

    def after(self, text: str, code: int | None = None) -> Position:
        """The position after a move or chance outcome; raises IllegalMove.

        `code`: the move's code in the rules, if it is known to be legal; `text` is then not looked up.
        """
        state = self.state.copy()
        log = (*self.log, _play(state, text, code))
        return Position(state, log, self.pictures or self.pictures_before)

    def back(self, ply: int) -> Position:
        """The position after `ply` plies."""
        if ply == self.ply:
            return self
        state = self.state.copy()
        for _ in range(self.ply - ply):
            state.undo()
        return Position(state, self.log[:ply])

    @property
    def game(self) -> Game:
        """The game, with its options."""
        return self.state.game

    @property
    def ply(self) -> int:
        """The number of plies played; a secret in games with hidden information."""
        return len(self.log)

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None after the end."""
        return self.state.turn

    # -- what a viewer has seen ----------------------------------------------------------------------

    def log_for(self, viewer: Viewer) -> Sequence[ObservedMove]:
        """The moves as a viewer saw them: a run of plies that it cannot see is one entry.

        The entry appears when the run is over: neither the number of these plies nor their times leak.
        """
        if viewer not in self._logs:
            self._logs[viewer] = self._observe(viewer)
        return self._logs[viewer]

    def _observe(self, viewer: Viewer) -> Sequence[ObservedMove]:
        if not self.game.spec.hidden:
            return [ObservedMove(move.seat, move.text, ply) for ply, move in enumerate(self.log, 1)]
        found: list[ObservedMove] = []
        for ply, move in enumerate(self.log, 1):
            seen = ObservedMove(move.seat, move.text_for(viewer), ply)
            if found and seen.text == found[-1].text == SILENT and seen.seat == found[-1].seat:
                found.pop()
            found.append(seen)
        if found and found[-1].text == SILENT and self.turn == found[-1].seat:
            found.pop()
        return found

    def last_seen(self, viewer: Viewer, count: int = 1) -> Sequence[ObservedMove]:
        """The last `count` moves as a viewer saw them, or as many as there are."""
        if self.game.spec.hidden:
            return self.log_for(viewer)[-count:]
        first = max(0, self.ply - count)
        last = enumerate(self.log[first:], first + 1)
        return [ObservedMove(move.seat, move.text, ply) for ply, move in last]

    def log_length(self, viewer: Viewer) -> int:
        """The number of moves that a viewer has seen."""
        return len(self.log_for(viewer)) if self.game.spec.hidden else self.ply

    @property
    def is_last_public(self) -> bool:
        """Whether others than the player who made it have seen something of the last ply."""
        return bool(self.log) and not self.log[-1].is_silent

    # -- display -------------------------------------------------------------------------------------

    def scene(self, viewer: Viewer) -> Scene:
        """The scene as a viewer sees it; all see the same in games without hidden information."""
        seat = viewer if self.game.spec.hidden else None
        if seat not in self.scenes:
            self.scenes[seat] = self.state.scene(seat)
        return self.scenes[seat]

    @cached_property
    def decisive(self) -> tuple[str, ...]:
        """The cells that decided a finished game, where the game names them."""
        if self.state.outcome is None:
            return ()
        notation, record = self.game.notation, self.state.record
        if not self.state.past:
            return tuple(notation.decisive(record))
        last = self.state.past[-1]
        return tuple(notation.decided_by(last.record, last.code, record))

    def enter_steps(self, given: Sequence[Given]) -> Entry:
        """What the steps entered so far can become; raises ValueError."""
        return possible_entry(self.state, given, lambda: self._legal)

    def prompt(self, given: tuple[Given, ...]) -> str:
        """What the player to move does next, as a sentence, if the game says so."""
        return str(self.game.notation.prompt(self.state.record, given))

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        return self.state.legal


@lru_cache(maxsize=64)
def _beginning(game: Game) -> Position:
    """The start of a game: one for all that begin there, with what is drawn and known of it."""
    return Position(game.start())


def _play(state: State, text: str, code: int | None = None) -> LoggedMove:
    """Play a move or chance outcome and log what each viewer sees of it; raises IllegalMove."""
    seat = CHANCE_SEAT if state.turn == CHANCE or state.turn is None else state.turn
    code = state.code(text) if code is None else code
    views: dict[Viewer, str] | None = None
    if state.game.spec.hidden:
        viewers: list[Viewer] = [None, *range(state.game.seats)]
        views = {viewer: state.heard(code, viewer) for viewer in viewers}
    state.play_code(code)
    return LoggedMove(seat, text, views, (state.game, state.past[-1].record))
