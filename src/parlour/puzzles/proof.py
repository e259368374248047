"""Proofs of puzzles: what every move comes to, by a search of all lines to the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parlour.puzzles.book import SAVE, WIN, Puzzle
from parlour.puzzles.own import own_faults, problem_source
from parlour.records import Node
from parlour.search.alphabeta.alphabeta_compiled import PROVEN
from parlour.search.alphabeta.alphabeta_compiled import WIN as BEST
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.table.game import Game, State

NODES = 30_000_000  # positions at most for one proof
FURTHER = 2  # plies beyond the solution, lest other moves win, or the one loses, a little later


@dataclass(frozen=True)
class PuzzleProof:
    """What was found: plies to the end for each move that wins by force, and for each that loses.

    All others neither win nor lose within as many plies as were searched.
    """

    wins: dict[str, int]
    losses: dict[str, int]


class PuzzleProver:
    """Proves positions of one game of two seats, without chance and hidden things."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def search(self) -> AlphaBeta:
        """The search, made when it is first asked: it refuses games that have other proofs."""
        return AlphaBeta(self.game, reductions=False, blind=True, table=1 << 20)

    def proof(self, state: State, depth: int, nodes: int = NODES) -> PuzzleProof | None:
        """What every move of a position comes to within `depth` plies; None if it takes too many positions.

        Moves before the position do not count for repetition.
        """
        fresh = state.game.read(state.text)
        if fresh.turn is None:
            return None
        found = self.search.search(fresh, depth=depth, nodes=nodes, every=True)
        settled = all(abs(value) > PROVEN for value in found.values.values())
        if found.depth < depth and not settled:
            return None
        ends = {move: value for move, value in found.values.items() if abs(value) >= BEST - depth}
        wins = {move: round(BEST - value) for move, value in ends.items() if value > 0}
        losses = {move: round(BEST + value) for move, value in ends.items() if value < 0}
        return PuzzleProof(wins, losses)


def only_move(proof: PuzzleProof, moves: list[str]) -> tuple[str, str, int] | None:
    """The kind of puzzle that a position makes, its only move, and the plies to the end; None: it is none."""
    if len(proof.wins) == 1:
        ((move, plies),) = proof.wins.items()
        return WIN, move, plies
    if not proof.wins and len(moves) > 2 and len(proof.losses) == len(moves) - 1:
        (move,) = set(moves) - set(proof.losses)
        return SAVE, move, max(proof.losses.values())
    return None


def faults(puzzle: Puzzle, prover: PuzzleProver) -> list[str]:
    """What is wrong with a puzzle, proven again; nothing if it is sound."""
    source = problem_source(puzzle.tree.game)
    if source is not None:
        return own_faults(source, puzzle)
    root = puzzle.tree.root
    state = root.state()
    proof = prover.proof(state, plies_looked_at(puzzle.kind, puzzle.length))
    if proof is None:
        return [f"puzzle {puzzle.number}: not proven within {NODES:,} positions"]
    found = only_move(proof, state.moves())
    if found is None or found[:2] != (puzzle.kind, root.children[0].move):
        return [f"puzzle {puzzle.number}: {found} is proven, not {root.children[0].move}"]
    return _line_faults(puzzle, prover) if puzzle.kind == WIN else []


def plies_looked_at(kind: str, length: int) -> int:
    """How many plies all moves of a puzzle's first position are searched."""
    return 2 * length - 1 + FURTHER if kind == WIN else 2 * length + FURTHER


def _line_faults(puzzle: Puzzle, prover: PuzzleProver) -> list[str]:
    """Whether every move of the solver in the tree wins in time, and no other one of its turn does."""
    wrong = []
    for node in puzzle.tree.nodes():
        if not node.children or node.children[0].seat != puzzle.step.seat:
            continue
        proof = prover.proof(node.state(), 2 * puzzle.length - node.ply)
        winning = set() if proof is None else set(proof.wins)
        if {child.move for child in node.children} != winning:
            wrong.append(
                f"puzzle {puzzle.number}, after {_proof_text(node)}: {sorted(winning)} win"
            )
    return wrong


def _proof_text(node: Node) -> str:
    return " ".join(each.move for each in node.path()[1:]) or "the start"
