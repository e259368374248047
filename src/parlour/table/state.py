"""`State`, a position of a game being played; defined beside `Game`."""

from parlour.table.game import State

__all__ = ["State"]
