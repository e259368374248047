"""Hive as boardspace.net keeps it."""

from __future__ import annotations

import pytest

from parlour import records

GAME = r"""(;
GM[27]VV[1]
SU[hive-plm]
P0[id "Ann"]
P1[id "Bob"]
; P0[0 Start P0]
; P0[1 Pick W 0 S2]
; P0[2 dropb S2 N 13 .]
; P0[3 done]
; P1[4 Pick B 0 G1]
; P1[5 dropb G1 O 13 -wS2]
; P1[6 dropb G1 O 13 wS2-]
; P1[7 done]
; P0[8 dropb wQ M 12 -wS2]
; P0[9 done]
; P1[10 dropb bQ P 13 bG1-]
; P1[11 done]
; P0[12 move W Q M 13 \\wS2]
; P0[13 done]
)
"""


STEPS = r"""(;GM[27]VV[1]SU[hive-plm 2 0 101]P0[id "A"]P1[id "B"]
;P0[0 Start P0];P0[1 move W wA1 N 13 .];P0[2 done];P1[3 movedone B bL1 M 12 /wA1]
;P0[5 pick W 4 wQ];P0[6 Dropb wQ O 14 wA1/];P0[7 Done ]TM[9];P1[8 move B bB1 L 11 /bL];P1[9 done]
;P0[10 dropb wB1 P 15 wQ/];P0[11 done];P1[12 dropb bQ K 11 -bB1];P1[13 done]
;P0[14 pickb P 15 wB1];P0[15 dropb wB1 O 14 .];P0[16 done])"""


def test_steps_with_colours_in_one_go_and_on_top_of_others() -> None:
    """A piece on top of others is told by its cell alone."""
    (item,) = records.read(STEPS)
    assert item.error is None
    assert item.tree is not None
    assert item.tree.game.name == "hive:pieces=MLP"
    assert item.tree.moves()[:2] == ("wA1", "bL,/wA1")
    assert item.tree.moves()[-1] == "wB1,wQ"


def test_the_last_drop_of_a_turn_is_the_move() -> None:
    (item,) = records.read(GAME)
    assert (item.form, item.error) == ("boardspace", None)
    assert item.tree is not None
    assert item.tree.game.name == "hive:pieces=MLP"
    assert item.tree.moves()[:4] == ("wS1", "bG1,wS1-", "wQ,-wS1", "bQ,bG1-")
    assert item.tree.moves()[4] == r"wQ,\wS1"
    assert (item.tree.tags["White"], item.tree.tags["Black"]) == ("Ann", "Bob")
    assert records.recognise(GAME)[0].game == "hive:pieces=MLP"


def test_the_end_of_a_turn_need_not_be_told() -> None:
    short = "\n".join(line for line in GAME.splitlines() if "done" not in line)
    (item,) = records.read(short)
    assert item.error is None
    assert item.tree is not None
    assert len(item.tree.moves()) == 5


def test_an_illegal_move_ends_the_line() -> None:
    (item,) = records.read(GAME.replace("wQ M 12 -wS2", "wA1 M 12 zz"))
    assert item.error is not None
    assert item.tree is not None
    assert len(item.tree.moves()) == 2
    assert "bQ bG1-" in item.tree.line()[-1].comments[1]


def test_other_pieces_are_no_game_here() -> None:
    (item,) = records.read(GAME.replace("hive-plm", "hive-u"))
    assert item.tree is None
    assert "hive-u (SU): not a game here" in str(item.error)


@pytest.mark.parametrize("size", [60, 150, 200, 260, 300])
def test_a_record_that_is_cut_off_is_told(size: int) -> None:
    (item,) = records.read(GAME[:size])
    assert item.error is not None


def test_it_is_not_written() -> None:
    with pytest.raises(records.BadForm, match="read only"):
        records.Tree("hive").write("boardspace")
