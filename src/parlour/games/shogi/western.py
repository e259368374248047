"""Shogi as western books write it: ``P-7f``, ``Bx2b+``, ``G*5h``, ``G6i-5h`` where another gold could go."""

from __future__ import annotations

from parlour.errors import IllegalMove
from parlour.games.shogi.notation import DECLARATION
from parlour.games.shogi.sfen import man_on
from parlour.table.game import State

FIGURES: dict[str, str] = {}
SHOWN = 12  # legal moves that an error names


def written_move(state: State, text: str) -> str:
    """A legal move of the rulebook."""
    if "*" in text or text == DECLARATION:
        return text
    texts = [move.text for move in state.legal]
    return f"{_piece(state, text, texts)}{_path(state, text)}{_promotion(text, texts)}"


def _path(state: State, text: str) -> str:
    return f"{'x' if man_on(state.record, text[2:4]) else '-'}{text[2:4]}"


def _piece(state: State, text: str, texts: list[str]) -> str:
    """The man that moves, with its square where another one of its kind can go to the same."""
    man = man_on(state.record, text[:2])
    rivals = {
        other[:2]
        for other in texts
        if other[2:4] == text[2:4] and "*" not in other and man_on(state.record, other[:2]) == man
    }
    return man + (text[:2] if len(rivals) > 1 else "")


def _promotion(text: str, texts: list[str]) -> str:
    """``+`` for a promotion, ``=`` for one that was declined."""
    if text.endswith("+"):
        return "+"
    return "=" if f"{text}+" in texts else ""


def read_move(state: State, word: str) -> str:
    """The rulebook's text of the move that a word means; raises IllegalMove.

    The square of departure may always be given, and ``=`` left out.
    """
    texts = [move.text for move in state.legal]
    found = [text for text in texts if word in _spellings(state, text, texts)]
    if len(found) == 1:
        return found[0]
    legal = sorted(written_move(state, text) for text in texts)
    shown = f"{', '.join(legal[:SHOWN])}{', …' if len(legal) > SHOWN else ''}"
    raise IllegalMove(f"{word!s:.20} is not legal here; expected one of {shown}", move=word)


def _spellings(state: State, text: str, texts: list[str]) -> set[str]:
    """All ways to write a move."""
    if "*" in text or text == DECLARATION:
        return {text}
    man, path, sign = man_on(state.record, text[:2]), _path(state, text), _promotion(text, texts)
    pieces = {_piece(state, text, texts), man + text[:2]}
    return {f"{piece}{path}{end}" for piece in pieces for end in {sign, sign.replace("=", "")}}
