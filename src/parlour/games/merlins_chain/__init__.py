"""Merlin's Chain: four in a row with numbered pieces that are played in any order the columns allow."""

from __future__ import annotations

from parlour.kernel.spec import Chosen, Option, Spec


def _parameters(chosen: Chosen) -> dict[str, int]:
    return {"DECIDED": int(chosen["stop"] == "decided")}


GAMES = (
    Spec(
        id="merlins-chain",
        title="Merlin's Chain",
        goal="Make the chain of four whose highest number is the lowest.",
        appeal="Sixty-four numbered stones, and the lowest chain of four wins.",
        package=__name__,
        moves=r"[1-9]\d?@[a-h][1-8]",
        seats=("Green", "White"),
        options=(
            Option(
                "stop",
                "full",
                ("full", "decided"),
                "play all the pieces, or stop as soon as the lowest chain cannot be undercut",
            ),
        ),
        repetition=False,
        parameters=_parameters,
        levels=(
            "rave:simulations=20,blunder=0.35",
            "rave:simulations=80,blunder=0.1",
            "rave:simulations=190",
            "rave:simulations=410",
            "rave:simulations=920",
            "rave:simulations=2200",
            "rave:simulations=5400",
            "rave:simulations=14000",
        ),
        strongest="rave:simulations=14000",
        plain_simulations=60,
        tags=("alignment", "placement"),
        minutes=25,
    ),
)
