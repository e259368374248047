"""The standing Y board: solids that printers accept, parts that go into each other."""

from __future__ import annotations

import struct
from xml.etree import ElementTree as ET

import pytest

import parlour
from parlour.games.y_and_hex.solids import Triangle, is_closed, volume
from parlour.games.y_and_hex.standing import (
    HOLE,
    OUT,
    PITCH,
    SLOT,
    THICK,
    StandingBoard,
    foot,
    pill,
    stand,
)
from parlour.table.paper import models


@pytest.mark.parametrize(
    "solid",
    [StandingBoard(3).plate(), stand(), foot(), pill("white"), pill("black")],
    ids=["plate", "stand", "foot", "white", "black"],
)
def test_a_part_is_closed_and_the_right_way_out(solid: list[Triangle]) -> None:
    assert is_closed(solid)
    assert volume(solid) > 0


def test_a_solid_with_a_hole_in_its_skin_is_not_closed() -> None:
    assert not is_closed(stand()[1:])


def test_the_parts_fit() -> None:
    def top(solid: list[Triangle]) -> float:
        return max(z for face in solid for _, _, z in face)

    def radius(solid: list[Triangle]) -> float:
        return max(x for face in solid for x, _, _ in face)

    whole = top(pill("black")) * 2
    assert whole == THICK + 2 * OUT
    assert radius(pill("white")) == radius(pill("black")) == HOLE
    board = StandingBoard(15)
    lowest = min(board.middle(c)[1] - HOLE for c, hole in board.holes.items() if hole == HOLE)
    foot_of_plate = min(y for cell in board.holes for _, y in board.rim(cell))
    assert foot_of_plate + SLOT < lowest, "a stand leaves the lowest pills free"
    assert sum(hole == HOLE for hole in board.holes.values()) == 120
    assert board.width == 18 * PITCH


def test_the_files_are_as_their_formats_say() -> None:
    made = {model.file: model.make() for model in models(parlour.game("y", size=4))}
    assert set(made) == {
        *("board.stl", "stand.stl", "foot.stl"),
        *("pill-white.stl", "pill-black.stl", "board.svg"),
    }
    for name, contents in made.items():
        if name.endswith(".stl"):
            (faces,) = struct.unpack_from("<I", contents, 80)
            assert len(contents) == 84 + 50 * faces
    drawn = ET.fromstring(made["board.svg"])
    circles = [e for e in drawn.iter() if e.tag.endswith("circle")]
    assert len(circles) == 10 + 3 + 3  # holes, corners, feet
    assert models(parlour.game("hex")) == ()
