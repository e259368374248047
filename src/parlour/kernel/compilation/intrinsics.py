"""Compiled twins of `parlour.kernel.primitives`; import this only to compile rules."""

# Numba reads annotations of jitted functions as plain Python, and has no types of its own for mypy.
# mypy: disable-error-code="no-untyped-def,no-untyped-call,untyped-decorator,no-any-return,call-arg"
from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from parlour.kernel import primitives
from parlour.kernel.compilation.dispatch import WordDispatcher
from parlour.kernel.primitives import GOLDEN, MIX_A, MIX_B


def _jit(function):
    return WordDispatcher(function)


@intrinsic
def _population(typing, x):
    def build(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(typing, x):
    def build(context, builder, signature, args):
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.int64), build


@intrinsic
def _leading_zeros(typing, x):
    def build(context, builder, signature, args):
        return builder.ctlz(args[0], cgutils.false_bit)

    return types.int64(types.int64), build


@intrinsic
def _logical_shift(typing, x, k):
    def build(context, builder, signature, args):
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), build


# Numba tells LLVM that signed + and * never overflow. These are for sums and products that may.
@intrinsic
def _sum(typing, x, y):
    def build(context, builder, signature, args):
        return builder.add(args[0], args[1])

    return types.int64(types.int64, types.int64), build


@intrinsic
def _product(typing, x, y):
    def build(context, builder, signature, args):
        return builder.mul(args[0], args[1])

    return types.int64(types.int64, types.int64), build


@intrinsic
def _copy_record(typing, to, source):
    size = source.size

    def build(context, builder, signature, args):
        count = context.get_constant(types.intp, size)
        cgutils.raw_memcpy(builder, args[0], args[1], count, 1)
        return context.get_dummy_value()

    return types.void(to, source), build


@intrinsic
def _prefetch(typing, row, at):
    def build(context, builder, signature, args):
        array = context.make_array(row)(context, builder, args[0])
        place = builder.bitcast(builder.gep(array.data, [args[1]]), cgutils.voidptr_t)
        word = cgutils.int32_t
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, word, word, word]),
            "llvm.prefetch.p0i8",
        )
        builder.call(function, [place, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(row, at), build


@intrinsic
def _add(typing, row, n):
    def build(context, builder, signature, args):
        array = context.make_array(row)(context, builder, args[0])
        return builder.atomic_rmw("add", array.data, args[1], "seq_cst")

    return types.int64(row, types.int64), build


@intrinsic
def _fence(typing):
    def build(context, builder, signature, args):
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), build


@_jit
def wrap(x):
    return x


@_jit
def shr(x, k):
    return _logical_shift(np.int64(x), np.int64(k))


@_jit
def popcount(x):
    return _population(np.int64(x))


@_jit
def lowest(x):
    return _trailing_zeros(np.int64(x))


@_jit
def highest(x):
    return 63 - _leading_zeros(np.int64(x))


@_jit
def mix(h, x):
    z: Any = _sum(_product(np.int64(h), GOLDEN), MIX_A) ^ x
    z = _product(z ^ shr(z, 30), MIX_A)
    z = _product(z ^ shr(z, 27), MIX_B)
    return z ^ shr(z, 31)


@_jit
def random_word(rng):
    z: Any = _sum(rng[0], GOLDEN)
    rng[0] = z
    z = _product(z ^ shr(z, 30), MIX_A)
    z = _product(z ^ shr(z, 27), MIX_B)
    return z ^ shr(z, 31)


@_jit
def below(rng, n):
    return (shr(random_word(rng), 32) * n) >> 32


@_jit
def uniform(rng):
    return shr(random_word(rng), 11) * (1.0 / 9007199254740992.0)


@_jit
def copy(to, source):
    _copy_record(to, source)


@_jit
def fetch_ahead(row, at):
    _prefetch(row, at)


@_jit
def reserve(row, n):
    return _add(row, np.int64(n))


@_jit
def publish():
    _fence()


TWINS: dict[Any, Any] = {
    getattr(primitives, name): globals()[name]
    for name in (
        "wrap", "shr", "popcount", "lowest", "highest",
        "mix", "random_word", "below", "uniform", "copy",
        "fetch_ahead", "reserve", "publish",
    )
}  # fmt: skip
