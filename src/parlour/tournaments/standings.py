"""The standings of a tournament with points and tie-breaks, and its cross table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from parlour.tournaments.tournament_plan import SWISS
from parlour.tournaments.tournament_results import Meeting, TournamentResults


@dataclass(frozen=True)
class StandingsRow:
    """One entrant's row; rows are sorted by the fields from `points` on, the highest first.

    `points`: see `TournamentResults.points_by_entrant`; `direct`: the points against those with as
    many points; `buchholz`: the points of all opponents, the lowest left out in a Swiss (Buchholz cut
    1); `sonneborn_berger`: the points of those beaten and half of those drawn with; `wins`: meetings
    won, or tables; `game_points`: the points of all games.
    """

    entrant: int
    name: str
    meetings: int
    points: Fraction
    direct: Fraction
    buchholz: Fraction
    sonneborn_berger: Fraction
    wins: int
    game_points: Fraction


def standings(tournament: TournamentResults) -> list[StandingsRow]:
    """The table of the finished meetings: by points, tie-breaks in their order, then seeds."""
    done = [m for m in tournament.finished_meetings if tournament.duels(m)]
    points = tournament.points_by_entrant()
    rows = [_row(tournament, n, done, points) for n in range(len(tournament.plan.entrants))]
    return sorted(rows, key=_order)


def _order(row: StandingsRow) -> tuple[Fraction | int, ...]:
    ties = (row.direct, row.buchholz, row.sonneborn_berger, row.wins, row.game_points)
    return (-row.points, *(-tie for tie in ties), row.entrant)


def _row(
    tournament: TournamentResults, entrant: int, done: list[Meeting], points: list[Fraction]
) -> StandingsRow:
    own = [m for m in done if entrant in m.entrants]
    met = [result for m in own for result in _results_against(tournament, m, entrant)]
    opponents = sorted(points[n] for n, _ in met)
    if tournament.plan.format == SWISS:
        opponents = opponents[1:]
    level = [score for n, score in met if points[n] == points[entrant]]
    games = [tournament.points(m)[m.entrants.index(entrant)] for m in own]
    return StandingsRow(
        entrant=entrant,
        name=tournament.plan.names[entrant],
        meetings=len(own),
        points=points[entrant],
        direct=sum(level, Fraction(0)),
        buchholz=sum(opponents, Fraction(0)),
        sonneborn_berger=sum((score * points[n] for n, score in met), Fraction(0)),
        wins=sum(tournament.winner(m) == entrant for m in own),
        game_points=sum(games, Fraction(0)),
    )


def _results_against(
    tournament: TournamentResults, meeting: Meeting, entrant: int
) -> list[tuple[int, Fraction]]:
    """Whom an entrant has met, and what the entrant scored against them."""
    return [
        (other, score) if one == entrant else (one, 1 - score)
        for one, other, score in tournament.duels(meeting)
        if entrant in (one, other)
    ]


def cross_table(tournament: TournamentResults) -> list[list[Fraction | None]]:
    """Scores of each entrant (row) against each other (column), in the table's order.

    None if the two have not met. At a table of three or more: 1, ½ or 0 for each of the others.
    """
    order = [row.entrant for row in standings(tournament)]
    place = {entrant: n for n, entrant in enumerate(order)}
    cells: list[list[Fraction | None]] = [[None] * len(order) for _ in order]

    def add(one: int, other: int, score: Fraction) -> None:
        row, column = place[one], place[other]
        cells[row][column] = (cells[row][column] or Fraction(0)) + score

    for meeting in tournament.finished_meetings:
        if meeting.rest:
            for one, other, score in tournament.duels(meeting):
                add(one, other, score)
                add(other, one, 1 - score)
        elif meeting.other is not None:
            mine, theirs = tournament.points(meeting)
            add(meeting.one, meeting.other, mine)
            add(meeting.other, meeting.one, theirs)
    return cells
