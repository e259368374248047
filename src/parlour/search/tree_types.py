"""Types of what tree searches work on, in either form: NumPy records or plain objects.

Compiled modules import them for the type checker only.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeAlias

from parlour.kernel.workspace import Words, WorkRecord


class TreeWork(Protocol):
    """What simulations of every tree search work on."""

    quick: int
    cut: int
    together: int
    exploration: float
    urgency: float
    scale: float
    states: Sequence[Any]
    moves: Words
    rng: Words
    left: Sequence[Words]
    scores: MutableSequence[float]
    turns: Words


class MCTSWork(TreeWork, Protocol):
    """The work record of `mcts_compiled`."""

    repeats: int
    known: int
    weights: Words
    path: Words
    results: Sequence[MutableSequence[float]]


class Edge(Protocol):
    """An edge of the tree of `mcts_compiled`; its module docstring explains the fields."""

    code: int
    key: int
    mean: float
    spread: float
    own: float
    visits: int
    first: int
    count: int
    tried: int
    exact: int


class ISMCTSWork(TreeWork, Protocol):
    """The work record of `ismcts_compiled`."""

    observer: int
    viewed: int
    age: int
    used: int
    inside: int
    depth: int
    nodes: Words
    edges: Words


class RAVEWork(MCTSWork, WorkRecord, Protocol):
    """The work record of `rave_compiled` and `rave_connection`: that of MCTS, and more."""


class RAVEEdge(Edge, WorkRecord, Protocol):
    """An edge of the tree of `rave_compiled`: that of MCTS, with its AMAF statistics."""


Edges: TypeAlias = Sequence[Edge]
RAVEEdges: TypeAlias = Sequence[RAVEEdge]
