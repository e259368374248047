"""Primitives for rules and searches: 64-bit words, bits, hashing and random numbers.

Each function has two forms with identical results: the plain Python below, and a compiled twin in
``compilation/intrinsics.py`` that replaces it when a source is compiled. All numbers are signed 64-bit
words. Python's integers are unbounded, so results that may exceed 64 bits (left shifts, products) must
pass through `wrap`.
"""

from __future__ import annotations

from typing import Any

MASK = (1 << 64) - 1
GOLDEN = -7046029254386353131  # 2^64 / phi, the step of splitmix64
MIX_A = -4658895280553007687
MIX_B = -7723592293110705685


def wrap(x: int) -> int:
    """The signed 64-bit word that `x` is modulo 2^64."""
    x &= MASK
    return x - (1 << 64) if x >> 63 else x


def shr(x: int, k: int) -> int:
    """`x` shifted right by `k` (0 to 63) bits, filled with zeros."""
    return wrap((x & MASK) >> k)


def popcount(x: int) -> int:
    """The number of set bits in `x`."""
    return (x & MASK).bit_count()


def lowest(x: int) -> int:
    """The index of the lowest set bit of `x`; 64 if there is none."""
    return (x & -x).bit_length() - 1 if x & MASK else 64


def highest(x: int) -> int:
    """The index of the highest set bit of `x`; -1 if there is none."""
    return (x & MASK).bit_length() - 1


def mix(h: int, x: int) -> int:
    """Combine hash `h` with the word `x` by splitmix64's finaliser.

    `h` is multiplied first, so that a small number and a board cannot cancel each other out.
    """
    z = wrap(h * GOLDEN + MIX_A) ^ x
    z = wrap((z ^ shr(z, 30)) * MIX_A)
    z = wrap((z ^ shr(z, 27)) * MIX_B)
    return z ^ shr(z, 31)


def random_word(rng: Any) -> int:
    """64 random bits. `rng` is one word of generator state (splitmix64, Steele et al. 2014)."""
    z = wrap(rng[0] + GOLDEN)
    rng[0] = z
    z = wrap((z ^ shr(z, 30)) * MIX_A)
    z = wrap((z ^ shr(z, 27)) * MIX_B)
    return z ^ shr(z, 31)


def below(rng: Any, n: int) -> int:
    """A random integer from 0 to n-1, for n up to 2^31 (the bias is below n / 2^32)."""
    return (shr(random_word(rng), 32) * n) >> 32


def uniform(rng: Any) -> float:
    """A random float in [0, 1) with 53 random bits."""
    return shr(random_word(rng), 11) * (1.0 / 9007199254740992.0)


def copy(to: Any, source: Any) -> None:
    """Copy the state record `source` into `to`."""
    for name in source.__slots__:
        value = getattr(source, name)
        setattr(to, name, list(value) if isinstance(value, list) else value)


def fetch_ahead(row: Any, at: int) -> None:
    """Prefetch ``row[at]`` into the processor's cache."""


def reserve(row: Any, n: int) -> int:
    """Add `n` to ``row[0]`` and return the previous value; atomic when compiled."""
    before: int = row[0]
    row[0] = before + n
    return before


def publish() -> None:
    """Make earlier writes visible to other threads before any later write (a memory fence)."""
