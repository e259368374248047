"""Tantrix's own player: it looks at lines, loops and forced spaces, and at what the next seat answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from parlour.games.tantrix.code import cell_of, tile_of, turns_of
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.primitives import copy
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress

LONGEST_TURN = 6  # tiles of a turn that are thought through


class Weaver(Player):
    """Lays the tile after which its lines promise most, compared with the best of the others.

    For the `width` best ones it finishes its turn in thought and lets the next seat lay a tile; nobody
    draws meanwhile. `noise` is the spread, in hundredths of a tile, by which it misjudges each move.
    """

    SETTINGS: ClassVar = {"noise": int, "width": int}

    def __init__(
        self, game: Game, seed: int, *, blunder: float = 0.0, noise: int = 0, width: int = 0
    ) -> None:
        super().__init__(game, seed, blunder)
        self.noise, self.width = noise, width
        self.rules = game.plain.rules

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        record, seat = state.record, state.record.seat
        found = [
            (self.rng.gauss(self._value(record, code, seat), self.noise), code)
            for code in self._codes(record)
        ]
        found.sort(reverse=True)
        if self.width and len(found) > 1:
            found = sorted(
                ((self._after_reply(record, code, seat), code) for _, code in found[: self.width]),
                reverse=True,
            )
        value, code = found[0]
        text = self.game.notation.move_text(record, code)
        return Advice(text, line=(text,), words=f"{value / 100:+.1f} tiles", nodes=len(found))

    def _codes(self, record: Record) -> list[int]:
        row = [0] * self.rules.MAX_MOVES
        return row[: self.rules.legal_moves(record, row)]

    def _copy(self, record: Record) -> Record:
        made = new_plain(self.rules.STATE)
        copy(made, record)
        return made

    def _value(self, record: Record, code: int, seat: int) -> int:
        """What a position is worth to a seat once a tile lies."""
        after = self._copy(record)
        self.rules.lay(after, tile_of(code), turns_of(code), cell_of(code))
        return int(self.rules.evaluate(after, seat))

    def _after_reply(self, record: Record, code: int, seat: int) -> int:
        """The same at the end of the turn, and after the reply that leaves it least."""
        after = self._copy(record)
        self._play(after, code)
        for _ in range(LONGEST_TURN):
            if after.turn != seat:
                break
            self._play(after, max(self._codes(after), key=lambda c: self._value(after, c, seat)))
        if after.turn in (OVER, seat):
            return int(self.rules.evaluate(after, seat))
        return min(self._value(after, reply, seat) for reply in self._codes(after))

    def _play(self, record: Record, code: int) -> None:
        """Lay a tile without drawing another."""
        self.rules.play(record, code)
        if record.turn == CHANCE:
            self.rules.go_on(record)


PLAYERS: Mapping[str, type[Player]] = {"weaver": Weaver}
