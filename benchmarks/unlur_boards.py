"""Count Unlur's full boards by the goals that stand on them: all ways to colour all cells.

`python benchmarks/unlur_boards.py 3 4` counts those of three and of four cells a side. The counts are
exact. Cells are coloured row by row, and boards are counted together that agree in the chains at the edge
of what is coloured, in the sides these touch, and in the goals made so far.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import reduce
from operator import or_

from parlour.games.unlur.rules import BLACK, WHITE, is_line, is_y
from parlour.kernel.boards import Board, hexagon

LINE, Y = 1, 2  # the goals of a colour; those of the other are shifted by two bits
NAMES = {
    (WHITE, LINE): "a white line",
    (WHITE, Y): "a white Y",
    (BLACK, LINE): "a black line",
    (BLACK, Y): "a black Y",
}
Chain = tuple[int, int]  # its colour, and a bit for each side that it touches
# The chain of each cell at the edge, by number; the chains; the goals of both colours.
Part = tuple[tuple[int, ...], tuple[Chain, ...], int]


def goals(sides: int) -> int:
    """The goals of a chain that touches these sides."""
    return LINE * is_line(sides) | Y * is_y(sides)


def count(size: int) -> Counter[int]:
    """How many full boards have which goals of both colours."""
    board = hexagon(size)
    near = [[int(other) for other in row if other >= 0] for row in board.neighbours]
    parts: Counter[Part] = Counter({((), (), 0): 1})
    edge: list[int] = []
    for cell in range(len(board)):
        beside = [place for place, other in enumerate(edge) if other in near[cell]]
        edge.append(cell)
        kept = [place for place, other in enumerate(edge) if max(near[other]) > cell]
        parts = coloured(parts, side_bits(board, cell), beside, kept)
        edge = [edge[place] for place in kept]
    found: Counter[int] = Counter()
    for (_, _, made), boards in parts.items():
        found[made] += boards
    return found


def side_bits(board: Board, cell: int) -> int:
    """The sides that a cell is on."""
    return int(board.side_table()[cell])


def coloured(parts: Counter[Part], sides: int, beside: list[int], kept: list[int]) -> Counter[Part]:
    """All parts with one more cell: on these sides, beside those places of the edge."""
    found: Counter[Part] = Counter()
    for part, boards in parts.items():
        for colour in (BLACK, WHITE):
            found[with_stone(part, colour, sides, beside, kept)] += boards
    return found


def with_stone(part: Part, colour: int, sides: int, beside: list[int], kept: list[int]) -> Part:
    """A part with one more stone, reduced to the cells that stay at its edge."""
    cells, chains, made = part
    joined = {cells[place] for place in beside if chains[cells[place]][0] == colour}
    sides = reduce(or_, (chains[chain][1] for chain in joined), sides)
    new = len(chains)
    made |= goals(sides) << 2 * colour
    merged = [new if chain in joined else chain for chain in (*cells, new)]
    left = [merged[place] for place in kept]
    numbers = {chain: number for number, chain in enumerate(dict.fromkeys(left))}
    words = (*chains, (colour, sides))
    return tuple(numbers[chain] for chain in left), tuple(words[chain] for chain in numbers), made


def has(made: int, colour: int, goal: int) -> bool:
    """Whether a goal stands in a colour."""
    return made >> 2 * colour & goal != 0


def winner(made: int) -> str:
    """Who has won a game that ends with these goals on the board, if they tell."""
    if has(made, WHITE, LINE) and has(made, WHITE, Y):
        return "White if the line came first or both at once"
    if has(made, BLACK, LINE) and has(made, BLACK, Y):
        return "Black if the Y came first or both at once"
    if has(made, WHITE, LINE) or has(made, BLACK, LINE):
        return "White"
    return "Black" if made else "nobody"


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="+", type=int)
    for size in parser.parse_args().sizes:
        found = count(size)
        total = sum(found.values())
        print(f"\n## {size} cells a side: {total:,} full boards\n")
        print("| on the board | winner | boards | share |\n|---|---|---:|---:|")
        for made, boards in found.most_common():
            words = ", ".join(
                name for (colour, goal), name in NAMES.items() if has(made, colour, goal)
            )
            print(f"| {words or 'nothing'} | {winner(made)} | {boards:,} | {boards / total:.3%} |")
        for (colour, goal), name in NAMES.items():
            boards = sum(number for made, number in found.items() if has(made, colour, goal))
            print(f"* {name}: {boards:,}, {boards / total:.3%}")


if __name__ == "__main__":
    main()
