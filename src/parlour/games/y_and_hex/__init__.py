"""Y and Hex: stones are placed to join sides of the board. One family, for Hex is a special case of Y."""

from __future__ import annotations

from typing import Any

from parlour.games.y_and_hex.sgf import HexSgf
from parlour.kernel.spec import YES_NO, Chosen, Option, Spec

_PIE = Option("pie", "yes", YES_NO, "after the first stone the second seat may swap colours")


def _parameters(rhombus: int) -> Any:
    def parameters(chosen: Chosen) -> dict[str, int]:
        return {
            "SIZE": int(chosen["size"]),
            "RHOMBUS": rhombus,
            "PIE": int(chosen["pie"] == "yes"),
        }

    return parameters


STRONGEST = "rave:simulations=300000,exploration=0.02,trust=0.0005"
LEVELS = (
    "rave:simulations=150,oversight=0.95",
    "rave:simulations=150,oversight=0.8",
    "rave:simulations=150,oversight=0.5",
    "rave:simulations=250,blunder=0.06",
    "rave:simulations=500,blunder=0.02",
    "rave:simulations=1200",
    "rave:simulations=4800,exploration=0.02,trust=0.0005",
)

GAMES = (
    Spec(
        id="y",
        title="Y",
        goal="Join all three sides of the triangle with one chain of your stones.",
        appeal="One triangle, three sides, one chain, and never a draw.",
        shelf="classic",
        package=__name__,
        conventions={"gtp": "parlour.games.gtp"},
        moves=r"[a-u][1-9]\d?|swap",
        seats=("White", "Black"),
        options=(Option("size", 15, range(3, 22), "cells on a side"), _PIE),
        repetition=False,
        parameters=_parameters(rhombus=0),
        levels=(*LEVELS, "rave:simulations=28000,exploration=0.02,trust=0.0005", STRONGEST),
        strongest=STRONGEST,
        tags=("connection", "placement"),
        minutes=25,
        about="y.md",
    ),
    Spec(
        id="hex",
        title="Hex",
        goal="Join your two opposite sides of the rhombus with one chain of your stones.",
        appeal="One stone a turn, and somebody always gets across.",
        shelf="classic",
        package=__name__,
        sgf=HexSgf(),
        conventions={
            "gtp": "parlour.games.gtp",
            "hexworld": "hexworld",
            "abstract-play": "parlour.games.abstract_play",
        },
        moves=r"[a-u][1-9]\d?|swap",
        seats=("Red", "Blue"),
        options=(Option("size", 11, range(3, 20), "cells on a side"), _PIE),
        repetition=False,
        parameters=_parameters(rhombus=1),
        levels=(*LEVELS, "rave:simulations=15000,exploration=0.02,trust=0.0005", STRONGEST),
        strongest=STRONGEST,
        tags=("connection", "placement"),
        minutes=25,
        about="hex.md",
    ),
)
