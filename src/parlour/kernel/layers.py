"""Fill layers of an observation: `out` is an array of shape (layers, cells), all zeros before."""

from __future__ import annotations

from typing import Any

__compiled__ = True

Layers = Any  # a row of cells for each layer: out[layer, cell]


def fill_layer(out: Layers, layer: int, value: int) -> None:
    """Write one number on all cells of a layer."""
    for cell in range(out.shape[1]):
        out[layer, cell] = value


def put_bits(out: Layers, layer: int, bits: int, count: int) -> None:
    """Write the lowest `count` bits of a word to a layer."""
    for cell in range(count):
        out[layer, cell] = bits >> cell & 1
