"""Prove the theorems of docs/theorems.md anew, one after the other, and print a line for each.

python benchmarks/theorems.py [WORD]    only those whose command has the word in it
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from fractions import Fraction

import parlour
from parlour.search.dfpn_search import solve


@dataclass(frozen=True)
class Theorem:
    """A position, by the moves from a game's start or by its text, and the score of the seat to move."""

    game: str
    moves: str
    position: str | None
    score: Fraction

    @property
    def command(self) -> str:
        """What is typed for it."""
        name, _, options = self.game.partition(":")
        text = f"parlour solve {name}" + (f" -o {options}" if options else "")
        text += f" --position '{self.position}'" if self.position else ""
        return text + (f" --moves '{self.moves}'" if self.moves else "")

    def prove(self) -> str:
        """Prove and check it: a row of the page."""
        game = parlour.game(self.game)
        state = game.read(self.position) if self.position else game.start()
        for move in self.moves.split():
            state.play(move)
        found = solve(state)
        assert found.value == self.score, f"{self.command}: {found.low} to {found.high}"
        begun = time.perf_counter()
        seen = [proof.check(state) for proof in found.proofs]
        checked = time.perf_counter() - begun
        positions = " + ".join(f"{one.positions:,}" for one in seen)
        return (
            f"| `{self.command}` | {float(found.value):g} | {found.nodes:,} | {found.seconds:.1f} s "
            f"| {positions} | {checked:.1f} s |"
        )


def opening(size: int, wins: str) -> list[Theorem]:
    """Hex after each first stone: the other is to move, and loses where it wins."""
    cells = [f"{'abcdefg'[x]}{y + 1}" for y in range(size) for x in range(size)]
    won = wins.split()
    return [
        Theorem(f"hex:size={size},pie=no", cell, None, Fraction(int(cell not in won)))
        for cell in cells
    ]


THEOREMS = [
    *opening(3, "c1 b2 a3 a2 c2"),
    *opening(4, "d1 c2 b3 a4"),
    *(Theorem(f"y:size={size},pie=no", "", None, Fraction(1)) for size in (3, 4, 5, 6)),
    Theorem("hex:size=5,pie=no", "c3", None, Fraction(0)),
]


def main() -> None:
    """Prove them all, or some."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    for theorem in THEOREMS:
        if word in theorem.command:
            print(theorem.prove(), flush=True)


if __name__ == "__main__":
    main()
