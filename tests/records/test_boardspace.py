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
