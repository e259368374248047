"""Entering a move step by step, by clicks or by keys: what may come next, and when the move is whole.

The steps of all legal moves are a trie; what was given is a way into it. A word shared by
all remaining moves is skipped; so is everything after only one move remains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour.kernel.moves import STOP, Entry, Given, Move, NowhereError, Step, word
from parlour.table.game import State

LISTED = 1 << 13  # moves that are listed where a game's own moves may be more
ENOUGH = 2  # cells that must be given before the rest of an only move follows by itself

Place = tuple[Move, int]  # a move that is still meant, and how many of its steps are behind


def possible_entry(
    state: State,
    given: Sequence[Given] = (),
    legal: Callable[[], Sequence[Move]] | None = None,
) -> Entry:
    """What the steps can become in a state in which a seat is to move; raises NowhereError.

    `legal` gives the state's legal moves, if the caller caches them.
    """
    own: Entry | None = state.game.notation.entry_after(state.record, tuple(given))
    if own is not None:
        return own
    return enter(state.legal if legal is None else legal(), given)


def enter(moves: Iterable[Move], given: Sequence[Given] = ()) -> Entry:
    """What the steps can become, among these moves; raises NowhereError."""
    places = _passed([(move, 0) for move in moves])
    for number, (kind, text) in enumerate(given, 1):
        after = _after_cell(places, text) if kind == "cell" else _after_word(places, text)
        if not after:
            raise NowhereError(given[:number])
        places = _passed(after)
    if given and len(places) == 1 and _is_settled(*places[0]):
        return Entry(tuple(given), move=places[0][0].text)
    due = [step for place in places if (step := _next(place)) is not None]
    cells = sorted({step.text for step in due if step.kind == "cell"})
    words = {step.text: step for step in due if step.kind == "word"}
    words |= {step.text: step for step in _endings(places)}
    offered = sorted(words.values(), key=lambda step: (step.order, step.text))
    return Entry(tuple(given), None, tuple(cells), tuple(offered))


def _next(place: Place) -> Step | None:
    """The step that is due; None where the move is whole."""
    move, behind = place
    return move.steps[behind] if behind < len(move.steps) else None


def _passed(places: list[Place]) -> list[Place]:
    """The places behind the words that all moves share."""
    while len(places) > 1:
        due = _next(places[0])
        if due is None or due.kind == "cell" or any(_next(place) != due for place in places):
            break
        places = [(move, behind + 1) for move, behind in places]
    return places


def _after_cell(places: list[Place], name: str) -> list[Place]:
    """Moves in which this cell is due; if none, those that end there, as in a click on the last landing."""
    step = Step(name)
    nearest = [(move, behind + 1) for move, behind in places if _next((move, behind)) == step]
    if nearest:
        return nearest
    begun = [place for place in places if any(s.kind == "cell" for s in place[0].steps[: place[1]])]
    ends = [
        (move, max(i for i, s in enumerate(move.steps) if s.kind == "cell")) for move, _ in begun
    ]
    return [
        (move, last + 1)
        for (move, behind), (_, last) in zip(begun, ends, strict=True)
        if last >= behind and move.steps[last] == step
    ]


def _after_word(places: list[Place], text: str) -> list[Place]:
    """Moves in which this word is due; or that end there; or behind it, if it was passed over."""
    due = [place for place in places if _is_word(_next(place), text)]
    if due:
        return [(move, behind + 1) for move, behind in due]
    ended = [place for place in places if _next(place) is None and text in ("", place[0].text)]
    return ended or [p for p in places if p[1] and _is_word(p[0].steps[p[1] - 1], text)]


def _is_word(step: Step | None, text: str) -> bool:
    return step is not None and (step.kind, step.text) == ("word", text)


def _is_settled(move: Move, behind: int) -> bool:
    """Whether the rest of an only move follows by itself."""
    cells = sum(step.kind == "cell" for step in move.steps[:behind])
    return cells >= ENOUGH or all(step.kind == "word" for step in move.steps[behind:])


def _endings(places: list[Place]) -> list[Step]:
    """Words for the moves that are whole: one ends, several (by other ways) are named by their texts."""
    whole = [move for move, behind in places if behind == len(move.steps)]
    if len(whole) == 1:
        return [STOP]
    return [word(move.text) for move in whole]
