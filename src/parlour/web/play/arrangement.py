"""Arrangements of unplayed pieces: each viewer may move them about, which is not a move of the game.

A game has such pieces if its notation defines ``arrangement(s, before)`` and ``rearranged(s, before,
places)``. What a viewer sees changes as little as possible from move to move.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.kernel.scene import Scene
from parlour.play.position import Position
from parlour.web.http.error_responses import Refused

VIEWERS = 64  # whose arrangements of one game are cached
FAR = 8  # plies; after more, a viewer gets a fresh arrangement

Board = Sequence[int]


@dataclass
class _Arrangement:
    """What a viewer saw last, and the pieces placed by hand since the last move."""

    position: Position
    board: Board
    placed: dict[str, str] = field(default_factory=dict)


class Arrangements:
    """The arrangements of one game's viewers, by the viewers' digests."""

    def __init__(self) -> None:
        self._arrangements: OrderedDict[str, _Arrangement] = OrderedDict()

    def scene(self, viewer: str, now: Position, position: Position) -> Scene | None:
        """The scene of a position with the viewer's arrangement of `now`; None for other games."""
        if not is_arrangeable(position):
            return None
        notation, board = position.game.notation, self._board(viewer, now)
        scene: Scene = notation.scene(position.state.record, board)
        return scene

    def piece(self, viewer: str, position: Position, cell: Sequence[str]) -> str | None:
        """The piece that the viewer sees on a cell; None without a cell, and for other games."""
        scene = self.scene(viewer, position, position) if cell else None
        found = [c.pieces[-1].text for c in scene.cells if (c.name,) == cell] if scene else []
        return found[0] if found else None

    def place(self, viewer: str, position: Position, piece: str, cell: str) -> None:
        """Put an unplayed piece on a cell; others make room. Raises Refused."""
        if not is_arrangeable(position):
            raise Refused(409, "not-arrangeable", "This game has no pieces to arrange.")
        board = self._board(viewer, position)
        current = self._arrangements[viewer]
        others = {p: c for p, c in current.placed.items() if p != piece and c != cell}
        rearranged = position.game.notation.rearranged
        for fixed in (others, {}):  # pieces placed by hand stay, if possible
            placed = {**fixed, piece: cell}
            try:
                current.board = rearranged(position.state.record, board, placed)
            except ValueError as error:
                why = str(error)
            else:
                current.placed = placed
                return
        raise Refused(422, "not-valid", why)

    def _board(self, viewer: str, position: Position) -> Board:
        current = self._arrangements.get(viewer)
        if current is None or current.position is not position:
            near = current is not None and abs(position.ply - current.position.ply) <= FAR
            before = current.board if current is not None and near else None
            board = position.game.notation.arrangement(position.state.record, before)
            current = self._arrangements[viewer] = _Arrangement(position, board)
        self._arrangements.move_to_end(viewer)
        while len(self._arrangements) > VIEWERS:
            self._arrangements.popitem(last=False)
        return current.board


def is_arrangeable(position: Position) -> bool:
    """Whether the game has pieces to arrange."""
    return bool(position.game.notation.ARRANGEABLE)
