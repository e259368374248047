"""Pieces that lie anywhere until they are played, as each viewer has arranged them: no move, only a look.

A game has such pieces where its notation gives ``arrangement(s, before)`` and ``rearranged(s, before,
places)``, as Merlin's Chain does. What a viewer sees changes as little as can be from move to move.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.kernel.scene import Scene
from parlour.play.position import Position
from parlour.web.http.error_responses import Refused

VIEWERS = 64  # of one game whose arrangements are remembered
FAR = 8  # plies; whoever was away for longer gets a fresh arrangement

Board = Sequence[int]


@dataclass
class _Shown:
    """What a viewer was shown last, and which pieces lie where they were put by hand since the last move."""

    position: Position
    board: Board
    placed: dict[str, str] = field(default_factory=dict)


class Arrangements:
    """The arrangements of one game's viewers, by the viewers' digests."""

    def __init__(self) -> None:
        self._shown: OrderedDict[str, _Shown] = OrderedDict()

    def scene(self, viewer: str, now: Position, position: Position) -> Scene | None:
        """A position up to `now`, the pieces where the viewer has them now; None for other games."""
        if not is_arrangeable(position):
            return None
        notation, board = position.game.notation, self._board(viewer, now)
        scene: Scene = notation.scene(position.state.record, board)
        return scene

    def piece(self, viewer: str, position: Position, cell: Sequence[str]) -> str | None:
        """The piece that the viewer sees on a cell; None for other games, or without a cell."""
        scene = self.scene(viewer, position, position) if cell else None
        found = [c.pieces[-1].text for c in scene.cells if (c.name,) == cell] if scene else []
        return found[0] if found else None

    def place(self, viewer: str, position: Position, piece: str, cell: str) -> None:
        """Put an unplayed piece on a cell; others make room. Raises Refused with the reason why not."""
        if not is_arrangeable(position):
            raise Refused(409, "not-arrangeable", "In this game no pieces can be moved about.")
        board = self._board(viewer, position)
        shown = self._shown[viewer]
        others = {p: c for p, c in shown.placed.items() if p != piece and c != cell}
        rearranged = position.game.notation.rearranged
        for kept in (others, {}):  # what was put by hand stays, if it can
            placed = {**kept, piece: cell}
            try:
                shown.board = rearranged(position.state.record, board, placed)
            except ValueError as error:
                why = str(error)
            else:
                shown.placed = placed
                return
        raise Refused(422, "not-valid", why)

    def _board(self, viewer: str, position: Position) -> Board:
        shown = self._shown.get(viewer)
        if shown is None or shown.position is not position:
            near = shown is not None and abs(position.ply - shown.position.ply) <= FAR
            before = shown.board if shown is not None and near else None
            board = position.game.notation.arrangement(position.state.record, before)
            shown = self._shown[viewer] = _Shown(position, board)
        self._shown.move_to_end(viewer)
        while len(self._shown) > VIEWERS:
            self._shown.popitem(last=False)
        return shown.board


def is_arrangeable(position: Position) -> bool:
    """Whether the game has pieces that may be moved about."""
    return bool(position.game.notation.ARRANGEABLE)
