"""Yavalath: make four in a row, but no three. For two or three players."""

from __future__ import annotations

from parlour.errors import BadOption
from parlour.kernel.spec import YES_NO, Chosen, Option, Spec

COLOURS = ("White", "Black", "Red")


def _seats(chosen: Chosen) -> tuple[str, ...]:
    return COLOURS[: int(chosen["players"])]


def _parameters(chosen: Chosen) -> dict[str, int]:
    return {
        "SIZE": int(chosen["size"]),
        "PLAYERS": int(chosen["players"]),
        "SWAP": int(chosen["swap"] == "yes"),
    }


def _check(chosen: Chosen) -> None:
    if chosen["players"] == 3 and chosen["swap"] == "yes":
        raise BadOption("swap=yes goes with players=2 only: three players have no swap")


def _levels(chosen: Chosen) -> tuple[str, ...]:
    if chosen["players"] == 3:
        return THREE_PLAYERS
    return TWO_PLAYERS


def _strongest(chosen: Chosen) -> str:
    return (
        "mcts:simulations=400000" if chosen["players"] == 3 else "alphabeta:nodes=2500000,noise=5"
    )


TWO_PLAYERS = (
    "alphabeta:depth=1,noise=40,oversight=0.3",
    "alphabeta:depth=1,noise=40,oversight=0.15",
    "alphabeta:depth=1,noise=40,oversight=0.04",
    "alphabeta:nodes=380,noise=22",
    "alphabeta:nodes=1000,noise=41",
    "alphabeta:nodes=3500,noise=34",
    "alphabeta:nodes=17000,noise=28",
    "alphabeta:nodes=130000,noise=19",
    "alphabeta:nodes=2500000,noise=5",
)
THREE_PLAYERS = (
    "mcts:simulations=30,blunder=0.1",
    "mcts:simulations=100",
    "mcts:simulations=400",
    "mcts:simulations=1600",
    "mcts:simulations=6400",
    "mcts:simulations=25600",
)

GAMES = (
    Spec(
        id="yavalath",
        title="Yavalath",
        goal="Make four of your stones in a row, but never three.",
        appeal="Four in a row wins, three in a row loses: learned in a minute.",
        shelf="classic",
        package=__name__,
        conventions={"gtp": "parlour.games.gtp", "abstract-play": "parlour.games.abstract_play"},
        moves=r"[a-u][1-9]\d?|swap",
        seats=_seats,
        options=(
            Option("size", 5, range(4, 9), "cells on a side"),
            Option("players", 2, range(2, 4), "players"),
            Option("swap", "no", YES_NO, "Black may take White's first stone (two players)"),
        ),
        repetition=False,
        parameters=_parameters,
        check=_check,
        levels=_levels,
        strongest=_strongest,
        tags=("line", "placement"),
        minutes=10,
    ),
)
