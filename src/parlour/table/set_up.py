"""Setting up positions by hand, where a position text does not have its board as rows of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from parlour.errors import BadPosition
from parlour.kernel.scene import Cell, Piece

Tokens = dict[str, list[str]]  # the tokens on each cell that has any, the lowest first


@dataclass(frozen=True)
class SetUp:
    """How the pieces of a position text are put on cells by hand; a game's `notation.SETUP`.

    * `places`: the cells on which tokens can stand.
    * `tokens`: what may be put, as position texts write it; `piece` draws a token on a cell, "" for none.
    * `read` finds the tokens in a text's fields after GAME, which may be no valid position; `write`
      returns the fields for other tokens, with the fields that follow from them, such as castling
      rights, set right. Both raise BadPosition.
    * `turn` returns the fields with another seat to move, if that can be chosen.
    * `unique`: the tokens that are on one cell at most. `stacked`: a cell may have several.
    * `promoted`: what the piece of a token may have become, as in ``a7=Q``.
    * `cells`: the cells to draw, if they depend on the tokens.
    * `again`: what a token becomes that is put on its own cell, if it is not taken away then.
    """

    places: Collection[str]
    tokens: Sequence[str]
    piece: Callable[[str, str], Piece]
    read: Callable[[Sequence[str]], Tokens]
    write: Callable[[Sequence[str], Tokens], list[str]]
    turn: Callable[[Sequence[str], int], list[str]] | None = None
    unique: Collection[str] = ()
    stacked: bool = False
    promoted: Collection[str] = ()
    cells: Callable[[Tokens], tuple[Cell, ...]] | None = None
    again: Callable[[str], str] | None = None

    def board(self, fields: Sequence[str]) -> Tokens:
        """What `read` finds; raises BadPosition for tokens that there are not."""
        board = self.read(fields)
        for cell, tokens in board.items():
            for token in tokens:
                name, sign, into = token.partition("=")
                if name not in self.tokens or (sign and into not in self.promoted):
                    raise BadPosition(
                        f"{token!s:.20} on {cell!s:.20}; expected {', '.join(self.tokens)}"
                    )
        return board

    def place_token(self, fields: Sequence[str], cell: str, token: str) -> list[str]:
        """The fields with `token` put on `cell`, or taken from it (or turned) if it is there; "" empties it.

        A unique token leaves its former cell, to which a token that it displaces goes.
        """
        if token and token not in self.tokens:
            raise BadPosition(f"{token!s:.20} cannot be put; expected {', '.join(self.tokens)}")
        if cell not in self.places:
            raise BadPosition(f"no piece can be put on {cell!s:.40}")
        board = self.board(fields)
        there = board.pop(cell, [])
        if token in self.unique or not self.stacked:
            kept = [one for one in there if name_of(one) != token]
        else:
            kept = there
        if len(kept) < len(there) and token and self.again is not None:
            board[cell] = [self.again(one) if name_of(one) == token else one for one in there]
        elif len(kept) < len(there) or not token:
            board[cell] = kept if token else []
        else:
            former = self._take(board, token) if token in self.unique else None
            board[cell] = [*kept, token] if self.stacked else [token]
            if former is not None and not self.stacked:
                board[former] = kept
        return self.write(fields, {name: tokens for name, tokens in board.items() if tokens})

    @staticmethod
    def _take(board: Tokens, token: str) -> str | None:
        """Take a token from its cell; returns that cell."""
        for cell, tokens in board.items():
            kept = [one for one in tokens if name_of(one) != token]
            if len(kept) < len(tokens):
                board[cell] = kept
                return cell
        return None


def name_of(token: str) -> str:
    """A token without what its piece has been promoted to, as in ``a7=Q``."""
    return token.partition("=")[0]
