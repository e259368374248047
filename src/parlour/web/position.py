"""A game as far as it is played, and what each seat has heard of it; playing makes another position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.kernel import moves
from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Given, Move
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import Drawn
from parlour.table.entry import entered
from parlour.table.game import Game
from parlour.table.state import State
from parlour.web.known import known_game
from parlour.web.store import CHANCE_SEAT, Saved

Viewer = int | None  # a seat, or an onlooker


@dataclass(frozen=True)
class Entry:
    """One ply: who made it (CHANCE_SEAT for chance), its text, and how each viewer heard of it."""

    seat: int
    text: str
    heard: Mapping[Viewer, str] | None  # None: as it is, by everybody

    def told(self, viewer: Viewer) -> str:
        """The text as a viewer heard it."""
        return self.text if self.heard is None else self.heard[viewer]


@dataclass(frozen=True)
class Position:
    """A state that nobody plays on, with the entries that led to it since the start."""

    state: State
    entries: tuple[Entry, ...] = ()
    pictures: dict[object, Drawn] = field(default_factory=dict, compare=False, repr=False)
    scenes: dict[Viewer, Scene] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, saved: Saved) -> Position:
        """The position of a kept game. Raises ParlourError if the rules no longer allow its moves."""
        game = known_game(saved.game)
        here = cls(game.start() if saved.position is None else game.read(saved.position))
        state, entries = here.state, []
        for _, text in saved.moves:
            entries.append(_entry(state, text))
            state.play(text)
        return cls(state, tuple(entries))

    def after(self, text: str) -> Position:
        """The position after a move or outcome of chance; raises IllegalMove."""
        entry = _entry(self.state, text)
        return Position(self.state.copy().play(text), (*self.entries, entry))

    def back(self, ply: int) -> Position:
        """The position after `ply` plies."""
        if ply == self.ply:
            return self
        state = self.state.copy()
        for _ in range(self.ply - ply):
            state.undo()
        return Position(state, self.entries[:ply])

    @property
    def game(self) -> Game:
        """The game, with its options."""
        return self.state.game

    @property
    def ply(self) -> int:
        """How many plies were played."""
        return len(self.entries)

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None after the end."""
        return self.state.turn

    def scene(self, viewer: Viewer) -> Scene:
        """The scene as a viewer sees it; where nothing is hidden, all see the same."""
        seat = viewer if self.game.spec.hidden else None
        if seat not in self.scenes:
            self.scenes[seat] = self.state.scene(seat)
        return self.scenes[seat]

    @cached_property
    def decisive(self) -> tuple[str, ...]:
        """The cells that decided a game which its rules have ended, where the game tells them."""
        if self.state.outcome is None:
            return ()
        return tuple(self.game.notation.decisive(self.state.record))

    def entered(self, given: Sequence[Given]) -> moves.Entry:
        """What the steps of a move that were given can become; raises ValueError."""
        return entered(self.state, given, lambda: self._legal)

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        return self.state.legal


def _entry(state: State, text: str) -> Entry:
    seat = CHANCE_SEAT if state.turn == CHANCE or state.turn is None else state.turn
    code = state.code(text)
    if not state.game.spec.hidden:
        return Entry(seat, text, None)
    viewers: list[Viewer] = [None, *range(state.game.seats)]
    return Entry(seat, text, {viewer: state.heard(code, viewer) for viewer in viewers})
