"""Positions of a game that is played, as they are kept to come back to them: taking back, playing again."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.kernel.layout import Record
from parlour.table.outcome import Outcome


@dataclass
class Ply:
    """A position that was played on from: all that is needed to take back to it.

    `record` is the rules' record, `code` what was played there; `counted` the moves that counted
    towards the move limit, by seat; `repeated` the key for repetition, if that can end the game;
    `logged` the number of public reports.
    """

    record: Record
    outcome: Outcome | None
    counted: tuple[int, ...]
    repeated: str | None
    logged: int
    code: int


@dataclass(frozen=True)
class RedoMark:
    """A position that was played to, kept so that `State.redo` comes to it again without the rules.

    `logged` are the public reports of the move that led to it.
    """

    code: int
    record: Record
    outcome: Outcome | None
    counted: tuple[int, ...]
    repeated: str | None
    logged: tuple[str, ...]
