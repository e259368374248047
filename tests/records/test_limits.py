"""The largest game, comment, tag and nesting that readers take, and numbers and signs that nobody means."""

from __future__ import annotations

import pytest

import parlour
from parlour.records import read, recognise
from parlour.records.record_limits import (
    DEEPEST,
    LARGEST_GAME,
    LONGEST_COMMENT,
    LONGEST_TAG,
    MOST_BROKEN,
    MOST_NOTICES,
    MOST_TAGS,
)

LONG = "x" * (LARGEST_GAME + 1)
LINES = "xxxxxxxxx\n" * (LARGEST_GAME // 10)


@pytest.mark.parametrize(
    ("large", "small"),
    [
        (f'[Game "hex"]\n\n1. a1 {{{LONG}}} *\n', '[Game "hex"]\n\n1. a1 *\n'),
        (f'[Game "hex"]\n\n1. a1 {{{LINES}}} *\n', '[Game "hex"]\n\n1. a1 *\n'),
        (f"(;GM[11]SZ[5]C[{LONG}];B[a1])", "(;GM[11]SZ[5];B[a1])"),
        ("(;GM[11]SZ[5]C[" + "]C[".join(["x" * 60_000] * 40) + "];B[a1])", "(;GM[11]SZ[5];B[a1])"),
        (f"V2.2\nPI\n+\n+7776FU\n'*{LONG}\n/\n", "V2.2\nPI\n+\n+7776FU\n/\n"),
        (f"手合割：平手\n1 ７六歩(77)\n*{LONG}\n", "手合割：平手\n1 ７六歩(77)\n"),
        (f"startpos moves 7g7f {LONG}\n", "startpos moves 7g7f\n"),
        (f"Base;InProgress;White[2];wS1;{LONG}\n", "Base;InProgress;Black[1];wS1\n"),
    ],
)  # fmt: skip
def test_a_game_that_is_too_large_is_reported_and_the_others_are_read(
    large: str, small: str
) -> None:
    first, second, third = read(small + large + small)
    assert first.tree is not None
    assert third.tree is not None
    assert second.tree is None
    assert f"more than {LARGEST_GAME:,} characters" in str(second.error)
    assert first.tree.moves() == third.tree.moves() != ()
    assert first.error is third.error is None
    assert third.line > second.line > 1 or large[0] == "("


def test_a_long_comment_is_cut_and_reported() -> None:
    for text in (
        f'[Game "hex"]\n\n1. a1 {{{"x" * (LONGEST_COMMENT + 5)}}} b2 *\n',
        f'[Game "hex"]\n\n1. a1 {"{xxxxxxxxx}{yyyyyyyyy}" * (LONGEST_COMMENT // 20 + 9)} b2 *\n',
        f"(;GM[11]SZ[5];B[a1]C[{'x' * (LONGEST_COMMENT + 5)}];W[b2])",
    ):
        (item,) = read(text)
        assert item.tree is not None
        assert item.tree.moves() == ("a1", "b2")
        assert f"of at most {LONGEST_COMMENT:,}" in str(item.error)
        node, other = item.tree.line()
        assert max(map(len, (*node.comments, *other.comments))) == LONGEST_COMMENT


def test_a_long_tag_and_a_thousand_tags_are_left_out_and_reported() -> None:
    tags = "".join(f'[A{n} "b"]\n' for n in range(MOST_TAGS))
    (item,) = read(f'[Game "hex"]\n[Event "{"x" * (LONGEST_TAG + 1)}"]\n{tags}\n1. a1 *\n')
    assert item.tree is not None
    assert item.tree.moves() == ("a1",)
    assert "Event" not in item.tree.tags
    assert len(item.tree.tags) <= MOST_TAGS + 2
    assert f"of at most {LONGEST_TAG:,}; it was left out" in str(item.error)
    assert f"at most {MOST_TAGS:,} tags" in item.notices[0]


@pytest.mark.parametrize(
    "text",
    [
        '[Game "hex"]\n\n1. a1 ' + "(b2 " * (DEEPEST + 50) + ")" * (DEEPEST + 50) + " c3 *",
        '[Game "hex"]\n\n1. a1 ' + "(" * 5000 + ")" * 5000 + " c3 *",
        '[Event "x"]\n[White "a"]\n\n1. e4 Nf6 ' + "(Nc6 " * 3000 + ")" * 3000 + " e5 *",
        "(;GM[11]SZ[11];B[a1]" + "(;C[x]" * 3000 + ")" * 3000 + ";W[d4])",
    ],
)  # fmt: skip
def test_deep_variations_are_left_out_and_reported(text: str) -> None:
    (item,) = read(text)
    assert item.tree is not None
    assert len(item.tree.moves()) >= 1
    told = [str(item.error), *item.notices]
    assert any("deep" in what or "illegal" in what for what in told) or len(told) > MOST_NOTICES
    assert item.tree.write("native").text
    assert recognise(text)


def test_many_illegal_moves_are_not_all_explained() -> None:
    (item,) = read('[Game "hex"]\n\n1. a1 ' + "b2 " + "(zz) " * 5000 + "*")
    assert item.tree is not None
    assert any(f"{MOST_BROKEN:,} lines of this game" in notice for notice in item.notices)
    assert len(item.notices) <= MOST_NOTICES + 1


LONG_NUMBER = "9" * 5000
NUMBERED = (
    "(;GM[%s])", "(;GM[11]SZ[%s])", "(;GM[11]SZ[5];B[a%s])", "(;GM[9]AB[a%s:b2])",
    "(;GM[11]SZ[5]AB[a1:b%s])", "(;GM[11]SZ[5];B[a1]BL[%s])", "(;GM[11]SZ[5];B[a1]XGLYPHS[%s])",
    "(;GM[11]SZ[5]RE[%s:1])", "(;GM[1000]RU[hex:size=%s])", "(;GM[1000]RU[hex]XMOVE[%s:a1])",
    '[GameType "%s"]\n\n1. 11-15', '[GameType "21,W,8,8,N%s,0"]\n\n1. 11-15',
    '[GameType "21"]\n[FEN "W:W%s:B1"]\n\n1. 11-15', '[Event "x"]\n[FEN "W:W%s:B1"]\n\n1. 11-15',
    '[GameType "21"]\n\n1. %s-15', '[Event "x"]\n[FEN "8/8 w - - %s 1"]\n\n*',
    '[Event "x"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 %s"]\n\n*',
    '[GameType "Base"]\n\n1. wS%s', '[GameType "Base"]\n[Options "move_limit=%s"]\n\n1. wS1',
    "1 ７六歩(%s)\n", "手数＝%s\n1 ７六歩(77)\n", "%s ７六歩(77)\n", "1 ７六歩(77) (0:%s/00:00)\n",
    "1 ７六歩(77)\n変化：%s手\n", "先手の持駒：歩%s\n1 ７六歩(77)\n", "V2.2\nPI\n+\n+77%sFU\n",
    "V2.2\nPI\n+\n+7776FU\nT%s\n", "V2.2\nP+%sFU\n+\n", "startpos moves 7g%s",
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b %sP 1 moves 7g7f",
    "Base;InProgress;White[%s];wS1", "wS1\n%s. bS1 wS1-", "%s", "%s. a1", "%s:%s", "a%s-b%s",
    "1/%s", '[Game "hex"]\n\n1. a1 $%s {[%%clk %s:00:00]} {[%%clk 0:00:%s]} *',
    '[Game "hex:size=%s"]\n\n*', '[Game "hex"]\n[Result "%s:0"]\n\n1. a%s %s:0',
)  # fmt: skip


@pytest.mark.parametrize("text", NUMBERED)
@pytest.mark.parametrize(
    "number", [LONG_NUMBER, "٣" * 5, "²", "\0"], ids=["long", "Arabic", "²", "NUL"]
)
def test_no_number_and_no_sign_raises_anything(text: str, number: str) -> None:
    for item in read(text.replace("%s", number).replace("%%", "%")):
        if item.tree is not None:
            assert item.tree.write("native").text


@pytest.mark.parametrize("name", ["hex", "shogi", "draughts", "mancala"])
def test_positions_with_long_numbers_are_refused(name: str) -> None:
    if name not in parlour.games():
        pytest.skip(f"there is no {name}")
    game = parlour.game(name)
    text = game.start().text
    for at, sign in enumerate(text):
        if sign.isdigit():
            with pytest.raises(parlour.BadPosition):
                game.read(text[:at] + LONG_NUMBER + text[at + 1 :])
