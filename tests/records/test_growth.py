"""Reading takes time and memory in proportion to the text: no shape of it stops a server."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.records import read, recognise
from parlour.records.formats.format_registry import formats
from tests.conftest import ALL, part

# What texts are made of: each is repeated.
PGN_UNITS = (
    "; ", ";", "%;", "%", "1.", "1. ", "1", "9 ", "11", "11-15 ", "$1 ", "$", "$99999", "* ", "*",
    "! ", "!", "!?", "1-0 ", "0-1\n", "1/2-1/2 ", "1:2:3 ", "{[%cal Gd4e5]} ", "{[%cal G-", "[%a ",
    "{[%a ", "[%a", "{[%csl Ga1]}", "{[%clk 0:01:02]} ", "{[%eval 1.2]} ", "{[%kept a=b]} ",
    "{[%x]} ", "{x} ", "{x}\n", "{", "}", "{}", "{ ", "\\", "{\\", "\\}", "{a}(", "{x}()", ". ",
    ".", "(", ")", ") ", "( ", "()", "(x)", "(x ", "x) ", "[", "]", "[]", "[\n", "[ ", '["',
    '[A "b"]\n', '[A "', '"', '"]', '"] ', "[A\n", '[Event "x"]\n', '[Event "x"]\n\n*\n\n',
    '[Game "hex"]\n\n', "e4 ", "e4\n", "a1 ", "a1-b2 ", "Nf3 ", "O-O ", "a1-a2 a2-a1 ",
    "Nf3 Nf6 Ng1 Ng8 ", "(Nf3) ", "(a2) ", "(a3) (b3) (c3) ", "zz * ", "e4 * ", "\n", "\r", " ",
    "\t", "\u3000", "\ufeff", "\x00", "\x85", "é", "x ", '/FEN "W:W1:B2"/ ', "/", "(!) ", "9-13* ",
    "11x ", "11:15 ", "W1,", "W:", "-", "--", "x", "1:1", "a:b,",
)  # fmt: skip
SGF_UNITS = (
    ";B[aa]", ";B[a1]", "(;", "(;)", "C[x]", ";C[x]", "C[", "[x]", "B[", "(;B[", ";B[", "(;AA[",
    "(;C[x", "AB[a1]", ";AB[a1]", "LB[a:b]", "AR[a:b]", "BL[1]", ";B[a1]BL[3]", ";B[resign]",
    ";W[swap-pieces]", "XTAG[a:b]", "XKEPT[a:b]", "\\]", "a", "A", "aB", "\n(", "\n(;", "\n(;FF[4]",
    "\n ", "([;]", "(;B[a1]W[b2])",
)  # fmt: skip
LINE_UNITS = (
    "*x\n", "*\n", "+7776FU\n", "+7776FU,T1\n", "T1\n", "'x\n", "'*x\n", "'*[%before x]\n",
    "'*[%cal G7g7f]\n", "%TORYO\n", "%X\n", "$A:x\n", "N+x\n", "P1\n", "P+00FU", "PI\n", "/\n",
    "+\n", ",", "T1,", "変化：1手\n", "変化：3手\n", "1 ７六歩(77)\n", "1 投了\n", "▲７六歩", "▲",
    "先手：x\n", "手合割：平手\n", "まで1手で先手の勝ち\n", "|", "| v香", "# KIF\n", "手数＝1\n",
    "1 a", "1 a ", "：", "a：", "7g7f ", "7g7f 3c3d ", "resign ", "win ", "startpos\n", "sfen ",
    "position startpos moves 7g7f\n", "x\n", "wS1;", "wS1;bS1 wS1-;", ";wS1",
    "Base;InProgress;White[1]\n", "wQ;\n",
)  # fmt: skip
UNITS = (*PGN_UNITS, *SGF_UNITS, *LINE_UNITS)
ROSTER = (
    '[Event "x"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n[White "a"]\n[Black "b"]\n[Result "*"]\n\n'
)
# How texts begin, by what reads them; a text goes on at the end, or in place of HERE.
HERE = "…"
HEADS = {
    "untold": "",
    "native": '[Game "hex"]\n\n1. a1 ',
    "native with captures": '[Game "lines-of-action"]\n\n',
    "tag": '[Game "',
    "position": '[Game "hex"]\n[Position "',
    "FEN": '[Event "x"]\n[FEN "',
    "FEN of draughts": '[GameType "21"]\n[FEN "W:W1',
    "comment": '[Game "hex"]\n\n1. a1 {',
    "SAN": f"{ROSTER}1. e4 e5 ",
    "comment in SAN": f"{ROSTER}1. e4 e5 {{",
    "draughts of any kind": '[GameType "20"]\n\n1. 11-15 ',
    "PDN": '[GameType "21"]\n\n1. 11-15 ',
    "PGN of Hive": '[GameType "Base"]\n\n1. wS1\n',
    "KIF": "手合割：平手\n1 ７六歩(77)\n",
    "comment in KIF": "手合割：平手\n1 ７六歩(77)\n*",
    "CSA": "V2.2\nPI\n+\n+7776FU\n",
    "USI": "startpos moves 7g7f ",
    "UCI": "startpos moves e2e4 e7e5 ",
    "UHP": "Base;InProgress;White[2];wS1;bS1 wS1-;",
    "list of Hive": "wS1;bS1 wS1-;",
    "SGF of Hex": "(;FF[4]GM[11]SZ[11];B[a1]",
    "SGF of Y": "(;FF[4]GM[12]SZ[9];B[a1]",
    "SGF of Lines of Action": "(;FF[4]GM[9];B[b1b3]",
    "comment in SGF": "(;FF[4]GM[11]SZ[11];B[a1]C[",
    "SGF, untold": "(;",
    "boardspace": '(;GM[27]VV[1]P0[id "a"]P1[id "b"]SU[Hive-PLM];P0[0 Start P0];',
    "HexWorld": "https://hexworld.org/board/#11c1,a2b4",
    "lichess": f'{{"id":"x","variant":"standard","moves":"e4 e5 {HERE}"}}',
    "JKF": f'{{"header":{{}},"moves":[{{}},{{"comments":["{HERE}"]}}]}}',
    "Abstract Play": '{"header":{"game":{"name":"Lines of Action"},"players":[{"name":"a"},'
    f'{{"name":"b"}}]}},"moves":[["{HERE}",null]]}}',
    "Board Game Arena": "Move 1 :\nAlice places a stone on D5\nMove 2 :\n",
    "EPD": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ",
    "PBN": '[Board "1"]\n[Deal "N:AKQ',
    "auction in PBN": '[Event "x"]\n[Deal "N:- - - -"]\n[Auction "N"]\n',
    "LIN": "qx|o1|md|1SAKHQ",
    "play in LIN": "qx|o1|md|1SAKQH,,,|sv|o|pg||",
}
STEEPEST = 2.5  # times as long for twice the text
MEASURABLE = 0.04  # seconds of processor time; what is read quicker at any length is quick enough
LONGEST = 5.0  # seconds for any of these texts
SHORT, LONG = (
    2_000,
    64_000,
)  # characters: the first text's, and the last's before which it is measurable
TRIES = 12  # beside other tests some take far longer

Work = Callable[[str], object]


def read_all(text: str) -> int:
    return sum(1 for _ in read(text))


def grown(head: str, unit: str, times: int) -> str:
    """A text that goes on with a unit, so many times."""
    return head.replace(HERE, unit * times) if HERE in head else head + unit * times


def seconds(work: Work, text: str) -> float:
    begun = time.process_time()
    work(text)
    return time.process_time() - begun


def check_growth(work: Work, head: str, unit: str, most: int = LONG) -> None:
    """Fail if twice a text takes far longer than the text, at a length where that can be measured.

    The first reading may load games and compile rules. Both times are the least of several.
    """
    times = max(1, SHORT // len(unit))
    seconds(work, grown(head, unit, times))
    while (once := seconds(work, grown(head, unit, times))) < MEASURABLE:
        if times * len(unit) >= most:
            return
        times *= 2
    if once > LONGEST:  # rules were compiled meanwhile
        once = seconds(work, grown(head, unit, times))
    assert once < LONGEST, f"{head!r} and {times} times {unit!r} take {once:.1f} s"
    twice = float("inf")
    for _ in range(TRIES):
        twice = min(twice, seconds(work, grown(head, unit, 2 * times)))
        if twice <= STEEPEST * once:
            return
        once = min(once, seconds(work, grown(head, unit, times)))
    steep = twice / once
    assert steep <= STEEPEST, f"{head!r} and {times} times {unit!r}: {steep:.1f} times as long"


# What has once taken quadratic or exponential time, and each head with something.
ONCE_STEEP = (
    ("PDN", "11x "), ("native", "$1 "), ("SAN", "$1 "), ("native", "! "), ("untold", "{"),
    ("native", "{[%a "), ("SAN", "(x)"), ("native", "{[%cal Gd4e5]} "), ("SAN", "1-0 "),
    ("untold", "zz * "), ("native", "("), ("native", "9 "), ("position", "[\n"),
    ("draughts of any kind", "1."), ("draughts of any kind", "; "), ("SGF of Hex", ";C[x]"),
    ("SGF, untold", "(;AA["), ("comment in SGF", "\n"), ("comment in SGF", "\n(;FF[4]"),
    ("SGF of Hex", "(;C[x"), ("comment in KIF", "*x\n"), ("KIF", "1 a "), ("CSA", "'*x\n"),
    ("FEN of draughts", " "), ("list of Hive", " "), ("boardspace", "(;AA["),
    ("boardspace", "\n "), ("SAN", "Sf3 "), ("UCI", "x "),
)  # fmt: skip


def test_texts_of_every_format_are_grown() -> None:
    forms = {item.form for head in HEADS.values() for item in read(head.replace(HERE, ""))}
    assert forms == set(formats())


@pytest.mark.parametrize(("head", "unit"), ONCE_STEEP)
def test_twice_the_text_takes_about_twice_the_time(head: str, unit: str) -> None:
    check_growth(read_all, HEADS[head], unit, SHORT * 4)


@pytest.mark.parametrize(("head", "unit"), [("untold", "; "), ("FEN", "{"), ("SGF, untold", ";B[")])
def test_recognising_twice_the_text_takes_about_twice_the_time(head: str, unit: str) -> None:
    check_growth(recognise, HEADS[head], unit, SHORT * 4)


def heads_before(unit: str) -> list[str]:
    """One of the heads, each in its turn as the units go, or all where $PARLOUR_ALL is set."""
    heads = list(HEADS.values())
    return heads if ALL else [heads[UNITS.index(unit) % len(heads)]]


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_every_shape_is_read_in_linear_time(unit: str) -> None:
    for head in heads_before(unit):
        check_growth(read_all, head, unit)


RECOGNISED = ("untold", "native", "SAN", "PDN", "SGF, untold", "KIF")


@pytest.mark.long
@pytest.mark.parametrize(("number", "head"), list(enumerate(RECOGNISED)))
def test_every_shape_is_recognised_in_linear_time(number: int, head: str) -> None:
    for unit in UNITS if ALL else UNITS[number :: len(RECOGNISED)]:
        check_growth(recognise, HEADS[head], unit, SHORT * 4)


SIGNS = st.sampled_from([*UNITS, *'(){}[]"\\;%$!?.*-/:,x1a \n'])
SHAPES = st.lists(SIGNS, min_size=1, max_size=4).map("".join)
unhurried = partial(settings, deadline=None, suppress_health_check=list(HealthCheck))


@unhurried(max_examples=6)
@given(head=st.sampled_from(list(HEADS.values())), unit=SHAPES)
def test_fresh_shapes(head: str, unit: str) -> None:
    check_growth(read_all, head, unit, SHORT * 2)


@pytest.mark.long
@unhurried(max_examples=part(600))
@given(head=st.sampled_from(list(HEADS.values())), unit=SHAPES)
def test_more_fresh_shapes(head: str, unit: str) -> None:
    check_growth(read_all, head, unit)


# -- memory --------------------------------------------------------------------------------------------

MOST_BYTES = 20  # of memory for a character of a long comment or tag
MOST_BYTES_OF_NODES = 400  # for one of a text of moves and marks, each of which becomes an object


def bytes_each(text: str) -> float:
    """The memory that reading a text takes at most at once, for each character."""
    tracemalloc.start()
    try:
        for _ in read(text):
            pass
        return tracemalloc.get_traced_memory()[1] / len(text)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("size", [900_000, 16_000_000])
@pytest.mark.parametrize(
    ("head", "end"),
    [
        ('[Game "hex"]\n[Event "', '"]\n\n1. a1 *\n'),
        ('[Game "hex"]\n\n1. a1 {', "} *\n"),
        (f"{ROSTER}1. e4 {{", "} *\n"),
        ("(;GM[11]SZ[5]C[", "];B[a1])"),
        ("手合割：平手\n1 ７六歩(77)\n*", "\n2 ３四歩(33)\n"),
        ("V2.2\nPI\n+\n+7776FU\n'*", "\n-3334FU\n"),
    ],
)
def test_a_long_comment_or_tag_takes_little_memory(head: str, end: str, size: int) -> None:
    list(read(head + end))  # games are loaded
    assert bytes_each(head + "x" * size + end) < MOST_BYTES


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_every_shape_takes_little_memory(unit: str) -> None:
    for head in heads_before(unit):
        text = grown(head, unit, 10_000 // len(unit))
        read_all(text)  # games are loaded, rules compiled
        taken = bytes_each(text)
        assert taken < MOST_BYTES_OF_NODES, f"{taken:.0f} bytes each: {head!r} {unit!r}"
