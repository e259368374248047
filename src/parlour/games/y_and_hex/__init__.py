"""Y and Hex: stones are placed to join sides of the board. One family, for Hex is a special case of Y."""

from __future__ import annotations

from typing import Any

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


GAMES = (
    Spec(
        id="y",
        title="Y",
        goal="Join all three sides of the triangle with one chain of your stones.",
        package=__name__,
        seats=("White", "Black"),
        options=(Option("size", 15, range(3, 22), "cells on a side"), _PIE),
        repetition=False,
        parameters=_parameters(rhombus=0),
        levels=(
            "mcts:simulations=130,blunder=0.21",
            "mcts:simulations=200,blunder=0.165",
            "mcts:simulations=310,blunder=0.12",
            "mcts:simulations=430,blunder=0.08",
            "mcts:simulations=620,blunder=0.04",
            "mcts:simulations=900",
        ),
        strongest="mcts:simulations=400000",
        tags=("connection", "placement"),
        minutes=25,
        about="y.md",
    ),
    Spec(
        id="hex",
        title="Hex",
        goal="Join your two opposite sides of the rhombus with one chain of your stones.",
        package=__name__,
        seats=("Red", "Blue"),
        options=(Option("size", 11, range(3, 20), "cells on a side"), _PIE),
        repetition=False,
        parameters=_parameters(rhombus=1),
        levels=(
            "mcts:simulations=130,blunder=0.21",
            "mcts:simulations=200,blunder=0.165",
            "mcts:simulations=300,blunder=0.12",
            "mcts:simulations=430,blunder=0.075",
            "mcts:simulations=620,blunder=0.035",
            "mcts:simulations=930",
        ),
        strongest="mcts:simulations=400000",
        tags=("connection", "placement"),
        minutes=25,
        about="hex.md",
    ),
)
