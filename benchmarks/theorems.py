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


MEN = "......../......../....m.../....m.../......../...MM.../......../........"
LATE = (
    "30,51,52,64,61,27,62,63/29,48,46,.,57,18,56,60/28,22,.,54,53,17,49,./.,15,42,47,50,16,39,58/"
    "25,14,41,44,33,12,37,45/24,11,40,.,32,6,7,34/23,9,38,.,31,5,3,19/20,.,21,1,13,4,.,10"
)


def position(name: str, fields: str, score: Fraction) -> Theorem:
    """A position of a game, by the fields of its text after the game's name."""
    return Theorem(name, "", f"{parlour.game(name).name} {fields}", score)


def theorems() -> list[Theorem]:
    """All of the page, the quickest first."""
    fresh = "--,-- -,- 0,0,0,0,0,0"
    men = "twindraughts:cards=no,game=practice,sets=both"
    return [
        position(men, f"{MEN} 0* p,p {fresh}", Fraction(1)),
        position(men, f"{MEN} 1* p,p {fresh}", Fraction(1)),
        position(
            "twindraughts:format=parallel,game=practice,sets=both",
            f"{MEN} 0d p,p {fresh}",
            Fraction(1, 2),
        ),
        position(
            "twindraughts:game=reset,sets=dark",
            f".r....../......../......../R.M...../......../......../......../........ 0* p,- {fresh}",
            Fraction(1),
        ),
        position("merlins-chain", f"{LATE} 0", Fraction(0)),
        *opening(3, "c1 b2 a3 a2 c2"),
        *opening(4, "d1 c2 b3 a4"),
        *(Theorem(f"y:size={size},pie=no", "", None, Fraction(1)) for size in (3, 4, 5)),
    ]


def main() -> None:
    """Prove them all, or some."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    for theorem in theorems():
        if word in theorem.command:
            print(theorem.prove(), flush=True)


if __name__ == "__main__":
    main()
