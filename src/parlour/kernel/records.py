"""The name by which game files have imported `parlour.kernel.layout` since the first version."""

from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record

__all__ = ["CHANCE", "OVER", "Moves", "Record", "Rng", "record"]
