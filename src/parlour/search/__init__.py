"""Searches, each written once for any game: random playouts, perft, MCTS, alpha-beta, solving."""

from parlour.search.leaves_search import divide, perft
from parlour.search.playout_search import Playouts, playouts

__all__ = ["Playouts", "divide", "perft", "playouts"]
