"""Clocks: what a turn costs, worked out for any moment from a text, dated events and nothing else.

Nothing ticks here, and nobody's watch is looked at: every moment is given, as whole milliseconds UTC.
"""

from __future__ import annotations

from parlour.clocks.clock import Clock, clock
from parlour.clocks.events import Event
from parlour.clocks.fold import Face
from parlour.errors import BadClock

__all__ = ["BadClock", "Clock", "Event", "Face", "clock"]
