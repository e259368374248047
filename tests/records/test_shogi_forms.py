"""KIF, CSA and USI: read and written, beside python-shogi's readers, with what each cannot hold."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
import shogi.CSA
import shogi.KIF
from hypothesis import example, given
from hypothesis import strategies as st

import parlour
from parlour.errors import BadForm, BadRecord
from parlour.records import Item, Node, Tree, read
from parlour.records.formats.format_registry import format_named
from parlour.records.source import Source
from tests.conftest import share

KIF = """\
# ---- Kifu for Windows ----
開始日時：2020/01/02 10:00
棋戦：茶会
手合割：平手
先手：羽根
後手：木村
手数----指手---------消費時間--
*始めの一言
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:05/00:00:05)
*角道を
*開ける
   3 ２二角成(88) ( 1:00/00:01:16)
   4 同　銀(31)   ( 0:03/00:00:08)
   5 ４五角打     ( 0:01/00:01:17)
   6 投了         ( 0:02/00:00:10)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
*ふつう
   5 中断

変化：4手
   4 ４四歩(43)
"""

CSA = """\
'CSA encoding=UTF-8
V2.2
N+羽根
N-木村
$EVENT:茶会
$START_TIME:2020/01/02 10:00:00
PI
+
'*始め
+7776FU
T16
-3334FU,T5
'*角道
+8822UM
-3122GI
+0045KA
%TORYO
"""


def only(text: str) -> Item:
    (item,) = read(text)
    return item


def tree_of(text: str) -> Tree:
    item = only(text)
    assert item.error is None
    assert item.tree is not None
    return item.tree


def same(one: Tree, other: Tree) -> bool:
    return one.write().text == other.write().text


# -- KIF -----------------------------------------------------------------------------------------------


def test_kif() -> None:
    item = only(KIF)
    assert (item.error, item.notices, item.form) == (None, [], "kif")
    tree = item.tree
    assert tree is not None
    assert tree.moves() == ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e")
    assert tree.root.comments == ("", "始めの一言")
    second = tree.line()[1]
    assert second.comments == ("", "角道を\n開ける")
    assert second.kept == {"spent": ["5"]}
    assert [child.move for child in second.children] == ["8h2b+", "2g2f"]
    other = second.children[1]
    assert [child.move for child in other.children] == ["8c8d", "4c4d"]
    assert other.children[0].kept == {"end": ["中断"]}
    expected = {"Black": "羽根", "White": "木村", "Event": "茶会", "Date": "2020/01/02 10:00"}
    assert expected.items() <= dict(tree.tags).items()
    assert (tree.tags["Result"], tree.tags["Termination"]) == ("1-0", "resignation")


def test_kif_is_stable_after_one_round() -> None:
    written = tree_of(KIF).write("kif")
    assert written.losses == ()
    assert same(tree_of(written.text), tree_of(KIF))
    assert tree_of(written.text).write("kif").text == written.text


def test_shift_jis_that_is_declared_utf_8_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.kif"
    path.write_bytes(b"#KIF version=2.0 encoding=UTF-8\n" + KIF.encode("cp932"))
    [item] = read(path)
    assert item.tree is not None
    assert item.tree.write("kif").text == next(iter(read(KIF))).tree.write("kif").text  # type: ignore[union-attr]


@pytest.mark.parametrize("encoding", ["cp932", "utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kif"
    path.write_bytes(KIF.replace("\n", "\r\n").encode(encoding))
    (item,) = read(path)
    assert item.tree is not None
    assert same(item.tree, tree_of(KIF))
    (item,) = read(io.BytesIO(path.read_bytes()))
    assert item.tree is not None
    assert item.tree.tags["Black"] == "羽根"


def test_a_declared_encoding(tmp_path: Path) -> None:
    path = tmp_path / "game.kif"
    path.write_bytes(
        ("#KIF version=2.0 encoding=Shift_JIS\n" + KIF.replace("羽根", "髙橋")).encode("cp932")
    )
    (item,) = read(path)
    assert item.tree is not None
    assert item.tree.tags["Black"] == "髙橋"


@pytest.mark.parametrize(
    ("name", "game", "position"),
    [
        ("香落ち", "shogi:handicap=lance", None),
        ("二枚落ち", "shogi:handicap=two", None),
        ("十枚落ち", "shogi:handicap=ten", None),
        ("三枚落ち", "shogi", "lnsgkgsn1/9/ppppppppp"),
        ("右香落ち", "shogi", "1nsgkgsnl/1r5b1/ppppppppp"),
    ],
)
def test_handicaps(name: str, game: str, position: str | None) -> None:
    tree = tree_of(f"手合割：{name}\n下手：A\n上手：B\n   1 ６二玉(51)\n")
    assert tree.game.name == game
    assert (tree.tags["Black"], tree.tags["White"]) == ("A", "B")
    assert (tree.position or "").partition("/9/9/9")[0].removeprefix("shogi ") == (position or "")
    assert tree.moves() == ("5a6b",)
    assert same(tree_of(tree.write("kif").text), tree)


BOD = """\
後手の持駒：飛　角　金二　歩十一
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂 ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・v玉 ・ ・ ・ ・|二
| ・ ・ と 杏 ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・v馬 ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ 玉 ・ 龍 ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数＝12　△５二玉　まで
後手番
"""


def test_a_drawn_board() -> None:
    tree = tree_of(BOD + "  13 ５一玉(52)\n  14 ５二金打\n")
    assert tree.position == ("shogi ln7/4k4/2+P+L5/9/9/1+b7/9/4K1+R2/9 w Grb2g11p 13")
    assert tree.moves() == ("5b5a", "G*5b")
    assert tree.tags["Termination"] == "checkmate"
    written = tree.write("kif")
    assert written.losses == ()
    assert same(tree_of(written.text), tree)
    assert "後手の持駒：飛　角　金二　歩十一" in written.text
    assert "  14 ５二金打" in written.text
    assert "  15 詰み\nまで14手で先手の勝ち" in written.text


def test_moves_without_their_square_of_departure() -> None:
    tree = tree_of(
        "手合割：平手\n▲７六歩　△３四歩　▲２二角成　△同　銀　▲４五角\n△５二金右　▲６三角成\n"
    )
    assert tree.moves() == ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "6a5b", "4e6c+")


@pytest.mark.parametrize(
    ("sfen", "text", "move"),
    [
        ("4k4/9/9/9/9/9/2G1G4/9/4K4 b - 1", "▲６六金右", "5g6f"),
        ("4k4/9/9/9/9/9/2G1G4/9/4K4 b - 1", "▲６六金左", "7g6f"),
        ("4k4/9/9/9/9/2GG5/3G5/9/4K4 b G 1", "▲６五金直", "6f6e"),
        ("4k4/9/9/9/9/2GG5/3G5/9/4K4 b G 1", "▲６五金左", "7f6e"),
        ("4k4/9/9/9/9/2GG5/3G5/9/4K4 b G 1", "▲６五金打", "G*6e"),
        ("4k4/9/9/9/9/3S5/9/3S5/4K4 b - 1", "▲７七銀上", "6h7g"),
        ("4k4/9/9/9/9/3S5/9/3S5/4K4 b - 1", "▲７七銀引", "6f7g"),
        ("4k4/9/9/9/2G6/3G5/9/9/4K4 b - 1", "▲６五金寄", "7e6e"),
        ("3gkg3/9/9/9/9/9/9/9/4K4 w - 1", "△５二金右", "6a5b"),
        ("3gkg3/9/9/9/9/9/9/9/4K4 w - 1", "△５二金左", "4a5b"),
        ("4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "▲４二銀不成", "5c4b"),
        ("4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "▲４二銀成", "5c4b+"),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "▲５五歩", "P*5e"),
    ],
)
def test_words_that_tell_men_apart(sfen: str, text: str, move: str) -> None:
    tree = Tree("shogi", None, f"shogi {sfen}")
    board = tree.write("kif").text.partition("手数-")[0]
    assert tree_of(f"{board}{text}\n").moves() == (move,)


def test_an_illegal_move_ends_its_line() -> None:
    item = only(KIF.replace("   3 ２二角成(88)", "   3 ５五角成(88)"))
    assert item.error is not None
    assert (item.error.line, item.error.column) == (13, 6)
    tree = item.tree
    assert tree is not None
    assert tree.moves() == ("7g7f", "3c3d", "2g2f", "8c8d")  # the variation is what is left
    assert "５五角成(88)" in tree.line()[1].comments[1]
    wrong = only("手合割：平手\n   1 ７六銀(77)\n   2 ３四歩(33)\n").tree
    assert wrong is not None
    assert wrong.moves() == ()
    assert "３四歩(33)" in wrong.root.comments[1]


def test_many_games_in_a_file() -> None:
    items = list(read(KIF + "\n" + KIF.replace("羽根", "大山")))
    assert [item.tree.tags["Black"] for item in items if item.tree] == ["羽根", "大山"]
    assert items[0].line == 1


ENDINGS = [
    ("投了", "0-1", "resignation"), ("切れ負け", "0-1", "time"), ("反則勝ち", "1-0", "illegal-move"),
    ("千日手", "1/2-1/2", "repetition"), ("持将棋", "1/2-1/2", "impasse"), ("中断", "*", "suspended"),
    ("入玉勝ち", "1-0", "impasse"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "result", "reason"), ENDINGS)
def test_kif_endings(word: str, result: str, reason: str) -> None:
    tree = tree_of(f"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 {word}\n")
    assert (tree.tags["Result"], tree.tags["Termination"]) == (result, reason)
    written = tree.write("kif")
    assert (written.losses, f"   3 {word}\n" in written.text) == ((), True)
    assert same(tree_of(written.text), tree)


def test_a_win_that_is_declared() -> None:
    start = "shogi:impasse=27-points 1K7/+R+RBB5/PPPPPPPP1/9/9/9/9/9/4k4 b 4G 1"
    tree = Tree("shogi:impasse=27-points", None, start)
    tree.root.add("win")
    for form in ("kif", "csa", "usi"):
        written = tree.write(form)
        assert written.losses == ()
        assert same(tree_of(written.text), tree)


# -- CSA -----------------------------------------------------------------------------------------------


def test_csa() -> None:
    item = only(CSA)
    assert (item.error, item.notices, item.form) == (None, [], "csa")
    tree = item.tree
    assert tree is not None
    assert tree.moves() == ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e")
    assert tree.root.comments == ("", "始め")
    assert [node.kept for node in tree.line()[:2]] == [{"spent": ["16"]}, {"spent": ["5"]}]
    assert tree.line()[1].comments == ("", "角道")
    assert (tree.tags["Result"], tree.tags["Termination"]) == ("1-0", "resignation")
    written = tree.write("csa")
    assert written.losses == ()
    assert same(tree_of(written.text), tree)


def test_csa_setups() -> None:
    tree = tree_of("V2.2\nPI82HI22KA\n-\n-5142OU\n")
    assert tree.game.name == "shogi:handicap=two"
    tree = tree_of("V2.2\nP-51OU\nP+59OU00KI00FU00FU\nP-00AL\n-\n")
    assert tree.position == "shogi 4k4/9/9/9/9/9/9/9/4K4 w G2P2r2b3g4s4n4l16p 1"
    rows = "P1 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  * +RY\n"
    assert tree_of(f"V2.2\n{rows}+\n+1911RY\n").moves() == ("1i1a",)
    assert tree_of("V2.2\nPI\n-\n-3334FU\n").position is not None


def test_csa_games_are_parted_by_strokes() -> None:
    items = list(read(CSA + "/\n" + CSA.replace("羽根", "大山")))
    assert [item.tree.tags["Black"] for item in items if item.tree] == ["羽根", "大山"]


@pytest.mark.parametrize(
    ("move", "word"),
    [
        ("+7775FU", "legal"),
        ("-3334FU", "turn"),
        ("+7776KI", "FU"),
        ("+77", "expected"),
        ("+0776FU", "no square"),
    ],
)
def test_csa_moves_that_are_refused(move: str, word: str) -> None:
    item = only(f"V2.2\nPI\n+\n{move}\n-3334FU\n")
    assert item.error is not None
    assert word in str(item.error)
    assert item.error.line == 4
    assert item.tree is not None
    assert item.tree.moves() == ()


@pytest.mark.parametrize("line", ["P+77XX", "PX", "P1-KY-KX", "PI8", "P+00OU"])
def test_csa_positions_that_are_refused(line: str) -> None:
    item = only(f"V2.2\nN+Ann\n{line}\n+\n+7776FU\n")
    assert isinstance(item.error, BadRecord)
    assert item.tree is not None
    assert (item.tree.moves(), item.tree.tags["Black"]) == ((), "Ann")
    assert item.tree.root.comments[1].endswith("+7776FU")


def test_csa_tells_variations_as_lost() -> None:
    written = tree_of(KIF).write("csa")
    assert {(loss.field, loss.text) for loss in written.losses} == {
        ("line", "2g2f 8c8d"),
        ("comments", "ふつう"),
        ("kept", "end: 中断"),
    }


def test_notes_in_lines_that_are_lost_are_told() -> None:
    tree = Tree("shogi")
    tree.root.add("7g7f").add("3c3d")
    side = tree.root.add("2g2f").add("8c8d")
    side.comments = ("", "a side line")
    lost = [(loss.node, loss.field) for loss in tree.write("csa").losses]
    assert lost == [(tree.root.children[1], "line"), (side, "comments")]


# -- USI -----------------------------------------------------------------------------------------------


def test_usi() -> None:
    tree = tree_of("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e resign\n")
    assert tree.moves() == tree_of(KIF).moves()
    assert (tree.tags["Result"], tree.tags["Termination"]) == ("1-0", "resignation")
    written = tree.write("usi")
    assert written.text == "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e resign\n"
    assert written.losses == ()
    fields = {loss.field for loss in tree_of(KIF).write("usi").losses}
    assert fields == {"comments", "kept", "tags", "line"}


def test_lists_of_sfen() -> None:
    lists = "\n".join(
        [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "sfen 4k4/9/9/9/9/9/9/9/4K4 w R 1 moves 5a5b",
            "sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "sfen 4k4/9/9 b - 1",
            "startpos moves 7g7f 7g7f",
        ]
    )
    items = list(read(lists))
    assert [item.tree.game.name if item.tree else "" for item in items] == [
        *("shogi", "shogi", "shogi:handicap=lance", "shogi", "shogi"),
    ]
    assert [item.error is None for item in items] == [True, True, True, False, False]
    assert items[4].error is not None
    assert (items[4].error.line, items[4].error.column) == (5, 21)


# -- laws ----------------------------------------------------------------------------------------------


def grow(rng: random.Random, node: Node, plies: int) -> None:
    for _ in range(plies):
        state = node.state()
        if state.turn is None:
            return
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            child = node.add(rng.choice(state.moves()))
            annotate(rng, child)
            if rng.random() < 0.1:
                grow(rng, child, 3)
        node = rng.choice(node.children)


def annotate(rng: random.Random, node: Node) -> None:
    texts = (
        "",
        "",
        "a note",
        "一行\n二行",
        "*",
        "&",
        "# x",
        "変化：3手",
        "[x] {y} \\",
        "投了",
        "：",
    )
    node.comments = (rng.choice(texts), rng.choice(texts))
    if rng.random() < 0.2:
        node.glyphs = [rng.choice((1, 2, 16))]
        node.cells = {"5e": "G"}
        node.arrows = [("7g", "7f", "R")]
        node.labels = {"1a": "A, b"}
        node.clock = rng.randrange(5000)
    if rng.random() < 0.3:
        node.kept = {"spent": [str(rng.randrange(4000))]}
    if rng.random() < 0.1:
        node.evaluation, node.hint = "0.35", "look"


def a_tree(rng: random.Random) -> Tree:
    handicap = rng.choice(("none", "two", "lance"))
    options = rng.choice(("", ",impasse=27-points", ",move_limit=30"))
    name = f"shogi:handicap={handicap}{options}"
    tags = {"Black": "黒", "Event": "E: x", "Round": "3"} if rng.random() < 0.5 else {}
    position = None
    if rng.random() < 0.3:
        state = parlour.game(name).start()
        for _ in range(rng.randrange(12)):
            state.play(rng.choice(state.moves()))
        position = state.text
    tree = Tree(name, tags, position)
    annotate(rng, tree.root)
    tree.root.kept = {}
    grow(rng, tree.root, rng.randrange(0, 14))
    if rng.random() < 0.3 and tree.end().outcome is None:
        tree.tags["Result"] = rng.choice(("1-0", "0-1", "1/2-1/2"))
    return tree


@pytest.mark.parametrize("seed", range(12))
def test_what_is_not_told_as_lost_comes_back(seed: int) -> None:
    tree = a_tree(random.Random(seed))
    kif = tree.write("kif")
    fields = {loss.field for loss in kif.losses}
    assert fields <= {"comments"}  # whose blanks at an end, or likeness to a command, are lost
    if not fields:
        assert same(tree_of(kif.text), tree)
    for form in ("kif", "csa", "usi"):
        once = tree_of(tree.write(form).text)
        assert same(tree_of(once.write(form).text), once)


@pytest.mark.long
@pytest.mark.parametrize("block", share(10))
def test_many_trees_come_back(block: int) -> None:
    for seed in range(100 + 20 * block, 120 + 20 * block):
        test_what_is_not_told_as_lost_comes_back(seed)


def test_python_shogi_reads_what_is_written() -> None:
    rng = random.Random(3)
    for _ in range(4):
        state = parlour.game("shogi").start()
        for _ in range(60):
            if state.turn is not None:
                state.play(rng.choice(state.moves()))
        tree = Tree.from_state(state, {"Black": "A", "White": "B"})
        if state.outcome is None:
            tree.tags["Result"], tree.tags["Termination"] = "1-0", "resignation"
        (kif,) = shogi.KIF.Parser.parse_str(tree.write("kif").text)
        (csa,) = shogi.CSA.Parser.parse_str(tree.write("csa").text)
        for found in (kif, csa):
            assert tuple(found["moves"]) == tree.moves()
            assert found["names"] == ["A", "B"]
            assert found["sfen"] == " ".join(tree.root.state().text.split(" ")[1:])
        board = shogi.Board()
        board.push_usi_position_cmd(tree.write("usi").text.replace(" resign", "").strip())
        assert f"shogi {board.sfen()}" == tree.end().text.split(" #")[0]


def test_python_shogi_writes_what_is_read() -> None:
    rng = random.Random(5)
    board, moves = shogi.Board(), []
    for _ in range(80):
        chosen = rng.choice(sorted(move.usi() for move in board.legal_moves))
        board.push_usi(chosen)
        moves.append(chosen)
    summary = {"names": ["A", "B"], "sfen": shogi.STARTING_SFEN, "moves": moves, "win": "b"}
    summary["win"] = "w"
    tree = tree_of(shogi.KIF.Exporter.kif(summary))
    assert tree.moves() == tuple(moves)
    assert tree.tags["Result"] == "0-1"


def test_other_games_are_refused() -> None:
    for form in ("kif", "csa", "usi"):
        with pytest.raises(BadForm):
            Tree("focus").write(form)


PIECES = st.sampled_from(
    [
        *(line for text in (KIF, CSA, BOD) for line in text.splitlines(True)),
        *(
            "変化：1手\n",
            "同　銀\n",
            "▲",
            "７六歩",
            "*",
            "\n",
            "P+",
            "PI",
            "'",
            "%",
            "+7776FU,",
            "T",
            "/",
        ),
        *(
            "sfen ",
            "1 ",
            "(77)",
            "：",
            "９９歩",
            "²",
            "持駒：歩²\n",
            "手合割：平手　　\n",
            "startpos ",
        ),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join) | st.text())
@example("\x1f\n\u2003")
def test_nonsense_raises_nothing(text: str) -> None:
    for form in ("kif", "csa", "usi"):
        for item in format_named(form).read(Source(text)):
            if item.tree is not None:
                assert item.tree.write(form).text
                item.tree.write("native")


@pytest.mark.long
def test_mutated_records_raise_nothing() -> None:
    rng = random.Random(7)
    for _ in range(1_500):
        letters = list(rng.choice((KIF, CSA, BOD)))
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 4)] = rng.choice(
                ["", "\n", "９", "(", "*", "+", "成", "0"]
            )
        for item in read("".join(letters)):
            assert item.error is None or isinstance(item.error, BadRecord)


def test_the_time_that_ending_a_game_took_is_kept() -> None:
    """It is not the last move's own, in KIF or in CSA, and is written where it stood."""
    csa = "V2.2\nPI\n+\n+7776FU\nT12\n-3334FU\n%TORYO\nT3\n"
    kif = "手合割：平手\n   1 ７六歩(77)   ( 0:12/00:00:12)\n   2 ３四歩(33)\n   3 投了  ( 0:03/00:00:15)\n"
    for text, form in ((csa, "csa"), (kif, "kif")):
        tree = tree_of(text)
        first, second = tree.line()
        assert first.kept == {"spent": ["12"]}
        assert second.kept == {"end-spent": ["3"]}
        assert tree.tags["Termination"] == "resignation"
        for other in ("csa", "kif", "sgf", "native"):
            written = tree.write(other)
            assert not written.losses
            [again] = read(written.text)
            assert again.tree is not None
            assert same(again.tree, tree)
        assert {"csa": "%TORYO\nT3\n", "kif": "投了　　( 0:03/00:00:15)"}[form] in tree.write(
            form
        ).text


def test_lines_of_other_forms_are_no_csa() -> None:
    """UGF's moves of Go begin as CSA's boards do."""
    text = "[Header]\nVer=UGF3,200\nSize=19\n[Data]\nQP,B1,1,0\nPC,B1,3,0\nPI,B1,19,0\nP+,W1,2,0\n"
    (item,) = read(text)
    assert item.tree is None
