"""Lines of Action in SGF: ``:`` for captures, tokens set up by colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from parlour.errors import BadRecord
from parlour.kernel.sgf_conventions import STONES, Setup, SgfConventions, stones_in

NUMBER = 9
_MOVE = re.compile(r"([a-h][1-8])[-:x]?([a-h][1-8])[+!]*", re.ASCII)


class LinesOfActionSgf(SgfConventions):
    """SGF's page of Lines of Action."""

    strict = True

    def __init__(self) -> None:
        super().__init__(NUMBER)

    def options(self, root: Mapping[str, str]) -> dict[str, object]:
        return {"setup": "scrambled-eggs"} if "eggs" in root.get("SU", "").lower() else {}

    def move_value(self, move: str) -> str:
        return move.replace("x", ":")

    def loose(self, value: str) -> str | None:
        match = _MOVE.fullmatch(value.strip().lower())
        return f"{match[1]}-{match[2]}" if match else value

    def read(self, value: str, legal: Callable[[], Collection[str]]) -> str:
        value = value.strip().lower()
        if not _MOVE.fullmatch(value):
            return value
        plain = str(self.loose(value))
        taking = plain.replace("-", "x")
        return taking if taking in legal() else plain

    def start_for(self, game: Any, to_move: str) -> str | None:
        start = game.start().text.split(" ")
        return " ".join([*start[:2], "xo"["BW".index(to_move)], *start[3:]])

    def position(self, game: Any, setup: Setup, to_move: str) -> str:
        rows = [["."] * 8 for _ in range(8)]
        if "AE" in setup:
            rows = [list(row) for row in game.start().text.split(" ")[1].split("/")]
        for name, token in STONES:
            for cell in setup.get(name, ()):
                if not re.fullmatch("[a-h][1-8]", cell):
                    raise BadRecord(f"{name}[{cell:.20}]: there is no such cell")
                rows[8 - int(cell[1])][ord(cell[0]) - 97] = token
        return f"{game.name} {'/'.join(map(''.join, rows))} {'xo'['BW'.index(to_move)]}"

    def setup(self, position: str) -> Setup:
        board, turn = position.split(" ")[1:3]
        return {**stones_in(board, top_first=True), "PL": ["BW"["xo".index(turn)]]}
