"""PGN of chess: python-chess reads what we write and writes what we read; single matters of the form."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import records
from parlour.errors import BadForm, IllegalMove
from parlour.games.chess.san import read_move, san
from parlour.records import Tree
from parlour.records.formats.pgn import pgn_script
from parlour.records.tree import Node
from tests.conftest import at_length, share

STUDY = """[Event "A study: first chapter"]
[Site "https://lichess.org/study"]
[White "Ann"]
[Black "Bo \\"the rook\\""]
[Result "1-0"]
[ECO "C20"]

{ Before all. } 1. e4! { [%eval 0.17] [%clk 0:03:00] best by test } 1... e5 (1... c5 2. Nf3 (2. c3 $5 d5)
2... d6 { [%cal Gd6d5,Rc5c4] [%csl Ge5] }) 2. Qh5?! ; to the end of the line
Nc6 3. Bc4 $6 Nf6?? 4. Qxf7# 1-0
"""


TAGS = '[Event "E"]\n[Site "S"]\n[White "A"]\n[Black "B"]\n'


def only(text: str) -> records.Item:
    (item,) = records.read(text)
    assert item.form == "pgn"
    return item


def tree_of(text: str) -> Tree:
    item = only(text)
    assert item.error is None
    assert item.tree is not None
    return item.tree


@pytest.fixture(params=["plain", at_length("compiled")])
def _reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read by the plain rules, or by the compiled ones."""
    rooms = pgn_script._Rooms()
    compiled = request.param == "compiled"
    monkeypatch.setattr(rooms, "take", lambda: pgn_script._Room(compiled))
    monkeypatch.setattr(pgn_script, "_rooms", rooms)


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_reader")
def test_a_study_is_read() -> None:
    tree = tree_of(STUDY)
    assert tree.game.name == "chess"
    assert tree.moves() == ("e2-e4", "e7-e5", "d1-h5", "b8-c6", "f1-c4", "g8-f6", "h5xf7")
    assert tree.tags["Black"] == 'Bo "the rook"'
    assert tree.root.comments == ("", "Before all.")
    e4, _, queen, *_ = tree.line()
    assert (e4.glyphs, e4.evaluation, e4.clock, e4.comments[1]) == (
        [1],
        "0.17",
        180,
        "best by test",
    )
    sicilian = e4.children[1]
    assert [node.move for node in sicilian.line()] == ["c7-c5", "g1-f3", "d7-d6"]
    assert sicilian.children[1].glyphs == [5]
    last = sicilian.children[0].children[0]
    assert last.arrows == [("d6", "d5", "G"), ("c5", "c4", "R")]
    assert last.cells == {"e5": "G"}
    assert (queen.glyphs, queen.comments[1]) == ([6], "to the end of the line")
    assert tree.end().outcome is not None
    assert [node.seat for node in tree.line()] == [0, 1, 0, 1, 0, 1, 0]


def games_of(text: str) -> Iterator[chess.pgn.Game]:
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        yield game


def pairs(node: Node, other: chess.pgn.GameNode) -> Iterator[tuple[Node, chess.pgn.ChildNode]]:
    """The nodes of two trees that are the same, beside each other."""
    waiting = [(node, other)]
    while waiting:
        node, other = waiting.pop()
        assert len(node.children) == len(other.variations)
        for mine, theirs in zip(node.children, other.variations, strict=True):
            yield mine, theirs
            waiting.append((mine, theirs))


def assert_same(tree: Tree, game: chess.pgn.Game) -> None:
    """Our tree and python-chess's have the same moves, glyphs, comments, arrows and clocks."""
    for mine, theirs in pairs(tree.root, game):
        board = theirs.parent.board()
        assert mine.parent is not None
        assert read_move(mine.parent.state(), board.san(theirs.move)) == mine.move
        assert set(mine.glyphs) == theirs.nags
        assert mine.clock == theirs.clock()
        comment = theirs.comment
        for pattern in ("EVAL", "CLOCK", "ARROWS"):
            comment = getattr(chess.pgn, f"{pattern}_REGEX").sub("", comment)
        assert mine.comments[1].split() == comment.split()
        arrows = {(a.pgn()) for a in theirs.arrows()}
        drawn = {f"{c}{a}{b}" for a, b, c in mine.arrows} | {
            f"{c}{a}" for a, c in mine.cells.items()
        }
        assert drawn == arrows


@pytest.mark.usefixtures("_reader")
def test_a_study_is_the_same_tree_to_python_chess() -> None:
    study = STUDY.replace("; to the end of the line", "{ python-chess leaves out the other kind }")
    (game,) = games_of(study)
    tree = tree_of(study)
    assert_same(tree, game)
    written = tree.write("pgn")
    assert written.losses == ()
    (again,) = games_of(written.text)
    assert not again.errors
    assert_same(tree, again)
    assert tree_of(written.text).write("native").text == tree.write("native").text


def random_game(seed: int, fischer: bool) -> chess.pgn.Game:
    """A game of python-chess with random moves, variations, comments, glyphs, arrows, clocks."""
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if fischer else chess.Board()
    for _ in range(rng.choice((0, 0, 7))):
        board.push(rng.choice(list(board.legal_moves)))
    board.clear_stack()
    game = chess.pgn.Game()
    game.setup(board)
    lines: list[chess.pgn.GameNode] = [game]
    for _ in range(90):
        node = lines[0] if rng.random() < 0.7 else rng.choice(lines)
        here = node.board()
        if here.is_game_over() or here.can_claim_draw():
            continue
        move = rng.choice(list(here.legal_moves))
        if node.has_variation(move):
            continue
        child = node.add_variation(move)
        child.comment = rng.choice(("", "", "", "good", "so\nit goes", "a [sic] {b"))
        child.nags = set(rng.sample((1, 2, 10, 146), rng.choice((0, 0, 1, 2))))
        if rng.random() < 0.2:
            child.set_clock(rng.randrange(9000))
        if rng.random() < 0.2:
            child.set_arrows([chess.svg.Arrow(rng.randrange(64), rng.randrange(64), color="green")])
        lines = [child, *lines] if node is lines[0] else [*lines, child]
    return game


def check_random(seed: int) -> None:
    game = random_game(seed, seed % 3 == 0)
    text = str(game)
    tree = tree_of(text)
    (read,) = games_of(text)  # what python-chess itself writes and reads back
    assert_same(tree, read)
    written = tree.write("pgn")
    assert written.losses == ()
    (again,) = games_of(written.text)
    assert not again.errors
    assert_same(tree, again)
    assert tree_of(written.text).write("pgn").text == written.text


@pytest.mark.parametrize("seed", range(6))
def test_random_trees_beside_python_chess(seed: int) -> None:
    check_random(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", share(10))
def test_many_random_trees_beside_python_chess(block: int) -> None:
    for seed in range(100 + 40 * block, 140 + 40 * block):
        check_random(seed)


# -- moves -----------------------------------------------------------------------------------------

READ_AS = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4 e2e4 e2-e4 Pe4 e4!", "e2-e4"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Nf3 Ngf3 Ng1f3 Ng1-f3 g1f3",
        "g1-f3",
    ),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q a8Q a8=Q+ a7a8q a7-a8=Q", "a7-a8=Q"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O 0-0 e1g1 O-O+ e1h1 e1-g1", "e1-g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O 0-0-0 e8c8", "e8-c8"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "exd6 ed6 e5xd6 e5d6 exd6+", "e5xd6"),
    ("4k3/8/8/1r6/8/8/1R5R/4K3 w - - 0 1", "Rbd2 Rb2-d2 R2d2 Rd2", None),
    ("4k3/8/8/4r3/8/4R3/8/R3K3 w - - 0 1", "Rd1 Rad1", "a1-d1"),
)


@pytest.mark.parametrize(("fen", "words", "text"), READ_AS)
def test_words_for_moves(fen: str, words: str, text: str | None) -> None:
    state = parlour.game("chess").read(f"chess {fen}")
    if text is None:
        assert read_move(state, words.split()[0]) == "b2-d2"
        for word in words.split()[2:]:
            with pytest.raises(IllegalMove, match="ambiguous"):
                read_move(state, word)
        return
    for word in words.split():
        assert read_move(state, word.rstrip("!")) == text


@pytest.mark.parametrize(
    "word", ["e5", "Ke2", "O-O", "a8=Q", "Nf6", "e2e5", "x", "", "--", "e9", "é4", "e4=Q"]
)
def test_what_is_no_move(word: str) -> None:
    with pytest.raises(IllegalMove, match="a3"):
        read_move(parlour.game("chess").start(), word)


def test_san_is_python_chess() -> None:
    """Every legal move of random positions, many of them with several men that can go to one square."""
    rng = random.Random(8)
    for _ in range(40):
        board = chess.Board()
        for _ in range(rng.randrange(80)):
            if not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over() or board.halfmove_clock > 99:
            continue
        fen = board.fen(en_passant="legal")
        state = parlour.game("chess").read(f"chess {fen}")
        found = {san(state.game, state.record, code) for code in state.codes()}
        assert found == {board.san(move) for move in board.legal_moves}
        assert sorted(read_move(state, word) for word in found) == state.moves()


# -- tags, starts, variants ------------------------------------------------------------------------


def test_a_start_by_fen() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 40"
    tree = tree_of(TAGS + f'[SetUp "1"]\n[FEN "{fen}"]\n\n40. e4 *\n')
    assert tree.position == f"chess {fen}"
    assert tree.moves() == ("e2-e4",)
    assert f'[FEN "{fen}"]' in tree.write("pgn").text
    usual = tree_of(f'[FEN "{chess.STARTING_FEN}"]\n\n1. e4 *\n')
    assert usual.position is None


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 30 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 30 16"),
    ],
)
def test_fens_of_other_programs_are_made_canonical(given: str, read: str) -> None:
    tree = tree_of(f'[FEN "{given}"]\n\n*\n')
    assert tree.position == f"chess {read}"


@pytest.mark.parametrize("variant", ["Chess960", "Fischerandom", "chess 960"])
def test_fischer_random_chess(variant: str) -> None:
    fen = chess.Board.from_chess960_pos(357).fen()
    text = f'[Variant "{variant}"]\n[FEN "{fen}"]\n\n*\n'
    assert tree_of(text).game.name == "chess:start=fischer-random-357"
    shredder = chess.Board.from_chess960_pos(357).fen(shredder=True)
    assert tree_of(text.replace(fen, shredder)).game.name == "chess:start=fischer-random-357"
    written = tree_of(text).write("pgn")
    assert written.losses == ()
    assert '[Variant "Chess960"]' in written.text
    castled = tree_of(
        '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O *\n'
    )
    assert castled.moves() == ("e1xg1",)


def test_unknown_variants_are_told() -> None:
    item = only('[Event "x"]\n[White "a"]\n[Variant "Crazyhouse"]\n\n1. e4 e5 *\n')
    assert item.tree is None
    assert "Crazyhouse" in str(item.error)


def test_an_illegal_move_ends_its_line() -> None:
    item = only(TAGS + "\n1. e4 e5 2. Ke3 d4 (2. d4 Nf6 (2... Nc9) 3. c4) Nf6 *\n")
    assert item.tree is not None
    assert item.tree.moves() == ("e2-e4", "e7-e5")
    assert item.error is not None
    assert item.error.line == 6
    assert "Ke3 is not legal here; expected one of" in str(item.error)
    assert "Ke3 d4" in item.tree.line()[-1].comments[1]


def test_what_stands_for_an_illegal_move_is_another_line() -> None:
    item = only(TAGS + "\n1. e4 e5 2. Ke3 (2. d4 Nf6 (2... exd4)) d4 (2. c4) Nf6 *\n")
    assert item.tree is not None
    assert item.tree.moves() == ("e2-e4", "e7-e5", "d2-d4", "g8-f6")
    assert item.tree.line()[2].children[1].move == "e5xd4"
    assert item.tree.line()[1].comments[1].endswith(": Ke3 d4 (2. c4) Nf6")


def test_other_games_and_lines_still_load() -> None:
    text = TAGS + "\n1. e4 (1. d4 Nf3 2. c4) e5 *\n" + TAGS + "\n1. c4 *\n"
    broken, whole = records.read(text)
    assert broken.tree is not None
    assert whole.tree is not None
    assert broken.tree.moves() == ("e2-e4", "e7-e5")
    assert [node.move for node in broken.tree.root.children] == ["e2-e4", "d2-d4"]
    assert whole.error is None
    assert whole.tree.moves() == ("c2-c4",)


@pytest.mark.usefixtures("_reader")
def test_the_fifth_time_ends_the_game() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 2
    tree = tree_of(TAGS + f'[Result "1/2-1/2"]\n\n{shuffle} 1/2-1/2\n')
    assert tree.tags["Result"] == "1/2-1/2"
    item = only(TAGS + f"\n{shuffle * 2} e4 *\n")
    assert item.tree is not None
    assert len(item.tree.line()) == 16
    assert "over (repetition)" in str(item.error)
    back = only(TAGS + f"\n{shuffle[:-4]} (Nd4) (Rg1 Ng8 Rh1) Ng8 *\n")
    assert back.error is None


@pytest.mark.usefixtures("_reader")
def test_results_against_the_rules() -> None:
    item = only(TAGS + '[Result "0-1"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 0-1\n')
    assert "these moves end with 1-0 (checkmate)" in str(item.error)


CLOCKED = (
    "1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 { [%clk 0:02:59] } 2. d4 {[%eval #-3]} {second} exd4 {}"
)


@pytest.mark.usefixtures("_reader")
@pytest.mark.parametrize(
    ("comment", "evaluation", "clock"),
    [
        ("[%eval 0.17] [%clk 0:03:00]", "0.17", 180),
        ("[%eval 0.17,20]", "0.17,20", None),
        (" [%clk 1:00:09] ", None, 3609),
        ("[%clk 0:61:00]", None, None),
        ("[%clk 0:01:02.5]", None, 62.5),
        ("[%clk 0:00:05][%eval 1]", "1", 5),
        ("[%eval 1] best", "1", None),
    ],
)
def test_clocks_and_evaluations(comment: str, evaluation: str | None, clock: float | None) -> None:
    item = only(TAGS + "\n1. e4 {" + comment + "} Nf6 { [%clk 0:00:01] } (1... e5) 2. e5 *\n")
    assert item.tree is not None
    e4, nf6, _ = item.tree.line()
    assert (e4.evaluation, e4.clock, nf6.clock) == (evaluation, clock, 1)
    text = e4.comments[1]
    assert text == {"best": "best"}.get(
        comment[-4:], comment if evaluation is None is clock else ""
    )


@pytest.mark.usefixtures("_reader")
def test_the_second_comment_is_the_next_moves() -> None:
    tree = tree_of(TAGS + f"\n{CLOCKED} 3. Nf3 *\n")
    e4, _, d4, taken, _ = tree.line()
    assert (e4.evaluation, e4.clock) == ("0.17", 180)
    assert d4.evaluation == "#-3"
    assert taken.comments == ("second", "")


def test_what_is_read_is_counted_until_the_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rooms = pgn_script._Rooms()
    monkeypatch.setattr(pgn_script, "_rooms", rooms)
    tree_of(STUDY)
    assert rooms.tokens > 10


def test_deep_variations() -> None:
    deep = "1. e4 " + "(1. d4 " * 60 + ")" * 60 + " e5 *"
    tree = tree_of(TAGS + f"\n{deep}\n")
    assert tree.moves() == ("e2-e4", "e7-e5")


# -- losses ----------------------------------------------------------------------------------------


def test_losses_are_told() -> None:
    tree = Tree("chess:move_limit=60", {"White": "A"})
    node = tree.root.add("e2-e4")
    node.comments = ("", "a } brace")
    node.labels = {"e4": "A"}
    losses = {loss.field: loss for loss in tree.write("pgn").losses}
    assert set(losses) == {"Game", "comments"}
    assert losses["comments"].node is node
    assert tree_of(tree.write("pgn").text).line()[0].comments[1] == "a ) brace"
    with pytest.raises(BadForm):
        Tree("hex").write("pgn")


def test_all_that_differs_is_told() -> None:
    tags = {"Event": "?", "FEN": "8/8", "Variant": "Atomic", "GameType": "21", "Result": "2:0"}
    tree = Tree("chess", tags)
    node = tree.root.add("e2-e4")
    node.comments = ("", "[%csl Gd4] [%cal Ga1b2]")
    node.arrows = [("d1", "h5", "R")]
    written = tree.write("pgn")
    (item,) = records.read(written.text)
    assert (item.error, item.tree and item.tree.moves()) == (None, ("e2-e4",))
    lost = {(loss.node.ply, loss.field) for loss in written.losses}
    assert lost == {(0, "tags"), (1, "comments"), (1, "cells"), (1, "arrows")}
    told = {loss.text.partition(":")[0] for loss in written.losses if loss.field == "tags"}
    assert told == set(tags)


# -- nonsense --------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    (
        *("1.", "e4", "e5", "2.", "Nf3", "O-O-O", "Qxf7#", "exd6", "e.p.", "a8=Q", "12", "é"),
        *(
            "(",
            ")",
            "{",
            "}",
            ";",
            "\n",
            "$3",
            "$",
            "!",
            "??",
            "[%csl",
            "Ge4]",
            "%",
            "\\",
            '"',
            "[",
        ),
        *('[White "a"]', "*", "1-0", "0-1", "1/2-1/2", "\u00a0"),
    )
)


@settings(max_examples=40)
@given(st.lists(PIECES, max_size=40))
def test_nonsense_raises_nothing(words: list[str]) -> None:
    text = TAGS + "\n1. e4 " + " ".join(words)
    for item in records.read(text):
        if item.tree is not None and item.form == "pgn":
            again = only_tree(item.tree.write("pgn").text)
            assert again is None or again.moves() == item.tree.moves()


def only_tree(text: str) -> Tree | None:
    return next(iter(records.read(text))).tree


@given(st.text(max_size=60))
def test_any_text_raises_nothing(text: str) -> None:
    for item in records.read(TAGS + f"\n1. Nf3 {text}"):
        assert item.tree is None or item.tree.root is not None


def test_a_word_that_is_said_of_a_capture_in_passing_is_no_move() -> None:
    tree = only('[Event "x"]\n\n1. e4 e6 2. e5 d5 3. exd6 e.p. cxd6 *\n').tree
    assert tree is not None
    assert tree.moves()[4:] == ("e5xd6", "c7xd6")


@pytest.mark.parametrize(
    ("text", "last", "result"),
    [
        ("1. d4 d5 1:0", "d7-d5", "1-0"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. *", "e5xd6", "*"),
        ('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8/Q Kg7 *', "h7-g7", "*"),
    ],
)
def test_older_spellings_of_moves_and_results(text: str, last: str, result: str) -> None:
    (item,) = records.read(text)
    assert item.error is None
    assert item.tree is not None
    assert (item.tree.moves()[-1], item.tree.tags["Result"]) == (last, result)


def test_a_capture_in_passing_that_says_so_is_followed_by_the_right_moves() -> None:
    (item,) = records.read(
        "1. e4 a6 2. e5 d5 3. exd6ep Qxd6 4. Qf3 Nc6 5. Qxf7+ Kxf7 6. Nf3 Qd3 7. Bxd3 *\n"
    )
    assert item.error is None
    assert item.tree is not None
    assert item.tree.moves()[5:8] == ("d8xd6", "d1-f3", "b8-c6")
    assert item.tree.end().outcome is None
