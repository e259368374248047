"""How a move is packed into one word, beyond its two cells (`kernel.move_codes`): from bit 12 the promotion.

That is what a pawn becomes, 0 for none. Castling goes from the king's square to the rook's.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True


def with_promotion(m: int, into: int) -> int:
    """The pawn's move `m` with what it is promoted to."""
    return m | into << 12


def promotion_of(m: int) -> int:
    return m >> 12
