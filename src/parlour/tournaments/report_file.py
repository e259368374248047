"""A tournament as FIDE's tournament report file (TRF16), for rating offices and pairing programs."""

from __future__ import annotations

from parlour.errors import BadTournament
from parlour.tournaments.standings import standings
from parlour.tournaments.tournament_plan import SWISS
from parlour.tournaments.tournament_results import BYES, HALF, ONE, Meeting, TournamentResults

BYE = {ONE: "U", HALF: "H"}  # by its points; else Z
LONGEST_NAME = 33


def report(tournament: TournamentResults) -> str:
    """The text of the report: a line for each entrant with all finished rounds.

    Raises BadTournament for a table event.
    """
    if tournament.plan.tables:
        raise BadTournament("a report file of FIDE has meetings of two, no tables")
    plan, rounds = tournament.plan, tournament.rounds_so_far()
    rows = standings(tournament)
    place = {row.entrant: number for number, row in enumerate(rows, 1)}
    points = tournament.points_by_entrant()
    system = "Swiss (FIDE Dutch)" if plan.format == SWISS else plan.format
    lines = [f"012 {_plain(plan.title)}", f"062 {len(plan.entrants)}", f"092 {system}"]
    lines.append(f"XXR {max(plan.rounds, len(rounds))}")
    for n, name in enumerate(plan.names):
        results = "".join(
            _result(tournament, n, number, meetings) for number, meetings in enumerate(rounds, 1)
        )
        lines.append(
            f"001 {n + 1:>4}      {_plain(name)[:LONGEST_NAME]:<33}{'':33}"
            f"{float(points[n]):>4.1f} {place[n]:>4}{results}".rstrip()
        )
    return "\n".join(lines) + "\n"


def _result(
    tournament: TournamentResults, entrant: int, number: int, meetings: list[Meeting]
) -> str:
    """The ten columns of an entrant's round; empty while the meeting goes on."""
    mine = next((m for m in meetings if entrant in (m.one, m.other)), None)
    if mine is None:
        return f"  0000 - {'H' if tournament.plan.entrants[entrant].has_bye(number) else 'Z'}"
    if mine.other is None:
        return f"  0000 - {BYE.get(BYES[tournament.plan.format], 'Z')}"
    if not tournament.is_done(mine):
        return " " * 10
    versus, colour = (mine.other, "w") if mine.one == entrant else (mine.one, "b")
    winner, forfeit = tournament.winner(mine), tournament.is_forfeit(mine)
    if winner is None:
        mark = "-" if tournament.absent(mine) else "="
    else:
        mark = ("+" if forfeit else "1") if winner == entrant else ("-" if forfeit else "0")
    return f"  {versus + 1:>4} {colour} {mark}"


def _plain(text: str) -> str:
    """A text without line ends."""
    return " ".join(text.split())
