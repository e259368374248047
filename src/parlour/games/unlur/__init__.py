"""Unlur: White joins two opposite sides, Black three that do not adjoin; who plays Black is bid for."""

from __future__ import annotations

from parlour.kernel.spec import Chosen, Option, Spec


def _parameters(chosen: Chosen) -> dict[str, int]:
    return {"SIZE": int(chosen["size"])}


GAMES = (
    Spec(
        id="unlur",
        title="Unlur",
        goal="As White join two opposite sides, as Black three sides that do not adjoin.",
        package=__name__,
        seats=("First", "Second"),
        options=(Option("size", 6, range(3, 11), "cells on a side"),),
        repetition=False,
        parameters=_parameters,
        levels=(
            "mcts:simulations=150,blunder=0.15",
            "mcts:simulations=270,blunder=0.07",
            "mcts:simulations=600",
            "mcts:simulations=1200",
            "mcts:simulations=2500",
            "mcts:simulations=5000",
        ),
        tags=("connection", "placement", "asymmetric"),
    ),
)
