"""The cells that decided a game are told, and lit on its board."""

from __future__ import annotations

import pytest

import parlour
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.web.common.board_drawing import board

ENDS = [
    ("hex:pie=no,size=3 xo./xo./x.. 1 - #red-chain:1,0", "a1 a2 a3"),
    ("hex:pie=no,size=4 ooox/xxoo/xxxo/xxoo 0 - #blue-chain:0,1", "a1 b1 c1 c2 d2 d3 c4 d4"),
    ("hex:size=4 .xoo/x..x/xooo/xoxx 1 - #red-chain:1,0", "b1 a2 a3 a4"),
    ("y:size=5 x..ox/ooo./..o/xx/x 0 - #y:0,1", "a4 b1 b2 b3 c3"),
    (
        "unlur:size=4 .xox/ooxox/x..ox./xxxx.ox/xxxxxo/.ooox/oo.o 1 0 #made-line:0,1",
        "c1 d1 d2 d3 d4 e1 e2 e3 e4 e5 f5",
    ),
    ("shogi 7lk/6G1P/9/9/9/9/9/9/K7L w - 2 #checkmate:1,0", "1a"),
    (
        "stones-of-fortune A/TT/TA/./././TT/T/././././././A/././././././././././././././././. "
        "./././././F/././A/./F/./././././TT/TT/././././TT/T/A/././././T/./. pit 0:cast 12,12 "
        "#quest-failed:0,4",
        "pit",
    ),
    (
        "yavalath:size=4 ..x./...x./.x..xx/..o.o../..xo.o/..x.o/.oox 1 - #three-in-a-row:0,1",
        "a3 b4 c5",
    ),
]
GOING_ON = [
    "hex:pie=no,size=3 xo./xo./... 0 -",
    "lines-of-action .xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx. x",
]


@pytest.mark.parametrize(("text", "cells"), ENDS)
def test_what_decided_a_game_is_lit(text: str, cells: str) -> None:
    here = Position(parlour.game(text.partition(" ")[0]).read(text))
    assert here.state.outcome is not None
    assert list(here.decisive) == cells.split()
    assert board(here, Viewpoint()).picture.count('class="mark"') == len(cells.split())


@pytest.mark.parametrize("text", GOING_ON)
def test_nothing_is_lit_while_a_game_goes_on(text: str) -> None:
    here = Position(parlour.game(text.partition(" ")[0]).read(text))
    assert here.decisive == ()
    assert 'class="mark"' not in board(here, Viewpoint()).picture


def test_one_body_and_the_lowest_chain_decide() -> None:
    """The winner's tokens in Lines of Action; four numbers in a row in Merlin's Chain."""
    joined = (
        "lines-of-action ......../......../......../......../....o.../......../......../xx....o. o"
    )
    here = Position(parlour.game("lines-of-action").read(f"{joined} #joined:1,0"))
    assert here.decisive == ("a1", "b1")
    state = parlour.game("merlins-chain").start()
    while state.outcome is None:
        state.play(state.moves()[-1])
    cells = Position(state).decisive
    lying = {cell.name: cell.pieces[0].text for cell in state.scene().cells}
    numbers = [int(lying[cell].rstrip("GW")) for cell in cells]
    assert len(numbers) == 4
    assert len({number % 2 for number in numbers}) == 1
    assert str(max(numbers)) in state.outcome.details.values()


@pytest.mark.parametrize(
    ("name", "board", "rest", "move", "shown", "lit"),
    [
        pytest.param(
            "english-draughts",
            "......../......../......../......../......../..m...../.M....../........",
            "0* p,- --,-- -,- 0,0,0,0,0,0",
            "b2xd4",
            "d4",
            "d4",
            id="clearance",
        ),
        pytest.param(
            "english-draughts",
            "......../......../......../m......./.M....../M.M...../......../M.......",
            "0* p,- --,-- -,- 0,0,0,0,0,0",
            "a1-b2",
            "a3 a5 b2 b4 c3",
            "b2",
            id="blockade",
        ),
        pytest.param(
            "english-draughts:draw_moves=1",
            "......../......../.....c../......../......../......../......../C.......",
            "0* p,- --,-- d1,d1 1,0,1,1,0,0",
            "a1-b2",
            "b2 f6",
            "",
            id="no-progress",
        ),
        pytest.param(
            "english-draughts:move_limit=1",
            "......../m......./......../......../......../M......./......../........",
            "1* p,- --,-- d1,- 0,0,1,0,0,0",
            "a7-b6",
            "a3 b6",
            "",
            id="move-limit",
        ),
    ],
)
def test_pieces_that_the_rules_take_off_stay_shown(
    name: str, board: str, rest: str, move: str, shown: str, lit: str
) -> None:
    """A finished set of draughts is taken off, but its board shows how it was decided."""
    here = Position(parlour.game(name).read(f"{name} {board} {rest}")).after(move)
    assert here.state.outcome is not None
    assert sorted(cell.name for cell in here.scene(None).cells if cell.pieces) == shown.split()
    assert list(here.decisive) == lit.split()


FOCUS = "focus #,#,.,.,.,.,#,#/#,.,.,.,.,.,.,#/.,.,.,.,.,.,.,./.,.,R,G,.,.,.,./"
FOCUS += ".,.,.,.,.,.,.,./.,.,.,.,.,.,.,./#,.,.,.,.,.,.,#/#,#,.,.,.,.,#,#"


@pytest.mark.parametrize(
    ("text", "move", "lit"),
    [
        (f"{FOCUS} R 0,0", "c5-d5", "d5"),
        (
            "tumbling-down .,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./"
            ".,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./WWW,BB,.,.,.,.,.,. W",
            "a1>b1",
            "b1",
        ),
        (
            "merger-chess a3:a2,b7/a4:a1,a7,b2=R,h8/a8:c8,f1,g2=B/b5:e1,f2,f8/b6:c1,h1/c2:c2/"
            "c3:c7,d7,e2/d5:d8,h7=R/e2:b8,d2/e4:e7/f4:d1,g8/f5:a8,g1/f7:f7/g1:b1,e8/h6:g7,h2 "
            "w - - 1 208",
            "b6xg1",
            "g1",
        ),
    ],
)
def test_the_move_that_ended_a_game_says_what_decided_it(text: str, move: str, lit: str) -> None:
    here = Position(parlour.game(text.partition(" ")[0]).read(text)).after(move)
    assert here.state.outcome is not None
    assert list(here.decisive) == lit.split()
