"""Alpha-beta search for games of two players: the compiled search and its driver."""

from parlour.search.alphabeta.alphabeta_search import AlphaBeta

__all__ = ["AlphaBeta"]
