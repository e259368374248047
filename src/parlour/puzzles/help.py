"""Help with a puzzle: a hint, the rest of its solution, and why a wrong move fails."""

from __future__ import annotations

import random
from dataclasses import dataclass

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE
from parlour.language import _
from parlour.lessons import Attempt
from parlour.players import Player
from parlour.puzzles.own import problem_source
from parlour.table.familiar_moves import written_line, written_move
from parlour.table.game import State
from parlour.table.telling import ending_words

REFUTER = "alphabeta:seconds=1"  # looks for the answer to a wrong move
AMONG = 4  # cells or moves that a hint names, the right one among them
SHOWN = 12  # moves of a refuting line at most
UNPROVEN = 6  # of one that does not lead to a proven end


@dataclass(frozen=True)
class PuzzleHint:
    """Words that help, and the cells that they name."""

    words: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refutation:
    """The answers to a wrong move: the line of moves that follows it, and what it comes to."""

    words: str
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class PuzzleSolution:
    """The rest of a solution: the moves `played` before it, the state after them, and its line."""

    played: tuple[str, ...]
    state: State
    line: tuple[str, ...]

    @property
    def texts(self) -> list[str]:
        """The line as players write it."""
        return written_line(self.state, self.line)


def solution_of(attempt: Attempt) -> PuzzleSolution:
    """The rest of the solution; of free play the whole of it, if the moves so far have left it."""
    if _has_left(attempt):
        tree = attempt.step.tree
        return PuzzleSolution((), tree.root.state(), tree.moves())
    made = attempt.moves_made
    if attempt.step.free:
        return PuzzleSolution(made, attempt.state, attempt.step.tree.moves()[len(made) :])
    line, node = [], attempt.node
    while node.children:
        node = node.children[0]
        line.append(node.move)
    return PuzzleSolution(made, attempt.state, tuple(line))


def _has_left(attempt: Attempt) -> bool:
    """Whether free play has left the shortest solution."""
    made = attempt.moves_made
    return attempt.step.free and attempt.step.tree.moves()[: len(made)] != made


def hint(attempt: Attempt) -> PuzzleHint:
    """The first cell of the next move; or, if the move is one step, the move among others."""
    state, line = attempt.state, solution_of(attempt).line
    if _has_left(attempt):
        return PuzzleHint(_("These moves have left the shortest solution. Start again."))
    if not line or state.turn is None:
        return PuzzleHint(_("Nothing is left to do."))
    first, *others = state.move(line[0]).steps
    begun = {move.steps[0].text for move in state.legal if len(move.steps) > 1}
    if others and len(begun) > 1:
        cells = (first.text,) if first.kind == "cell" else ()
        return PuzzleHint(
            _("Begin with %(step)s.", step=first.text if cells else first.words), cells
        )
    return _one_of(state, line[0])


def _one_of(state: State, right: str) -> PuzzleHint:
    """The right move among a few others, always the same ones."""
    wrong = [text for text in state.moves() if text != right]
    rng = random.Random(state.text)
    several = sorted([right, *rng.sample(wrong, min(len(wrong), AMONG - 1))])
    if len(several) == 1:
        return PuzzleHint(_("There is one move only: %(move)s.", move=written_move(state, right)))
    cells = [cell for text in several for cell in state.move(text).cells[-1:]]
    written = ", ".join(written_move(state, text) for text in several)
    return PuzzleHint(_("One of these does it: %(moves)s.", moves=written), tuple(cells))


def refute(state: State, refuter: Player | None = None) -> Refutation:
    """How play goes on after a wrong move that led to `state`. Raises BadPlayer.

    A game with problems of its own finds that itself; in other games a `refuter` looks.
    """
    if state.outcome is not None:
        return Refutation(ending_words(state.game, state.outcome))
    source = problem_source(state.game)
    if source is not None and (continuation := getattr(source, "continuation", None)):
        line, words = continuation(state.copy())
        return Refutation(words, tuple(line))
    if state.turn == CHANCE:
        return Refutation(_("Chance decides how it goes on."))
    if refuter is None:
        raise BadPlayer(f"nothing can look for an answer in {state.game.name}")
    found = refuter.advise(state.copy())
    verdict = found.verdict(state)
    decided = found.proven and found.distance is not None
    length = abs(found.distance or 0) if decided else UNPROVEN
    line = (found.line or (found.move,))[: min(length, SHOWN)]
    answer = written_move(state, line[0])
    if not decided:
        verdict = verdict or _("How it ends is not proven")
        words = _("%(answer)s answers it. %(verdict)s.", answer=answer, verdict=verdict)
    elif (found.distance or 0) > 0:
        words = _("%(answer)s answers it: %(verdict)s.", answer=answer, verdict=verdict)
    else:
        words = _("That is slower: %(verdict)s.", verdict=verdict)
    return Refutation(words, line)
