"""Pair the next round of a tournament: round robin, Swiss, knock-out, arena, ladder or tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from parlour.errors import MissingExtra
from parlour.tournaments.tables import draw_tables
from parlour.tournaments.tournament_plan import (
    ARENA,
    KNOCK_OUT,
    LADDER,
    ROUND_ROBIN,
    SWISS,
    TABLES,
)
from parlour.tournaments.tournament_results import Meeting, TournamentResults

Couple = tuple[int, int | None]  # the second is None for a bye


def next_round(tournament: TournamentResults, number: int) -> list[Meeting] | None:
    """The meetings of round `number` once all earlier ones are over; None if there is none."""
    if sum(entrant.is_entered(number) for entrant in tournament.plan.entrants) < 2:
        return None
    groups = _FORMS[tournament.plan.format](tournament, number)
    if groups is None:
        return None
    byes_last = sorted(groups, key=lambda group: group[1] is None)
    return [
        Meeting(number, n, one, other, tuple(rest))
        for n, (one, other, *rest) in enumerate(byes_last, 1)
    ]


def berger(players: int, number: int) -> list[tuple[int, int]]:
    """Round `number` (from 1) of the Berger tables for an even number of players, as places from 0.

    FIDE Handbook C.05, annex 1. The first of each couple has the first seat.
    """
    last, rest = players - 1, players - 1
    anchor = (number - 1) * (players // 2) % rest
    couples = [(anchor, last) if number % 2 else (last, anchor)]
    for i in range(1, players // 2):
        couples.append(((anchor + i) % rest, (anchor - i) % rest))
    return couples


def _round_robin(tournament: TournamentResults, number: int) -> list[Couple] | None:
    """Every entrant meets every other once a cycle; the seats swap in every second cycle."""
    count = len(tournament.plan.entrants)
    even = count + count % 2
    cycle, turn = divmod(number - 1, even - 1)
    if cycle >= tournament.plan.rounds:
        return None
    couples: list[Couple] = []
    for one, other in berger(even, turn + 1):
        first, second = (other, one) if cycle % 2 else (one, other)
        if first == count or second == count:
            couples.append((second if first == count else first, None))
        else:
            couples.append((first, second))
    return couples


def _swiss(tournament: TournamentResults, number: int) -> list[Couple] | None:
    """The FIDE Dutch system (Handbook C.04.3), paired by the package py4swiss.

    None if its rules allow no further round.
    """
    if number > tournament.plan.rounds:
        return None
    if len(active := tournament.active(number)) < 2:  # the others have requested byes
        return [(n, None) for n in active]
    engine = swiss_engine()
    from py4swiss.engines.common import PairingError

    try:
        found = engine.generate_pairings(_report(tournament))
    except PairingError:
        return None
    return [(pair.white - 1, pair.black - 1 if pair.black else None) for pair in found]


def swiss_engine() -> Any:
    """The class that pairs a Swiss; raises MissingExtra."""
    try:
        from py4swiss.engines import DutchEngine
    except ImportError as error:
        raise MissingExtra(
            "a Swiss needs the extra tournaments: pip install 'parlour[tournaments]'"
        ) from error
    return DutchEngine


def _report(tournament: TournamentResults) -> Any:
    """The tournament so far as py4swiss reads it: a parsed tournament report file."""
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    FORFEITS = {True: ResultToken.FORFEIT_WIN, False: ResultToken.FORFEIT_LOSS}
    results: list[list[Any]] = [[] for _ in tournament.plan.entrants]
    none = ColorToken.BYE_OR_NOT_PAIRED

    def add_absent(number: int) -> None:
        """Note who does not play in a round; whoever has a result of the next one is not paired."""
        for entrant, row in zip(tournament.plan.entrants, results, strict=True):
            if not entrant.is_in(number):
                half = ResultToken.HALF_POINT_BYE
                bye = half if entrant.has_bye(number) else ResultToken.ZERO_POINT_BYE
                row.append(RoundResult(id=0, color=none, result=bye))

    for number, meetings in enumerate(tournament.rounds_so_far(), 1):
        add_absent(number)
        for meeting in meetings:
            if meeting.other is None:
                bye = ResultToken.PAIRING_ALLOCATED_BYE
                results[meeting.one].append(RoundResult(id=0, color=none, result=bye))
                continue
            winner = tournament.winner(meeting)
            for own, versus, colour in (
                (meeting.one, meeting.other, ColorToken.WHITE),
                (meeting.other, meeting.one, ColorToken.BLACK),
            ):
                decided = ResultToken.WIN if winner == own else ResultToken.LOSS
                if winner is not None and tournament.is_forfeit(meeting):
                    decided = FORFEITS[winner == own]
                result = ResultToken.DRAW if winner is None else decided
                results[own].append(RoundResult(id=versus + 1, color=colour, result=result))
    add_absent(len(tournament.rounds_so_far()) + 1)
    points = tournament.points_by_entrant()
    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=n + 1,
            points_times_ten=int(10 * points[n]),
            rank=n + 1,
            results=row,
        )
        for n, row in enumerate(results)
    ]
    rounds = XSection(number_of_rounds=tournament.plan.rounds)
    return ParsedTrf(player_sections=players, x_section=rounds)


def bracket(size: int) -> list[int]:
    """The seeds, from 0, in the order of a knock-out's first round: the first two meet only at the end."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def _knock_out(tournament: TournamentResults, number: int) -> list[Couple] | None:
    """Losers drop out; a draw goes to the better seed. The best seeds get the byes."""
    count = len(tournament.plan.entrants)
    if number == 1:
        size = 1 << (count - 1).bit_length()
        row: list[int | None] = [n if n < count else None for n in bracket(size)]
    else:
        last = sorted(tournament.rounds_so_far()[-1], key=_bracket_place(tournament))
        row = [tournament.survivor(meeting) for meeting in last]
    if len(row) < 2:
        return None
    couples = zip(row[::2], row[1::2], strict=True)
    return [(one, other) if one is not None else (other, None) for one, other in couples]  # type: ignore[misc]


def _bracket_place(tournament: TournamentResults) -> Any:
    """Sorts meetings by the bracket: byes are at the end of a round's tables, not of the bracket."""
    count = len(tournament.plan.entrants)
    order = {seed: n for n, seed in enumerate(bracket(1 << (count - 1).bit_length()))}
    return lambda meeting: order[meeting.one]


def _arena(tournament: TournamentResults, number: int) -> list[Couple] | None:
    """Neighbours in the standings meet, avoiding rematches in consecutive rounds if possible.

    If the number is odd, the lowest of those with the fewest byes gets the bye.
    """
    if number > tournament.plan.rounds:
        return None
    score = tournament.points_by_entrant()
    byes, seats = [0] * len(score), [0] * len(score)
    last: dict[int, int | None] = {}
    for meetings in tournament.rounds_so_far():
        for meeting in meetings:
            seats[meeting.one] += 1
            byes[meeting.one] += meeting.other is None
            last[meeting.one] = meeting.other
            if meeting.other is not None:
                last[meeting.other] = meeting.one
    row = sorted(tournament.active(number), key=lambda n: (-score[n], n))
    couples: list[Couple] = []
    if len(row) % 2:
        fewest = min(byes[n] for n in row)
        out = next(n for n in reversed(row) if byes[n] == fewest)
        row.remove(out)
        couples.append((out, None))
    while row:
        one = row.pop(0)
        other = next((n for n in row if last.get(one) != n), row[0])
        row.remove(other)
        couples.append((one, other) if seats[one] <= seats[other] else (other, one))
    return couples


def _ladder(tournament: TournamentResults, number: int) -> list[Couple] | None:
    """Each entrant meets the previous one, all in one round."""
    if number > 1:
        return None
    return [(n + 1, n) for n in range(len(tournament.plan.entrants) - 1)]


_FORMS: dict[str, Callable[[TournamentResults, int], Sequence[Any] | None]] = {
    ROUND_ROBIN: _round_robin,
    SWISS: _swiss,
    KNOCK_OUT: _knock_out,
    ARENA: _arena,
    LADDER: _ladder,
    TABLES: draw_tables,
}
