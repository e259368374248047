"""TigerChequers: the page's sentences, and chess where it coincides."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import parlour

ID = "tiger-chequers"
START = "tdbqkblt/pppppppp/8/8/8/8/PPPPPPPP/T1BQKB1T"
FILES = "abcdefgh"


def board(pieces: dict[str, str]) -> str:
    ranks = []
    for rank in "87654321":
        row = "".join(pieces.get(file + rank, ".") for file in FILES)
        for run in range(8, 0, -1):
            row = row.replace("." * run, str(run))
        ranks.append(row)
    return "/".join(ranks)


def placed(pieces: str) -> dict[str, str]:
    """Pieces by cell from a text such as ``Qd1 qd8``."""
    return {part[1:]: part[0] for part in pieces.split()}


def position(
    pieces: str, turn: str = "w", rest: str = "- - 0 guard 0", options: str = ""
) -> parlour.State:
    name = f"{ID}:{options}" if options else ID
    return parlour.game(name).read(f"{name} {board(placed(pieces))} {turn} {rest}")


def refused(pieces: str, turn: str = "w", rest: str = "- - 0 guard 0", options: str = "") -> str:
    with pytest.raises(parlour.BadPosition) as caught:
        position(pieces, turn, rest, options)
    return str(caught.value)


def moves_from(state: parlour.State, cell: str) -> set[str]:
    return {move for move in state.moves() if move.startswith(cell)}


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


# -- setting up ------------------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game(ID).start()
    assert state.text == f"{ID} {START} ? SLsl - 0 - 0"
    assert state.turn == parlour.CHANCE


def test_the_posting_has_1820_equal_outcomes() -> None:
    chances = parlour.game(ID).start().chances()
    assert chances is not None
    assert len(chances) == 1820
    assert {p for _, p in chances} == {Fraction(1, 1820)}
    assert chances[0][0] == "post:a5,a6,b5,b6"
    assert "post:a5,c6,f5,h6" in dict(chances)


def test_guard_and_watch() -> None:
    state = parlour.game(ID).start().play("post:a5,c6,f5,h6")
    posted = "tdbqkblt/pppppppp/2s4s/s4s2/8/8/PPPPPPPP/"
    assert state.text == f"{ID} {posted}T1BQKB1T post SLsl - 0 - 0"
    assert state.moves() == ["guard", "watch"]
    assert state.turn == 0
    guard, watch = state.copy().play("guard"), state.copy().play("watch")
    assert guard.text == f"{ID} {posted}TDBQKBLT w SLsl - 0 guard 0"
    assert watch.text == f"{ID} {posted}TNBQKBNT w SLsl - 0 watch 0"
    assert guard.turn == watch.turn == 0


def test_the_choice_does_not_count_for_the_move_limit() -> None:
    state = parlour.game(ID, move_limit=1).start()
    for move in ("post:a5,c6,f5,h6", "guard", "e2-e4"):
        state.play(move)
        assert state.outcome is None
    assert end(state.play("a7-a6")) == "#move-limit:1,1"


# -- pieces ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "reached"),
    [
        ("L", "e5 e6 e3 e2 c4 d4 f4 g4"),
        ("D", "d5 c6 f5 g6 d3 c2 f3 g2"),
        ("N", "d6 f6 d2 f2 c5 c3 g5 g3"),
        ("T", "a4 b4 c4 d4 f4 g4 h4 e1 e2 e3 e5 e6 e7 e8"),
        ("B", "b1 c2 d3 f5 g6 h7 h1 g2 f3 d5 c6 b7 a8"),
    ],
)
def test_what_pieces_reach_from_e4(piece: str, reached: str) -> None:
    quiet = {"B": "Qa2 qh5 ", "T": "Qa1 qh7 "}.get(piece, "Qa1 qh8 ")
    state = position(f"{quiet}{piece}e4")
    assert moves_from(state, "e4") == {f"e4-{cell}" for cell in reached.split()}


def test_lancers_leap_and_capture_where_they_land() -> None:
    state = position("Qa1 qh8 Le4 pe5 pe6 Pd4")
    assert moves_from(state, "e4") >= {"e4xe5", "e4xe6", "e4-c4"}
    assert "e4-d4" not in state.moves()
    after = state.play("e4xe6")
    assert "4L3/4p3/" in after.text


def test_the_tiger_lancer_has_sixteen_targets() -> None:
    state = position("Qa1 qh7 ge4", "b", "- - 0 guard 1")
    steps = [(x, y) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2)]
    reached = {
        f"e4-{FILES[4 + x]}{4 + y}"
        for x, y in steps
        if (x, y) != (0, 0) and (x == 0 or y == 0 or abs(x) == abs(y))
    }
    assert len(reached) == 16
    assert moves_from(state, "e4") == reached


def test_a_king_is_a_chess_queen_and_not_royal() -> None:
    state = position("Qa1 qh7 Kd4 tc5 Pd5")
    moves = moves_from(state, "d4")
    assert "d4xc5" in moves
    assert "d4-e5" in moves
    assert "d4-d5" not in moves
    assert "d4-b6" not in moves
    assert len(state.moves()) > len(moves)  # it may be left where it is attacked


def test_a_swordsman_steps_and_jumps_forward_only() -> None:
    state = position("Qa1 qh8 sd5 Pc4 Pc6", "b", "- - 0 guard 0")
    assert moves_from(state, "d5") == {"d5-e4", "d5xb3"}


def test_a_swordsman_may_go_on_or_stop() -> None:
    state = position("Qa8 qh8 sc5 Pd4 Pf2 Pb4", "b")
    assert moves_from(state, "c5") == {"c5xa3", "c5xe3", "c5xe3xg1=A"}
    state.play("c5xe3xg1=A")
    assert state.text == f"{ID} Q6q/8/8/8/1P6/8/8/6a1 w - - 0 guard 0"


def test_a_swordsman_ends_its_move_on_rank_1() -> None:
    state = position("Qa8 qh8 sd3 Pe2 Pg2", "b")
    assert moves_from(state, "d3") == {"d3-c2", "d3xf1=A"}
    assert "b2-a1=A" in position("Qa8 qh8 sb2", "b").moves()


def test_an_archer_jumps_from_afar_and_lands_right_behind() -> None:
    """The source's example: an Archer on f2 captures on c5 by landing on b6."""
    state = position("Qa1 qh8 af2 Pc5", "b")
    assert moves_from(state, "f2") == {"f2-e1", "f2-g1", "f2-e3", "f2-g3", "f2xb6"}
    assert "f2xb6" not in position("Qa1 qh8 af2 Pc5 Pd4", "b").moves()
    assert "f2xb6" not in position("Qa1 qh8 af2 Pc5 Pb6", "b").moves()
    assert "f2xb6" not in position("Qa1 qh8 af2 Pc5 pd4", "b").moves()


def test_captured_pieces_go_at_once() -> None:
    """An Archer comes back through what it has just taken, to capture beyond its own start."""
    state = position("Qa8 qh8 ac3 Pd4 Pb2", "b")
    assert "c3xe5xa1" in state.moves()
    assert "c3xa1xe5" in state.moves()
    state.play("c3xe5xa1")
    assert state.text == f"{ID} Q6q/8/8/8/8/8/8/a7 w - - 0 guard 0"


def test_an_archer_may_end_where_it_began() -> None:
    state = position("Qa8 qh8 ac3 Pd4 Pf4 Pf2 Pd2", "b")
    assert {"c3xe5xg3xe1xc3", "c3xe1xg3xe5xc3"} <= set(state.moves())


# -- Pikemen ---------------------------------------------------------------------------------------


def test_two_steps_and_en_passant() -> None:
    state = position("Qa1 qh8 Pe2 pd4", "w")
    state.play("e2-e4")
    assert state.text.split(" ")[4] == "e3"
    assert "d4xe3" in state.moves()
    state.play("d4xe3")
    assert state.text == f"{ID} 7q/8/8/8/8/4p3/8/Q7 w - - 0 guard 0"


def test_en_passant_is_set_after_every_two_step() -> None:
    state = position("Qa1 qh8 Pe2", "w").play("e2-e4")
    assert state.text == f"{ID} 7q/8/8/8/4P3/8/8/Q7 b - e3 0 guard 0"
    assert state.play("h8-h7").text.split(" ")[4] == "-"


@pytest.mark.parametrize(
    ("cell", "posted", "into"),
    [
        ("b", "guard", "KTBL"),
        ("c", "guard", "KTBD"),
        ("b", "watch", "KTBN"),
        ("c", "watch", "KTBN"),
    ],
)
def test_south_promotes(cell: str, posted: str, into: str) -> None:
    state = position(f"Qa1 qh6 P{cell}7", "w", f"- - 9 {posted} 0")
    assert moves_from(state, cell) == {f"{cell}7-{cell}8={piece}" for piece in into}
    assert state.play(f"{cell}7-{cell}8=T").text.split(" ")[5] == "0"


def test_north_exchanges_on_rank_2_or_forgoes_that() -> None:
    state = position("Qa8 qh8 pa3 Pb2", "b")
    assert moves_from(state, "a3") == {"a3-a2", "a3-a2=N", "a3xb2", "a3xb2=N"}
    state.play("a3-a2").play("a8-b8")
    assert moves_from(state, "a2") == {"a2-a1=G"}
    state.play("a2-a1=G")
    assert state.text.endswith("guard 1")
    later = position("Qa8 qh8 pa3", "b", "- - 0 guard 1")
    assert moves_from(later, "a3") == {"a3-a2=N"}


def test_the_forest_may_run_out_of_knights() -> None:
    state = position("Qa8 qh8 pa3 pc3", "b", "- - 0 guard 0 1", options="knights=1")
    state.play("a3-a2=N")
    assert state.text.endswith(" guard 0 0")
    state.play("a8-b8")
    assert moves_from(state, "c3") == {"c3-c2"}
    lone = position("Qa8 qh8 pa3", "b", "- - 0 guard 1 0", options="knights=2")
    assert moves_from(lone, "a3") == {"a3-a2"}
    assert "Forest: 0 of 2" in " ".join(lone.scene(None).notes)
    assert "GAME BOARD" in refused("Qa8 qh8", options="knights=2")
    assert "at most together" in refused("Qa8 qh8 na1", "w", "- - 0 guard 0 2", "knights=2")
    assert "expected - 0 - 0 2" in refused("Qd1 qd8", "post", "- - 0 - 0 1", "knights=2")
    with pytest.raises(parlour.BadOption, match="from 1 to 8"):
        parlour.game(ID, knights=0)


def test_the_tiger_lancer_comes_once_and_later_pikemen_stay() -> None:
    state = position("Qa8 qh8 pa2 pf2", "b", "- - 0 guard 1")
    assert moves_from(state, "a2") == {"a2-a1"}
    state.play("a2-a1").play("a8-b8")
    assert moves_from(state, "a1") == set()
    assert "/p7 " in state.text


# -- the Queen -------------------------------------------------------------------------------------


def test_castling_is_on_the_other_wing() -> None:
    pieces = "Qd1 Ta1 Th1 qd8 ta8 th8"
    south = position(pieces, "w", "SLsl - 0 guard 0")
    assert {"d1-b1", "d1-f1"} <= set(south.moves())
    short = south.copy().play("d1-b1")
    assert short.text == f"{ID} t2q3t/8/8/8/8/8/8/1QT4T b sl - 1 guard 0"
    assert south.play("d1-f1").text == f"{ID} t2q3t/8/8/8/8/8/8/T3TQ2 b sl - 1 guard 0"
    south.play("d8-b8")
    assert south.text == f"{ID} 1qt4t/8/8/8/8/8/8/T3TQ2 w - - 2 guard 0"
    north = position(pieces, "b", "l - 0 guard 0").play("d8-f8")
    assert north.text == f"{ID} t3tq2/8/8/8/8/8/8/T2Q3T w - - 1 guard 0"


def test_castling_needs_empty_cells_and_safe_ones() -> None:
    def castles(pieces: str) -> set[str]:
        return {"d1-b1", "d1-f1"} & set(position(pieces, "w", "SL - 0 guard 0").moves())

    kings = "Qd1 Ta1 Th1 qd8 "
    assert castles(kings) == {"d1-b1", "d1-f1"}
    assert castles(kings + "Bb1") == {"d1-f1"}
    assert castles(kings + "Bg1") == {"d1-b1"}
    assert castles(kings + "tc8") == {"d1-f1"}  # the cell she crosses
    assert castles(kings + "tf8") == {"d1-b1"}  # the cell she reaches
    assert castles(kings + "tg8") == {"d1-b1", "d1-f1"}  # only the Tower passes it
    assert castles(kings + "td4") == set()  # she is attacked


def test_castling_goes_with_the_tower_that_is_captured() -> None:
    state = position("Qd1 Ta1 Th1 qh8 ba8 Ph2", "b", "SL - 0 guard 0").play("a8xh1")
    assert state.text.split(" ")[3] == "S"


def test_a_queen_may_not_stay_where_a_chain_of_jumps_takes_her() -> None:
    """The Swordsman on g7 would jump f6 and then d4: she must go, or the chain be broken."""
    attacked = position("Qd4 qa8 sg7 Pf6 Pa2")
    assert "a2-a3" not in attacked.moves()
    assert "f6xg7" in attacked.moves()
    assert "f6-f7" in attacked.moves()
    far = position("Qd4 qa8 sg7 Pf6 Ph2 ph3")
    assert "h2xg3" not in far.moves()
    free = position("Qd4 qa8 sg7 Pf6 Pc3 Pa2")  # c3 stands where the chain would land
    assert "a2-a3" in free.moves()
    assert "c3-c4" not in free.moves()


def test_on_the_edge_nothing_jumps_a_queen() -> None:
    state = position("Qa4 qh8 ab5 Ph2")
    assert "h2-h3" in state.moves()


def test_an_archer_attacks_from_afar_and_round_corners() -> None:
    assert "h2-h3" not in position("Qc5 qh8 af2 Ph2").moves()
    around = "Qd3 qa8 ah1 Pf3 Pb2 "  # over f3 to e4 and on over d3, or over it from g4 first
    assert "b2-b3" not in position(around).moves()
    assert "b2-b3" in position(around + "Pc2").moves()


def test_checkmate() -> None:
    state = position("Qa1 qh8 Kg6 Tb7", "w").play("b7-b8")
    assert end(state) == "#checkmate:3,0"
    assert state.text.endswith(" b - - 1 guard 0 #checkmate:3,0")
    lost = position("Qa1 qh8 kb3 tg7", "b").play("g7-g1")
    assert end(lost) == "#checkmate:0,3"


def test_stalemate() -> None:
    assert end(position("Qa1 qh8 Kf1 Pa2", "w").play("f1-f7")) == "#stalemate:1,1"


# -- ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("queen", "path"), [("a8", "west"), ("b8", "west"), ("g8", "east"), ("h8", "east")]
)
def test_the_queen_escapes(queen: str, path: str) -> None:
    state = position(f"Q{queen} qd3 Pg2", "w")
    assert [move for move in state.moves() if "-" in move and move[3:] in ("west", "east")] == [
        f"{queen}-{path}"
    ]
    state.play(f"{queen}-{path}")
    assert end(state) == "#queen-escape:3/2,1/2"
    assert state.text == f"{ID} 8/8/8/8/8/3q4/6P1/8 b - - 1 guard 0 #queen-escape:3/2,1/2"
    assert parlour.game(ID).read(state.text) is not None
    without = state.text.rpartition(" #")[0]
    assert parlour.game(ID).read(without).text == state.text


def test_she_escapes_out_of_check_even_from_mate() -> None:
    state = position("Qa8 qc7 tb2 ta1", "w")
    assert state.moves() == ["a8-west"]
    mated = position("Qa8 qc7 tb2 ta1", "w", options="paths=none")
    assert end(mated) == "#checkmate:0,3"


def test_only_souths_queen_escapes_and_only_from_beside_the_corners() -> None:
    for state in (position("Qd1 qa8", "b"), position("Qd1 qd3 Ka8"), position("Qc8 qh1")):
        assert not any("west" in move or "east" in move for move in state.moves())


def test_fifty_moves() -> None:
    state = position("Qa1 qh8 Tc1 Ph2", "b", "- - 98 guard 0").play("h8-h7")
    assert state.outcome is None
    assert end(state.copy().play("c1-c2")) == "#fifty-moves:1,1"
    assert state.copy().play("h2-h3").outcome is None
    mate = position("Qa1 qh8 Kg6 Tb7", "w", "- - 99 guard 0").play("b7-b8")
    assert end(mate) == "#checkmate:3,0"
    escape = position("Qa8 qd3 Pg2", "w", "- - 99 guard 0").play("a8-west")
    assert end(escape) == "#queen-escape:3/2,1/2"


def test_repetition_comes_before_fifty_moves() -> None:
    def shuffled(quiet: int) -> parlour.State:
        state = position("Qa1 qh8 Tc1 Ph2", "w", f"- - {quiet} guard 0")
        for move in ("c1-c2", "h8-h7", "c2-c1", "h7-h8") * 2:
            state.play(move)
        return state

    assert end(shuffled(0)) == "#repetition:1,1"
    both = shuffled(92)
    assert end(both) == "#repetition:1,1"
    assert " 100 guard 0 #repetition:1,1" in both.text
    assert parlour.game(ID).read(both.text).text == both.text
    without = parlour.game(ID).read(both.text.rpartition(" #")[0])
    assert end(without) == "#fifty-moves:1,1"


def test_swordsmens_moves_are_not_quiet_but_archers_are() -> None:
    state = position("Qa1 qh8 sd5", "b", "- - 7 guard 0").play("d5-c4")
    assert state.text.split(" ")[5] == "0"
    state = position("Qa1 qh7 ad5", "b", "- - 7 guard 0").play("d5-c4")
    assert state.text.split(" ")[5] == "8"


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "turn", "rest", "why"),
    [
        ("qd8", "w", "- - 0 guard 0", "South has 0 Queens"),
        ("Qd1", "w", "- - 0 guard 0", "North has 0 Queens"),
        ("Qd1 Qd2 qd8", "w", "- - 0 guard 0", "South has 2 Queens"),
        ("Qd1 qd8 Se4", "w", "- - 0 guard 0", "S on rank 4"),
        ("Qd1 qd8 Td4", "w", "- - 0 guard 0", "North is not to move"),
        ("Qd4 qa8 sg7 Pf6", "b", "- - 0 guard 0", "South is not to move"),
        ("Qd1 qd8", "x", "- - 0 guard 0", "TURN is x"),
        ("Qd1 qd8", "w", "S - 0 guard 0", "T is not on a1"),
        ("Qd1 qd8 Ta1 Th1", "w", "LS - 0 guard 0", "in that order"),
        ("Qd1 qd8 Ke5", "w", "- e6 0 guard 0", "stepped over"),
        ("Qd1 qd8 pe5", "w", "- e6 3 guard 0", "expected 0"),
        ("Qd1 qd8 pe5", "w", "- e3 0 guard 0", "rank 6"),
        ("Qd1 qd8", "w", "- - 101 guard 0", "QUIET"),
        ("Qd1 qd8", "w", "- - 01 guard 0", "leading zeros"),
        ("Qd1 qd8", "w", "- - 0 - 0", "POSTED is -"),
        ("Qd1 qd8", "w", "- - 0 guard 2", "LANCER"),
        ("Qd1 qd8", "post", "- - 0 guard 0", "nothing has moved"),
        ("Qd1 qd8 se5", "?", "- - 0 - 0", "e5 is not empty"),
        ("Qd1 qc3", "post", "- - 0 - 0", "North is not to move"),
        ("Qh1 Ta1 qc1", "post", "- - 0 - 0", "North is not to move"),
        ("Qd1 qd8 Pa4", "w", "- - 0 guard 0 #fifty-moves:1,1", "still running"),
    ],
)
def test_bad_positions(pieces: str, turn: str, rest: str, why: str) -> None:
    assert why in refused(pieces, turn, rest)


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("3q4/8/8/8/8/8/8/3P4", "P is on d1"),
        ("1P1q4/8/8/8/8/8/8/8", "P is on b8"),
        ("p2q4/8/8/8/8/8/8/8", "p is on a8"),
        ("3q4/8/8/8/8/8/8/6s1", "s is on g1"),
        ("tdbqkblt/8/8/8/8/8/8/8", "none of a8, b8, g8 and h8 is empty"),
    ],
)
def test_after_an_escape_pieces_stand_where_they_can(board: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game(ID).read(f"{ID} {board} b - - 1 guard 0 #queen-escape:3/2,1/2")
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game(ID).read(f"{ID} {board} b - - 1 guard 0")


def test_after_an_escape_nobody_has_made_a_two_step() -> None:
    text = f"{ID} 3q4/8/8/8/4P3/8/8/8 b - {{}} 0 guard 0 #queen-escape:3/2,1/2"
    assert parlour.game(ID).read(text.format("-")).turn is None
    with pytest.raises(parlour.BadPosition, match="then ENPASSANT is -"):
        parlour.game(ID).read(text.format("e3"))


def test_a_missing_queen_is_no_escape_without_paths() -> None:
    assert "South has 0 Queens" in refused("qd8", "b", options="paths=none")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("e7-e6", "North has the piece on e7"),
        ("e4-e5", "e4 is empty"),
        ("a1-a2", "own stands on a2"),
        ("d1-west", "from a8 or b8"),
        ("hello", "e2-e4"),
        ("e2xe4", "a capture is written with x"),
    ],
)
def test_refusals(text: str, why: str) -> None:
    state = parlour.game(ID).start().play("post:a5,c6,f5,h6").play("watch")
    with pytest.raises(parlour.IllegalMove, match=why):
        state.play(text)


def test_scene_has_the_paths_beside_the_north_corners() -> None:
    scene = parlour.game(ID).start().scene()
    places = {cell.name: (cell.x, cell.y) for cell in scene.cells}
    assert places["west"] == (0.0, 8.0)
    assert places["east"] == (7.0, 8.0)
    assert len(places) == 66
    none = parlour.game(ID, paths="none").start().scene()
    assert len(none.cells) == 64


# -- the same as chess where the pieces are --------------------------------------------------------

CHESS_LETTERS = {"Q": "K", "K": "Q", "T": "R", "B": "B", "N": "N", "P": "P"}
OURS = {chess: ours for ours, chess in CHESS_LETTERS.items()}


def mirrored(cell: str) -> str:
    """The cell of the other wing: the Queen castles where the chess king would not."""
    return FILES[7 - FILES.index(cell[0])] + cell[1:]


def from_chess(chess_board: object) -> str:
    """A chess position as a text of ours, its wings changed over."""
    fields = chess_board.fen(en_passant="fen").split(" ")  # type: ignore[attr-defined]
    ranks = [
        "".join(
            piece
            if piece.isdigit()
            else (OURS[piece] if piece.isupper() else OURS[piece.upper()].lower())
            for piece in reversed(rank)
        )
        for rank in fields[0].split("/")
    ]
    castling = fields[2].translate(str.maketrans("KQkq", "SLsl"))
    passed = "-" if fields[3] == "-" else mirrored(fields[3])
    return f"{ID}:paths=none {'/'.join(ranks)} {fields[1]} {castling} {passed} {fields[4]} watch 0"


def as_uci(move: str) -> str:
    whole, _, into = move.partition("=")
    cells = whole.replace("x", "-").split("-")
    return "".join(map(mirrored, cells)) + (CHESS_LETTERS[into].lower() if into else "")


def against_chess(moves_wanted: int, seed: int) -> None:
    """Random chess games while no black pawn is near the ranks where North's Pikemen are exchanged."""
    chess = pytest.importorskip("chess")
    rng = random.Random(seed)
    compared = 0
    while compared < moves_wanted:
        chess_board = chess.Board()
        for _ in range(150):
            state = parlour.game(ID, paths="none").read(from_chess(chess_board))
            expected = sorted(move.uci() for move in chess_board.legal_moves)
            assert sorted(map(as_uci, state.moves())) == expected
            compared += len(expected)
            if not expected:
                mate = chess_board.is_checkmate()
                assert end(state).startswith("#checkmate" if mate else "#stalemate")
            uci = rng.choice([u for u in expected if not too_far(chess_board, u, chess)] or [""])
            if not uci:
                break
            mine = next(move for move in state.moves() if as_uci(move) == uci)
            chess_board.push_uci(uci)
            if chess_board.halfmove_clock < 100:
                again = state.play(mine).text.rpartition(" #")[0] or state.text
                assert again == from_chess(chess_board)


def too_far(chess_board: object, uci: str, chess: object) -> bool:
    """Whether a black pawn would come to rank 3, from which its way is not that of a Pikeman."""
    move = chess.Move.from_uci(uci)  # type: ignore[attr-defined]
    piece = chess_board.piece_at(move.from_square)  # type: ignore[attr-defined]
    return piece.symbol() == "p" and move.to_square < 24


def test_moves_are_those_of_chess() -> None:
    against_chess(4_000, 1)


@pytest.mark.long
def test_many_moves_are_those_of_chess() -> None:
    against_chess(60_000, 2)
