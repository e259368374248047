"""Print the results of all endings of the draughts set with few pieces, from its endgame tables.

python benchmarks/draughts_endings.py               three pieces, all games
python benchmarks/draughts_endings.py royal-draughts --pieces 4
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import parlour
from parlour.search.endgame.endgame_builder import build
from parlour.search.endgame.endgame_table import Slice, material_text, piece_count

# The pieces that may stand in each game, by the letters of its positions.
GAMES = {
    "english-draughts": "MC",
    "royal-draughts": "MCR",
    "sovereign": "MCR",
    "twindraughts:game=practice": "M",
    "twindraughts:game=rebound,sets=dark": "MCH",
    "twindraughts:game=reset,sets=dark": "MR",
}


def endings(game: parlour.Game, pieces: int) -> Iterator[tuple[str, str, Slice]]:
    """The mover's pieces, the other's, and the results of each ending with so many pieces."""
    standing = set(GAMES[game.name])
    slices = [one for one in build(game, pieces).slices if piece_count(one.material) == pieces]
    for one in sorted(slices, key=lambda one: one.material):
        mine, theirs = material_text(game, one.material).split(" v ")
        if set(mine + theirs) <= standing:
            yield mine, theirs, one


def rows(name: str, pieces: int) -> Iterator[str]:
    """The rows of a game, each ending with its opposite: the larger side moves, then the smaller."""
    found = {(mine, theirs): one for mine, theirs, one in endings(parlour.game(name), pieces)}
    for mine, theirs in sorted(found, key=lambda pair: (sorted(pair, key=size), size(pair[0]))):
        one = found[mine, theirs]
        figures = (one.positions, one.wins, one.draws, one.losses, one.longest)
        yield (
            " | ".join([f"| `{mine}` v `{theirs}`", *(f"{figure:,}" for figure in figures)]) + " |"
        )


def size(letters: str) -> tuple[int, str]:
    """A key that puts more pieces first."""
    return -len(letters), letters


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help=f"some of {', '.join(GAMES)}")
    parser.add_argument("--pieces", type=int, default=3)
    given = parser.parse_args()
    for name in given.games:
        if name not in GAMES:
            parser.error(f"{name} is none of {', '.join(GAMES)}")
        print(f"\n## {name}, {given.pieces} pieces\n")
        print("| mover v other | positions | won | drawn | lost | longest |")
        print("|---|---:|---:|---:|---:|---:|")
        for row in rows(name, given.pieces):
            print(row, flush=True)


if __name__ == "__main__":
    main()
