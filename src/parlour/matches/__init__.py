"""Matches of two sides over several games: groups of games as files, points, bonus, critical games."""

from __future__ import annotations

from parlour.errors import BadMatch
from parlour.matches.group_file import shipped
from parlour.matches.match import Match, match

__all__ = ["BadMatch", "Match", "match", "shipped"]
