"""Recorded games: written, read back, replayed; broken ones told of; nonsense raises nothing else."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import parlour
from parlour import records
from parlour.errors import BadRecord
from parlour.records import Item, Tree, as_heard, first, read, result_text, save
from tests.conformance.test_laws import step
from tests.conftest import at_length
from tests.one_file import write_game
from tests.search.toys import toy

GOOD = """[Game "four-in-line:line=3,size=4"]
[Event "Tea time"]
[Black "Ann \\"the line\\" Lee"]
[White "Bo\\\\b"]
[Result "1-0"]
[Termination "row"]

1. a1 b1 2. a2 b2 3. a3 1-0
"""


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> None:
    parlour.game(write_game(tmp_path_factory.mktemp("games")))


def only(text: str) -> Tree:
    (item,) = read(text)
    assert item.error is None
    assert item.tree is not None
    return item.tree


def text_of(item: Item) -> str:
    return item.tree.write().text if item.tree else ""


def test_a_record_is_read_written_and_replayed() -> None:
    tree = only(GOOD)
    assert tree.tags["Black"] == 'Ann "the line" Lee'
    assert tree.tags["White"] == "Bo\\b"
    assert tree.moves() == ("a1", "b1", "a2", "b2", "a3")
    assert tree.tags["Result"] == "1-0"
    written = tree.write("native")
    assert written.text == GOOD
    assert written.losses == ()
    state = tree.end()
    assert state.history == tree.moves()
    assert state.outcome is not None


def test_from_a_state_and_back() -> None:
    state, rng = parlour.game("four-in-line:size=7").start(), random.Random(5)
    while state.outcome is None:
        tree = Tree.from_state(state, {"Black": "Ann"})
        assert only(tree.write().text).tags == tree.tags
        assert tree.end().text == state.text
        state.play(rng.choice(state.moves()))
    final = Tree.from_state(state)
    assert final.tags["Termination"] == state.outcome.reason
    assert only(final.write().text).end() == state
    assert all(len(line) <= 80 for line in final.write().text.splitlines())


def test_a_game_that_began_elsewhere_has_its_position() -> None:
    game = parlour.game("four-in-line:line=3,size=4")
    middle = game.start().play("a1").text
    state = game.read(middle).play("b1").play("a2")
    tree = Tree.from_state(state)
    assert tree.tags["Position"] == middle
    assert "1... b1 2. a2 *" in tree.write().text
    assert only(tree.write().text).end() == state


def test_the_table_may_end_a_game() -> None:
    state = parlour.game("four-in-line").start().play("a1")
    tree = Tree.from_state(state, {"Result": "0-1", "Termination": "resignation"})
    assert only(tree.write().text).tags["Result"] == "0-1"
    assert tree.write().text.rstrip().endswith("1. a1 0-1")


def test_many_games_stream_and_broken_ones_are_told() -> None:
    broken = [
        GOOD.replace("a3 1-0", "a1 1-0"),  # an occupied cell
        GOOD.replace("four-in-line:", "no-such-game:"),
        GOOD.replace("1-0\n", "0-1\n"),
        GOOD.replace('[Result "1-0"]', '[Result "one"]'),
        GOOD.replace('[Event "Tea time"]', "[Event Tea time]"),
        GOOD.replace("2. a2", "2. { a2"),
        GOOD.replace("2. a2", "2. ( a2"),
        GOOD.replace("2. a2", "2. ) a2"),
        GOOD.replace("[Event", '[White "Twice"]\n[Event'),
        GOOD.replace("[Event", '[Position "four-in-line 0"]\n[Event'),
        GOOD.replace("size=4", "size=400"),
        GOOD.replace("four-in-line:", "four_in_line.py:"),
        GOOD.replace("1-0", "1:0:0"),
    ]
    text = "\n".join([GOOD, *[part + "\n" + GOOD for part in broken]])
    items = list(read(text))
    assert len(items) == 2 * len(broken) + 1
    assert all(item.error is None and text_of(item) == GOOD for item in items[::2])
    errors = [item.error for item in items[1::2]]
    assert all(error is not None for error in errors)
    assert str(errors[0]).startswith("line 17, column 22: a1 is not a legal move")
    lines = text.split("\n")
    for item in items[1::2]:
        assert item.error is not None
        assert item.line <= item.error.line <= len(lines)
        assert 0 <= item.error.column <= len(lines[item.error.line - 1]) + 1
    with pytest.raises(BadRecord, match="column 22: a1"):
        first("\n".join(lines[9:]))


def test_an_illegal_move_ends_its_line_and_nothing_is_invented() -> None:
    text = '[Game "hex:size=3"]\n\n1. a1 {so} b2 (1... c3 2. z9 c1 (2. b1)) 2. a1 c2 {lost} *\n'
    (item,) = read(text)
    assert item.tree is not None
    assert item.error is not None
    assert (item.error.line, item.error.column) == (3, 27)
    assert item.tree.moves() == ("a1", "b2")
    side = item.tree.root.children[0].children[1]
    assert side.move == "c3"
    assert side.children == []
    assert side.comments[1].startswith("line 3: z9 is not a legal move")
    assert side.comments[1].endswith("legal are a2, a3, b1, b2, b3, c1, …: z9 c1 (2. b1)")
    assert item.tree.line()[-1].comments[1].endswith(": a1 c2 {lost}")
    assert [notice.line for notice in item.notices] == [3]
    again = item.tree.write().text
    assert only(again).write().text == again


def test_what_stands_for_an_illegal_move_is_another_line() -> None:
    text = '[Game "hex:size=5"]\n\n1. a1 b2 2. zz {c} (2. c3 d4 (2... d5)) (2. c4 qq e4) c5 (3. e5) e4 1-0\n'
    (item,) = read(text)
    assert item.tree is not None
    two = item.tree.root.children[0].children[0]
    assert [[node.move for node in child.below()] for child in two.children] == [
        ["c3", "d4", "d5"],
        ["c4"],
    ]
    assert two.comments[1].endswith(": zz {c} c5 (3. e5) e4")
    assert two.children[1].comments[1].endswith(": qq e4")
    assert item.tree.tags["Result"] == "1-0"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('[Event "x"]\n[Game "no"]\n\n*', 2, 1),
        ('[Game "hex:size=99"]\n\n*', 1, 1),
        ('[Game "hex"]\n[Position "hex x"]\n\n*', 2, 1),
        ('[Game "hex"]\n[Result "won"]\n\n*', 2, 1),
        ('[Game "hex"]\n[Result "1-0"]\n\n1. a1 0-1', 4, 7),
        ('[Game "hex"]\n\n1. a1\n 1:2:3', 4, 2),
    ],
)
def test_errors_tell_where(text: str, line: int, column: int) -> None:
    (item,) = read(text)
    assert item.error is not None
    assert (item.error.line, item.error.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        '[Game "hex"]\n[Position "hex x"]\n\n1. a1 b2 *',
        '[Event "x"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 e5 *',
        '[GameType "21"]\n[FEN "W:W99:B1"]\n\n1. 11-15 *',
        "(;FF[4]GM[33]AB[a1];B[a1-b2])",
        "(;FF[4]GM[11]SZ[5]AB[z9];B[a1](;W[b2])(;W[c3]))",
        "position sfen 4k4/9/9/9/9/9/9/9/8 b - 1 moves 7g7f",
        "手合割：ばか\n   1 ７六歩(77)\n変化：1手\n   1 ２六歩(27)\n",
    ],
)
def test_a_game_whose_beginning_cannot_be_is_known_all_the_same(text: str) -> None:
    (item,) = read(text + "\n")
    assert item.error is not None
    assert item.tree is not None
    assert (item.tree.position, item.tree.moves()) == (None, ())
    last = re.findall(r"[\w-]+", text.replace("*", ""))[-1]
    assert last in item.tree.root.comments[1]
    once = text_of(item)
    assert only(once).write().text == once


def test_what_cannot_be_noted_is_refused() -> None:
    node = Tree("hex").root
    for name, values in {
        "comments": (5, None, "ab", (1, 2)),
        "glyphs": (5, None, [True], [-1], [10**9], ["1"]),
        "cells": (5, None, {"a1": "x"}, {1: "G"}),
        "arrows": (5, None, [5], [("a1", "b2")]),
        "labels": (5, None, {"a1": 5}),
        "clock": ("x", -1, True, 1e300, float("nan")),
        "kept": (5, {"A": 5}),
    }.items():
        for value in values:
            with pytest.raises(BadRecord):
                setattr(node, name, value)
    for source in (5, None, b"(;GM[11])"):
        with pytest.raises(BadRecord):
            list(read(source))  # type: ignore[arg-type]
        with pytest.raises(BadRecord):
            records.recognise(source)  # type: ignore[arg-type]
    with pytest.raises(BadRecord):
        Tree("hex", ["Event"])  # type: ignore[arg-type]
    with pytest.raises(parlour.UnknownGame):
        Tree(5)  # type: ignore[arg-type]


def test_a_result_that_is_none_is_told() -> None:
    written = Tree("hex", {"Result": "won"}).write()
    assert only(written.text).tags["Result"] == "*"
    assert [loss.text for loss in written.losses] == ["Result: won"]


def test_a_text_of_no_game_is_an_error() -> None:
    (item,) = read("hello world")
    assert item.tree is None
    assert item.error is not None


def test_a_comment_of_no_game_is_no_error() -> None:
    game, rest = read('[Game "hex"]\n\n1. a1 *\n{the end}\n')
    assert (game.error, rest.error, rest.tree) == (None, None, None)
    assert [notice.line for notice in rest.notices] == [4]


def test_a_line_among_the_tags_that_is_none_is_kept() -> None:
    (item,) = read('[Game "hex"]\n[Event tea]\n\n{root} {before} 1. a1 *\n')
    assert item.tree is not None
    assert item.tree.root.comments == ("", "root\n[Event tea]")
    assert item.tree.line()[0].comments == ("before", "")


def test_tags_come_back_in_their_order() -> None:
    given = {"Odd": "1", "Annotator": "x", "Blue": "b", "Event": "e", "Red": "r", "Even": "2"}
    tree = Tree("hex", given)
    order = ["Game", "Event", "Red", "Blue", "Odd", "Annotator", "Even", "Result"]
    assert list(tree.tags) == order
    assert all(list(only(tree.write(form).text).tags) == order for form in ("native", "sgf"))


def test_lenient_in_what_does_not_matter() -> None:
    text = "\ufeff% an escaped line\n" + GOOD.replace("1. a1 b1 2. a2", "1.a1 1... b1\n%{\n2 a2\n")
    assert only(text).end().outcome is not None
    (item,) = read(GOOD.replace(" 1-0\n", ""))
    assert item.error is None
    assert item.tree is not None
    assert item.tree.tags["Result"] == "1-0"
    assert "no result" in item.notices[0]


def test_results() -> None:
    for scores, text in [
        ((1, 0), "1-0"),
        ((2, 0), "2:0"),
        ((3, 3, 0, 0), "3:3:0:0"),
        ((1,), "1"),
    ]:
        assert result_text(tuple(map(parlour.table.outcome.Fraction, scores))) == text
    assert result_text(None) == "*"


def test_a_solitaire_ends_with_a_number() -> None:
    state, rng = parlour.game("chainn").start(), random.Random(3)
    while step(state, rng):
        pass
    text = Tree.from_state(state).write().text
    one, two = read(text + "\n" + GOOD)
    assert one.tree is not None
    assert one.tree.end() == state
    assert text_of(two) == GOOD


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    tree = only(GOOD)
    save(path, [tree] * 3)
    assert [text_of(item) for item in read(path)] == [GOOD] * 3
    with path.open() as text, path.open("rb") as raw:
        assert len(list(read(text))) == len(list(read(raw))) == 3
    save(path, [tree])
    assert path.read_text() == GOOD
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]
    with pytest.raises(OSError, match="No such file"):
        list(read(tmp_path / "nothing.pgn"))
    with pytest.raises(OSError, match="No such file") as trouble:
        save(tmp_path / "no folder" / "games.pgn", [tree])
    assert trouble.value.filename == str(tmp_path / "no folder" / "games.pgn")
    path.write_bytes(b"\xff\xfe\x00[Game \x80")
    assert all(item.tree is None for item in read(path))


def test_encodings(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    text = GOOD.replace("Tea time", "Café")
    tagged = text.replace("[Event", '[Encoding "cp1250"]\n[Event').replace("é", "ő")
    for written, encoding, event in [
        (text, "utf-8", "Café"),
        (text, "latin-1", "Café"),
        (tagged, "cp1250", "Cafő"),
    ]:
        path.write_text(written, encoding=encoding)
        (item,) = read(path)
        assert item.tree is not None
        assert item.tree.tags["Event"] == event


PIECES = st.sampled_from(
    ['[Game "four-in-line"]', '[Game "', '"]', "[", "]", "{", "}", "(", ")", ";", "%", "\n", " ", "1.",
     "a1", "b2", "*", "1-0", "0:1", "$3", "!?", "\\", '"', "[Result \"1\"]", "1", "\x00", "é", "¹"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join) | st.text())
@example('[Game "four-in-line"]0:10:1')
def test_nonsense_raises_nothing_and_is_stable_after_one_round(text: str) -> None:
    for item in read(text):
        if item.tree is not None:
            once = item.tree.write().text
            assert only(once).write().text == once


@pytest.mark.parametrize("count", [100, at_length(400)])
def test_mutated_records_raise_nothing(count: int) -> None:
    rng = random.Random(11)
    for _ in range(count):
        letters = list(GOOD + "\n" + GOOD)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 3)] = rng.choice(
                ["", "{", "}", '"', "[", "(", "\n", "z"]
            )
        list(read("".join(letters)))


@pytest.mark.parametrize("toy_name", ["kuhn", "guess", "wide"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_a_seat_heard_can_be_read_but_not_replayed(toy_name: str, seat: int | None) -> None:
    state, rng = toy(toy_name).start(), random.Random(f"{toy_name} {seat}")
    while step(state, rng):
        heard = as_heard(state, seat, {"Date": "2026.11.21"})
        again = only(heard.write().text)
        assert again.moves() == heard.moves()
        assert again.tags == heard.tags
        assert heard.heard_by == ("onlooker" if seat is None else state.game.seat_names[seat])
        with pytest.raises(BadRecord, match="the tag Heard says that this"):
            heard.end()


def test_a_seat_does_not_hear_what_is_hidden() -> None:
    state = toy("kuhn").start().play("deal:KJ").play("pass")
    assert as_heard(state, 0).moves() == ("deal:K?", "pass")
    assert as_heard(state, None).moves() == ("deal:??", "pass")
    later = state.game.read("toy-kuhn KJ p").play("bet")
    assert as_heard(later, 1).tags["Position"] == "toy-kuhn ?J p"
    assert later.view(0) not in as_heard(later, 1).write().text
    named = toy("wide").start().play("5")
    assert as_heard(named, 0).moves() == ("5",)
    assert as_heard(named, 1).moves() == ()  # it hears nothing, and so nothing stands there
    assert as_heard(parlour.game("hex").start().play("a1"), 0).end()  # nothing is hidden


def test_a_stream_is_read_one_game_at_a_time() -> None:
    class Endless(io.TextIOBase):
        def read(self, size: int | None = -1, /) -> str:
            return GOOD + "\n"

    games = records.read(Endless())  # type: ignore[arg-type]
    assert [text_of(next(games)) for _ in range(50)] == [GOOD] * 50


@pytest.mark.parametrize(
    "name", ["rot13", "hex", "idna", "undefined", "unicode_escape", "utf-7", "none"]
)
def test_an_encoding_that_is_none_of_text_is_passed_over(name: str) -> None:
    written = f"(;FF[4]GM[11]CA[{name}]SZ[5];B[a1]C[h\u00e9])".encode()
    (item,) = records.read(io.BytesIO(written))
    assert item.tree is not None
    assert item.tree.root.children[0].comments == ("", "h\u00e9")


def test_a_tree_shows_itself_in_notebooks() -> None:
    tree = Tree("hex:size=3", {"Event": "<b>"})
    node = tree.root.add("b2")
    node.comments = ("", "strong & bold")
    shown = tree._repr_html_()
    assert shown.count("<svg") == shown.count('type="radio"') == 2
    assert shown.count("<label") == 2
    assert shown.count(" checked>") == 1
    assert "strong &amp; bold" in shown
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown


def test_commands_that_nobody_knows_are_told_and_stay() -> None:
    [item] = records.read('[Game "chess"]\n\n1. e2-e4 {[%tqu "En"] best} *\n')
    assert [str(notice) for notice in item.notices] == [
        'line 3, column 10: [%tqu "En"] is not understood'
    ]
    assert item.tree is not None
    assert item.tree.line()[0].comments == ("", '[%tqu "En"] best')
    [again] = records.read(item.tree.write().text)
    assert not again.notices, "the native form says that it is a text"
    assert again.tree is not None
    assert again.tree.line()[0].comments == ("", '[%tqu "En"] best')


def test_arrows_of_cells_that_run_together_are_parted_by_the_names_of_cells() -> None:
    [item] = records.read('[Game "shogi"]\n\n{[%cal G7g7f,R8h2b]} *\n')
    assert item.tree is not None
    assert item.tree.root.arrows == [("7g", "7f", "G"), ("8h", "2b", "R")]
