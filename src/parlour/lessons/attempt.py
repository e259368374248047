"""Somebody doing a step of a lesson: moves are checked by the game's rules first, then by the step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.lessons.course import LessonStep, is_right
from parlour.records import Node
from parlour.table.state import State

ANOTHER = "That can be played, but it is not what is asked here."
WELL_DONE = "Well done."


@dataclass(frozen=True)
class Answer:
    """What is said of a move: whether it did what was asked, in words, and whether the step is done."""

    right: bool
    words: str
    done: bool


class Attempt:
    """A step on its way: `played` are the moves so far, the learner's and the answers to them."""

    def __init__(self, step: LessonStep, played: Sequence[str] = ()) -> None:
        self.step = step
        self.node = step.tree.root
        for move in played:
            child = self.node.child(move)
            if child is None or not is_right(child):
                raise ValueError(f"{move!s:.60} does not belong to this step")
            self.node = child

    @property
    def state(self) -> State:
        """The position now."""
        return self.node.state()

    @property
    def done(self) -> bool:
        """Whether nothing more is asked."""
        return not self.node.children

    @property
    def task(self) -> str:
        """What is asked now: what the newest node asks that asks anything."""
        return next((node.task for node in reversed(self.node.path()) if node.task), "")

    @property
    def hint(self) -> str:
        """What helps with it, "" where there is nothing."""
        return next((node.hint for node in reversed(self.node.path()) if node.hint), "")

    @property
    def played(self) -> tuple[str, ...]:
        """The moves so far."""
        return tuple(node.move for node in self.node.path()[1:])

    def play(self, move: str) -> Answer:
        """Play a move; the answers to a right one are played too. Raises IllegalMove, ValueError if done.

        A wrong move changes nothing.
        """
        if self.done:
            raise ValueError("this step is done")
        self.node.state().code(move)
        child = self.node.child(move)
        if child is None:
            return Answer(False, ANOTHER, False)
        if not is_right(child):
            return Answer(False, _words(child) or ANOTHER, False)
        said = [_words(child)]
        for node in self._answers(child):
            self.node = node
            said.append(_words(node) if node is not child else "")
        words = " ".join(part for part in said if part)
        return Answer(True, words or (WELL_DONE if self.done else ""), self.done)

    def _answers(self, child: Node) -> list[Node]:
        """The learner's move and what follows by itself: chance, and the other seats' moves."""
        nodes = [child]
        while nodes[-1].children and nodes[-1].children[0].seat != self.step.seat:
            nodes.append(nodes[-1].children[0])
        return nodes


def _words(node: Node) -> str:
    return " ".join(part for part in node.comments if part)
