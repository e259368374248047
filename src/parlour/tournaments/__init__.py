"""Tournaments of bots and people in any mixture of games: who meets whom, tables, ratings; resumable."""

from __future__ import annotations

from parlour.tournaments.report_reading import TournamentReport, read_report
from parlour.tournaments.tournament import Tournament
from parlour.tournaments.tournament_plan import Entrant, TournamentPlan, read_plan
from parlour.tournaments.tournament_results import Meeting

__all__ = [
    "Entrant",
    "Meeting",
    "Tournament",
    "TournamentPlan",
    "TournamentReport",
    "read_plan",
    "read_report",
]
