"""The handful of primitives that rules and searches are written with: words, bits, hashing, chance.

Every function here has two forms with the same results, bit for bit: the plain Python below, used when
rules are run uncompiled, and its compiled twin in ``intrinsics.py``, put in its place when a source is
compiled. All numbers are signed 64-bit words; Python's own integers are longer, so what may leave 64
bits (a shift to the left, a product) goes through `wrap`.
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
    """`x` shifted right by `k` (0 to 63) places, zeros coming in at the left."""
    return wrap((x & MASK) >> k)


def popcount(x: int) -> int:
    """How many of the 64 bits of `x` are set."""
    return (x & MASK).bit_count()


def lowest(x: int) -> int:
    """The number of the lowest set bit of `x`; 64 if there is none."""
    return (x & -x).bit_length() - 1 if x & MASK else 64


def highest(x: int) -> int:
    """The number of the highest set bit of `x`; -1 if there is none."""
    return (x & MASK).bit_length() - 1


def mix(h: int, x: int) -> int:
    """Hash `h` taken on by the word `x`: splitmix64's finaliser over both.

    `h` is multiplied first, so that a small number and a board cannot cancel each other out.
    """
    z = wrap(h * GOLDEN + MIX_A) ^ x
    z = wrap((z ^ shr(z, 30)) * MIX_A)
    z = wrap((z ^ shr(z, 27)) * MIX_B)
    return z ^ shr(z, 31)


def random_word(rng: Any) -> int:
    """64 random bits; `rng` is one word of generator state (splitmix64, Steele et al. 2014)."""
    z = wrap(rng[0] + GOLDEN)
    rng[0] = z
    z = wrap((z ^ shr(z, 30)) * MIX_A)
    z = wrap((z ^ shr(z, 27)) * MIX_B)
    return z ^ shr(z, 31)


def below(rng: Any, n: int) -> int:
    """A random whole number from 0 to n-1, for n up to 2^31 (its bias is under n / 2^32)."""
    return (shr(random_word(rng), 32) * n) >> 32


def uniform(rng: Any) -> float:
    """A random float in [0, 1) with 53 random bits."""
    return shr(random_word(rng), 11) * (1.0 / 9007199254740992.0)


def copy(to: Any, source: Any) -> None:
    """Make the state record `to` equal to `source`."""
    for name in source.__slots__:
        value = getattr(source, name)
        setattr(to, name, list(value) if isinstance(value, list) else value)


def borrow(row: Any) -> Any:
    """The same row, whose owner is somebody else: passing it on costs nothing in compiled code.

    Numba counts who holds an array at each call that is handed one, by locked instructions. What is borrowed
    must be held elsewhere as long as it is used.
    """
    return row


def fetch_ahead(row: Any, at: int) -> None:
    """Tell the processor that ``row[at]`` is about to be read: memory answers while other work goes on."""


def reserve(row: Any, n: int) -> int:
    """Add `n` to ``row[0]`` and give what it was before; compiled, no other thread comes between."""
    before: int = row[0]
    row[0] = before + n
    return before


def publish() -> None:
    """Let other threads see all that was written before now, before anything that is written later."""
