"""How rules become machine code: Numba's dispatchers, compiled primitives, and the cache on disk."""
