"""Find what strong players use of a game's rules: kinds of moves, and lines of code that ran.

Stored games are replayed on the plain rules. That no game used something is evidence, not proof, so
the report says how often it was available.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from types import CodeType, FrameType
from typing import Any

from parlour.kernel.layout import CHANCE
from parlour.kernel.loader import SourceFile
from parlour.lab.restricted_play import kind_of, piece_names
from parlour.lab.trace import Trace
from parlour.table.game import Game
from parlour.table.player import has_few_moves

PLIES = 1500  # that are played again, at most
ROOTS = ("legal_moves", "play")  # of whose lines it is told whether they run


@dataclass(frozen=True)
class UnusedLines:
    """Lines of the rules that follow each other and never ran, with the first one's source."""

    first: int
    last: int
    source: str

    @property
    def where(self) -> str:
        """Their numbers."""
        return (
            f"line {self.first}" if self.first == self.last else f"lines {self.first}–{self.last}"
        )


@dataclass
class Use:
    """What was used in some games: `offered` and `played` count positions by the kind of move.

    `idle` are lines that never ran of functions that did, in the file of rules called `file`.
    """

    games: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    idle: list[UnusedLines] = field(default_factory=list)
    file: str = ""

    @property
    def dead(self) -> list[str]:
        """The kinds of moves that were on offer and never played, those most often on offer first."""
        return [kind for kind, _ in self.offered.most_common() if not self.played[kind]]


def use_of(traces: Iterable[Trace], game: Game) -> Use:
    """What the games used."""
    found, plies = Use(), 0
    source = game.plain.source
    with _watched(str(source.path)) as ran:
        for trace in traces:
            plies += len(trace.choices)
            if plies > PLIES and found.games:
                break
            found.games += 1
            _play_again(trace, found)
    found.file = source.path.name
    found.idle = list(_idle(source, ran))
    return found


def _play_again(trace: Trace, found: Use) -> None:
    codes = trace.codes
    for at, state in enumerate(trace.states()):
        if at == len(codes) or state.turn == CHANCE:
            continue
        pieces = piece_names(state)
        played = state.game.notation.move(state.record, codes[at])
        found.played[kind_of(played, pieces)] += 1
        legal = state.legal if has_few_moves(state) else (played,)
        for kind in {kind_of(move, pieces) for move in (*legal, played)}:
            found.offered[kind] += 1


# -- lines of the rules ----------------------------------------------------------------------------


@contextmanager
def _watched(path: str) -> Iterator[dict[CodeType, set[int]]]:
    """Note what runs of a file below its `ROOTS`: by the code of a function, the numbers of its lines."""
    ran: dict[CodeType, set[int]] = {}
    within = 0

    def on_call(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal within
        code = frame.f_code
        if code.co_filename != path:
            return None
        root = code.co_name in ROOTS
        within += root
        if not within:
            return None
        lines = ran.setdefault(code, {code.co_firstlineno})

        def reached(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal within
            lines.add(frame.f_lineno)
            within -= root and event == "return"
            return reached

        return reached

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        yield ran
    finally:
        sys.settrace(before)


def _idle(source: SourceFile, ran: dict[CodeType, set[int]]) -> Iterator[UnusedLines]:
    """The lines that never ran of the functions that did."""
    lines = source.text.splitlines()
    idle: set[int] = set()
    for code, reached in ran.items():
        own = {line for _, _, line in code.co_lines() if line is not None}
        idle |= own - reached
    numbered = enumerate(sorted(idle))
    for _, group in groupby(numbered, key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in group]
        yield UnusedLines(numbers[0], numbers[-1], lines[numbers[0] - 1].strip())
