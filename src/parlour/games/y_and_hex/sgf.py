"""Hex in SGF: cells, colours by stones, the swap, HexGui's and Little Golem's ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.errors import BadRecord
from parlour.kernel.cell_names import CELL, column_number
from parlour.kernel.sgf_conventions import STONES, Setup, SgfConventions, stones_in

NUMBER = 11


class HexSgf(SgfConventions):
    """SGF's page of Hex, and how programs depart from it."""

    swaps: Mapping[str, bool] = {"swap-sides": False, "swap-pieces": True, "swap": True}
    strict = True

    def __init__(self) -> None:
        super().__init__(NUMBER)

    def claims(self, root: Mapping[str, str]) -> bool:
        return self.is_golem(root) or root.get("AP", "").startswith("HexGui")

    def is_golem(self, root: Mapping[str, str]) -> bool:
        marks = "littlegolem" in root.get("SO", "").lower()
        return "GM" not in root and (marks or root.get("EV", "").lower().startswith("hex"))

    def options(self, root: Mapping[str, str]) -> dict[str, object]:
        columns, _, rows = root.get("SZ", "11").strip().partition(":")
        if rows and rows.strip() != columns.strip():
            raise BadRecord(
                f"SZ[{columns:.20}:{rows:.20}]: boards have as many rows as columns here"
            )
        return {"size": columns.strip()}

    def root(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        return {"SZ": f"{chosen['size']}:{chosen['size']}"}

    def colour(self, seat_names: Sequence[str], seat: int, swapped: bool) -> str:
        return "BW"[seat ^ swapped]

    def move_value(self, move: str) -> str:
        return "swap-sides" if move == "swap" else move

    def normalize_run(self, values: Sequence[str]) -> Sequence[str]:
        joined = " ".join(values)
        if joined != joined.lower() or len(joined.split()) != len(values):
            return tuple(value.strip().lower() for value in values)
        return values

    def read(self, value: str, legal: object) -> str:
        return value.strip().lower()

    def start_for(self, game: Any, to_move: str) -> str | None:
        return self.position(game, {}, to_move)

    def position(self, game: Any, setup: Setup, to_move: str) -> str:
        size = int(game.chosen["size"])
        rows = [["."] * size for _ in range(size)]
        for name, stone in STONES:
            for cell in setup.get(name, ()):
                match = CELL.fullmatch(cell)
                column, row = (
                    (column_number(match[1]), int(match[2]) - 1) if match else (size, size)
                )
                if column >= size or row >= size:
                    raise BadRecord(f"{name}[{cell:.20}]: there is no such cell")
                rows[row][column] = stone
        return f"{game.name} {'/'.join(map(''.join, rows))} {'BW'.index(to_move)} -"

    def setup(self, position: str) -> Setup:
        board, turn = position.split(" ")[1:3]
        letter = self.colour((), int(turn), self.is_swapped(position))
        return {**stones_in(board, top_first=False), "PL": [letter]}

    def is_swapped(self, position: str) -> bool:
        return "swapped" in position
