"""A draughts set (Shaye Nicholls): English draughts and a family of games built on its two pieces."""

from parlour.games.draughts.variants import GAMES

__all__ = ["GAMES"]
