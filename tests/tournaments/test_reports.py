"""FIDE's tournament report files read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from parlour.errors import BadTournament
from parlour.tournaments.report_reading import read_report


def line(number: int, name: str, points: str, place: int, *games: str) -> str:
    """A line 001: sex and title, name, rating, federation, FIDE's number, birthday, points, rank, rounds."""
    start = (
        f"001 {number:>4} m IM {name:<33} 2400 GER     1234567 1990/01/01 {points:>4} {place:>4}"
    )
    return start + "".join(f"  {game}" for game in games)


TEXT = "\n".join(
    [
        "012 Open",
        "022 Berlin",
        "042 2024/05/01",
        "062 3",
        "092 Individual: Swiss-System",
        "XXR 3",
        line(1, "Abel, Ann", "1.5", 1, "   2 w 1", "   3 b ="),
        line(2, "Bauer, Bo", "1.0", 2, "   1 b 0", "0000 - U"),
        line(3, "Conti, Ciro", "0.5", 3, "0000 - Z", "   1 w ="),
    ]
)


def test_a_report_is_read() -> None:
    report = read_report("\ufeff" + TEXT.replace("\n", "\r\n"))
    assert (report.title, report.city, report.begun) == ("Open", "Berlin", "2024/05/01")
    assert (report.rounds, len(report.entrants), report.notices) == (3, 3, [])
    ann = report.entrants[1]
    assert (ann.name, ann.title, ann.rating, ann.federation) == ("Abel, Ann", "IM", 2400, "GER")
    assert (ann.points, ann.place) == (Fraction(3, 2), 1)
    first, second = ann.games
    assert first is not None
    assert second is not None
    assert (first.opponent, first.colour, first.mark, second.points) == (
        2,
        "w",
        "1",
        Fraction(1, 2),
    )
    bye = report.entrants[2].games[1]
    assert bye is not None
    assert (bye.opponent, bye.points) == (None, 1)


def test_trf26_tells_the_rounds_by_another_line() -> None:
    assert read_report(TEXT.replace("XXR 3", "142 9\n152 w")).rounds == 9


@pytest.mark.parametrize(
    ("old", "new", "notice"),
    [
        ("   1 b 0", "   1 b 1", "Abel, Ann has 1, Bauer, Bo 1"),
        ("   2 w 1", "   9 w 1", "meets number 9, who is not listed"),
        ("   1 b 0", "   3 b 0", "not the other way round"),
        (" 1.5 ", " 2.5 ", "has 2.5 points; the rounds make 1.5"),
    ],
)
def test_what_does_not_fit_is_told(old: str, new: str, notice: str) -> None:
    assert any(notice in told for told in read_report(TEXT.replace(old, new)).notices)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no tournament report"),
        ("012 Open\n", "no tournament report"),
        (TEXT.replace("001    2", "001    1"), "line 8: the number 1 stands twice"),
        (TEXT.replace("001    2", "001    x"), "start number is x"),
        (TEXT.replace("   1 b 0", "   1 b ?"), r"line 8: the result of round 1 is \?"),
        (TEXT.replace("   1 b 0", "  ab b 0"), "opponent of round 1 is ab"),
        (TEXT.replace(" 1.5 ", " 1/0 "), "the points are 1/0"),
        (TEXT + "  0000 - Z" * 300, "at most 200 rounds"),
        (TEXT.replace("XXR 3", "XXR 99999999"), "number of rounds"),
    ],
)
def test_a_broken_report_is_an_error(text: str, why: str) -> None:
    with pytest.raises(BadTournament, match=why):
        read_report(text)
