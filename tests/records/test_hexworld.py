"""Links to boards of hexworld.org, as that site and PlayHex make them."""

from __future__ import annotations

import pytest

from parlour import records
from tests.records.test_growth import SHORT, check_growth, read_all


def read(text: str) -> records.Item:
    (item,) = records.read(text)
    return item


def test_a_link_with_a_swap_and_a_resignation() -> None:
    item = read("https://hexworld.org/board/#15r9c1,e6:sf7i8:rw")
    assert (item.form, item.error, item.tree and item.tree.game.name) == (
        "hexworld",
        None,
        "hex:size=15",
    )
    assert item.tree is not None
    assert item.tree.moves() == ("e6", "swap", "g6", "h9")  # the stone moved, so cells are mirrored
    assert (item.tree.tags["Result"], item.tree.tags["Termination"]) == ("1-0", "resignation")


def test_a_link_of_another_host_without_orientation() -> None:
    item = read("https://playhex.org/board/#11,a2b4c5")
    assert item.tree is not None
    assert (item.form, item.tree.moves()) == ("hexworld", ("a2", "b4", "c5"))


def test_sides_that_are_swapped_leave_the_stone() -> None:
    item = read("#11nc1,a2:Sb4:fb")
    assert item.tree is not None
    assert item.tree.moves() == ("a2", "swap", "b4")
    assert (item.tree.tags["Result"], item.tree.tags["Termination"]) == ("1-0", "forfeit")


def test_what_was_taken_back_belongs_to_the_line() -> None:
    item = read("https://hexworld.org/board/#11c1,a2b4,c5d6")
    assert item.tree is not None
    assert len(item.tree.moves()) == 4


def test_links_on_lines_of_their_own() -> None:
    items = list(records.read("#11c1,a1\n\n#13c1,b2\n#11c1,a1!\n"))
    assert [item.tree and item.tree.game.name for item in items] == ["hex", "hex:size=13", None]
    assert "no link to a board" in str(items[2].error)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#5x6c1,a1", "5 by 6"),
        ("#99c1,a1", "size=99 is not allowed"),
        ("#11c1,a1:pb2", "not a legal move"),
        ("#11c1,a1a1", "not a legal move"),
        ("#11c1,zz99", "not a legal move"),
    ],
)
def test_what_cannot_be_played_is_told(text: str, why: str) -> None:
    assert why in str(read(text).error)


def test_a_colour_of_a_page_is_no_link() -> None:
    assert [item.form for item in records.read("#112233\n")] == ["native"]


def test_it_is_read_in_linear_time() -> None:
    check_growth(read_all, "#19c1,", "a1b2", SHORT * 4)
