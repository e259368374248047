"""State records: the fields of a position, as NumPy records (compiled rules) or objects (plain rules).

A rules file declares ``STATE = record(turn=1, board=64)``: named fields, each one 64-bit word or a row of
words. Compiled rules work on a NumPy record of that dtype, plain rules on an object with the same
attributes. Both are accessed as ``s.turn`` and ``s.board[i]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Record = Any  # a state of either form: s.field, s.row[i]
Moves = Any  # a row of int64 move codes: an array (compiled) or a list (plain)
Rng = Any  # one word of generator state, in a row of length 1

OVER = -1  # s.turn when the game has ended
CHANCE = -2  # s.turn when an outcome of chance is due
MANY = 1 << 16  # with a higher MAX_MOVES, moves are counted before a list is allocated


def record(**fields: int | tuple[int]) -> np.dtype[Any]:
    """The dtype of a state, from the size of each field in 64-bit words.

    ``turn=1`` is a scalar, ``board=64`` a row of 64, ``words=(N,)`` a row of N even if N is 1. Raises
    ValueError without a scalar field ``turn``, or for a size below 1.
    """
    shapes = {k: v if isinstance(v, tuple) else () if v == 1 else (v,) for k, v in fields.items()}
    if shapes.get("turn") != ():
        raise ValueError("a state needs the field turn=1: a seat, CHANCE or OVER")
    if any(size < 1 for shape in shapes.values() for size in shape):
        raise ValueError("each field of a state needs at least one word")
    return np.dtype([(name, np.int64, shape) for name, shape in shapes.items()])


@cache
def plain_class(state: np.dtype[Any]) -> type[Any]:
    """The class of plain states for the dtype `state`; new objects are all zeros."""
    sizes = {name: int(np.prod(state[name].shape, dtype=int)) for name in state.names or ()}
    rows = {name for name in sizes if state[name].shape}

    class PlainState:
        __slots__ = tuple(sizes)

        def __init__(self) -> None:
            for name, size in sizes.items():
                setattr(self, name, [0] * size if name in rows else 0)

        def __reduce__(self) -> tuple[Any, ...]:
            return _plain_of, (state, [getattr(self, name) for name in sizes])

    return PlainState


def _plain_of(state: np.dtype[Any], values: list[Any]) -> Record:
    """A plain state with these field values, in order; used by pickle and copy."""
    made = new_plain(state)
    for name, value in zip(made.__slots__, values, strict=True):
        setattr(made, name, list(value) if isinstance(value, list) else value)
    return made


def new_plain(state: np.dtype[Any]) -> Record:
    """A plain state of the dtype `state`, all zeros."""
    return plain_class(state)()


def copy_plain(source: Record) -> Record:
    """A plain state of its own, equal to `source`."""
    made = object.__new__(type(source))
    for name in source.__slots__:
        value = getattr(source, name)
        setattr(made, name, value[:] if isinstance(value, list) else value)
    return made


def new_compiled(state: np.dtype[Any], count: int = 1) -> npt.NDArray[Any]:
    """An array of `count` compiled states of the dtype `state`, all zeros."""
    return np.zeros(count, dtype=state)


def to_compiled(source: Record, state: np.dtype[Any], to: npt.NDArray[Any]) -> None:
    """Copy the plain state `source` into element 0 of the array `to`."""
    for name in state.names or ():
        to[name][0] = getattr(source, name)


def to_plain(source: npt.NDArray[Any], state: np.dtype[Any], to: Record) -> None:
    """Copy element 0 of the array `source` into the plain state `to`."""
    for name in state.names or ():
        setattr(to, name, source[name][0].tolist())


def all_plain(source: npt.NDArray[Any], state: np.dtype[Any]) -> list[Record]:
    """All elements of the array `source` as plain states; faster than one by one."""
    made = [new_plain(state) for _ in range(len(source))]
    for name in state.names or ():
        for to, value in zip(made, source[name].tolist(), strict=True):
            setattr(to, name, value)
    return made


def room_for_moves(rules: Any, s: Record) -> int:
    """The length of a row that holds all legal moves of the plain state `s`.

    If MAX_MOVES is above MANY, the rules' `count_moves` does not use its row.
    """
    return int(rules.MAX_MOVES if rules.MAX_MOVES <= MANY else rules.count_moves(s, []))


class PlainRow(list[Any]):
    """A NumPy table of one dimension for plain rules: a list of Python numbers."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """As the table's."""
        return (len(self),)


class PlainTable:
    """A NumPy table for plain rules: the same indexing, but it returns Python numbers.

    NumPy's scalars are slow, and overflow where Python's integers do not.
    """

    __slots__ = ("_rows", "shape")

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._rows = array.tolist()
        self.shape = array.shape

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            value = self._rows
            for k in key:
                value = value[k]
            return value
        return self._rows[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
