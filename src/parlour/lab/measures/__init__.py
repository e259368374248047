"""Measures of games: from traces to numbers with intervals. docs/invent/measures.md defines each."""

from parlour.lab.measures.arm import Arm, gather
from parlour.lab.measures.measure import Measure, measures

__all__ = ["Arm", "Measure", "gather", "measures"]
