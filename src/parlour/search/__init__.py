"""Searches, each written once for any game, in a package for each method.

A method has a part that is compiled with a game's rules (`mcts_compiled`) and a driver in plain Python
(`mcts_search`): budgets, threads, results.
"""

from parlour.search.exhaustive.perft_search import divide, perft
from parlour.search.random.playout_search import Playouts, playouts

__all__ = ["Playouts", "divide", "perft", "playouts"]
