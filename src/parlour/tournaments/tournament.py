"""The state of a tournament, derived from its plan and the results so far."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.errors import BadTournament
from parlour.picture.html_table import html_table
from parlour.tournaments.pairing import next_round
from parlour.tournaments.standings import standings
from parlour.tournaments.tables import table_points
from parlour.tournaments.tournament_plan import TournamentPlan
from parlour.tournaments.tournament_results import Meeting, Pair, PairResult, TournamentResults


class Tournament(TournamentResults):
    """A plan and the results so far, from which the open meetings follow."""

    def __init__(self, plan: TournamentPlan, results: Iterable[PairResult] = ()) -> None:
        super().__init__(plan)
        for result in results:
            self.add(result)

    def add(self, result: PairResult) -> None:
        """Add a result; raises BadTournament for a meeting that is not open, or bad scores."""
        if result.place not in {meeting.place for meeting in self.open}:
            raise BadTournament(
                f"no meeting is open at round {result.place[0]}, table {result.place[1]}"
            )
        played = self._pairs.setdefault(result.place, [])
        self._check_scores(result.scores, self.plan.number - sum(map(len, played)))
        played.append(result.scores)
        if result.forfeit:
            self._forfeits.add(result.place)

    def _check_scores(self, scores: Pair, left: int) -> None:
        """Raise BadTournament unless these can be scores of a meeting with so many games left."""
        if self.plan.tables:
            seats = self.plan.seats(len(self._rounds))  # only the last round has open meetings
            if len(scores) != seats or table_points(scores) != scores:
                raise BadTournament(
                    f"expected the points of {seats} players at a table by seat, from {seats - 1} "
                    "for the first to 0 for the last, shared where players are level"
                )
        elif len(scores) != min(2, left) or not all(0 <= score <= 1 for score in scores):
            raise BadTournament(f"expected the scores of {min(2, left)} games, each from 0 to 1")

    @property
    def rounds(self) -> list[list[Meeting]]:
        """The rounds paired so far; the last may be in progress."""
        while not self._rounds or all(map(self.is_done, self._rounds[-1])):
            following = next_round(self, len(self._rounds) + 1)
            if following is None:
                break
            self._rounds.append(following)
        return self._rounds

    @property
    def open(self) -> list[Meeting]:
        """The meetings to play now."""
        paired = self.rounds
        return [meeting for meeting in paired[-1] if not self.is_done(meeting)] if paired else []

    @property
    def over(self) -> bool:
        """Whether all games are over."""
        return not self.open

    def _repr_html_(self) -> str:
        """What Jupyter shows: the standings so far."""
        headings = ("", "player", "meetings", "won", "points", "Buchholz", "Sonneborn–Berger")
        rows = [
            (
                *(place, row.name, row.meetings, row.wins),
                *(f"{float(p):g}" for p in (row.points, row.buchholz, row.sonneborn_berger)),
            )
            for place, row in enumerate(standings(self), 1)
        ]
        return html_table(self.plan.title, headings, rows)
