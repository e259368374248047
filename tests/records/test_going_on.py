"""Recorded games that go on after an end by repetition or by a count of moves."""

from __future__ import annotations

import pytest

from parlour import records
from parlour.records.record_items import Item
from parlour.records.tree import Tree

CLUB = '[Event "club"]\n[White "A"]\n[Black "B"]\n[Result "{}"]\n\n{}\n'
ROUND = "Nf3 Nf6 Ng1 Ng8 "


def only(text: str) -> tuple[Item, Tree]:
    (item,) = records.read(text)
    assert item.tree is not None
    return item, item.tree


def test_a_third_repetition_that_nobody_claims() -> None:
    item, tree = only(CLUB.format("*", f"{ROUND * 2}e4 e5 Qh5 Nc6 *"))
    assert item.error is None
    assert len(tree.moves()) == 12
    assert [notice.partition(": ")[2] for notice in item.notices] == [
        "the game is drawn here (repetition); it is read on"
    ]
    assert tree.game.name == "chess:draws=claim"
    for form in ("native", "pgn", "sgf"):
        (again,) = records.read(tree.write(form).text)
        assert again.error is None
        assert again.tree is not None
        assert again.tree.moves() == tree.moves()


def test_variations_after_the_repetition_are_read_from_where_they_stand() -> None:
    moves = f"{ROUND * 2}e4 (d4 d5 (Nf6 c4)) (c4 c5) e5"
    item, tree = only(CLUB.format("*", f"{moves} *"))
    assert item.error is None
    here = tree.root.last().path()[8]
    assert [child.move for child in here.children] == ["e2-e4", "d2-d4", "c2-c4"]
    assert [child.move for child in here.children[1].children] == ["d7-d5", "g8-f6"]


def test_a_record_without_such_an_end_is_of_plain_chess() -> None:
    item, tree = only(CLUB.format("1/2-1/2", f"{ROUND * 2}1/2-1/2"))
    assert (item.error, item.notices, tree.game.name) == (None, [], "chess")
    assert tree.own_tag("Termination") == "repetition"


def test_a_result_may_differ_where_nobody_claims() -> None:
    item, tree = only(CLUB.format("1-0", f"{ROUND * 2}1-0"))
    assert item.error is None
    assert tree.tags["Result"] == "1-0"


def test_the_fifth_repetition_ends_the_game() -> None:
    item, tree = only(CLUB.format("*", f"{ROUND * 4}e4 *"))
    assert len(tree.moves()) == 16
    assert "e4: the game is over (repetition)" in str(item.error)
    outcome = tree.end().outcome
    assert outcome is not None
    assert outcome.reason == "repetition"


@pytest.mark.parametrize(("quiet", "read"), [(97, 5), (110, 5), (147, 3), (149, 1)])
def test_fifty_moves_are_read_on_and_seventy_five_are_not(quiet: int, read: int) -> None:
    fen = f'[FEN "8/8/8/3k4/8/8/1Q6/K7 w - - {quiet} 100"]\n'
    item, tree = only(fen + CLUB.format("*", "Qb3+ Kd4 Qb4+ Kd5 Qb5+ *"))
    assert len(tree.moves()) == read
    assert (item.error is None) == (read == 5)
    assert records.Tree(tree.game, position=tree.end()).root.state().text == tree.end().text


def test_a_study_of_chess_goes_on_past_a_repetition() -> None:
    tree = records.Tree("chess")
    node = tree.root
    for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8") * 2:
        node = node.add(move)
    assert node.state().outcome is not None
    node.add("e2-e4")
    assert node.state().outcome is None
    assert tree.game.name == "chess:draws=claim"


def test_games_without_claims_are_read_on_too() -> None:
    shuffle = "5i5h 5a5b 5h5i 5b5a "
    text = f'[Game "shogi"]\n[Result "*"]\n\n{shuffle * 3}7g7f 3c3d *\n'
    item, tree = only(text)
    assert item.error is None
    assert len(tree.moves()) == 14
    assert len(item.notices) == 1
    assert tree.game.name == "shogi"
    middle = tree.root.last().path()[12]
    assert middle.state().outcome is None  # it goes on there
    assert tree.end().outcome is None
    (again,) = records.read(tree.write("native").text)
    assert again.tree is not None
    assert again.tree.moves() == tree.moves()


def test_a_move_limit_is_read_on() -> None:
    item, tree = only('[Game "lines-of-action:move_limit=1"]\n\nb1-b3 a2-c2 b3-b5 *\n')
    assert item.error is None
    assert len(tree.moves()) == 3
    assert len(item.notices) >= 1


def test_a_draughts_game_past_its_count_is_read_without_the_count() -> None:
    king_and_king = '[FEN "W:WK32:BK1"]\n[GameType "21"]\n[Result "*"]\n\n'
    item, tree = only(king_and_king + "32-27 1-6 27-32 6-1 " * 21 + "*")
    assert item.error is None
    assert len(tree.moves()) == 84
    assert len(item.notices) == 1
    assert (tree.game.id, tree.game.chosen["draw_moves"]) == ("english-draughts", 0)
    middle = tree.root.last().path()[82]
    assert middle.state().outcome is None
    assert "82,0,41,41" in middle.state().text


def test_a_win_is_not_read_on() -> None:
    item, tree = only(CLUB.format("*", "f3 e5 g4 Qh4# a3 *"))
    assert item.error is not None
    assert len(tree.moves()) == 4
    assert tree.game.name == "chess"
