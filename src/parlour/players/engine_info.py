"""An engine's reports on its search: the ``info`` lines of UGI, UCI and USI, and those of Hub."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.players.chance import LICHESS, Scale

_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_MEN = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?")
_PAIR = re.compile(r'([a-z-]+)=(?:"([^"]*)"|([^\s"]*))')
_LINE = "pv"


@dataclass
class Info:
    """The last report: `chance` of the seat to move, plies to a sure end (negative for a loss), …

    `line` is the expected line, its moves as the protocol writes them. Invalid values are ignored.
    """

    chance: float | None = None
    distance: int | None = None
    depth: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()

    def hear(self, line: str, plies: bool) -> None:
        """Take in a line of UGI, UCI or USI; `plies`: a mate is counted in them, not in moves."""
        words = line.split()
        if words[:1] != ["info"] or not {"string", "lowerbound", "upperbound"}.isdisjoint(words):
            return
        values = dict(_values(words[1:]))
        if values.get("multipv", "1") != "1":
            return
        self._count(values)
        if _WHOLE.fullmatch(values.get("cp", "")):
            self._score(int(values["cp"]))
        if _WHOLE.fullmatch(values.get("mate", "")):
            self._end(int(values["mate"]), plies)
        if _LINE in words:
            self.line = tuple(words[words.index(_LINE) + 1 :])

    def hear_hub(self, line: str) -> None:
        """Take in a line of Hub, whose scores are in men."""
        if not line.startswith("info "):
            return
        values = {name: quoted or plain for name, quoted, plain in _PAIR.findall(line)}
        self._count(values)
        if _MEN.fullmatch(values.get("score", "")):
            self._score(100 * float(values["score"]))
        if _LINE in values:
            self.line = tuple(values[_LINE].split())

    def _count(self, values: Mapping[str, str]) -> None:
        if _WHOLE.fullmatch(values.get("depth", "")):
            self.depth = max(int(values["depth"]), 0)
        if _WHOLE.fullmatch(values.get("nodes", "")):
            self.nodes = max(int(values["nodes"]), 0)

    def _score(self, centipawns: float) -> None:
        self.chance, self.distance = Scale(LICHESS).chance(centipawns), None

    def _end(self, number: int, plies: bool) -> None:
        """A mate by the seat to move, or of it where `number` is below 1."""
        wins = number > 0
        self.chance = float(wins)
        self.distance = number if plies else 2 * number - wins


def _values(words: list[str]) -> Iterator[tuple[str, str]]:
    """Each word before the line with the one after it."""
    before = words[: words.index(_LINE)] if _LINE in words else words
    yield from zip(before, [*before[1:], ""], strict=True)
