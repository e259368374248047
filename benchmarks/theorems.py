"""Prove the theorems of docs/research/theorems.md again, and print a line for each.

python benchmarks/theorems.py [WORD]        only those whose command contains the word
python benchmarks/theorems.py --pictures    prove nothing, draw who wins after each first stone of Hex
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from fractions import Fraction

import parlour
from parlour.search.proof.dfpn_search import solve


@dataclass(frozen=True)
class Theorem:
    """A position, by the moves from the start or by its text, and the score of the seat to move."""

    game: str
    moves: str
    position: str | None
    score: Fraction
    label: str = ""  # what stands on the page for the command, where a sentence tells it

    @property
    def command(self) -> str:
        """The command that proves it."""
        name, _, options = self.game.partition(":")
        text = f"parlour solve {name}" + (f" -o {options}" if options else "")
        text += f" --position '{self.position}'" if self.position else ""
        return text + (f" --moves '{self.moves}'" if self.moves else "")

    def prove(self) -> str:
        """Prove and check it; return its row of the page."""
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
            f"| {self.label or f'`{self.command}`'} | {float(found.value):g} | {found.nodes:,} "
            f"| {found.seconds:.1f} s | {positions} | {checked:.1f} s |"
        )


# The first stones of Hex that win, by size; those of 7x7 are not all known.
WINS = {
    3: "c1 b2 a3 a2 c2",
    4: "d1 c2 b3 a4",
    5: "a4 a5 b2 b3 b4 c2 c3 c4 d2 d3 d4 e1 e2",
    6: "a3 a4 a5 a6 b2 b3 b4 b5 c2 c3 c4 c5 d2 d3 d4 d5 e2 e3 e4 e5 f1 f2 f3 f4",
    7: "c4 c5 d4",
}


def opening(size: int, cell: str) -> Theorem:
    """Hex after a first stone: the opponent is to move, and loses if the stone wins."""
    won = cell in WINS[size].split()
    label = f"{size}×{size} {cell}"
    return Theorem(f"hex:size={size},pie=no", cell, None, Fraction(int(not won)), label)


def openings(size: int) -> list[Theorem]:
    """Half of the first stones; the board is symmetric under a half turn."""
    cells = [f"{'abcdef'[x]}{y + 1}" for x in range(size) for y in range(size)]
    return [opening(size, cell) for cell in cells[: (len(cells) + 1) // 2]]


def picture(size: int) -> list[str]:
    """The board with the winning first stones."""
    rows = ["  " + " ".join("abcdef"[:size])]
    for y in range(size):
        marks = ["●" if f"{x}{y + 1}" in WINS[size].split() else "·" for x in "abcdef"[:size]]
        rows.append(" " * y + f"{y + 1} " + " ".join(marks))
    return rows


def pictures() -> str:
    """The boards of 3x3 to 6x6 side by side."""
    boards = [picture(size) for size in (3, 4, 5, 6)]
    lines = []
    for y in range(max(map(len, boards))):
        row = [board[y] if y < len(board) else "" for board in boards]
        lines.append("  ".join(f"{text:{18}}" for text in row).rstrip())
    return "\n".join(lines)


MEN = "......../......../....m.../....m.../......../...MM.../......../........"
FOUR = "......../......../..m..m../......../......../..M..M../......../........"
ROYALS = "...R..../....M.../......../......../......../..r...../......../......m."
LATE = (
    "30,51,52,64,61,27,62,63/29,48,46,.,57,18,56,60/28,22,.,54,53,17,49,./.,15,42,47,50,16,39,58/"
    "25,14,41,44,33,12,37,45/24,11,40,.,32,6,7,34/23,9,38,.,31,5,3,19/20,.,21,1,13,4,.,10"
)


def position(name: str, fields: str, score: Fraction) -> Theorem:
    """A position of a game, by the fields of its text after the game's name."""
    return Theorem(name, "", f"{parlour.game(name).name} {fields}", score)


# Contract stones of Unlur on three cells a side, each set once up to symmetry: White wins with some, Black
# with the others.
TOO_FEW = "b2, c3, b2 b3, b2 c3, b2 c4, b2 d3, b2 b3 c3"
ENOUGH = (
    "b2 b3 c2, b2 b3 d2, b2 c3 c4, b2 c3 d3, b2 c4 d2, b2 b3 c2 c3, b2 b3 c2 c4, b2 b3 c2 d3, "
    "b2 b3 c3 d2, b2 b3 d2 d3, b2 c3 c4 d2, b2 b3 c2 c3 c4, b2 b3 c2 c3 d3, b2 b3 c2 c4 d2, "
    "b2 b3 c3 d2 d3, b2 b3 c2 c3 c4 d2, b2 b3 c2 c4 d2 d3, b2 b3 c2 c3 c4 d2 d3"
)


def contract(stones: str, score: Fraction) -> Theorem:
    """Unlur after contract stones and a pass: White is to move."""
    return Theorem("unlur:size=3", f"{stones} pass".strip(), None, score, stones or "none")


def theorems() -> list[Theorem]:
    """All theorems of the page, the quickest first except the long ones of Y."""
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
        position("royal-draughts", f"{ROYALS} 0* p,- {fresh}", Fraction(1)),
        position("leopard-princess", f"{FOUR} 0* p,p {fresh}", Fraction(1)),
        *(
            Theorem(f"lines-of-action:size={size}{setup}", "", None, Fraction(1))
            for size in (4, 5)
            for setup in ("", ",setup=scrambled-eggs")
        ),
        contract("", Fraction(1)),
        *(contract(stones, Fraction(1)) for stones in TOO_FEW.split(", ")),
        *(contract(stones, Fraction(0)) for stones in ENOUGH.split(", ")),
        Theorem("unlur:size=3", "", None, Fraction(1)),
        *(Theorem(f"y:size={size},pie=no", "", None, Fraction(1)) for size in range(3, 10)),
        *(theorem for size in (3, 4, 5, 6) for theorem in openings(size)),
        *(opening(7, cell) for cell in ("d4", "c4", "c5", "a1")),
    ]


def main() -> None:
    """Prove all of them, or some."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    if word == "--pictures":
        print(pictures())
        return
    wanted = [theorem for theorem in theorems() if word in theorem.command]
    if not wanted:
        sys.exit(f"no theorem's command has {word!r} in it")
    for theorem in wanted:
        print(theorem.prove(), flush=True)


if __name__ == "__main__":
    main()
