"""The standings of a tournament with points and tie-breaks, and its cross table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from parlour.tournaments.tournament_plan import SWISS
from parlour.tournaments.tournament_results import Meeting, TournamentResults

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class StandingsRow:
    """One entrant's row; rows are sorted by the fields from `points` on, the highest first.

    `points`: see `TournamentResults.points_by_entrant`; `direct`: the points against those with as
    many points; `buchholz`: the points of all opponents, the lowest left out in a Swiss (Buchholz cut
    1); `sonneborn_berger`: the points of those beaten and half of those drawn with; `wins`: meetings
    won; `game_points`: the points of all games.
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
    done = [m for m in tournament.finished_meetings if m.other is not None]
    points = tournament.points_by_entrant()
    rows = [_row(tournament, n, done, points) for n in range(len(tournament.plan.entrants))]
    return sorted(rows, key=_order)


def _order(row: StandingsRow) -> tuple[Fraction | int, ...]:
    ties = (row.direct, row.buchholz, row.sonneborn_berger, row.wins, row.game_points)
    return (-row.points, *(-tie for tie in ties), row.entrant)


def _row(
    tournament: TournamentResults, entrant: int, done: list[Meeting], points: list[Fraction]
) -> StandingsRow:
    own = [m for m in done if entrant in (m.one, m.other)]
    against = [_opponent(m, entrant) for m in own]
    scored = [_scored(tournament, m, entrant) for m in own]
    opponents = sorted(points[n] for n in against)
    if tournament.plan.format == SWISS:
        opponents = opponents[1:]
    level = [s for s, n in zip(scored, against, strict=True) if points[n] == points[entrant]]
    games = [tournament.points(m)[m.other == entrant] for m in own]
    return StandingsRow(
        entrant=entrant,
        name=tournament.plan.names[entrant],
        meetings=len(own),
        points=points[entrant],
        direct=sum(level, Fraction(0)),
        buchholz=sum(opponents, Fraction(0)),
        sonneborn_berger=sum(
            (s * points[n] for s, n in zip(scored, against, strict=True)), Fraction(0)
        ),
        wins=sum(s == 1 for s in scored),
        game_points=sum(games, Fraction(0)),
    )


def _opponent(meeting: Meeting, entrant: int) -> int:
    assert meeting.other is not None
    return meeting.other if meeting.one == entrant else meeting.one


def _scored(tournament: TournamentResults, meeting: Meeting, entrant: int) -> Fraction:
    winner = tournament.winner(meeting)
    return HALF if winner is None else Fraction(int(winner == entrant))


def cross_table(tournament: TournamentResults) -> list[list[Fraction | None]]:
    """Scores of each entrant (row) against each other (column), in the table's order.

    None if the two have not met.
    """
    order = [row.entrant for row in standings(tournament)]
    place = {entrant: n for n, entrant in enumerate(order)}
    cells: list[list[Fraction | None]] = [[None] * len(order) for _ in order]
    for meeting in tournament.finished_meetings:
        if meeting.other is not None:
            one, other = place[meeting.one], place[meeting.other]
            mine, theirs = tournament.points(meeting)
            cells[one][other] = (cells[one][other] or Fraction(0)) + mine
            cells[other][one] = (cells[other][one] or Fraction(0)) + theirs
    return cells
