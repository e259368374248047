"""Another program's Dutch pairings of a tournament's next round: caissify-pairings.

Who meets whom is compared, not the seats: it gives the colours to the lower number where the rules ask
for the higher score. Nor byes: it follows a later edition of the rules there.
"""

from __future__ import annotations

from typing import Any

from caissify_pairings import generate_pairings

from parlour.tournaments import Tournament


def judged(tournament: Tournament, done: int) -> set[frozenset[int]]:
    """Who should meet after `done` rounds of an even field."""
    count = len(tournament.plan.entrants)
    rows: list[dict[str, Any]] = [
        {
            "id": n,
            "name": str(n),
            "score": 0.0,
            "rating": 2500 - n,
            "starting_number": n + 1,
            "color_hist": [],
            "float_history": [],
            "bye_count": 0,
        }
        for n in range(count)
    ]
    met = set()
    for meetings in tournament.rounds[:done]:
        before = [row["score"] for row in rows]
        for meeting in meetings:
            assert meeting.other is not None
            winner = tournament.winner(meeting)
            met.add((meeting.one, meeting.other))
            for own, versus, colour in (
                (meeting.one, meeting.other, "white"),
                (meeting.other, meeting.one, "black"),
            ):
                more = before[own] - before[versus]
                rows[own]["score"] += 0.5 if winner is None else float(winner == own)
                rows[own]["color_hist"].append(colour)
                rows[own]["float_history"].append("down" if more > 0 else "up" if more else "none")
    found = generate_pairings(
        system="dutch",
        players=rows,
        previous_pairings=met,
        round_number=done + 1,
        total_rounds=tournament.plan.rounds,
    )
    return {frozenset((row["white_id"], row["black_id"])) for row in found}
