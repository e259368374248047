"""Table events: each round everybody is drawn to a table of a game for three or more.

At a table each player has a point for everybody placed behind, and half a point for everybody level:
as if all had met each other in twos.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

from parlour.tournaments.tournament_results import HALF, TournamentResults, duel_score

DRAWS = 60  # of which the one with the fewest repeated meetings is taken


def table_points(scores: Sequence[Fraction], last: Collection[int] = ()) -> tuple[Fraction, ...]:
    """The points by place of players with these scores; those of `last` gave up, and are behind."""
    lowest = min(scores) - 1
    ranks = [lowest if number in last else score for number, score in enumerate(scores)]
    return tuple(
        sum((duel_score(mine, other) for other in ranks), -HALF)  # nobody meets themselves
        for mine in ranks
    )


def draw_tables(tournament: TournamentResults, number: int) -> list[tuple[int | None, ...]] | None:
    """The tables of a round, each in the order of its seats, and byes of those with the fewest.

    People who have met often are drawn apart, and seats change. None if there is no further round.
    """
    seats = tournament.plan.seats(number)
    active = tournament.active(number)
    if number > tournament.plan.rounds or len(active) < seats:
        return None
    rng = random.Random(f"{tournament.plan.seed} {tournament.plan.title} {number}")
    meetings = [meeting for row in tournament.rounds_so_far() for meeting in row]
    byes = Counter(meeting.one for meeting in meetings if meeting.other is None)
    met = Counter(
        frozenset(pair) for meeting in meetings for pair in combinations(meeting.entrants, 2)
    )
    sat = Counter(
        (entrant, seat) for meeting in meetings for seat, entrant in enumerate(meeting.entrants)
    )
    rng.shuffle(active)
    active.sort(key=lambda entrant: byes[entrant])
    out = len(active) % seats

    def draw() -> list[tuple[int, ...]]:
        row = rng.sample(active[out:], len(active) - out)
        return [tuple(row[n : n + seats]) for n in range(0, len(row), seats)]

    def repeats(tables: list[tuple[int, ...]]) -> tuple[int, int]:
        again = sum(met[frozenset(pair)] ** 2 for row in tables for pair in combinations(row, 2))
        return again, sum(sat[entrant, seat] for row in tables for seat, entrant in enumerate(row))

    drawn = min((draw() for _ in range(DRAWS)), key=repeats)
    return [*drawn, *((entrant, None) for entrant in active[:out])]
