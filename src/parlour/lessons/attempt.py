"""An attempt at a step of a lesson: moves are checked by the game's rules first, then by the step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from parlour.kernel.scene import Scene
from parlour.language import _, mark, translate
from parlour.lessons.course import LessonStep, is_right
from parlour.records import Node, Tree
from parlour.table.game import State
from parlour.table.outcome import headline

ANOTHER = mark("That is legal, but it does not do the task.")
WELL_DONE = mark("Well done.")


@dataclass(frozen=True)
class LessonVerdict:
    """The verdict on a move: whether it did the task, in words, and whether the step is done."""

    right: bool
    words: str
    done: bool


def begin(step: LessonStep, played: Sequence[str] = ()) -> Attempt:
    """A step on its way; raises ValueError for moves that do not belong to it."""
    return FreeAttempt(step, played) if step.free else Attempt(step, played)


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
    def is_done(self) -> bool:
        """Whether nothing more is asked."""
        return not self.node.children

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self.is_done

    @property
    def scene(self) -> Scene:
        """The position as the learner sees it, with all that is hidden where the step lies face up."""
        show = self.state.open_scene if self.step.face_up else self.state.scene
        return show(self.step.seat)

    @property
    def task(self) -> str:
        """The current task: that of the latest node that has one."""
        return next((node.task for node in reversed(self.node.path()) if node.task), "")

    @property
    def hint(self) -> str:
        """What helps with it, "" where there is nothing."""
        return next((node.hint for node in reversed(self.node.path()) if node.hint), "")

    @property
    def moves_made(self) -> tuple[str, ...]:
        """The moves so far."""
        return tuple(node.move for node in self.node.path()[1:])

    def play(self, move: str) -> LessonVerdict:
        """Play a move; the answers to a right one are played too. Raises IllegalMove, ValueError if done.

        A wrong move changes nothing.
        """
        self._check(move)
        child = self.node.child(move)
        if child is None:
            return LessonVerdict(False, ANOTHER, False)
        if not is_right(child):
            return LessonVerdict(False, _words(child) or ANOTHER, False)
        said = [_words(child)]
        for node in self._answers(child):
            self.node = node
            said.append(_words(node) if node is not child else "")
        words = " ".join(part for part in said if part)
        return LessonVerdict(
            True, words or (translate(WELL_DONE) if self.is_done else ""), self.is_done
        )

    def _check(self, move: str) -> None:
        """Raise ValueError if nothing more can be played, IllegalMove if this cannot."""
        if self.over:
            raise ValueError("this step is done")
        self.node.state().code(move)

    def _answers(self, child: Node) -> list[Node]:
        """The learner's move and what follows by itself: chance, and the other seats' moves."""
        nodes = [child]
        while nodes[-1].children and nodes[-1].children[0].seat != self.step.seat:
            nodes.append(nodes[-1].children[0])
        return nodes


class FreeAttempt(Attempt):
    """A step that is played as one likes: done by an end that is as good as its main line's."""

    def __init__(self, step: LessonStep, played: Sequence[str] = ()) -> None:
        self.step = step
        root = Tree(step.tree.game, {}, step.tree.root.state()).root
        root.task, root.hint = step.tree.root.task, step.tree.root.hint
        self.node = root
        for move in played:
            self._check(move)
            self.node = self.node.add(move)

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def is_done(self) -> bool:
        return self.over and self._reached(self.state) >= self._reached(self.step.tree.end())

    def play(self, move: str) -> LessonVerdict:
        self._check(move)
        self.node = self.node.add(move)
        return LessonVerdict(True, self._closing_text() if self.over else "", self.is_done)

    def _reached(self, state: State) -> tuple[Fraction, int]:
        """The learner's score and what the game counts beside it; more is better."""
        assert state.outcome is not None
        return state.outcome.scores[self.step.seat or 0], state.game.notation.merit(state)

    def _closing_text(self) -> str:
        """What is said at the end."""
        state, best = self.state, self.step.tree.end()
        assert state.outcome is not None
        mine, fewest = _outcome_numbers(state), _outcome_numbers(best)
        if self.is_done:
            more = (
                _("That is the best possible")
                if mine == fewest
                else _("The shortest line: %(line)s", line=fewest)
            )
            return f"{translate(WELL_DONE)[:-1]}: {mine}. {more}."
        if self._reached(state)[0] < self._reached(best)[0]:
            return ". ".join((headline(state.game.seat_names, state.outcome), _("Start again.")))
        return _(
            "Done, with %(mine)s; %(fewest)s would do. Start again for that.",
            mine=mine,
            fewest=fewest,
        )


def _outcome_numbers(state: State) -> str:
    """What a game's end tells in numbers: "1 sequence, 9 moves"."""
    assert state.outcome is not None
    details = state.outcome.details.items()
    return ", ".join(f"{n} {name.removesuffix('s') if n == '1' else name}" for name, n in details)


def _words(node: Node) -> str:
    return " ".join(part for part in node.comments if part)
