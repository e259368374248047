"""Endgame tables: exact values of all positions with few pieces, built by retrograde analysis."""

from parlour.search.endgame.endgame_table import endgame_tables

__all__ = ["endgame_tables"]
