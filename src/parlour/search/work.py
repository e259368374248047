"""Room for the compiled algorithms to work in, in either form: NumPy records or plain objects.

An algorithm allocates nothing: what it works on is laid out as a NumPy dtype here and handed in. For
the plain form the same layout is made of objects and lists, which an algorithm uses in the same words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.kernel import protocol
from parlour.kernel.fast import copy
from parlour.kernel.layout import Record, new_plain, plain_class

Layout = list[tuple[Any, ...]]  # (name, type) or (name, type, shape), as NumPy describes a dtype

REACH = 1 << 40  # moves left where there is no limit: more than any game has


def work_record(layout: Layout, compiled: bool) -> Any:
    """One record of the `layout`, all zeros; a field may be a row of records or a table of numbers."""
    dtype = np.dtype(layout)
    return np.zeros(1, dtype).view(np.recarray)[0] if compiled else _plain(dtype)


def work_row(layout: Layout, count: int, compiled: bool) -> Any:
    """A row of `count` records of the `layout`, all zeros: an array, or a list of objects."""
    dtype = np.dtype(layout, align=True)
    return np.zeros(count, dtype) if compiled else [_plain(dtype) for _ in range(count)]


def words(count: int, compiled: bool) -> Any:
    """A row of `count` 64-bit words, all zero: an array or a list."""
    return np.zeros(count, np.int64) if compiled else [0] * count


def _plain(dtype: np.dtype[Any]) -> Any:
    """An object with the fields of `dtype` as attributes, rows of any depth as nested lists."""
    record = plain_class(np.dtype([(name, np.int64) for name in dtype.names or ()]))()
    for name in dtype.names or ():
        setattr(record, name, _zeros(dtype[name].base, dtype[name].shape))
    return record


def _zeros(kind: np.dtype[Any], shape: tuple[int, ...]) -> Any:
    if shape:
        return [_zeros(kind, shape[1:]) for _ in range(shape[0])]
    if kind.names:
        tables = any(len(kind[name].shape) > 1 for name in kind.names)
        return _plain(kind) if tables else new_plain(kind)
    return 0.0 if kind.kind == "f" else 0


def whole_numbers(values: list[int], compiled: bool) -> Any:
    """A row of the given 64-bit words: an array or a list."""
    return np.array(values, np.int64) if compiled else list(values)


def fill(row: Any, values: Any) -> None:
    """Copy an array into a row of either form."""
    if isinstance(row, np.ndarray):
        row[:] = values
    else:
        row[:] = values.tolist()


def put(to: Any, place: int, source: Record, names: tuple[str, ...]) -> None:
    """Copy the plain state `source` into ``to[place]``, a row of states of either form."""
    if isinstance(to, np.ndarray):
        for name in names:
            to[place][name] = getattr(source, name)
    else:
        copy(to[place], source)


def given(function: Any) -> bool:
    """Whether the rules file itself gives this optional function of the protocol."""
    return bool(function.__module__ != protocol.__name__)
