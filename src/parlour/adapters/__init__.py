"""Adapters of Parlour's games to other programs' interfaces.

`pettingzoo`, `gymnasium` and `openspiel` are environments, `vectors` step thousands of games at once,
`data` writes games played by bots as tables, `engines` speaks the protocols of engines, both ways.
`actions` and `observations` number moves and turn views into arrays for all of them. Each adapter names
the extra that it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.adapters.vectors import vector

__all__ = ["vector"]


def __getattr__(name: str) -> Any:
    if name == "vector":
        return import_module("parlour.adapters.vectors").vector
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
