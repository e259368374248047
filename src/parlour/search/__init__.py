"""Searches, each written once for any game: random playouts, perft, MCTS, alpha-beta, solving."""

from parlour.search.counting import Playouts, divide, perft, playouts

__all__ = ["Playouts", "divide", "perft", "playouts"]
