"""Positions of Merger Chess to test with: written down by who does not stand at home, or crowded."""

from __future__ import annotations

import random

import parlour
from tests.oracles.merger_chess import PIECES, SQUARES

ID = "merger-chess"
HOME = {square: square for square in PIECES}


def placed(groups: str) -> dict[str, str]:
    """Where each piece stands, from ``d5:b1,a8 e4:d2=Q``: pieces that are not named stand at home."""
    where = dict(HOME)
    for group in groups.split():
        square, _, inside = group.partition(":")
        for piece in inside.split(","):
            where.pop(piece[:2], None)
            where[piece] = square
    return where


def board(where: dict[str, str]) -> str:
    entries = []
    for square in SQUARES:
        inside = sorted(piece for piece, at in where.items() if at == square)
        if inside:
            entries.append(f"{square}:{','.join(inside)}")
    return "/".join(entries)


def position(
    groups: str, turn: str = "w", rest: str = "- - 0 0", options: str = ""
) -> parlour.State:
    name = f"{ID}:{options}" if options else ID
    return parlour.game(name).read(f"{name} {board(placed(groups))} {turn} {rest}")


def crowded(rng: random.Random, **options: str) -> parlour.State:
    """A position with many Pieces of four, most of them on squares where pieces come home."""
    kinds = "QRBNK" if options.get("promotion") == "any" else "QRBN"
    pieces, where = rng.sample(PIECES, 32), {}
    squares = rng.sample(PIECES, 7) + rng.sample([s for s in SQUARES if s not in PIECES], 6)
    rng.shuffle(squares)
    sizes = [4] * rng.randint(2, 5)
    while pieces:
        size = min(sizes.pop() if sizes else rng.choice((1, 2, 3)), len(pieces))
        square = (
            squares.pop() if squares else rng.choice(sorted(set(SQUARES) - set(where.values())))
        )
        for piece in pieces[:size]:
            promoted = piece[1] in "27" and rng.random() < 0.3
            where[piece + f"={rng.choice(kinds)}" * promoted] = square
        pieces = pieces[size:]
    split, turn = rng.choice(("two-two", "any")), rng.choice("wb")
    game = parlour.game(ID, split=split, **options)
    return game.read(f"{game.name} {board(where)} {turn} - - 0 0")
