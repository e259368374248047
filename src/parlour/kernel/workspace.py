"""Room for the compiled algorithms to work in, in either form: NumPy records or plain objects.

An algorithm allocates nothing: what it works on is laid out as a NumPy dtype here and handed in. For
the plain form the same layout is made of objects and lists, which an algorithm uses in the same words.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.kernel import protocol
from parlour.kernel.layout import Record, new_plain, plain_class
from parlour.kernel.primitives import copy

Layout = list[tuple[Any, ...]]  # (name, type) or (name, type, shape), as NumPy describes a dtype

Words: TypeAlias = MutableSequence[int]  # a row of 64-bit words
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]

WORD = (1 << 64) - 1
LINE = 64  # bytes of a line of the processor's cache
REACH = 1 << 40  # moves left where there is no limit: more than any game has


class WorkRecord(Protocol):
    """A work record; the driver's function `layout` lists its fields."""

    def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None: ...


WorkRow: TypeAlias = Sequence[WorkRecord]


def work_record(layout: Layout, compiled: bool) -> WorkRecord:
    """One record of the `layout`, all zeros; a field may be a row of records or a table of numbers."""
    dtype = np.dtype(layout)
    found: WorkRecord = np.zeros(1, dtype).view(np.recarray)[0] if compiled else _plain(dtype)
    return found


def work_row(layout: Layout, count: int, compiled: bool) -> Any:
    """A row of `count` records of the `layout`, all zeros: an array, or a list of objects."""
    dtype = np.dtype(layout, align=True)
    return np.zeros(count, dtype) if compiled else _PlainRow(dtype, count)


class _PlainRow(dict[int, Any]):
    """Objects with the fields of a dtype by place, each made when it is first asked for: most never are."""

    def __init__(self, dtype: np.dtype[Any], count: int) -> None:
        super().__init__()
        self.dtype, self.count = dtype, count

    def __len__(self) -> int:
        return self.count

    def __missing__(self, place: int) -> Any:
        if not 0 <= place < self.count:
            raise IndexError(f"there is no place {place} in a row of {self.count}")
        found = self[place] = _zeros(self.dtype, ())
        return found


def words(count: int, compiled: bool) -> Any:
    """A row of `count` 64-bit words, all zero: an array or a list.

    An array begins where a line of the processor's cache does, so that eight words at a time are one line.
    """
    if not compiled:
        return [0] * count
    row = np.zeros(count + LINE // 8, np.int64)
    first = -row.ctypes.data % LINE // 8
    return row[first : first + count]


def _plain(dtype: np.dtype[Any]) -> Any:
    """An object with the fields of `dtype` as attributes, rows of any depth as nested lists."""
    record = plain_class(np.dtype([(name, np.int64) for name in dtype.names or ()]))()
    for name in dtype.names or ():
        setattr(record, name, _zeros(dtype[name].base, dtype[name].shape))
    return record


def _zeros(kind: np.dtype[Any], shape: tuple[int, ...]) -> Any:
    if kind.names and len(shape) == 1:
        return _PlainRow(kind, shape[0])
    if shape and (kind.names or len(shape) > 1):
        return [_zeros(kind, shape[1:]) for _ in range(shape[0])]
    zero = 0.0 if kind.kind == "f" else 0
    if shape:
        return [zero] * shape[0]
    if kind.names:
        tables = any(len(kind[name].shape) > 1 for name in kind.names)
        return _plain(kind) if tables else new_plain(kind)
    return zero


def whole_numbers(values: Sequence[int], compiled: bool) -> Any:
    """A row of the given 64-bit words: an array or a list."""
    row = words(len(values), compiled)
    row[:] = values
    return row


def take_over(to: Any, source: Any) -> None:
    """Make a compiled record, or a row of records, all zeros as yet, what its plain twin `source` is."""
    if isinstance(source, _PlainRow):
        for place, record in source.items():  # where nobody asked for one, it is all zeros
            take_over(to[place], record)
        return
    for name in to.dtype.names:
        value, kind = getattr(source, name), to.dtype[name].base
        if kind.names:
            take_over(to[name], value)
        else:
            to[name] = _as_signed(value) if kind == np.int64 else value


def _as_signed(value: Any) -> Any:
    """Whole numbers, also in lists, as signed words: plain Python may have the highest bit as 2**63."""
    return np.array(np.asarray(value, object) & WORD, np.uint64).view(np.int64)


def fill(row: Any, values: Any) -> None:
    """Copy an array into a row of either form."""
    if isinstance(row, np.ndarray):
        row[:] = values
    else:
        row[:] = values.tolist()


def store_state(to: Any, place: int, source: Record, names: tuple[str, ...]) -> None:
    """Copy the plain state `source` into ``to[place]``, a row of states of either form."""
    if isinstance(to, np.ndarray):
        for name in names:
            to[place][name] = getattr(source, name)
    else:
        copy(to[place], source)


def is_given(function: Any) -> bool:
    """Whether the rules file itself gives this optional function of the protocol."""
    return bool(function.__module__ != protocol.__name__)
