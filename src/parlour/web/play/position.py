"""A game as far as it is played, and what each seat has heard of it; playing makes another position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from parlour.kernel import moves
from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Given, Move
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import Drawn
from parlour.picture.viewpoint import Viewpoint
from parlour.records import SILENT
from parlour.table.entry import entered
from parlour.table.game import Game, State
from parlour.web.common.game_registry import known_game
from parlour.web.play.saved import CHANCE_SEAT, Saved

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

    @property
    def is_silent(self) -> bool:
        """Whether nobody but whoever made it has heard anything of it."""
        heard = self.heard
        return heard is not None and all(
            text == SILENT for viewer, text in heard.items() if viewer != self.seat
        )


class Heard(NamedTuple):
    """What a viewer heard of one ply, or of a row of silent ones; `ply`: how many were played then."""

    seat: int
    text: str
    ply: int


@dataclass(frozen=True)
class Position:
    """A state that nobody plays on, with the entries that led to it since the start."""

    state: State
    entries: tuple[Entry, ...] = ()
    pictures: dict[Viewpoint, Drawn] = field(default_factory=dict, compare=False, repr=False)
    scenes: dict[Viewer, Scene] = field(default_factory=dict, compare=False, repr=False)
    _heard: dict[Viewer, Sequence[Heard]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, saved: Saved) -> Position:
        """The position of a kept game. Raises ParlourError if the rules no longer allow its moves."""
        return cls.begun(saved.game, saved.position, (text for _, text in saved.moves))

    @classmethod
    def begun(cls, name: str, start: str | None, texts: Iterable[str] = ()) -> Position:
        """The position after `texts` of the game `name`, from its start or a position text.

        Raises ParlourError.
        """
        game = known_game(name)
        return cls(game.start() if start is None else game.read(start)).playing(texts)

    def following(self, saved: Saved) -> Position:
        """The position of the same game as it is kept by now: what is the same is not played again."""
        kept = [text for _, text in saved.moves]
        same = 0
        while same < min(self.ply, len(kept)) and self.entries[same].text == kept[same]:
            same += 1
        return self.back(same).playing(kept[same:])

    def playing(self, texts: Iterable[str]) -> Position:
        """The position after moves and outcomes of chance; raises IllegalMove."""
        state, entries = self.state.copy(), list(self.entries)
        for text in texts:
            entries.append(_play(state, text))
        return Position(state, tuple(entries))

    def after(self, text: str, code: int | None = None) -> Position:
        """The position after a move or outcome of chance; raises IllegalMove.

        `code`: the move's in the rules, if it is known to be legal and need not be looked for.
        """
        state = self.state.copy()
        return Position(state, (*self.entries, _play(state, text, code)))

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
        """How many plies were played; where information is hidden, that is a secret."""
        return len(self.entries)

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None after the end."""
        return self.state.turn

    # -- what a viewer heard -------------------------------------------------------------------------

    def heard_by(self, viewer: Viewer) -> Sequence[Heard]:
        """What a viewer has heard, in order: a row of plies of which it hears nothing is one entry.

        That entry comes when the row is over, so that how many there are, and when each is made, stays
        with whoever makes them.
        """
        if viewer not in self._heard:
            self._heard[viewer] = self._as_heard(viewer)
        return self._heard[viewer]

    def _as_heard(self, viewer: Viewer) -> Sequence[Heard]:
        if not self.game.spec.hidden:
            return [Heard(entry.seat, entry.text, ply) for ply, entry in enumerate(self.entries, 1)]
        found: list[Heard] = []
        for ply, entry in enumerate(self.entries, 1):
            heard = Heard(entry.seat, entry.told(viewer), ply)
            if found and heard.text == found[-1].text == SILENT and heard.seat == found[-1].seat:
                found.pop()
            found.append(heard)
        if found and found[-1].text == SILENT and self.turn == found[-1].seat:
            found.pop()
        return found

    def plies_heard(self, viewer: Viewer) -> int:
        """How many entries a viewer has heard."""
        return len(self.heard_by(viewer)) if self.game.spec.hidden else self.ply

    @property
    def is_heard(self) -> bool:
        """Whether others than whoever made it have heard of the last ply."""
        return bool(self.entries) and not self.entries[-1].is_silent

    # -- looking -------------------------------------------------------------------------------------

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


def _play(state: State, text: str, code: int | None = None) -> Entry:
    """Play a move or outcome of chance, and say how each viewer hears of it; raises IllegalMove."""
    seat = CHANCE_SEAT if state.turn == CHANCE or state.turn is None else state.turn
    code = state.code(text) if code is None else code
    heard: dict[Viewer, str] | None = None
    if state.game.spec.hidden:
        viewers: list[Viewer] = [None, *range(state.game.seats)]
        heard = {viewer: state.heard(code, viewer) for viewer in viewers}
    state.play_code(code)
    return Entry(seat, text, heard)
