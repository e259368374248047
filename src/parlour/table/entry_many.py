"""Entering moves where there are too many to list: shots at several targets, one target after another.

NavalQi alone needs this. What can be used, and from where, is found by asking whether a text is legal;
its first target makes a move that is listed like any other, and each further one is asked for in turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from parlour.kernel.layout import MANY, room_for_moves
from parlour.table.entry import Partial, Spelling, Step, speller_of
from parlour.table.state import State

LISTED = 1 << 13  # moves that are listed to be entered; where there are more, they are shots
MOST = 3  # targets
AIMED = ("eagle", "tigergun", "largegun", "standardgun", "undergroundgun")
WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

_TEXT = re.compile(r"(?P<head>[a-z]+:(?:[a-z]\d+>)?)(?P<targets>[a-z]\d+(?:\+[a-z]\d+)*)")


def listed(state: State, names: Sequence[str]) -> list[str]:
    """The legal moves of a state that goes on, or where there are too many, those with one target.

    `names` are the cells. What must have three targets is among them with one.
    """
    rules = state.game.plain.rules
    if rules.MAX_MOVES <= MANY or room_for_moves(rules, state.record) <= LISTED:
        return state.moves()
    return [*_words(state, names), *_shots(state, names)]


def _is_legal(state: State, text: str) -> bool:
    return state._read(text) is not None


def _words(state: State, names: Sequence[str]) -> list[str]:
    """The moves without a target."""
    words = ["no-action", *(f"move-flagship:{way}" for way in WAYS)]
    return [
        text for text in [*words, *(f"bowman:{name}" for name in names)] if _is_legal(state, text)
    ]


def _shots(state: State, names: Sequence[str]) -> list[str]:
    """A shot at each cell from each cell that has a gun or an Eagle; the opposing sea is the other half."""
    halves = _halves(names)
    found = []
    for own, other in (halves, halves[::-1]):
        heads = [f"{kind}:{name}>" for kind in AIMED for name in own]
        legal = [head for head in heads if _is_legal(state, f"{head}{other[0]}")]
        if _is_legal(state, f"fire:{'+'.join([other[0]] * MOST)}"):
            legal.append("fire:")
        found += [f"{head}{target}" for head in legal for target in other]
    return found


def _halves(names: Sequence[str]) -> tuple[list[str], list[str]]:
    ordered = sorted(names, key=_place)
    middle = max(rank for _, rank in map(_place, ordered)) // 2
    south = [name for name in ordered if _place(name)[1] <= middle]
    return south, [name for name in ordered if _place(name)[1] > middle]


def _place(name: str) -> tuple[str, int]:
    """File and rank: the order in which targets are written."""
    return name[0], int(name[1:])


class Volley(Partial):
    """A partial move to which targets may be added as long as the rules allow."""

    def __init__(
        self, moves: Sequence[Spelling], steps: Sequence[Step], is_legal: Callable[[str], bool]
    ) -> None:
        self._is_legal = is_legal
        self._shot: str | None = None  # the text with the targets so far
        self._stopped = False
        begun = self._first_target(moves, steps)
        super().__init__(moves, steps[:begun])
        if self.move is not None and _TEXT.fullmatch(self.move):
            self._shot = self.move
            self._more(steps[begun:])
        elif steps[begun:]:
            raise ValueError("no legal move goes on with that")
        self.steps = tuple(steps)

    @staticmethod
    def _first_target(moves: Sequence[Spelling], steps: Sequence[Step]) -> int:
        """With how many of the steps a move with one target is whole."""
        for count in range(1, len(steps)):
            if Partial(moves, steps[:count]).move is not None:
                return count
        return len(steps)

    def _more(self, steps: Sequence[Step]) -> None:
        for kind, text in steps:
            assert self._shot is not None
            if kind == "part" and text == "" and self._is_legal(self._shot):
                self._stopped = True
            elif kind == "cell" and not self._stopped and self._may_add(text):
                self._shot = _with(self._shot, text)
            else:
                raise ValueError(f"no legal move goes on with {text!s:.60}")
        ready = self._stopped or not self._may_add(_targets(self._shot or "")[-1])
        vars(self)["move"] = self._shot if ready else None
        vars(self)["cells"] = () if ready else self._every_target
        vars(self)["parts"] = ("",) if not ready and self._is_legal(self._shot or "") else ()

    def _may_add(self, target: str) -> bool:
        """Whether the shot can become a legal one with this target and perhaps others."""
        text = self._shot or ""
        for _ in range(MOST - len(_targets(text))):
            text = _with(text, target)
            if self._is_legal(text):
                return True
        return False

    @property
    def _every_target(self) -> tuple[str, ...]:
        """The cells at which such a shot may be aimed: all at which the first could."""
        head = (_TEXT.fullmatch(self._shot or "") or {"head": ""})["head"]
        return tuple(sorted(m.cells[-1] for m in self._moves if m.text.startswith(head)))


def _targets(text: str) -> list[str]:
    match = _TEXT.fullmatch(text)
    return match["targets"].split("+") if match else []


def _with(text: str, target: str) -> str:
    """A shot's text with one target more, all in order."""
    match = _TEXT.fullmatch(text)
    assert match is not None
    return match["head"] + "+".join(sorted([*_targets(text), target], key=_place))


def spelled_moves(state: State) -> list[Spelling]:
    """What may be entered in a state in which a seat is to move, taken apart."""
    scene = state.scene(state.turn)
    cells = [cell.name for cell in (*scene.cells, *scene.aside)]
    speller = speller_of(scene)
    return [speller.spell(move) for move in listed(state, cells)]


def entered(state: State, moves: Sequence[Spelling], steps: Sequence[Step]) -> Partial:
    """What the steps so far can become, `moves` being the state's `spelled_moves`.

    Raises ValueError for steps that lead nowhere.
    """
    rules = state.game.plain.rules
    if rules.MAX_MOVES <= MANY or room_for_moves(rules, state.record) <= LISTED:
        return Partial(moves, steps)

    return Volley(moves, steps, lambda text: _is_legal(state, text))
