"""Reading FIDE's tournament report files: TRF16, and what TRF26 has in common with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from parlour.errors import BadTournament

MOST_ENTRANTS, MOST_ROUNDS = 5000, 200
FIRST_ROUND, WIDTH = 91, 10  # the column of the first round, and the columns of each
FIELDS = {
    "012": "title",
    "022": "city",
    "032": "federation",
    "042": "begun",
    "052": "ended",
    "092": "system",
}
ROUNDS = ("XXR", "142")  # lines that tell the number of rounds, in TRF16 and TRF26
HALF = Fraction(1, 2)
WORTH = {
    "1": Fraction(1), "W": Fraction(1), "+": Fraction(1), "F": Fraction(1), "U": Fraction(1),
    "=": HALF, "D": HALF, "H": HALF,
    "0": Fraction(0), "L": Fraction(0), "-": Fraction(0), "Z": Fraction(0),
}  # fmt: skip
PAIRS = ("10", "01", "==", "WL", "LW", "DD", "+-", "-+", "--", "00")  # marks that agree


@dataclass(frozen=True)
class ReportedGame:
    """An entrant's round: the opponent's number (None: a bye), ``w``, ``b`` or ``-``, and the mark."""

    opponent: int | None
    colour: str
    mark: str

    @property
    def points(self) -> Fraction:
        """What the round is worth."""
        return WORTH[self.mark]


@dataclass(frozen=True)
class ReportedEntrant:
    """A line 001: who takes part, and how the rounds went; None for a round without an entry."""

    number: int
    name: str
    title: str
    rating: int | None
    federation: str
    points: Fraction
    place: int | None
    games: tuple[ReportedGame | None, ...]


@dataclass
class TournamentReport:
    """A report: its heading, the entrants by number, and `notices` of what does not fit together."""

    title: str = ""
    city: str = ""
    federation: str = ""
    begun: str = ""
    ended: str = ""
    system: str = ""
    rounds: int = 0
    entrants: dict[int, ReportedEntrant] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)


def read_report(text: str) -> TournamentReport:
    """The report that a text is; raises BadTournament with the line of what cannot be read."""
    found = TournamentReport()
    plain = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(plain.split("\n"), 1):
        code, value = line[:3], line[4:].strip()
        if code == "001":
            entrant = _entrant(line, number)
            if entrant.number in found.entrants:
                raise BadTournament(f"line {number}: the number {entrant.number} stands twice")
            if len(found.entrants) == MOST_ENTRANTS:
                raise BadTournament(
                    f"line {number}: a report has at most {MOST_ENTRANTS:,} entrants"
                )
            found.entrants[entrant.number] = entrant
        elif code in FIELDS:
            setattr(found, FIELDS[code], value)
        elif code in ROUNDS:
            found.rounds = _number(value.split(" ")[0], "the number of rounds", number)
    if not found.entrants:
        raise BadTournament("this is no tournament report: expected lines that begin with 001")
    played = max(len(entrant.games) for entrant in found.entrants.values())
    found.rounds = max(found.rounds, played)
    found.notices = list(islice(_contradictions(found), 100))
    return found


def _entrant(line: str, number: int) -> ReportedEntrant:
    row = line.rstrip()
    points = row[80:84].strip().replace(",", ".")
    try:
        worth = Fraction(points or "0")
    except (ValueError, ZeroDivisionError):
        raise BadTournament(
            f"line {number}: the points are {points}; expected a number as 4.5"
        ) from None
    rating, place = row[48:52].strip(), row[85:89].strip()
    return ReportedEntrant(
        _number(row[4:8].strip(), "the start number", number),
        row[14:47].strip(),
        row[10:13].strip(),
        _number(rating, "the rating", number) if rating else None,
        row[53:56].strip(),
        worth,
        _number(place, "the rank", number) if place else None,
        tuple(_games(row, number)),
    )


def _games(row: str, number: int) -> Iterator[ReportedGame | None]:
    for round_number, at in enumerate(range(FIRST_ROUND, len(row), WIDTH), 1):
        if round_number > MOST_ROUNDS:
            raise BadTournament(f"line {number}: a report has at most {MOST_ROUNDS} rounds")
        opponent, colour, mark = (
            row[at : at + 4].strip(),
            row[at + 5 : at + 6],
            row[at + 7 : at + 8],
        )
        if not mark.strip():
            yield None
            continue
        mark = mark.upper()
        if mark not in WORTH:
            raise BadTournament(
                f"line {number}: the result of round {round_number} is {mark}; "
                f"expected one of {' '.join(WORTH)}"
            )
        versus = _number(opponent or "0", f"the opponent of round {round_number}", number)
        yield ReportedGame(versus or None, colour if colour in ("w", "b") else "-", mark)


def _number(text: str, what: str, line: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise BadTournament(f"line {line}: {what} is {text:.20}; expected a whole number")
    return int(text)


def _contradictions(report: TournamentReport) -> Iterator[str]:
    """What the lines say of each other that does not fit."""
    for entrant in report.entrants.values():
        for number, game in enumerate(entrant.games, 1):
            if game is None or game.opponent is None:
                continue
            other = report.entrants.get(game.opponent)
            if other is None:
                yield f"round {number}: {entrant.name} meets number {game.opponent}, who is not listed"
                continue
            back = other.games[number - 1] if number <= len(other.games) else None
            if back is None or back.opponent != entrant.number:
                yield f"round {number}: {entrant.name} meets {other.name}, but not the other way round"
            elif entrant.number < other.number and game.mark + back.mark not in PAIRS:
                yield f"round {number}: {entrant.name} has {game.mark}, {other.name} {back.mark}"
        made = sum((game.points for game in entrant.games if game), Fraction(0))
        if made != entrant.points:
            yield f"{entrant.name} has {float(entrant.points):g} points; the rounds make {float(made):g}"
