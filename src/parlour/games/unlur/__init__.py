"""Unlur: White joins two opposite sides, Black three that do not adjoin; who plays Black is bid for."""

from __future__ import annotations

from parlour.kernel.spec import Chosen, Option, Spec

SEATS = ("First", "Second")


def _parameters(chosen: Chosen) -> dict[str, int]:
    return {"SIZE": int(chosen["size"])}


GAMES = (
    Spec(
        id="unlur",
        title="Unlur",
        goal="As White join two opposite sides, as Black three sides that do not adjoin.",
        appeal="First bid for the harder side, then show that you can win it.",
        shelf="classic",
        package=__name__,
        conventions={"gtp": "parlour.games.gtp", "abstract-play": "parlour.games.abstract_play"},
        moves=r"[a-u][1-9]\d?|pass",
        seats=SEATS,
        options=(Option("size", 6, range(3, 11), "cells on a side"),),
        repetition=False,
        parameters=_parameters,
        levels=(
            "rave:simulations=130,blunder=0.22",
            "rave:simulations=190,blunder=0.165",
            "rave:simulations=310,blunder=0.11",
            "rave:simulations=500,blunder=0.06",
            "rave:simulations=800,blunder=0.01",
            "rave:simulations=1250",
            "rave:simulations=5600",
            "rave:simulations=200000",
        ),
        strongest="rave:simulations=200000",
        tags=("connection", "placement", "asymmetric"),
        minutes=25,
    ),
)
