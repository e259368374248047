"""Records as other people's files and programs write them: small inputs, and what is right for each."""

from __future__ import annotations

import pytest

import parlour
from parlour import records
from parlour.adapters.engines.line_engine import UCI, LineEngine
from parlour.games.chess.uci import read_position


def only(text: str) -> tuple[records.Item, records.Tree]:
    """The one game of a text, with its tree."""
    (item,) = records.read(text)
    assert item.tree is not None
    return item, item.tree


TEAM = '[Event "Team cup"]\n[Site "?"]\n[Date "2024.05.01"]\n[Round "1.{n}"]\n[White "A"]\n[Black "B"]\n'


def test_games_without_moves_have_results() -> None:
    text = f'{TEAM}[Result "1-0"]\n\n1-0\n\n{TEAM}[Result "0-1"]\n\n0-1\n'
    items = list(records.read(text))
    assert [item.error for item in items] == [None, None]
    assert [item.tree and (item.tree.game.id, item.tree.tags["Result"]) for item in items] == [
        ("chess", "1-0"),
        ("chess", "0-1"),
    ]


def test_a_game_without_moves_is_of_the_game_before() -> None:
    native = '[Game "hex:size=5"]\n\n1. a1 *\n\n[Red "A"]\n[Blue "B"]\n[Result "1-0"]\n\n1-0\n'
    _, second = records.read(native)
    assert second.error is None
    assert second.tree is not None
    assert (second.tree.game.name, second.tree.tags["Result"]) == ("hex:size=5", "1-0")


def test_tags_alone_are_games() -> None:
    pairing = '[Event "Rapid"]\n[Round "1.{}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n'
    first, second = records.read(pairing.format(1) + pairing.format(2))
    assert first.error is second.error is None
    assert first.tree is not None
    assert second.tree is not None
    assert (first.tree.tags["Round"], second.tree.tags["Round"]) == ("1.1", "1.2")


def test_a_tag_that_stands_twice_in_a_row_is_an_error() -> None:
    item, _ = only('[Game "hex"]\n[Red "A"]\n[Red "B"]\n\n1. a1 *\n')
    assert "stands twice" in str(item.error)


def test_tags_of_openings_tell_chess() -> None:
    text = '[ECO "A40"]\n[Opening "One"]\n\n1. d4 e5 2. dxe5 *\n\n[ECO "A85"]\n\n1. d4 f5 2. c4 e6 3. e4 *\n'
    assert [item.tree and item.tree.game.id for item in records.read(text)] == ["chess"] * 2


def test_the_game_before_counts_before_trying() -> None:
    text = '[Event "a"]\n\n1. Nf3 d5 *\n\n[Event "b"]\n\n1. d4 f5 2. c4 e6 3. e4 *\n'
    assert [item.tree and item.tree.game.id for item in records.read(text)] == ["chess"] * 2


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("½-½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("1–0", "1-0"),
        ("0–1", "0-1"),
        ("½–½", "1/2-1/2"),
    ],
)
def test_results_as_others_write_them(written: str, result: str) -> None:
    item, tree = only(f'[Result "{written}"]\n\n1. d4 d5 2. c4 c6 {written}\n')
    assert item.error is None
    assert (tree.tags["Result"], len(tree.moves())) == (result, 4)
    again = tree.write("pgn").text
    assert f'[Result "{result}"]' in again
    item, tree = only(f"1. 11-15 23-19 2. 8-11 22-17 {written}\n")
    assert item.error is None
    assert tree.tags["Result"] == result


def test_a_forfeit_is_a_result_with_its_reason() -> None:
    item, tree = only('[White "A"]\n[Black "B"]\n[Result "+:-"]\n\n*\n'.replace("*\n", ""))
    assert item.error is None
    assert (tree.tags["Result"], tree.tags["Termination"]) == ("1-0", "forfeit")


@pytest.mark.parametrize(
    ("tag", "after", "result", "termination"),
    [
        ("", "", "*", ""),
        ("?", "1-0", "1-0", ""),
        ("1/2 - 1/2", "1/2-1/2", "1/2-1/2", ""),
        ("Draw", "", "1/2-1/2", ""),
        ("0-0", "*", "*", "forfeit"),
        ("1 - 0", "1-0.", "1-0", ""),
    ],
)
def test_odd_tags_of_results(tag: str, after: str, result: str, termination: str) -> None:
    item, tree = only(f'[White "A"]\n[Black "B"]\n[Result "{tag}"]\n\n1. d4 d5 {after}\n')
    assert item.error is None
    assert (tree.tags["Result"], tree.tags.given.get("Termination", "")) == (result, termination)


@pytest.mark.parametrize(("tag", "after"), [("1-0", "*"), ("*", "1-0")])
def test_a_result_counts_where_the_other_place_has_none(tag: str, after: str) -> None:
    item, tree = only(f'[White "A"]\n[Result "{tag}"]\n\n1. e4 e5 {after}\n')
    assert item.error is None
    assert "* is left out" in item.notices[0]
    assert tree.tags["Result"] == "1-0"


def test_typographic_quotation_marks_in_tags() -> None:
    item, tree = only("[White “A”]\n[Black „B“]\n\n1. e4\u200b e5 *\n")
    assert item.error is None
    assert (tree.tags["White"], tree.tags["Black"], len(tree.moves())) == ("A", "B", 2)


def test_another_spelling_hides_no_error() -> None:
    item, _ = only(f"{HEAD}1. d4 d5 0-1\n")
    assert "expected 1-0, as tagged" in str(item.error)
    item, tree = only('[White A]\n[Black "B"]\n\n1. Sf3 d5 *\n')
    assert "expected [Name" in str(item.error)
    assert len(tree.moves()) == 2


def test_figures_are_read_as_letters_and_stay_in_comments() -> None:
    item, tree = only("1. ♙e4 e5 2. ♘f3 {♘f3!} ♞c6 (2... ♟d6) 3. ♗b5 *\n")
    assert item.error is None
    assert tree.moves() == ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5")
    assert tree.line()[2].comments[1] == "♘f3!"


ROSTER = (
    '[Event "a"]\n[Site "b"]\n[Date "c"]\n[Round "d"]\n[White "e"]\n[Black "f"]\n[Result "*"]\n'
)


def test_a_problem_of_english_draughts_may_begin_with_any_square() -> None:
    text = '[White "A"]\n[FEN "W:W23,26:B12,14."]\n\n1. 23-19 *\n'
    item, tree = only(text)
    assert (item.error, tree.game.id, len(tree.moves())) == (None, "english-draughts", 1)


def test_the_roster_alone_makes_no_chess_of_russian_draughts() -> None:
    (item,) = records.read(f"{ROSTER}\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n")
    assert item.tree is None
    assert "Russian draughts" in str(item.error)


@pytest.mark.parametrize("word", ["resign", "6.resign", "Resigns"])
def test_a_resignation_ends_a_list(word: str) -> None:
    text = f"1.c2 2.swap 3.i4 4.d8 5.h7 {word}"
    guess = records.recognise(text)[0]
    assert (guess.game, guess.accepted, guess.of) == ("hex", 5, 5)
    item, tree = only(text)
    assert item.error is None
    assert tree.moves()[1] == "swap"
    assert (tree.tags["Result"], tree.tags["Termination"]) == ("1-0", "resignation")


@pytest.mark.parametrize(
    "text",
    [
        "Base;InProgress;black[2];wA1;bA1 wA1-;wQ -wA1",
        "base;inprogress;black[2];wa1;ba1 wa1-;wq -wa1",
        "Base+mlp;InProgress;Black[2];wA1;bA1 wA1-;wQ -wA1",
    ],
)
def test_game_strings_of_hive_in_any_case(text: str) -> None:
    item, tree = only(text)
    assert (item.error, item.notices) == (None, [])
    assert tree.moves() == ("wA1", "bA1,wA1-", "wQ,-wA1")


def test_hive_names_a_cell_by_the_moving_piece() -> None:
    item, tree = only(r"Base;InProgress;Black[3];wB1;bG1 wB1-;wQ -wB1;bQ bG1-;wQ wQ\ ".strip())
    assert item.error is None
    assert tree.moves()[-1] == "wQ,/wB1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("shogi 9/9/9/9/9/9/9/9/9 b - 1", "no king"),
        ("shogi P3k4/9/9/9/9/9/9/9/4K4 b - 1", "pawn on 9a"),
        ("shogi 4k4/9/9/9/9/9/9/9/4K3n w - 1", "knight on 1i"),
        ("shogi 4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1", "two unpromoted pawns on file 5"),
        ("tiger-chequers 2q2g2/5p2/p1P5/8/3l4/8/5n2/8 b - - 2 watch 0", "TigerLancer"),
    ],
)
def test_positions_that_the_rules_forbid_are_refused(text: str, why: str) -> None:
    with pytest.raises(parlour.errors.BadPosition, match=why):
        parlour.game(text.partition(" ")[0]).read(text)


def test_a_shogi_problem_with_one_king_is_a_position() -> None:
    assert parlour.game("shogi").read("shogi 8k/9/7P1/9/9/9/9/9/9 b S 1").turn == 0


@pytest.mark.parametrize(("follows", "move"), [("7-3", "e1xg3xe5"), ("6-1", "e1xc3xe5")])
def test_the_moves_that_follow_tell_which_capture_was_made(follows: str, move: str) -> None:
    """2x18 takes 6 or 7 first: the man that moved next was not taken."""
    head = '[GameType "21"]\n[FEN "B:B2,32:W6,7,14,15,31"]\n\n'
    item, tree = only(f"{head}1. 2x18 {follows} *\n")
    assert item.error is None
    assert "ambiguous" in item.notices[0]
    assert tree.moves()[0] == move
    item, tree = only(f"{head}1. 2x18 *\n")
    assert "ambiguous" in str(item.error)


HEAD = '[White "A"]\n[Black "B"]\n[Event "x"]\n[Result "1-0"]\n\n'


def test_comments_without_braces_end_with_their_line() -> None:
    item, tree = only(
        f"{HEAD}1. e4 e5 2. Nf3 (2. Bc4 is also good) Nc6 The Spanish, as after 1. e4 e5,\n"
        "comes next (a trap)\n3. Bb5 a6 and White resigns 1-0\n"
    )
    assert item.error is None
    assert [notice.partition(": ")[2] for notice in item.notices] == [
        "comments stand without braces"
    ]
    assert tree.moves() == ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5", "a7-a6")
    comments = [node.comments[1] for node in tree.line()]
    assert comments[3] == "The Spanish, as after 1. e4 e5,\ncomes next"
    assert comments[5] == "and White resigns"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ('[Game "hex:size=5"]\n\n1. a1 b2 a good start\n2. c3 d4 *\n', 4),
        ('[GameType "21"]\n\n1. 11-15 23-19 Kelso\n2. 8-11 22-17 1-0\n', 4),
    ],
)
def test_comments_without_braces_in_other_games(text: str, moves: int) -> None:
    item, tree = only(text)
    assert item.error is None
    assert len(tree.moves()) == moves


@pytest.mark.parametrize("word", ["Nf9", "Nff", "exd", "O-O", "OO", "99"])
def test_a_mistaken_move_is_no_comment(word: str) -> None:
    item, tree = only(f"{HEAD}1. e4 e5 2. {word} Nc6\n3. Bb5 1-0")
    assert item.error is not None
    assert len(tree.moves()) == 2


TSUME = """手合割：詰将棋
後手の持駒：飛二 角二 金四 銀三 桂四 香四 歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：銀
手数----指手---------消費時間--
   1 ２二銀打
"""


def test_in_a_shogi_problem_black_moves_first() -> None:
    item, tree = only(TSUME)
    assert (item.error, item.notices) == (None, [])
    assert (tree.beginning.turn, tree.moves(), tree.line()[0].seat) == (0, ("S*2b",), 0)


def test_prose_is_no_game() -> None:
    text = ("The quick brown fox jumps over the lazy dog, and then it sleeps. " * 3100)[:200_000]
    assert records.recognise(text) == []
    assert [item.tree for item in records.read(text)] == [None]


def test_a_clock_leaves_a_day() -> None:
    with pytest.raises(parlour.errors.BadClock, match="a day must be left"):
        parlour.clock("calendar:bank=1d,off=mon+tue+wed+thu+fri+sat+sun", 2)


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/8/4K2R b K -", "8/8/8/8/8/k7/8/K1R5 b"])
def test_uci_takes_a_fen_without_counters(fen: str) -> None:
    state = read_position(parlour.game("chess"), fen)
    assert state.turn == 1
    assert state.text.endswith(" 0 1")


def test_no_move_is_made_for_a_position_that_was_refused() -> None:
    said: list[str] = []
    engine = LineEngine(parlour.game("chess"), "random", said.append, UCI)
    for line in ("position fen 8/8/8/8 w", "go nodes 1"):
        engine.hear(line)
    engine.close()
    assert "refused" in said[-2]
    assert said[-1] == "bestmove 0000"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[Event "x"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 *\n', "Russian draughts (GameType 25)"),
        ('[GameType "20"]\n\n1. 32-28 *\n', "international draughts (GameType 20)"),
        ("(;FF[4]GM[1];B[aa])", "Go (GM[1])"),
        ("(;GM[18];B[aa])", "Amazons (GM[18])"),
        ('[White "A"]\n\n1. c3-d4 d6-c5 2. b2-c3 *\n', "Russian draughts, by its moves"),
        ('[White "A"]\n\n1. cd4 dc5 2. bc3 *\n', "Russian draughts, by its moves"),
        ('[White "A"]\n[Opening "x"]\n\n1. c3-d4 d6-c5 *\n', "Russian draughts, by its moves"),
        (
            '[White "A"]\n[FEN "W:W21,22,23,24:B9,10,11,12."]\n\n1. c3-d4 d6-c5 *\n',
            "Russian draughts, by its moves",
        ),
        ("1. 22-17 10-14 2. 17x10 5x14\n", "Brazilian, Italian or pool draughts, by its moves"),
        ("1. 33-28 18-23 2. 31-27\n", "international draughts, by its moves"),
        ('[Variant "Crazyhouse"]\n\n1. e4 *\n', "Crazyhouse (Variant)"),
    ],
)
def test_a_game_that_is_not_offered_is_named(text: str, name: str) -> None:
    (item,) = records.read(text)
    assert item.tree is None
    assert f"{name}: not a game here" in str(item.error)
    assert records.recognise(text) == []
    assert name in records.why_unknown(text)


def test_castling_of_fischer_random_is_never_dropped() -> None:
    fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"
    item, tree = only(f'[FEN "{fen}"]\n\n1. b3 b6 2. O-O O-O *\n')
    assert item.error is None
    assert tree.game.name == "chess:start=fischer-random-99"
    assert tree.moves()[2:] == ("f1xg1", "f8xg8")
    item, _ = only('[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n\n1. O-O *\n')
    assert item.error is None
    assert "castling KQ is left out" in item.notices[0]


def test_sgf_without_its_first_semicolon() -> None:
    item, tree = only("(GM[9]FF[4]PB[a];B[b1-b3];W[a2-c2])")
    assert item.error is None
    assert "semicolon" in item.notices[0]
    assert tree.moves() == ("b1-b3", "a2-c2")
    assert len(list(records.read("(GM[9];B[b1-b3])\n(PB[x]GM[9];B[b1-b3])"))) == 2


@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@"])
def test_a_null_move_is_held_and_written_back(null: str) -> None:
    item, tree = only(
        f"1. e4 e5 2. Nf3 (2. {null} Nc6 3. Bb5 (3. d4 d5) 3... a6) 2... Nc6 3. Bc4 *\n"
    )
    assert item.error is None
    assert tree.moves() == ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4")
    side = tree.line()[1].children[1]
    assert [node.move for node in side.line()] == ["--", "b8-c6", "f1-b5", "a7-a6"]
    assert side.state().turn == 1
    for form in ("pgn", "native", "sgf"):
        written = tree.write(form)
        assert written.losses == ()
        _, again = only(written.text)
        assert [node.move for node in again.nodes()] == [node.move for node in tree.nodes()]
    assert any(loss.field == "line" for loss in tree.write("epd").losses)
    assert tree.line()[1].add("--") is side


def test_a_null_move_is_none_in_check_or_in_other_games() -> None:
    item, tree = only("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ (3. Nf3) 3... -- *\n")
    assert "cannot be left" in str(item.error)
    assert len(tree.moves()) == 5
    item, _ = only('[Game "hex:size=3"]\n\n1. a1 -- *\n')
    assert "cannot be left" in str(item.error)
    with pytest.raises(parlour.errors.IllegalMove):
        parlour.game("hex").start().leave_turn()
    with pytest.raises(parlour.errors.IllegalMove):
        parlour.game("chess").start().play("--")
