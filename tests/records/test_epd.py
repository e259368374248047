"""Positions without moves."""

from __future__ import annotations

import pytest

import parlour
from parlour import records

EPD = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id "one";'


def test_operations_are_tags_and_written_back() -> None:
    (item,) = records.read(EPD)
    assert (item.error, item.notices, item.form) == (None, [], "epd")
    assert item.tree is not None
    assert item.tree.tags.given == {"bm": "Bb5", "id": "one"}
    written = item.tree.write("epd")
    assert written.losses == ()
    (again,) = records.read(written.text)
    assert again.tree is not None
    assert again.tree.tags == item.tree.tags
    assert again.tree.position == item.tree.position


@pytest.mark.parametrize(
    ("text", "game", "position"),
    [
        ("8/8/8/8/8/k7/8/K1R5 b - - 3 40", "chess", "8/8/8/8/8/k7/8/K1R5 b - - 3 40"),
        ("8/8/8/8/8/k7/8/K1R5 b", "chess", "8/8/8/8/8/k7/8/K1R5 b - - 0 1"),
        ("8/8/8/8/8/k7/8/K1R5 w - - hmvc 7; fmvn 50;", "chess", "8/8/8/8/8/k7/8/K1R5 w - - 7 50"),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1; c0 a", "chess", "4k3/8/8/8/8/8/8/K7 w - - 0 1"),
        ("W:W21,22:BK3", "english-draughts", ""),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "shogi", ""),
        ("hex:pie=no,size=3 xo./xo./... 0 -", "hex:pie=no,size=3", "xo./xo./... 0 -"),
    ],
)
def test_a_bare_position_is_an_item(text: str, game: str, position: str) -> None:
    (item,) = records.read(text)
    assert item.error is None
    assert item.tree is not None
    assert item.tree.game.name == game
    assert item.tree.moves() == ()
    assert (item.tree.position or "").endswith(position)
    assert records.recognise(text)[0].game == game


def test_each_line_is_a_position() -> None:
    bad = "8/8/8/8/8/8/8/8 w - -"
    good, wrong, last = records.read(f"{EPD}\n\n# a comment\n{bad}\n{EPD}\n")
    assert good.error is last.error is None
    assert wrong.tree is None
    assert "line 4" in str(wrong.error)
    assert "kings" in str(wrong.error)


@pytest.mark.parametrize("ops", ["bm", ";;;", '"', 'id "unclosed', "1 2 3 4", "é ö;", "a" * 200])
def test_odd_operations_do_no_harm(ops: str) -> None:
    (item,) = records.read(f"8/8/8/8/8/k7/8/K1R5 w - - {ops}")
    assert item.tree is not None
    assert item.error is None


def test_moves_are_a_loss() -> None:
    tree = records.Tree("chess")
    tree.root.add("e2-e4")
    assert any(loss.field == "line" for loss in tree.write("epd").losses)
    assert parlour.game("chess").start().text.partition(" ")[2][:8] in tree.write("epd").text


def test_comments_may_stand_before_the_first_position() -> None:
    (item,) = records.read(f"####\n# collected\n\n{EPD}\n")
    assert (item.error, item.form, item.line) == (None, "epd", 4)
