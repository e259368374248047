"""What UHP needs of Hive: its sets of expansions."""

from parlour.games.hive import SETS

__all__ = ["SETS"]
