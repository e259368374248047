"""Clocks: what each player's clock shows at any moment, computed from a text and dated events.

Nothing here reads the current time: every moment is an argument, in whole milliseconds UTC.
"""

from __future__ import annotations

from parlour.clocks.clock import Clock, clock
from parlour.clocks.events import Event
from parlour.clocks.fold import Face
from parlour.errors import BadClock

__all__ = ["BadClock", "Clock", "Event", "Face", "clock"]
