"""SGF: Hex and Lines of Action by their pages, dialects, setup, marks; broken games; sgfmill reads ours."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sgfmill import sgf_grammar

import parlour
from parlour.records import Item, Tree, read


def only(text: str) -> Tree:
    (item,) = read(text)
    assert item.error is None, item.error
    assert item.tree is not None
    assert item.form == "sgf"
    return item.tree


def broken(text: str) -> Item:
    (item,) = read(text)
    assert item.error is not None
    return item


HEX = """(;FF[4]GM[11]SZ[5:5]PB[Ann]PW[Bo \\] Lee]EV[Tea:time]RE[B+R]AP[Some:1.0]
C[At the start.]CR[c3]
;B[a3]C[best]TE[1]BL[251.5]
 (;W[swap-sides]LB[a3:A][b2:B]AR[a3:b2]
  ;W[C2];B[d2]C[a \\] and a \\\\ and a soft\\
 break]XY[kept][as: it is]N[name])
 (;W[b2]IT[]GW[2];B[c1]))
"""


def test_hex_by_its_page() -> None:
    tree = only(HEX)
    assert tree.game.name == "hex:size=5"
    assert tree.moves() == ("a3", "swap", "c2", "d2")
    assert tree.tags["Red"] == "Ann"
    assert tree.tags["Blue"] == "Bo ] Lee"
    assert tree.tags["Event"] == "Tea:time"
    assert (tree.tags["Result"], tree.tags["Termination"]) == ("1-0", "resignation")
    assert tree.root.comments == ("", "At the start.")
    assert tree.root.cells == {"c3": "G"}
    first, swap, _, last = tree.line()
    assert (first.comments[1], first.glyphs, first.clock) == ("best", [1], 251.5)
    assert (swap.labels, swap.arrows) == ({"a3": "A", "b2": "B"}, [("a3", "b2", "G")])
    assert last.comments[1] == "a ] and a \\ and a soft break"
    assert last.kept == {"XY": ["kept", "as: it is"], "N": ["name"]}
    side = first.children[1]
    assert (side.move, side.glyphs, side.children[0].move) == ("b2", [5, 18], "c1")
    text = tree.write("sgf").text
    assert only(text).write("sgf").text == text
    assert "XY[kept][as: it is]" in text
    assert "SZ[5:5]" in text
    assert "RU[hex:size=5]" in text
    assert "AP[Parlour:" in text


@pytest.mark.parametrize(
    ("told", "result", "reason"),
    [
        ("B+Resign", "1-0", "resignation"),
        ("W+3.5", "0-1", "3.5"),
        ("Draw", "1/2-1/2", None),
        ("1-0", "1-0", None),
        ("Void", "*", "void"),
        ("?", "*", None),
    ],
)
def test_results(told: str, result: str, reason: str | None) -> None:
    tree = only(f"(;FF[4]GM[11]SZ[5]RE[{told}];B[a1])")
    assert (tree.tags["Result"], tree.tags.get("Termination")) == (result, reason)
    assert only(tree.write("sgf").text).tags == tree.tags


def test_a_swap_after_which_the_same_colour_moves_leaves_the_stone() -> None:
    tree = only("(;AP[HexGui:0.2]GM[11]SZ[5];B[b4];W[swap-pieces]CR[b4];W[c2];B[d2];W[a3])")
    assert tree.moves() == ("b4", "swap", "c2", "d2", "a3")
    assert tree.line()[1].cells == {"b4": "G"}


def test_marks_and_lines_stay_what_they_are() -> None:
    text = "(;GM[11]SZ[5]VW[a1:b2];B[b3]LN[a1:b2]AR[c1:c2]CR[a1]MA[c3]TR[d1:d2]SQ[e1]SL[e2]DD[a4])"
    tree = only(text)
    [node] = tree.line()
    assert node.cells == {"a1": "G", "c3": "X", "d1": "T", "d2": "T", "e1": "Q", "e2": "S"}
    assert node.arrows == [("c1", "c2", "G"), ("a1", "b2", "L")]
    assert (tree.root.kept, node.kept) == ({"VW": ["a1:b2"]}, {"DD": ["a4"]})
    written = tree.write("sgf").text
    assert "CR[a1]MA[c3]TR[d1][d2]SQ[e1]SL[e2]AR[c1:c2]LN[a1:b2]DD[a4]" in written
    assert "XCELLS" not in written
    assert "XARROWS" not in written
    node.cells = {"a1": "R", "b1": "triangle", "a2": "G"}
    node.arrows = [("a1", "b1", "line"), ("a1", "b2", "R"), ("a2", "b2", "G"), ("a2", "c2", "L")]
    [again] = only(tree.write("sgf").text).line()
    assert (again.cells, again.arrows) == (node.cells, node.arrows)


def test_a_cell_that_is_marked_twice_is_told() -> None:
    [item] = read("(;GM[11]SZ[5];B[b3]CR[a1]TR[a1][b1])")
    assert [str(notice) for notice in item.notices] == [
        "line 1, column 26: TR is kept, not understood"
    ]
    assert item.tree is not None
    assert item.tree.line()[0].kept == {"TR": ["a1", "b1"]}
    assert "CR[a1]TR[a1][b1]" in item.tree.write("sgf").text


def test_points_that_are_kept_are_mirrored_with_the_stones() -> None:
    tree = only("(;GM[11]SZ[5];B[b4];W[swap-pieces]DD[d2:d3])")
    assert tree.line()[1].kept == {"DD": ["b4", "c4"]}


def test_a_swap_that_moves_the_stone_mirrors_the_cells_after_it() -> None:
    tree = only("(;GM[11]SZ[5];B[b4];W[swap-pieces]CR[d2]LB[a1:x];B[c2]CR[e1];W[a3])")
    assert tree.moves() == ("b4", "swap", "b3", "c1")
    assert tree.line()[1].cells == {"b4": "G"}
    assert tree.line()[2].cells == {"a5": "G"}
    assert tree.write("sgf").text.count("swap-sides") == 1
    by_player = only("(;GM[11]SZ[5];B[b4];W[swap-sides];B[c2];W[a3])")
    by_stone = only("(;GM[11]SZ[5];B[b4];W[swap-sides];W[c2];B[a3])")
    assert by_player.moves() == by_stone.moves() == ("b4", "swap", "c2", "a3")


def test_little_golem() -> None:
    tree = only(
        "(;FF[4]EV[hex.mc.2011.feb.1.10]PB[First]PW[Second]SZ[13]RE[B]GC[ game #1]"
        "SO[http://www.littlegolem.com];W[ll];B[swap];W[gg];B[fi];W[ih];B[resign])"
    )
    assert tree.game.name == "hex:size=13"
    assert tree.moves() == ("l12", "swap", "g7", "i6", "h9")
    assert (tree.tags["Red"], tree.tags["Blue"]) == ("First", "Second")
    assert tree.tags["Result"] == "1-0"
    assert tree.tags["Termination"] == "resignation"
    plain = only("(;FF[4]EV[null]PB[a]PW[b]SZ[11]SO[littlegolem.com];W[ka];B[bb];W[cc];B[resign])")
    assert plain.moves() == ("k1", "b2", "c3")
    assert plain.tags["Result"] == "1-0"


def test_hexgui_and_positions() -> None:
    tree = only("(;FF[4]AP[HexGui:0.2]GM[11]SZ[4]AB[a1][b2]AW[c3]PL[W];W[d4];B[a2])")
    assert tree.position == "hex:size=4 x.../.x../..o./.... 1 -"
    assert tree.moves() == ("d4", "a2")
    text = tree.write("sgf").text
    assert "AB[a1][b2]AW[c3]PL[W]" in text
    assert only(text).position == tree.position
    after = only("(;AP[HexGui:0.9]GM[11]SZ[4]C[one];AB[a1][b2]AW[c3]PL[W]C[two];W[d4];B[a2])")
    assert (after.position, after.moves()) == (tree.position, tree.moves())
    assert after.root.comments == ("", "one\ntwo")
    assert only("(;GM[11]SZ[3]AB[a1:b2];W[c3])").position == "hex:size=3 xx./xx./... 1 -"
    assert only("(;GM[11]SZ[3];W[c3];B[a1])").position == "hex:size=3 .../.../... 1 -"
    item = broken("(;GM[11]SZ[3];B[c3];AB[a1];W[a2])")
    assert item.tree is not None
    assert item.tree.moves() == ("c3",)
    assert item.tree.line()[-1].comments[1].endswith(";AB[a1] ;W[a2]")


def test_lines_of_action_by_its_page() -> None:
    tree = only("(;GM[9]IY[true]RE[0];B[B1-b3!];W[a2:c2++];B[b8-h8])")
    assert tree.moves() == ("b1-b3", "a2-c2", "b8-h8")
    state = parlour.game("lines-of-action").start()
    rng = random.Random(4)
    while "x" not in "".join(state.history[-1:]):
        state.play(rng.choice(state.moves()))
    text = Tree.from_state(state).write("sgf").text
    assert ":" in text.rsplit(";", 1)[1]
    assert only(text).end() == state
    eggs = only("(;GM[9]SU[Scrambled-eggs];B[a3-c3])")
    assert eggs.game.name == "lines-of-action:setup=scrambled-eggs"
    assert "IY[true]" in tree.write("sgf").text


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[1]SZ[19];B[aa])",
        "(;GM[77];B[aa])",
        "(;GM[11]SZ[3:5];B[a1])",
        "(;GM[11]SZ[99];B[a1])",
        "(;GM[eleven];B[a1])",
    ],
)
def test_games_that_are_not_here(text: str) -> None:
    item = broken(text)
    assert item.tree is None


def test_illegal_moves_end_their_lines() -> None:
    item = broken("(;GM[11]SZ[3];B[a1];W[b2]\n(;B[z9];W[c1](;B[c2])(;B[c3]))(;B[a2]))")
    assert item.tree is not None
    assert item.error is not None
    assert (item.error.line, item.error.column) == (2, 3)
    assert item.tree.moves() == ("a1", "b2", "a2")
    told = item.tree.line()[1].comments[1]
    assert told.startswith("line 2: z9 is not a legal move: there is no such cell; legal are ")
    assert told.endswith(";B[z9] ;W[c1] ( ;B[c2] ) ( ;B[c3] )")
    assert broken("(;GM[11]SZ[3];B[a1];B[b2])").tree.moves() == ("a1",)  # type: ignore[union-attr]


def test_a_broken_game_does_not_swallow_the_next() -> None:
    good = "(;GM[11]SZ[3];B[a1];W[b2])"
    for bad in (
        "(;GM[11]SZ[3];B[a1];W[b2]",
        "(;GM[11]SZ[3];B[a1]C[open",
        "(;GM[11]SZ[3](;B[a1]",
        "(;GM[11]SZ[3]?;B[a1])",
    ):
        items = list(read(f"{good}\n{bad}\n{good}\n{good}"))
        assert [item.error is None for item in items] == [True, False, True, True], bad
        assert [item.line for item in items] == [1, 2, 3, 4]
        assert all(i.tree and i.tree.moves() == ("a1", "b2") for i in (items[0], *items[2:]))
        assert items[1].error is not None
        assert items[1].error.line == 2


def test_a_thousand_variations_deep() -> None:
    text = "(;GM[11]SZ[19]" + "".join(
        f"(;{'BW'[n % 2]}[{chr(97 + n // 19)}{n % 19 + 1}]" for n in range(18 * 19)
    )
    tree = only(text + ")" * (18 * 19 + 1))
    assert len(tree.moves()) > 100
    assert only(tree.write("sgf").text).moves() == tree.moves()


@pytest.mark.parametrize("name", parlour.games())
def test_sgfmill_reads_what_is_written(name: str) -> None:
    name += {"naval-qi": ":chests=20,sea=8"}.get(name, "")
    rng = random.Random(name)
    tree = Tree(name, {"Event": "a ] b \\ c"})
    nodes = [tree.root]
    for _ in range(25):
        node = rng.choice(nodes[-4:])
        state = node.state()
        if state.outcome is None:
            chance = state.turn == parlour.CHANCE
            child = node.add(state.draw(rng) if chance else rng.choice(state.moves()))
            child.comments = ("", rng.choice(["", "x ] y", "a \\ b", "(;", "a:b"]))
            nodes += [child] if child not in nodes else []
    theirs = sgf_grammar.parse_sgf_game(tree.write("sgf").text.encode())
    read_by_them = [(_move(node), _text(node.get("C", [b""])[0])) for node in _in_order(theirs)]
    ours = [(tree.game.spec.sgf.move_value(n.move), n.comments[1]) for n in tree.nodes()]
    assert read_by_them == ours


def _in_order(tree: sgf_grammar.Coarse_game_tree) -> Iterator[dict[str, list[bytes]]]:
    """The nodes, each before those after it, main lines first."""
    yield from tree.sequence
    for child in tree.children:
        yield from _in_order(child)


def _move(node: dict[str, list[bytes]]) -> str:
    values = [node[key][0] for key in ("B", "W", "XCHANCE", "XMOVE") if key in node]
    text = _text(values[0]) if values else ""
    return text.partition(":")[2] if "XMOVE" in node else text


def _text(value: bytes) -> str:
    return sgf_grammar.text_value(value).decode()


def test_a_bracket_behind_an_escape_opens_no_variation() -> None:
    """Python before 3.11.5 matches some possessive repeats wrongly: with them games seemed not closed."""
    assert only(r"(;GM[9]C[\(];B[B1-b3])").root.comments == ("", "(")
    assert only(r"(;GM[9](;B[B1-b3]C[a \] and \( too])(;B[B1-b3]))")


def test_the_end_of_a_long_text_is_looked_for_once() -> None:
    """Were it looked for from every place anew, this would take minutes."""
    unclosed = broken("(;GM[9]C[" + "x]C[" * 100_000 + "]")
    assert "not closed" in str(unclosed.error)
