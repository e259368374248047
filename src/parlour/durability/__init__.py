"""Checks that a server loses nothing: clients record a history, faults are injected, checkers compare.

Clients play on real servers while processes are killed, disks are full and connections are cut. Every
request and its answer go into a history. Afterwards pure functions compare the history with what the
database contains.
"""

from __future__ import annotations

from importlib.util import find_spec

from parlour.errors import MissingExtra

if find_spec("httpx") is None:
    raise MissingExtra("parlour durability needs httpx: pip install 'parlour[durability]'")
