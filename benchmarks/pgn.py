"""Compare with python-chess: moves a second read and replayed from one chess PGN.

`python benchmarks/pgn.py FILE` prints the median of alternating rounds and their ratio, in
processor time of one thread.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn

from parlour import records


def ours(file: Path) -> int:
    return sum(len(item.tree.line()) for item in records.read(file) if item.tree is not None)


def theirs(file: Path) -> int:
    moves = 0
    with file.open() as stream:
        while game := chess.pgn.read_game(stream):
            moves += sum(1 for _ in game.mainline_moves())
    return moves


def rate(read: Callable[[Path], int], file: Path) -> float:
    begun = time.process_time()
    return read(file) / (time.process_time() - begun)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    ours(given.file)  # what is compiled is compiled now
    pairs = [(rate(ours, given.file), rate(theirs, given.file)) for _ in range(given.rounds)]
    mine, its = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"ours {mine:,.0f}, python-chess {its:,.0f} moves/s: {mine / its:.1f} times")


if __name__ == "__main__":
    main()
