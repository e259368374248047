"""Merger Chess: every sentence and every example of page and source; texts; the picture."""

from __future__ import annotations

import pytest

import parlour
from tests.games.merger_chess_texts import HOME, ID, board, position
from tests.oracles.merger_chess import PIECES, SQUARES, is_light


def moves_from(state: parlour.State, square: str) -> set[str]:
    return {move for move in state.moves() if move.startswith(square)}


def targets(state: parlour.State, square: str) -> str:
    """The squares that the moves from a square end on, in order."""
    return " ".join(sorted({move[3:5] for move in moves_from(state, square)}))


def standing(state: parlour.State, square: str) -> str:
    """The pieces on a square, as the position text has them; nothing where it is empty."""
    entries = dict(entry.split(":") for entry in state.text.split(" ")[1].split("/"))
    return entries.get(square, "")


def field(state: parlour.State, number: int) -> str:
    return state.text.split(" ")[number]


def end(state: parlour.State) -> str:
    return state.outcome.text if state.outcome is not None else ""


# -- the start, and whose a Piece is ---------------------------------------------------------------


def test_start() -> None:
    state = parlour.game(ID).start()
    assert state.text == f"{ID} {board(HOME)} w KQkq - 0 0"
    assert state.text.startswith(f"{ID} a1:a1/a2:a2/a7:a7/a8:a8/b1:b1/")
    assert len(state.moves()) == 20
    assert state.game.seat_names == ("White", "Black")
    assert state.game.move_limit == 300
    assert str(state.game.options["split"].default) == "two-two"


def test_a_capture_merges_on_the_square_of_the_capture() -> None:
    state = parlour.game(ID).start().play("e2-e4").play("d7-d5").play("e4xd5")
    assert standing(state, "d5") == "d7,e2"
    assert standing(state, "e4") == ""


def test_grey_is_whites_on_light_and_blacks_on_dark() -> None:
    assert not is_light("a1")
    for square in ("d5", "e5"):
        for turn in "wb":
            state = position(f"{square}:b1,a8", turn)
            assert bool(moves_from(state, square)) == (is_light(square) == (turn == "w"))


def test_more_pieces_of_a_colour_own_it() -> None:
    assert moves_from(position("d4:a1,b1,c8", "w"), "d4")
    assert not moves_from(position("d4:a1,b1,c8", "b"), "d4")
    assert moves_from(position("d5:a1,b8,c8", "b"), "d5")
    assert not moves_from(position("d5:a1,b8,c8", "w"), "d5")


def test_a_grey_piece_of_knight_and_rook_moves_as_either() -> None:
    """The source's example."""
    state = position("d5:b1,a8", "w")
    knight = "b4 b6 c3 c7 e3 e7 f4 f6"
    rook = "a5 b5 c5 e5 f5 g5 h5 d3 d4 d6 d2 d7"  # it may capture pieces of either colour
    assert targets(state, "d5") == " ".join(sorted(f"{knight} {rook}".split()))


def test_three_pieces_move_as_either_of_the_two_of_one_colour() -> None:
    """The source's example: a black knight, a white rook and a black bishop."""
    state = position("d5:b8,a1,c8", "b")
    knight = "b4 b6 c3 e3 f4 f6"
    bishop = "c4 b3 a2 c6 e4 f3 g2 e6"
    assert targets(state, "d5") == " ".join(sorted(f"{knight} {bishop}".split()))


def test_one_colour_moves_as_any_of_its_pieces() -> None:
    state = position("d4:b1,c1,a1", "w")
    assert {"d4-e6", "d4-e5", "d4-d6"} <= moves_from(state, "d4")


def test_no_piece_captures_its_own_colour_and_grey_is_neither() -> None:
    assert "a1xa2" not in parlour.game(ID).start().moves()
    grey = position("d5:b1,a8 d4:d2 e5:e7")
    assert {"d5xd4", "d5xe5"} <= moves_from(grey, "d5")
    onto_grey = position("e5:a8,b1 d4:d2", "w")
    assert "d4xe5" in onto_grey.moves()
    assert "d6xe5" in position("e5:a8,b1 d6:d7", "b").moves()
    assert "d5xe5" in position("e5:a8,b1 d5:g1,h8", "w").moves()


def test_a_piece_has_four_pieces_at_most() -> None:
    assert "d4xd5" in position("d4:a1 d5:c7,d7,e7").moves()
    assert "d4xd5" not in position("d4:a1,h1 d5:c7,d7,e7").moves()
    assert "d4xd5" in position("d4:a1,h1 d5:c7,d7").moves()
    assert "d4xd5" not in position("d4:a1,h1,d1 d5:c7,d7").moves()
    assert "d4xd5" in position("d4:a1,h1,d1 d5:d7").moves()


# -- pawns -----------------------------------------------------------------------------------------


def test_a_pawns_way_is_its_own_colours() -> None:
    state = position("d5:a1,d7", "w")
    assert "d5-d4" in state.moves()
    grey = position("d5:d7,e2", "w")
    assert moves_from(grey, "d5") == {"d5-d4", "d5-d6"}


def test_a_grey_piece_goes_two_squares_as_the_other_sides_pawn() -> None:
    state = position("d7:d7,b1 a3:a8", "b")
    assert "d7-d5" not in state.moves()  # d7 is light: White's
    state = position("d7:d7,b1", "w")
    assert "d7-d5" in state.moves()
    state.play("d7-d5")
    assert field(state, 4) == "d6+d5"
    state = position("e4:d7,b1", "w")
    assert "e4-e2" not in state.moves()


def test_a_two_step_counts_as_one_only_if_no_other_manner_reaches() -> None:
    assert field(position("e2:e2").play("e2-e4"), 4) == "e3+e4"
    for other, passed in (("b1", "e3+e4"), ("c1", "e3+e4"), ("a1", "-"), ("d1", "-")):
        state = position(f"e2:e2,{other}", "w", "- - 7 7").play("e2-e4")
        assert field(state, 4) == passed
        assert field(state, 5) == "0"  # a pawn's manner reaches it all the same


def test_a_pawns_move_is_one_that_a_pawns_manner_reaches_by_the_same_text() -> None:
    state = position("e3:e2,d1", "w", "- - 7 7")
    assert field(state.copy().play("e3-e4"), 5) == "0"
    assert field(state.copy().play("e3-d3"), 5) == "8"
    assert field(state.copy().play("e3-e5"), 5) == "8"
    grey = position("e3:d7,b1,g1", "w", "- - 7 7")  # a black pawn in it does not move it
    assert {"e3-e4", "e3-d4"} & moves_from(grey, "e3") == set()


def test_en_passant_merges_on_the_square_that_the_capturer_reaches() -> None:
    state = position("e5:e2", "b").play("d7-d5")
    assert field(state, 4) == "d6+d5"
    state.play("e5xd6")
    assert standing(state, "d6") == "d7,e2"
    assert standing(state, "d5") == ""
    assert field(state, 4) == "-"


def test_en_passant_and_a_plain_move_to_the_same_square_are_two_moves() -> None:
    state = position("e5:e2,c1", "b").play("d7-d5")
    assert {"e5xd6", "e5-d6"} <= moves_from(state, "e5")
    plain = state.copy().play("e5-d6")
    assert standing(plain, "d5") == "d7"
    assert field(plain, 5) == "1"
    assert field(state.copy().play("e5xd6"), 5) == "0"


def test_en_passant_only_where_merging_is_legal() -> None:
    assert "e5xd6" not in position("e5:e2,d2 d7:d7,c7,b7", "b").play("d7-d5").moves()
    assert "e5xd6" in position("e5:e2 d7:d7,c7,b7", "b").play("d7-d5").moves()


def test_en_passant_by_whoever_moves_the_manner() -> None:
    """A white pawn of Black's grey Piece steps; a black pawn of White's Piece takes it."""
    state = position("f2:f2,b8", "b").play("f2-f4")  # grey on dark f2: Black's
    assert field(state, 4) == "f3+f4"
    assert field(position("f2:f2,b8", "b").play("f2-f3"), 4) == "-"
    state = position("f2:f2,b8 g4:d7,h1", "b").play("f2-f4")  # grey on light g4: White's
    assert "g4xf3" in state.moves()
    state.play("g4xf3")
    assert standing(state, "f3") == "b8,d7,f2,h1"
    assert standing(state, "f4") == ""


def test_the_right_is_gone_after_one_turn() -> None:
    state = position("e5:e2", "b").play("d7-d5").play("a2-a3").play("a7-a6")
    assert "e5xd6" not in state.moves()


# -- splitting -------------------------------------------------------------------------------------


def test_a_piece_of_four_only_splits() -> None:
    state = position("e5:b1,g1,b8,a2", "w")
    heads = {move[: move.index("}") + 1] for move in moves_from(state, "e5")}
    assert heads == {"e5{a2,b1}", "e5{a2,g1}", "e5{b1,g1}"}  # grey on dark e5 is Black's
    assert "e5{b1,g1}-f3" in state.moves()
    assert "e5{b1,g1}xf7" in state.moves()
    state.play("e5{b1,g1}-f3")
    assert standing(state, "f3") == "b1,g1"
    assert standing(state, "e5") == "a2,b8"


def test_the_pages_text_of_a_split() -> None:
    state = position("e5:b1,g1,b8,g8 f7:f7 f8:f8 h4:d7", "b")
    assert "e5{b8,g8}-g4" in state.moves()
    state = position("d5:b1,g1,b8,g8", "w")
    assert "d5{b1,g1}xe7" in state.moves()
    heads = {move[: move.index("}") + 1] for move in moves_from(state, "d5")}
    assert len(heads) == 5
    assert "d5{b8,g8}" not in heads
    quiet = position("e5:b1,g1,a2,b8 f5:f7", "w")
    assert "e5{b1,g1}-f7" in quiet.moves()


def test_three_and_one_are_split_only_by_the_option() -> None:
    def heads(options: str) -> set[str]:
        state = position("d5:b1,g1,a8,c8", "w", options=options)
        return {move[2 : move.index("}") + 1] for move in moves_from(state, "d5")}

    twos = {"{b1,g1}", "{a8,b1}", "{a8,g1}", "{b1,c8}", "{c8,g1}"}
    assert heads("") == twos
    more = {"{b1}", "{g1}", "{a8,b1,g1}", "{b1,c8,g1}"}
    assert heads("split=any") == twos | more


def test_one_colour_is_made_by_splitting() -> None:
    state = position("d5:b1,g1,a8,c8", "w").play("d5{b1,g1}-f4")
    assert standing(state, "f4") == "b1,g1"
    assert standing(state, "d5") == "a8,c8"
    assert moves_from(state, "d5")


# -- capturing a Piece of four ---------------------------------------------------------------------


def test_who_goes_home_is_the_movers_choice() -> None:
    state = position("e4:e2 d5:c7,d8,b8,b7", "w")
    assert moves_from(state, "e4") - {"e4-e5"} == {
        "e4xd5/b7",
        "e4xd5/b8",
        "e4xd5/c7",
        "e4xd5/d8",
    }
    state.play("e4xd5/c7")
    assert standing(state, "d5") == "b7,b8,d8,e2"
    assert standing(state, "c7") == "c7"


def test_the_pages_text_of_sending_home() -> None:
    state = position("e4:e2,c1 d5:c7,d8,b8,b7", "w")
    assert "e4xd5/c7,d8" in state.moves()
    assert len([move for move in state.moves() if move.startswith("e4xd5")]) == 6
    state.play("e4xd5/c7,d8")
    assert standing(state, "d5") == "b7,b8,c1,e2"


def test_the_capturers_pieces_are_among_the_four() -> None:
    state = position("d4:a1,h1,d1 d5:c7,d8,b8,b7", "w")
    captures = {move for move in state.moves() if move.startswith("d4xd5")}
    assert captures == {
        f"d4xd5/{three}" for three in ("b7,b8,c7", "b7,b8,d8", "b7,c7,d8", "b8,c7,d8")
    }


def test_a_piece_comes_home_to_its_own_colour() -> None:
    """The source: a piece being returned may merge with a piece of its own colour."""
    state = position("e4:e2 d5:c7,d8,b8,b7 c7:h7", "w").play("e4xd5/c7")
    assert standing(state, "c7") == "c7,h7"


def test_a_full_home_sends_one_on() -> None:
    state = position("e4:e2 d5:c7,d8,b8,b7 c7:a7,a8,h2,h7", "w")
    captures = {move for move in state.moves() if move.startswith("e4xd5")}
    full = {"e4xd5/a7,c7", "e4xd5/a8,c7", "e4xd5/c7,h2", "e4xd5/c7,h7"}
    assert captures == {"e4xd5/b7", "e4xd5/b8", "e4xd5/d8"} | full
    state.play("e4xd5/c7,h2")
    assert standing(state, "c7") == "a7,a8,c7,h7"
    assert standing(state, "h2") == "h2"


def test_a_cascade_goes_on_and_on() -> None:
    state = position("e4:e2 d5:c7,d8,b8,b7 c7:a7,a8,h2,h7 h2:a2,b2,g2,g7", "w")
    captures = {move for move in state.moves() if move.startswith("e4xd5/c7") or ",c7" in move}
    assert {"e4xd5/a2,c7,h2", "e4xd5/c7,g7,h2"} <= captures
    assert "e4xd5/c7,h2" not in captures
    state.play("e4xd5/c7,g7,h2")
    assert standing(state, "h2") == "a2,b2,g2,h2"
    assert standing(state, "g7") == "g7"


def test_the_captures_own_square_is_nobodys_home() -> None:
    state = position("d2:e2 c7:c7,d8,b8,b7 d6:h2", "w")
    captures = {move for move in moves_from(state, "d6") if "xc7" in move}
    assert captures == {"d6xc7/b7", "d6xc7/b8", "d6xc7/d8"}
    chain = position("e4:e2 c7:h7 d5:d7,d8,b8,b7 d7:a7,a8,h2,h8", "w").play("e4xd5/d7,h2")
    assert standing(chain, "d7") == "a7,a8,d7,h8"
    # of the four on d7 the one whose home is d5's would be barred; here it is the capture's square
    barred = position("c6:c2 d7:c7,d8,b8,b7 c7:d7,a8,h2,h8", "w")
    captures = {move for move in moves_from(barred, "c6") if "xd7" in move}
    assert captures == {"c6xd7/b7", "c6xd7/b8", "c6xd7/d8"} | {
        f"c6xd7/{pair}" for pair in ("a8,c7", "c7,h2", "c7,h8")
    }


def test_the_square_that_the_capturer_left_counts_as_it_is_after_the_move() -> None:
    state = position("c7:e2,f2,g2,h7 d8:c7,d8,b8,b7", "w")
    text = "c7{e2,f2}xd8/b8,c7=QQ"
    assert text in state.moves()
    state.play(text)
    assert standing(state, "c7") == "c7,g2,h7"
    assert standing(state, "d8") == "b7,d8,e2=Q,f2=Q"


def test_a_promoted_piece_that_goes_home_is_a_pawn_again() -> None:
    state = position("e4:e2 d5:c7=Q,d8,b8,b7", "w").play("e4xd5/c7")
    assert standing(state, "c7") == "c7"
    kept = position("e4:e2 d5:c7=Q,d8,b8,b7", "w").play("e4xd5/b7")
    assert standing(kept, "d5") == "b8,c7=Q,d8,e2"


# -- promotion -------------------------------------------------------------------------------------


def test_a_pawn_is_promoted_on_its_eighth_rank() -> None:
    state = position("a7:a2 a8:a7 b6:a8", "w")
    assert moves_from(state, "a7") == {f"a7xb8={letter}" for letter in "QRBN"}
    free = position("a7:a2 b6:a8 c6:a7", "w")
    assert "a7-a8=Q" in free.moves()
    free.play("a7-a8=Q")
    assert standing(free, "a8") == "a2=Q"


def test_each_pawn_of_the_mover_is_promoted_in_the_order_of_names() -> None:
    state = position("b7:a2,b2 c6:b7", "w")
    captures = {move for move in moves_from(state, "b7") if "xa8" in move}
    assert len(captures) == 16
    assert "b7xa8=QN" in captures
    state.play("b7xa8=QN")
    assert standing(state, "a8") == "a2=Q,a8,b2=N"


def test_pawns_of_the_other_colour_and_captured_ones_are_not_promoted() -> None:
    state = position("b7:a2,a1,b7 b8:b8", "w")
    assert "b7xa8=Q" in state.moves()
    state.play("b7xa8=Q")
    assert standing(state, "a8") == "a1,a2=Q,a8,b7"
    caught = position("a8:b2,a8 c7:b1 c6:c7", "w").play("c7xa8")
    assert standing(caught, "a8") == "a8,b1,b2"


def test_a_pawn_that_stands_there_unpromoted_waits_until_it_comes_back() -> None:
    state = position("a8:b2,b1 a5:a8", "w")
    assert "a8-c7" not in state.moves()
    assert "a8xc7" in state.moves()
    assert "a8-b6" in state.moves()
    along = position("a8:b2,a1 a5:a8 b6:b8", "w")
    assert "a8-b8" in along.moves()
    state.play("a8-b6").play("h7-h6")
    assert "b6-a8=N" in state.moves()
    assert "b6-a8" not in state.moves()


def test_a_pawn_may_be_left_unpromoted() -> None:
    state = position("b7:a2,b2 c6:b7", "w", options="promotion=may")
    captures = {move for move in moves_from(state, "b7") if "xa8" in move}
    assert len(captures) == 25
    assert {"b7xa8", "b7xa8=QP", "b7xa8=PN"} <= captures
    with pytest.raises(parlour.IllegalMove, match="only beside one that is promoted"):
        state.copy().play("b7xa8=PP")
    assert standing(state.copy().play("b7xa8=PN"), "a8") == "a2,a8,b2=N"
    assert standing(state.play("b7xa8"), "a8") == "a2,a8,b2"


def test_a_pawn_left_is_promoted_when_it_comes_back() -> None:
    state = position("a8:b2,b1 a5:a8", "w", options="promotion=may").play("a8-b6").play("h7-h6")
    assert {"b6-a8", "b6-a8=N"} <= set(state.moves())
    assert "b6-a8=P" not in state.moves()


def test_a_pawn_may_become_a_king_that_can_be_captured() -> None:
    state = position("a7:a2 b5:a7 a5:a8", "w", options="promotion=any")
    assert {"a7-a8", "a7-a8=Q", "a7-a8=K"} <= moves_from(state, "a7")
    state.play("a7-a8=K")
    assert standing(state, "a8") == "a2=K"
    assert state.game.read(state.text).text == state.text
    assert end(state.play("a5xa8")) == "#grey-win:0,1"
    queen = position("a7:a2 b5:a7 a5:a8", "w", options="promotion=any").play("a7-a8=Q")
    assert queen.play("a5xa8").outcome is None


def test_a_promoted_king_sent_home_is_a_pawn() -> None:
    state = position("e4:e2 d5:c7=K,d8,b8,b7", "w", options="promotion=any").play("e4xd5/c7")
    assert state.outcome is None
    assert standing(state, "c7") == "c7"
    kept = position("e4:e2,g2 d5:c7=K,d8,b1,g1", "w", options="promotion=any")
    assert end(kept.play("e4xd5/b1,d8")) == "#king-capture:1,0"


# -- the king --------------------------------------------------------------------------------------


def test_grey_win() -> None:
    state = position("e7:a1 d6:e7", "w").play("e7xe8")
    assert end(state) == "#grey-win:1,0"
    assert state.moves() == []
    assert field(state, 2) == "b"
    assert parlour.game(ID).read(state.text).outcome == state.outcome


def test_king_capture() -> None:
    state = position("e7:a1,b1 d6:e7", "w").play("e7xe8")
    assert end(state) == "#king-capture:1,0"
    black = position("e2:a8,b8 d3:e2", "b").play("e2xe1")
    assert end(black) == "#king-capture:0,1"
    assert parlour.game(ID).read(black.text).outcome == black.outcome


def test_a_grey_capturer_of_two_gives_the_opponent_a_powerful_king() -> None:
    """The source's example."""
    state = position("f7:a1,a8 e6:f7", "w").play("f7xe7").play("h7-h6")
    state = position("e6:a1,a8 d6:e7", "w").play("e6xe8")
    assert state.outcome is None
    assert standing(state, "e8") == "a1,a8,e8"
    assert {"e8-e7", "e8-e5"} <= set(state.moves())


def test_a_king_sent_home_is_not_captured() -> None:
    state = position("e4:e2 d5:e8,d1,b1,g1 a3:a8", "w")
    assert "e4xd5/e8" not in state.moves()  # d5 is White's own
    state = position("e4:e2 d5:e8,d8,b1,g1", "w")
    home = state.copy().play("e4xd5/e8")
    assert home.outcome is None
    assert standing(home, "e8") == "e8"
    assert end(state.copy().play("e4xd5/d8")) == "#king-capture:1,0"
    assert end(state.copy().play("e4xd5/b1")) == "#grey-win:1,0"


def at_home(groups: str, move: str, options: str = "sent_home=captures") -> str:
    """How the game ends by a move; empty if it goes on."""
    state = position(groups, "w", options=options).play(move)
    return end(state) if state.outcome else ""


def test_a_piece_sent_home_may_capture_the_king() -> None:
    four = "e4:e2 d5:b1,d8,b8,b7"
    assert at_home(f"{four} b1:e8", "e4xd5/b1") == "#grey-win:1,0"
    assert at_home(f"{four} b1:e8,a1", "e4xd5/b1") == "#king-capture:1,0"
    assert at_home(f"{four} b1:e8,a8,a1", "e4xd5/b1") == "#grey-win:1,0"
    assert at_home(f"{four} b1:e8,a8", "e4xd5/b1") == ""  # the Piece stays Black's
    assert at_home(f"{four} b1:e8", "e4xd5/d8") == ""
    assert at_home(f"{four} b1:e1", "e4xd5/b1") == ""  # the mover's own king
    assert at_home(f"{four} b1:e8", "e4xd5/b1", options="") == ""


def test_a_king_sent_home_in_turn_is_not_captured() -> None:
    four = "e4:e2 d5:b1,d8,b8,b7 b1:a1,h1,e8,a8"
    assert at_home(four, "e4xd5/b1,e8") == ""
    assert at_home(four, "e4xd5/a1,b1") == "#grey-win:1,0"
    assert at_home(f"{four} e8:g1,f1", "e4xd5/b1,e8") == ""


def test_it_is_whose_king_that_decides() -> None:
    own = position("d5:e1,b8,a8 e4:e2", "w").play("e4xd5")  # a black Piece with White's king
    assert own.outcome is None
    capturer = position("d5:e1,b1 c6:c7", "w").play("d5xc6")
    assert capturer.outcome is None
    assert standing(capturer, "c6") == "b1,c7,e1"


def test_the_capturers_own_king_may_be_captured_in_turn() -> None:
    state = position("e5:e1 e4:e7", "w").play("e5xe4").play("d7-d5")
    assert state.outcome is None
    assert end(state.play("b1-c3").play("d5xe4")) == "#king-capture:0,1"


def test_there_is_no_check() -> None:
    state = position("d3:a8 e4:e2", "w")
    assert len(moves_from(state, "e1")) == 1  # to e2, where the rook cannot go, or stay
    assert "a2-a3" in state.moves()
    state = position("e3:a8 e4:e2 f3:h8", "w")
    assert "e1-e2" in state.moves()
    assert end(state.play("e1-e2").play("e3xe2")) == "#grey-win:0,1"


# -- castling --------------------------------------------------------------------------------------


def test_castling() -> None:
    state = position("c3:b1 h3:g1 e3:f1 d3:d1 f4:c1", "w", "KQkq - 0 0")
    assert {"e1-g1", "e1-c1"} <= set(state.moves())
    short, long = state.copy().play("e1-g1"), state.copy().play("e1-c1")
    assert (standing(short, "g1"), standing(short, "f1")) == ("e1", "h1")
    assert (standing(long, "c1"), standing(long, "d1")) == ("e1", "a1")
    assert field(short, 3) == field(long, 3) == "kq"
    assert field(short, 5) == "1"
    black = position("c6:b8 h6:g8 e6:f8 d6:d8 f5:c8", "b", "kq - 0 1")
    assert {"e8-g8", "e8-c8"} <= set(black.moves())


def test_attacks_do_not_matter_and_the_squares_between_must_be_empty() -> None:
    free = "h3:g1 e4:f1 "
    assert "e1-g1" in position(free + "f2:a8 a3:f2", "w", "K - 0 0").moves()
    assert "e1-g1" not in position("e4:f1", "w", "K - 0 0").moves()
    assert "e1-c1" not in position("c3:c1 d3:d1", "w", "Q - 0 0").moves()


def test_no_castling_once_moved_or_merged() -> None:
    state = position("h3:g1 e4:f1 h2:h8 g3:h2", "b", "KQq - 0 1")
    assert field(state.play("h2xh1"), 3) == "Qq"
    state = position("h3:g1 e4:f1", "w", "KQkq - 0 0").play("e1-f1").play("a7-a6").play("f1-e1")
    assert field(state, 3) == "kq"


def test_a_king_in_a_piece_that_goes_two_squares_does_not_castle() -> None:
    """As a queen or a rook does: no other Piece moves with it, whatever castlings are left."""
    state = position("e1:d1 c4:f1 f3:g1", "w", "kq - 0 20").play("e1-g1")
    assert (standing(state, "g1"), standing(state, "h1")) == ("d1,e1", "h1")
    assert field(state, 3) == "kq"
    state = position("a1:e1,d1 c4:f1 f3:g1 c3:b1 e3:c1", "w", "k - 0 20").play("a1-c1")
    assert (standing(state, "c1"), standing(state, "d1")) == ("a1,d1,e1", "")
    assert parlour.game(ID).read(state.text).text == state.text


# -- draws -----------------------------------------------------------------------------------------


def greys_on_dark() -> dict[str, str]:
    """All pieces in sixteen grey pairs on dark squares: White cannot move."""
    dark = [square for square in SQUARES if not is_light(square)]
    whites = [piece for piece in PIECES if piece[1] in "12"]
    blacks = [piece for piece in PIECES if piece[1] in "78"]
    return {piece: dark[2 * i] for side in (whites, blacks) for i, piece in enumerate(side)}


def test_stalemate() -> None:
    text = f"{ID} {board(greys_on_dark())} w - - 3 3"
    state = parlour.game(ID).read(text)
    assert end(state) == "#stalemate:1/2,1/2"
    assert parlour.game(ID).read(state.text).text == state.text


def test_stalemate_by_a_move() -> None:
    where = greys_on_dark()
    state = parlour.game(ID).read(f"{ID} {board(where)} b - - 99 99")
    square = where["c8"]
    quiet = [move for move in state.moves() if move.startswith(square) and move[2] == "-"]
    to_dark = next(move for move in quiet if not is_light(move[3:]))
    assert end(state.play(to_dark)) == "#stalemate:1/2,1/2"  # it comes before fifty-moves


def test_fifty_moves() -> None:
    state = position("", "w", "KQkq - 98 98").play("b1-c3")
    assert state.outcome is None
    assert end(state.copy().play("b8-c6")) == "#fifty-moves:1/2,1/2"
    assert end(state.copy().play("a7-a6")) == ""
    win = position("e7:a1 d6:e7", "w", "- - 99 99")
    assert end(win.copy().play("e7xe8")) == "#grey-win:1,0"
    assert end(win.copy().play("b1-c3")) == "#fifty-moves:1/2,1/2"
    assert end(win.copy().play("e7xd7")) == ""


def test_repetition_comes_before_fifty_moves() -> None:
    def shuffled(quiet: int) -> parlour.State:
        state = position("", "w", f"- - {quiet} {quiet}")
        for move in ("b1-c3", "b8-c6", "c3-b1", "c6-b8") * 2:
            state.play(move)
        return state

    assert end(shuffled(0)) == "#repetition:1/2,1/2"
    both = shuffled(92)
    assert field(both, 5) == "100"
    assert end(both) == "#repetition:1/2,1/2"
    assert parlour.game(ID).read(both.text).text == both.text


def test_repetition_compares_named_pieces() -> None:
    state = position("")
    white = ["g1-f3", "f3-g1", "b1-c3", "g1-f3", "c3-e4", "f3-d4", "e4-g5", "d4-b5", "g5-h3"]
    white += ["b5-a3", "h3-g1", "a3-b1"]
    for number, move in enumerate(white):
        state.play(move).play(("b8-a6", "a6-b8")[number % 2])
    assert standing(state, "b1") == "g1"
    assert standing(state, "g1") == "b1"
    assert state.outcome is None  # with nameless knights it would be the third time


def test_move_limit() -> None:
    state = parlour.game(ID, move_limit=1).start().play("e2-e4")
    assert state.outcome is None
    assert end(state.play("e7-e5")) == "#move-limit:1/2,1/2"


def counted(plies: int, turn: str = "w", limit: int = 3) -> parlour.State:
    """The start, but after so many plies."""
    game = parlour.game(ID, move_limit=limit)
    board = game.start().text.split(" ")[1]
    return game.read(f"{game.name} {board} {turn} KQkq - 0 {plies}")


def test_the_move_limit_counts_plies() -> None:
    state = counted(4).play("e2-e4")
    assert state.outcome is None
    assert end(state.play("e7-e5")) == "#move-limit:1/2,1/2"
    assert end(state.undo().undo().play("d2-d4").play("d7-d5")) == "#move-limit:1/2,1/2"
    assert end(counted(6)) == "#move-limit:1/2,1/2"  # the text itself shows it
    assert counted(5, "b").outcome is None
    assert end(counted(5, "b").play("e7-e5")) == "#move-limit:1/2,1/2"
    assert end(counted(5, "w").play("e2-e4")) == "#move-limit:1/2,1/2"


@pytest.mark.parametrize(("plies", "reason"), [(5, "move-limit"), (6, "fifty-moves")])
def test_an_end_that_plies_belie(plies: int, reason: str) -> None:
    text = counted(5).text.removesuffix("5") + f"{plies} #{reason}:1/2,1/2"
    with pytest.raises(parlour.BadPosition):
        parlour.game(ID, move_limit=3).read(text)


def test_a_king_captured_by_the_last_move_of_all() -> None:
    text = counted(5).text.replace(" w ", " b ").removesuffix("5") + "6 #king-capture:1,0"
    assert parlour.game(ID, move_limit=3).read(text).text == text


# -- texts -----------------------------------------------------------------------------------------


def refused(text: str) -> str:
    with pytest.raises(parlour.BadPosition) as caught:
        parlour.game(ID).read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("a1:a1/a2:a2", "a2:a2/a1:a1", "is written"),
        ("a2:a2/a7:a7", "a2:a7,a2", "is written"),
        ("a1:a1/", "", "lacks a1"),
        ("a1:a1", "a1:b1", "b1 twice"),
        ("a1:a1", "a1:a1,a1", "is written"),
        ("a1:a1/a2", "a1:a1/a1", "two entries"),
        ("a1:a1", "i9:a1", "expected a square"),
        ("a1:a1", "a3", "home square"),
        ("a1:a1", "a1:", "home square"),
        ("a1:a1", "a1:a3", "home square"),
        ("a1:a1", "a1:a1=Q", "pawns are promoted"),
        ("a2:a2", "a2:a2=K", "promoted to Q, R, B or N"),
        ("a2:a2", "a2:a2=P", "pawns are promoted"),
        ("a2:a2", "a2:a2=", "pawns are promoted"),
        ("a2:a2", "a2:a2=QR", "pawns are promoted"),
        ("/a2:a2/a7:a7/a8:a8/b1:b1/", ",a2,a7,a8,b1/", "5 pieces on a1"),
        (" w KQ", " W KQ", "TURN"),
        ("KQkq", "QKkq", "in that order"),
        ("KQkq", "", "in that order"),
        ("a1:a1/a2:a2", "a1:a2/a2:a1", "not at home alone"),
        (" - 0", " e3 0", "ENPASSANT"),
        (" - 0", " e4+e5 0", "ENPASSANT"),
        (" - 0", " e3+e5 0", "ENPASSANT"),
        (" - 0", " e3+e4 0", "stepped over"),
        (" - 0", " +e4 0", "ENPASSANT"),
        ("- 0 0", "- 00 0", "leading zeros"),
        ("- 0 0", "- 0 -1", "leading zeros"),
        ("- 0 0", "- 0", "fields"),
        ("- 0 0", "- 101 200", "QUIET"),
        ("- 0 0", "- 5 4", "PLIES"),
        ("- 0 0", "- 0 0 #grey-win:1/2,1/2", "scored"),
        ("- 0 0", "- 0 0 #grey-win:1,0", "TURN"),
        ("- 0 0", "- 0 0 #fifty-moves:1/2,1/2", "still running"),
        ("- 0 0", "- 0 0 #checkmate:1,0", "no game ends by"),
    ],
)
def test_bad_positions(old: str, new: str, why: str) -> None:
    start = parlour.game(ID).start().text
    assert old in start
    assert why in refused(start.replace(old, new, 1))


def test_a_position_with_more_moves_than_there_is_room_for() -> None:
    """Eight Pieces of four with linked ways home: the list stops where it must, and reading says so."""
    fours = (
        "b8:g2=Q,a7=Q,h7,a8 a7:f2=N,g8,c8,g7=N h7:e1,a2=N,f8,e2=Q a8:d7=N,c2,e7,b8 "
        "b7:d2,a1,b2,h2 d7:b7=Q,b1,h8,h1 g2:c1,f7=N,f1,g1 c2:d1,c7,d8,e8"
    )
    with pytest.raises(parlour.BadPosition, match="ways to move"):
        position(fours, "w", options="split=any")
    assert position(fours, "b", options="split=any").moves()


def test_an_end_that_the_board_does_not_show() -> None:
    start = parlour.game(ID).start().text
    assert end(parlour.game(ID).read(f"{start} #grey-win:0,1")) == "#grey-win:0,1"
    quiet = start.replace("- 0 0", "- 100 100")
    assert "fifty-moves" in refused(f"{quiet} #king-capture:0,1")
    stale = f"{ID} {board(greys_on_dark())} w - - 0 0"
    assert end(parlour.game(ID).read(f"{stale} #king-capture:0,1")) == "#king-capture:0,1"
    assert "stalemate" in refused(f"{stale} #repetition:1/2,1/2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("e7-e5", "Black"),
        ("e4-e5", "e4 is empty"),
        ("e2xe4", "another move with -"),
        ("hello", "e2-e4"),
        ("d5{b1,g1}-f4", "d5 is empty"),
    ],
)
def test_refusals(text: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        parlour.game(ID).start().play(text)


def test_refusals_of_fours() -> None:
    state = position("d5:b1,g1,b8,g8 e4:a1", "w")
    with pytest.raises(parlour.IllegalMove, match="must be split"):
        state.play("d5-f4")
    with pytest.raises(parlour.IllegalMove, match="only a Piece of four"):
        state.play("e4{a1,b1}-e5")
    with pytest.raises(parlour.IllegalMove, match="is grey: e5 is dark, so Black moves it"):
        position("e5:b1,b8", "w").play("e5-f3")
    with pytest.raises(parlour.IllegalMove, match="sent home"):
        position("e4:e2 d5:c7,d8,b8,b7", "w").play("e4xd5")
    with pytest.raises(parlour.IllegalMove, match="becomes"):
        position("a7:a2 b6:a8 c6:a7", "w").play("a7-a8")


def test_scene() -> None:
    """In a composite the pieces of the colour that moves it come first."""
    state = position("d4:a1,b8,c7=N d5:b1,d8 e5:g1,h8", "w")
    cells = {cell.name: cell for cell in state.scene().cells}
    texts = {name: "".join(piece.text for piece in cell.pieces) for name, cell in cells.items()}
    assert len(cells) == 64
    assert (texts["d4"], texts["d5"], texts["e5"], texts["e1"]) == ("nnR", "Nq", "rN", "K")
    assert [piece.colour for piece in cells["d4"].pieces] == ["black", "black", "white"]
    assert (cells["d4"].plate, cells["d5"].plate, cells["e1"].plate) == ("black", "grey", "")
    assert "Black's merged Pieces: d4 (from a1, b8, c7=N)." in state.scene().notes
    assert "Grey merged Pieces: d5 (from b1, d8), e5 (from g1, h8)." in state.scene().notes
    passed = position("", "w").play("e2-e4").scene().notes
    assert passed == ("The Piece on e4 may be taken en passant on e3.",)
