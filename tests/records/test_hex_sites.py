"""Games of Hex as Little Golem and PlayHex write them."""

from __future__ import annotations

import pytest

from parlour import records


@pytest.mark.parametrize(
    ("text", "name", "moves", "result"),
    [
        ("1.a10 2.swap 3.i4 4.d8 5.h7 6.resign", "hex", 5, "1-0"),
        (
            "(;FF[4]EV[hex.mc.2011.jan.1.1]PB[x]PW[y]SZ[13]RE[B]GC[ game #1358497]"
            "SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[resign])",
            "hex:size=13",
            3,
            "1-0",
        ),
        (
            "(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]GM[11]SO[PlayHex.org]SZ[14]PB[A]BR[2345]PW[B]WR[1500?]"
            "DT[2023-12-08]RE[W+Resign];B[a1]C[A: hi];W[swap-pieces];B[d5];W[e5])",
            "hex:size=14",
            4,
            "0-1",
        ),
    ],
)
def test_games_of_hex_sites(text: str, name: str, moves: int, result: str) -> None:
    (item,) = records.read(text)
    assert (item.error, item.notices) == (None, [])
    assert item.tree is not None
    assert (item.tree.game.name, len(item.tree.moves())) == (name, moves)
    assert item.tree.tags["Result"] == result
