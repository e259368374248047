"""PDN of English draughts: pydraughts replays what we write, the order of colours, setups, odd old files."""

from __future__ import annotations

import random

import pytest
from draughts import Board as TheirBoard
from draughts import Move as TheirMove
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import records
from parlour.errors import BadForm, IllegalMove
from parlour.games.draughts.pdn import (
    USUAL,
    fen_of,
    numbering_of,
    position_of,
    read_move,
)
from parlour.records import Tree, read

GAME = """[Event "Carluke 1844"]
[Black "Anderson"]
[White "Wyllie"]
[Result "0-1"]
[GameType "21,B,8,8,N1,0"]

1. 11-15! { [%clk 0:03:00] the old way } 23-18(?) 2. 8-11 $5 26-23 (2... 24-19 15x24 3. 28x19
(27x20)) 3. 10-14 30-26 0-1
"""


def only(text: str) -> records.Item:
    (item,) = records.read(text)
    assert item.form == "pdn"
    return item


def tree_of(text: str) -> Tree:
    item = only(text)
    assert item.error is None
    assert item.tree is not None
    return item.tree


def test_a_game_is_read_and_written() -> None:
    tree = tree_of(GAME)
    assert tree.game.name == "english-draughts"
    assert tree.moves() == ("c3-d4", "d6-e5", "b2-c3", "e7-d6", "e3-f4", "f8-e7")
    assert (tree.tags["South"], tree.tags["North"]) == ("Anderson", "Wyllie")
    assert tree.tags["Result"] == "0-1"
    first, second, third, *_ = tree.line()
    assert (first.glyphs, first.clock, first.comments[1]) == ([1], 180, "the old way")
    assert second.glyphs == [2]
    assert third.glyphs == [5]
    side = third.children[1]
    assert [node.move for node in side.line()] == ["b6-c5", "d4xb6", "a7xc5"]
    assert [node.move for node in side.children[0].children] == ["a7xc5", "c7xa5"]
    written = tree.write("pdn")
    assert written.losses == ()
    assert tree_of(written.text).write("native").text == tree.write("native").text
    assert tree_of(written.text).write("pdn").text == written.text


def test_squares_are_numbered_from_the_first_players_right() -> None:
    assert [USUAL.cell(n) for n in (1, 4, 5, 8, 29, 32)] == ["g1", "a1", "h2", "b2", "h8", "b8"]
    assert [numbering_of("21,B,8,8,N0,0").cell(n) for n in (1, 4, 5)] == ["a1", "g1", "b2"]
    assert [numbering_of("21,W,8,8,N2,0").cell(n) for n in (1, 4, 5)] == ["b8", "h8", "a7"]
    assert [numbering_of("21,W,8,8,N3,0").cell(n) for n in (1, 4, 5)] == ["h8", "b8", "g7"]
    assert [numbering_of("21,W,8,8,N0,1").cell(n) for n in (1, 4)] == ["g1", "a1"]


def test_either_colour_may_begin() -> None:
    text = GAME.replace("21,B,", "21,W,")
    tree = tree_of(text)
    assert tree.tags["South"] == "Wyllie"
    assert tree.moves() == tree_of(GAME).moves()
    set_up = '[GameType "21,W,8,8,N1,0"]\n[FEN "W:W1,K2:B31,K32"]\n\n*\n'
    assert (
        tree_of(set_up).position
        == tree_of(
            set_up.replace("21,W", "21,B").replace("W:W1,K2:B31,K32", "B:B1,K2:W31,K32")
        ).position
    )


def random_tree(seed: int) -> Tree:
    rng = random.Random(seed)
    state = parlour.game("english-draughts").start()
    while state.turn is not None:
        state.play(rng.choice(state.moves()))
    return Tree.from_state(state, {"South": "A"})


@pytest.mark.parametrize("seed", range(5))
def test_pydraughts_replays_what_we_write(seed: int) -> None:
    tree = random_tree(seed)
    written = tree.write("pdn")
    assert written.losses == ()
    body = written.text.split("\n\n", 1)[1].split()
    words = [word for word in body if not word.endswith(".")][:-1]
    board = TheirBoard(variant="english")
    state = tree.root.state()
    for word, move in zip(words, tree.moves(), strict=True):
        made = TheirMove(board, pdn_move=word)
        board.push(made)
        state.play(move)
        if state.outcome is not None:  # then our board is cleared
            break
        assert pieces(board.fen) == pieces(fen_of(state))
    assert tree_of(written.text).write("native").text == tree.write("native").text


def pieces(fen: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """Whose turn it is and both sides' squares, ranges apart; a man and a king differ."""
    turn, *sides = fen.split(":")
    by_colour = {side[0]: frozenset(side[1:].split(",")) for side in sides}
    return turn, by_colour["B"], by_colour["W"]


def test_long_and_short_captures() -> None:
    game = parlour.game("english-draughts")
    state = game.read(position_of("B:B1:W6,31", USUAL))
    assert read_move(state, "1x10", USUAL) == "g1xe3"
    fork = game.read(position_of("B:B2:W6,7,14,15,31", USUAL))
    assert read_move(fork, "2x9x18", USUAL) == "e1xg3xe5"
    assert read_move(fork, "2x11x18", USUAL) == "e1xc3xe5"
    with pytest.raises(IllegalMove, match="ambiguous; expected 2x11x18 or 2x9x18"):
        read_move(fork, "2x18", USUAL)
    tree = Tree(game, {}, fork)
    tree.root.add("e1xg3xe5")
    assert "2x9x18" in tree.write("pdn").text


@pytest.mark.parametrize(
    "word", ["11-15", "11x15", "1115", "11:15", "11 - 15", "c3-d4", "c3d4", "11-15*"]
)
def test_words_for_a_move(word: str) -> None:
    assert read_move(parlour.game("english-draughts").start(), word, USUAL) == "c3-d4"


@pytest.mark.parametrize("word", ["11-16-20", "1-5", "33-28", "0-1", "x", "--", "11", "a1b2c3"])
def test_what_is_no_move(word: str) -> None:
    with pytest.raises(IllegalMove):
        read_move(parlour.game("english-draughts").start(), word, USUAL)


def test_setups_with_ranges_and_kings() -> None:
    tree = tree_of('[SetUp "1"]\n[FEN "W:W21,22-24,K3:B1-2,K30."]\n\n1. 3-8 *\n')
    assert tree.position is not None
    assert fen_of(tree.beginning) == "W:WK3,21,22,23,24:B1,2,K30"
    assert '[FEN "W:WK3,21,22,23,24:B1,2,K30"]' in tree.write("pdn").text
    assert tree_of(tree.write("pdn").text).position == tree.position


def test_a_setup_amid_the_moves_begins_another_game() -> None:
    text = GAME.replace("0-1\n\n", "").replace(" 0-1\n", ' /FEN "B:BK1:W32"/ 1. 1-5 32-28 *\n')
    first, second = records.read(text)
    assert first.tree is not None
    assert len(first.tree.moves()) == 6
    assert second.error is None
    assert second.tree is not None
    assert second.tree.moves() == ("g1-h2", "b8-a7")
    assert second.tree.tags["South"] == "Anderson"
    lone = '[GameType "21"]\n\n/FEN "B:BK1:W32"/ 1-5 *\n'
    assert tree_of(lone).moves() == ("g1-h2",)


def test_results_are_no_separators() -> None:
    tree = tree_of('[GameType "21"]\n[Result "1-1"]\n\n1. 11-15 24-20 1-1\n')
    assert tree.tags["Result"] == "1/2-1/2"
    assert len(tree.moves()) == 2
    lost = tree_of('[GameType "21"]\n[Result "0-0"]\n\n1. 11-15 0-0\n')
    assert lost.tags["Result"] == "0:0"
    assert '[Result "0-0"]' in lost.write("pdn").text
    one, two = records.read('[GameType "21"]\n\n1. 11-15 24-20 *\n\n[GameType "21"]\n\n1. 9-13 *\n')
    assert one.tree is not None
    assert two.tree is not None
    assert two.tree.moves() == ("g3-h4",)


def test_old_files_without_a_type() -> None:
    tree = tree_of(
        '[Event "x"]\n[Black "a"]\n[White "b"]\n[Result "1/2-1/2"]\n1. 09-13 23 - 18 2. ... 1/2-1/2\n'
    )
    assert tree.moves() == ("g3-h4", "d6-e5")


def test_other_draughts_are_told() -> None:
    item = only('[GameType "20"]\n[White "a"]\n\n1. 32-28 19-23 *\n')
    assert item.tree is None
    assert "international draughts (GameType 20): not a game here" in str(item.error)


def test_an_illegal_move_ends_its_line() -> None:
    item = only('[GameType "21"]\n\n1. 11-15 24-20 2. 15-20 20-16 *\n')
    assert item.tree is not None
    assert len(item.tree.moves()) == 2
    assert "15-20 is not legal here; expected one of" in str(item.error)
    assert item.tree.line()[-1].comments[1].endswith("15-20 20-16")


def test_losses_are_told() -> None:
    tree = Tree("english-draughts:draw_moves=9")
    node = tree.root.add("c3-d4")
    node.comments = ("", "so }")
    assert {loss.field for loss in tree.write("pdn").losses} == {"Game", "comments"}
    tree = Tree("english-draughts", {"Black": "not the seat", "South": "Ann", "FEN": "W:W1:B2"})
    written = tree.write("pdn")
    assert only(written.text).tree.tags["South"] == "Ann"  # type: ignore[union-attr]
    assert {loss.text for loss in written.losses} == {"Black: not the seat", "FEN: W:W1:B2"}
    with pytest.raises(BadForm):
        Tree("english-draughts:sets=both").write("pdn")
    with pytest.raises(BadForm):
        Tree("hex").write("pdn")


PIECES = st.sampled_from(
    (
        *(
            "1.",
            "11-15",
            "24-20",
            "15x24",
            "28x19",
            "1-1",
            "2-0",
            "*",
            "15*",
            "8-11!",
            "11x15x18",
            "33-28",
        ),
        *(
            "(",
            ")",
            "{",
            "}",
            ";",
            "\n",
            "$3",
            "(!)",
            '/FEN "W:W1:BK2"/',
            "/FEN x/",
            "/",
            "...",
            "-",
            "2. ...",
        ),
        *('[GameType "21"]', "[", "c3-d4", "0-0", "1/2-1/2"),
    )
)


@given(st.lists(PIECES, max_size=30))
def test_nonsense_raises_nothing(words: list[str]) -> None:
    for item in records.read('[GameType "21"]\n[Black "B"]\n\n1. 11-15 ' + " ".join(words)):
        if item.tree is not None and item.form == "pdn":
            again = next(iter(records.read(item.tree.write("pdn").text)))
            assert again.tree is not None
            assert again.tree.moves() == item.tree.moves()


@given(st.text(alphabet="WBK?:,-. 0123456789ah", max_size=30))
def test_fens_raise_nothing_else(fen: str) -> None:
    for item in records.read(f'[GameType "21"]\n[FEN "{fen}"]\n\n*\n'):
        assert item.tree is not None or item.error is not None


def test_draughts_on_more_squares_are_not_taken_for_chess() -> None:
    names = ("Event", "Site", "Date", "Round", "White", "Black")
    tags = "".join(f'[{name} "x"]\n' for name in names)
    [item] = read(f'{tags}[Result "2-0"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0')
    assert item.tree is None
    assert "international draughts, by its moves: not a game here" in str(item.error)


def test_clocks_of_live_games() -> None:
    """Of PDN's clock command the time of who has just moved is the node's, the other's is kept."""
    tree = tree_of(
        '[GameType "21,B,8,8,N1,0"]\n\n1. 11-15 {[%clock w0:00:07 B0:00:05]} 22-17 '
        "{[%clock 0:49:11] late} 2. 8-11 {[%clock W0:00:10 B0:00:20]} *\n"
    )
    first, second, third = tree.line()
    assert (first.clock, first.kept) == (7, {"clock": ["B0:00:05"]})
    assert (second.clock, second.comments) == (2951, ("", "late"))
    assert (third.clock, third.comments[1]) == (None, "[%clock W0:00:10 B0:00:20]")
    for form in ("native", "sgf"):
        [again] = read(tree.write(form).text)
        assert again.tree is not None
        assert again.tree.write().text == tree.write().text


def test_a_star_after_a_result_is_no_game() -> None:
    tree = tree_of('[GameType "21"]\n\n1. 11-15 22-17 2. 1-1 *\n')
    assert (len(tree.moves()), tree.tags["Result"]) == (2, "1/2-1/2")


@pytest.mark.parametrize("seed", range(3))
def test_pydraughts_reads_what_we_write(seed: int) -> None:
    """Its reader drops comments, variations and glyphs: main line, tags and result are ours."""
    reader = pytest.importorskip(
        "draughts.PDN", reason="pydraughts is not here, but py-draughts may be"
    )
    tree = random_tree(seed)
    tree.tags["North"] = "B (b)"
    nodes = tree.line()
    nodes[0].comments = ("", "11-15 is (never) so")
    nodes[1].glyphs, nodes[2].clock = [1], 61
    for node in (nodes[3], nodes[6]):
        others = [move for move in node.parent.state().moves() if move != node.move]
        for move in others[:2]:
            node.parent.add(move).comments = ("", "a variation")
    text = tree.write("pdn").text
    [game] = reader.PDNReader(text + "\n").games
    assert (game.variant, game.notation) == ("english", 1)
    assert (game.tags["Black"], game.tags["White"]) == ("A", "B (b)")
    assert game.game_ending == tree.tags["Result"] == game.tags["Result"]
    state, made = tree.root.state(), []
    for word in game.moves:
        made.append(read_move(state, word, USUAL))
        state.play(made[-1])
    assert tuple(made) == tree.moves()


def test_whoever_begins_has_the_number_1() -> None:
    """As draughts players write it, and pydraughts reads it."""
    text = '[GameType "21"]\n[FEN "W:W32,27,24,22:B20,15,10,7"]\n\n1. 27-23 20x27 2. 23-18 *\n'
    tree = tree_of(text)
    tree.line()[0].comments = ("", "so")
    written = tree.write("pdn").text
    assert "1. 27-23 {so} 20x27 2. 23-18 *" in written
    reader = pytest.importorskip(
        "draughts.PDN", reason="pydraughts is not here, but py-draughts may be"
    )
    [game] = reader.PDNReader(written + "\n").games
    assert game.moves == ["27-23", "20x27", "23-18"]
