"""Shogi as USI writes it: moves are the rulebook's, positions SFENs; which games a start belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour.games.shogi.board import NAMES
from parlour.games.shogi.notation import DECLARATION
from parlour.games.shogi.sfen import position_of, starts, with_handicap
from parlour.table.game import Game, State

__all__ = ["CELLS", "DECLARATION", "position_of"]

CELLS = NAMES
SWITCHES: Mapping[str, Callable[[Game, bool], Game]] = {}
ROWS = r"(?:[1-9PLNSGBRKplnsgbrk+]+/){8}[1-9PLNSGBRKplnsgbrk+]+"


def written_move(text: str) -> str:
    """A move of the rulebook, which is USI's."""
    return text


def read_position(game: Game, text: str) -> State:
    """The state of an SFEN; raises BadPosition."""
    return game.read(f"{game.name} {text}")


def game_of(sfen: str | None, declared: bool) -> str:
    """The full name of the game that begins with an SFEN, None for the usual start.

    `declared`: a win is declared in it, so it has the rule for that.
    """
    handicap = starts().get(sfen or "", "none")
    if not declared:
        return with_handicap(handicap)
    chosen = "impasse=27-points" if handicap == "none" else f"handicap={handicap},impasse=27-points"
    return f"shogi:{chosen}"


def is_usual_start(sfen: str) -> bool:
    """Whether an SFEN is the start without a handicap."""
    return starts().get(sfen) == "none"


def is_named_by_start(game: Game, at_start: bool) -> bool:
    """Whether the beginning alone tells a game's full name; `at_start`: it is the game's own start."""
    handicap = str(game.chosen["handicap"])
    return game.name == with_handicap(handicap) and (at_start or handicap == "none")
