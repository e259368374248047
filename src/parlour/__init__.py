"""Parlour plays, solves and playtests board, card and dice games.

Examples:
    >>> import parlour
    >>> state = parlour.game("lines-of-action").start()
    >>> state.moves()[:3]
    ['b1-b3', 'b1-d3', 'b1-h1']
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from parlour.errors import (
    BadClock,
    BadExperiment,
    BadForm,
    BadMatch,
    BadOption,
    BadPicture,
    BadPlayer,
    BadPosition,
    BadRecord,
    BadRules,
    BadSkin,
    BadTournament,
    IllegalMove,
    MissingExtra,
    ParlourError,
    UnknownGame,
)
from parlour.table import catalogue
from parlour.table.catalogue import game
from parlour.table.outcome import Outcome

if TYPE_CHECKING:
    from parlour.adapters.widget import widget
    from parlour.clocks import clock
    from parlour.kernel.layout import CHANCE
    from parlour.matches import Match, match
    from parlour.table.game import Game, State

# The folder of games and the function `games` share a name: the folder is imported first, for once,
# so that no later import of a game puts it in the function's place.
importlib.import_module("parlour.games")
games = catalogue.games

__all__ = [
    "CHANCE",
    "BadClock",
    "BadExperiment",
    "BadForm",
    "BadMatch",
    "BadOption",
    "BadPicture",
    "BadPlayer",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "BadSkin",
    "BadTournament",
    "Game",
    "IllegalMove",
    "Match",
    "MissingExtra",
    "Outcome",
    "ParlourError",
    "State",
    "UnknownGame",
    "clock",
    "game",
    "games",
    "match",
    "widget",
]

_LATER = {  # what needs NumPy is imported when it is first asked for
    "CHANCE": "parlour.kernel.layout",
    "Game": "parlour.table.game",
    "State": "parlour.table.game",
    "clock": "parlour.clocks",
    "Match": "parlour.matches",
    "match": "parlour.matches",
    "widget": "parlour.adapters.widget",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_LATER[name]), name)
    return value


__version__ = "0.2.0"
