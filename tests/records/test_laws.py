"""The laws of recorded games, for every game and option set: what is written is read back as it was."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import parlour
from parlour.errors import BadForm, IllegalMove
from parlour.records import FORMS, Tree, read
from tests.conftest import first_everyday, option_sets, standard_games
from tests.records.trees import NOTES, annotate, assert_same, grown

EVERYDAY = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=[Phase.generate],  # what fails is a whole tree: there is no time to make it small
)
every_option_set = pytest.mark.parametrize("name", first_everyday(option_sets(), longest=3))
every_game = pytest.mark.parametrize("name", standard_games())


def back(text: str) -> Tree:
    (item,) = read(text)
    assert item.error is None, (item.error, text)
    assert item.tree is not None
    return item.tree


@every_option_set
@EVERYDAY
@given(st.data())
def test_tree_text_tree_is_the_identity(name: str, data: st.DataObject) -> None:
    tree = grown(name, data.draw(st.integers(0, 999)))
    annotate(tree, data)
    for form in ("native", "sgf"):
        written = tree.write(form)
        assert written.losses == ()
        again = back(written.text)
        assert_same(tree, again)
        assert again.write(form).text == written.text


@pytest.mark.parametrize(("name", "form"), [("chess", "pgn"), ("english-draughts", "pdn")])
@EVERYDAY
@given(st.data())
def test_other_forms_keep_all_but_what_they_list(name: str, form: str, data: st.DataObject) -> None:
    tree = grown(name, data.draw(st.integers(0, 999)), plies=12)
    assert_same(tree, back(tree.write(form).text))
    annotate(tree, data)
    written = tree.write(form)
    again = back(written.text)
    lost = {(loss.node, loss.field) for loss in written.losses}
    for ours, theirs in zip(tree.nodes(), again.nodes(), strict=True):
        assert ours.move == theirs.move
        for field in NOTES:
            same = getattr(ours, field) == getattr(theirs, field)
            assert same or (ours, field) in lost, (form, field)
    once = again.write(form).text
    assert back(once).write(form).text == once


@every_game
def test_a_game_that_began_elsewhere(name: str) -> None:
    rng = random.Random(name)
    middle = grown(name, 1, plies=14, spread=1).end()
    tree = Tree(name, position=middle)
    assert tree.root.state().text == middle.text
    node = tree.root
    for _ in range(6):
        state = node.state()
        if state.outcome is None:
            chance = state.turn == parlour.CHANCE
            node = node.add(state.draw(rng) if chance else rng.choice(state.moves()))
    for form in ("native", "sgf"):
        assert_same(tree, back(tree.write(form).text))


@every_game
def test_positions_of_nodes_are_those_of_play(name: str) -> None:
    tree = grown(name, 2, plies=40)
    nodes = list(tree.nodes())
    random.Random(name).shuffle(nodes)
    for node in nodes:
        state = tree.game.start()
        for step in node.path()[1:]:
            state.play(step.move)
        assert node.state() == state
        played = node.state()
        if played.outcome is None and played.turn != parlour.CHANCE:
            played.play(played.moves()[0])  # a state of one's own: the tree's is untouched
        with pytest.raises(IllegalMove):
            node.add("no such move")
    assert all(node.add(child.move) is child for node in nodes for child in node.children)


def test_thousands_of_moves_deep() -> None:
    tree = Tree("focus:move_limit=0")
    node = tree.root
    rng = random.Random(1)
    while node.ply < 1500:
        state = tree.visit(node)
        if state.outcome is not None:
            break
        node = node.add(rng.choice(state.moves()))
    assert node.ply > 500
    again = back(tree.write().text)
    assert_same(tree, again)
    *_, last = again.root.line()
    assert last.state() == node.state()
    assert again.root.state().history == ()


def test_variations_to_any_depth() -> None:
    cells = [f"{chr(97 + n % 19)}{n // 19 + 1}" for n in range(200)]
    tree = Tree("hex:size=19")
    node = tree.root
    for one, two in zip(cells[::2], cells[1::2], strict=True):
        node.add(one)
        node = node.add(two)
    assert_same(tree, back(tree.write().text))
    assert_same(tree, back(tree.write("sgf").text))


# -- nonsense ----------------------------------------------------------------------------------------

PIECES = [
    '[Game "hex:size=5"]\n', '[Game "chainn"]', '[FEN "W:W1:B2"]', '[GameType "21"]', '[SetUp "1"]', "{", "}",
    "(", ")", ";", "[", "]", "%", "\n", "\n\n", " ", "1.", "1...", "a1", "b2", "c3-d4", "e4", "Nf3", "11-15",
    "7g7f", "*", "1-0", "2:0", "$1", "$99999999999999", "!?", "\\", '"', "[%csl Gd4]", "[%cal Ga1b2,R]",
    "[%clk 0:00:01]", "[%lab A:a1]", "[%eval", "(;", "FF[4]", "GM[11]", "GM[9]", "GM[1]", "SZ[5]", "SZ[5:x]",
    ";B[a1]", ";W[swap-pieces]", ";W[b2]", "AB[a1:c3]", "AB[zz]", "C[", "RE[B+R]", "EV[hex",
    "SO[littlegolem]",
    "BL[1e999]", "LB[a1]", "XGLYPHS[1:x]", "RU[hex:size=3]", "RU[x.py]", "XPOSITION[x]", "\x00", "é",
    "\ud800",
    "手合割：平手\n", "   1 ７六歩(77)\n", "V2.2\n", "PI\n+\n", "+7776FU\n", "position startpos moves ",
    "sfen ", "Base+MLP;InProgress;White[2];wS1;bG1 -wS1", "(!)", "/FEN", "x", "W:", "K3", "\ufeff", "\r\n",
]  # fmt: skip
soup = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join)


def check(text: str) -> None:
    """Whatever a text is, it is read without an error, and what was read is stable after one round."""
    for item in read(text):
        if item.tree is not None:
            once = item.tree.write("native").text
            again = back_or_none(once)
            assert again is not None
            assert again.write("native").text == once


def back_or_none(text: str) -> Tree | None:
    items = list(read(text))
    return items[0].tree if len(items) == 1 else None


@settings(max_examples=50, deadline=None, derandomize=True)
@given(soup)
def test_nonsense_raises_nothing(text: str) -> None:
    check(text)


@pytest.mark.long
def test_many_texts_raise_nothing() -> None:
    """As many as $PARLOUR_FUZZ says: a million take hours."""
    rng = random.Random(1)
    for _ in range(int(os.environ.get("PARLOUR_FUZZ", "500"))):
        check("".join(rng.choice(PIECES) for _ in range(rng.randrange(40))))


@pytest.mark.parametrize("form", FORMS)
def test_mutated_games_raise_nothing(form: str) -> None:
    rng = random.Random(form)
    for name in ("hex:size=5", "english-draughts", "chess", "shogi", "hive"):
        if name.partition(":")[0] not in parlour.games():
            continue
        try:
            text = grown(name, 1).write(form).text
        except BadForm:
            continue
        for _ in range(4):
            letters = list(text * 2)
            for _ in range(rng.randint(1, 6)):
                at = rng.randrange(len(letters))
                letters[at : at + rng.randint(0, 4)] = rng.choice(PIECES)
            check("".join(letters))
