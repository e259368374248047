"""How a series of numbers goes over a game: Ludii's eleven summaries of its multiple-valued metrics.

A series has a number for each move. docs/invent/measures.md says where these differ from Ludii's.
"""

from __future__ import annotations

from collections.abc import Callable
from math import nan

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


def _changes(series: Values) -> Values:
    return np.diff(series)


def _average_change(series: Values) -> float:
    """The change of one step, on the average: from the first to the last."""
    return float((series[-1] - series[0]) / (len(series) - 1)) if len(series) > 1 else nan


def _sign(series: Values) -> float:
    """Steps upwards less steps downwards, as a part of all steps."""
    return float(np.sign(_changes(series)).mean()) if len(series) > 1 else nan


def _slope(series: Values) -> float:
    """The slope of the line of least squares, a step."""
    return float(np.polyfit(np.arange(len(series)), series, 1)[0]) if len(series) > 1 else nan


def _turns(series: Values) -> float:
    """How often it turns from rising to falling or back, as a part of all steps; steps on a level are
    no turns."""
    if len(series) < 2:
        return nan
    signs = np.sign(_changes(series))
    moving = signs[signs != 0]
    return float((moving[1:] != moving[:-1]).sum() / (len(series) - 1))


def _rise(series: Values) -> float:
    """The largest step upwards, 0 where there is none."""
    return float(max(0.0, _changes(series).max())) if len(series) > 1 else nan


def _fall(series: Values) -> float:
    """The largest step downwards, as a number of 0 or less."""
    return float(min(0.0, _changes(series).min())) if len(series) > 1 else nan


# By name: what it is, and how it is worked out of a series that has a number at least.
SUMMARIES: dict[str, tuple[str, Callable[[Values], float]]] = {
    "median": ("median", lambda series: float(np.median(series))),
    "most": ("the most", lambda series: float(series.max())),
    "least": ("the least", lambda series: float(series.min())),
    "variance": ("variance", lambda series: float(series.var())),
    "change": ("change a move, from the first to the last", _average_change),
    "sign": ("moves at which it rises less those at which it falls, of all", _sign),
    "slope": ("slope of the line of least squares, a move", _slope),
    "turns": ("turns from rising to falling or back, of all moves", _turns),
    "rise": ("largest rise at a move", _rise),
    "fall": ("largest fall at a move", _fall),
}


def summary(name: str, series: Values) -> float:
    """One summary of a series; nan where the series is too short for it."""
    return SUMMARIES[name][1](series) if len(series) else nan
