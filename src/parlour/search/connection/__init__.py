"""Connection games: the board as searches see it, and virtual connections by H-search."""

from parlour.search.connection.virtual_connection_search import Connections

__all__ = ["Connections"]
