"""Tournaments of bots and people in any mixture of games: who meets whom, tables, ratings; resumable."""

from __future__ import annotations

from parlour.tournaments.plan import Entrant, Plan, read_plan
from parlour.tournaments.played import Meeting
from parlour.tournaments.tournament import Tournament

__all__ = ["Entrant", "Meeting", "Plan", "Tournament", "read_plan"]
