"""What a search's figure is worth: the chance of winning, one scale for all games and players.

A lead is what a player's search found for the seat to move: an evaluation, or the log-odds of a tree
search's mean score. How often such leads were won was fitted for each game, by ``benchmarks/chances.py``
from games of players against themselves; the fits lie beside the rules, as ``GAME.chances.json``.

A chance is the share of the points that a seat may expect, 0 to 1: a draw counts as half a win.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil, exp, log
from pathlib import Path

from parlour.errors import BadRules
from parlour.table.game import Game

CERTAIN = 0.999  # the surest mean of playouts
FARTHEST = 35.0  # log-odds beyond which nothing changes


@dataclass(frozen=True)
class Scale:
    """The log-odds of winning are ``slope * lead + move``: `move` is what having the move is worth."""

    slope: float
    move: float = 0.0

    def chance(self, lead: float) -> float:
        """The chance of the seat to move, 0 to 1."""
        return 1 / (1 + exp(-max(min(self.slope * lead + self.move, FARTHEST), -FARTHEST)))


def scale(game: Game, kind: str, otherwise: float) -> Scale:
    """The scale that was fitted for leads of a kind, or one with the slope `otherwise`.

    Kinds: ``learnt`` and ``evaluation`` in the units of a learnt or hand-written evaluation, ``mcts``
    and ``rave`` in log-odds of that search's mean score. Raises BadRules for a damaged file.
    """
    found = fitted_scales(game).get(kind)
    return Scale(otherwise) if found is None else found


def fitted_scales(game: Game) -> dict[str, Scale]:
    """The scales that are kept with a game, by kind."""
    return _read(chances_path(game))


@lru_cache(maxsize=256)  # asked for each move that a beginner looks at
def chances_path(game: Game) -> Path:
    """Where a game's fits lie, whether there are any or not."""
    file = sys.modules[game.spec.package].__file__
    assert file is not None
    return Path(file).parent / f"{game.id}.chances.json"


@cache
def _read(path: Path) -> dict[str, Scale]:
    if not path.is_file():
        return {}
    try:
        kept = json.loads(path.read_text())
        return {kind: Scale(float(fit["slope"]), float(fit["move"])) for kind, fit in kept.items()}
    except (ValueError, TypeError, KeyError, AttributeError, OSError) as trouble:
        raise BadRules(f"{path} has no chances of winning: {trouble}") from None


def odds(share: float) -> float:
    """The log-odds of a share of the points, 0 to 1."""
    return min(max(log(max(share, 1e-15) / max(1 - share, 1e-15)), -FARTHEST), FARTHEST)


def playout_odds(share: float) -> float:
    """The log-odds of a mean of playouts, CERTAIN at most: if all were won, the margin is unknown."""
    return odds(max(min(share, CERTAIN), 1 - CERTAIN))


def shares(scores: Sequence[float], sides: int) -> list[float]:
    """Each seat's part of the points of a game that is over, 0 to 1, as chances foretell it.

    Partners, where there are `sides`, have the same.
    """
    if len(scores) == 1:
        return [float(score) for score in scores]
    total = sum(scores)
    if total <= 0:
        return [1 / len(scores)] * len(scores)
    if sides:
        each = [sum(scores[side::sides]) / total for side in range(sides)]
        return [each[seat % sides] for seat in range(len(scores))]
    return [score / total for score in scores]


# -- in records ------------------------------------------------------------------------------------

LICHESS = (
    0.00368208  # lichess's log-odds of a hundredth of a pawn, https://lichess.org/page/accuracy
)
_EVALUATION = re.compile(r"([+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?)|#([+-]?[0-9]{1,6})")


def evaluation_text(chance: float, distance: int | None = None) -> str:
    """A chance of the first seat as records have it in ``[%eval …]``: lichess's figure for that chance.

    ``#3`` is a win in three moves: `distance` is in plies, negative for a loss.
    """
    if distance:
        return f"#{'-' if distance < 0 else ''}{ceil(abs(distance) / 2)}"
    return f"{odds(min(max(chance, 1e-6), 1 - 1e-6)) / LICHESS / 100:.2f}"


def chance_of_evaluation(text: str) -> float | None:
    """The first seat's chance that an ``[%eval …]`` means, what follows a comma left aside; None if none."""
    found = _EVALUATION.fullmatch(text.partition(",")[0].strip())
    if found is None:
        return None
    if found[2]:
        return float(not found[2].startswith("-"))
    return Scale(LICHESS * 100).chance(float(found[1]))
