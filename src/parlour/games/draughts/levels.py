"""The players of the levels for each game of the draughts set, as measured with `parlour ladder`."""

from __future__ import annotations

from parlour.kernel.spec import Chosen

LEVELS = {
    "english-draughts": (
        "alphabeta:depth=1,noise=20,learnt=0,oversight=0.15",
        "alphabeta:depth=1,noise=20,learnt=0,oversight=0.03",
        "alphabeta:nodes=100,noise=17,learnt=0",
        "alphabeta:nodes=240,noise=14,learnt=0",
        "alphabeta:nodes=600,noise=12,learnt=0",
        "alphabeta:nodes=260,noise=14",
        "alphabeta:nodes=590,noise=10",
        "alphabeta:nodes=1800,noise=6",
        "alphabeta:nodes=12000,noise=3",
    ),
    "twindraughts": (
        "alphabeta:depth=1,noise=79,blunder=0.17,learnt=0",
        "alphabeta:depth=1,noise=31,blunder=0.05,learnt=0",
        "alphabeta:nodes=80,noise=21,learnt=0",
        "alphabeta:nodes=220,noise=17,learnt=0",
        "alphabeta:nodes=600,noise=14,learnt=0",
        "alphabeta:nodes=500,noise=8",
        "alphabeta:nodes=1600,noise=5",
        "alphabeta:nodes=7000,noise=3",
        "alphabeta:nodes=56000,noise=3",
    ),
    "royal-draughts": (
        "alphabeta:depth=1,noise=36,blunder=0.05,learnt=0",
        "alphabeta:nodes=80,noise=21,learnt=0",
        "alphabeta:nodes=200,noise=17,learnt=0",
        "alphabeta:nodes=480,noise=13,learnt=0",
        "alphabeta:nodes=1000,noise=11,learnt=0",
        "alphabeta:nodes=600,noise=8",
        "alphabeta:nodes=1400,noise=6",
        "alphabeta:nodes=4500,noise=4",
        "alphabeta:nodes=30000,noise=3",
    ),
    "sovereign": (
        "alphabeta:depth=1,noise=90,blunder=0.25,learnt=0",
        "alphabeta:depth=1,noise=17,learnt=0",
        "alphabeta:nodes=90,noise=18,learnt=0",
        "alphabeta:nodes=230,noise=15,learnt=0",
        "alphabeta:nodes=620,noise=12,learnt=0",
        "alphabeta:nodes=360,noise=9",
        "alphabeta:nodes=980,noise=7",
        "alphabeta:nodes=3800,noise=5",
        "alphabeta:nodes=31000,noise=3",
    ),
    "leopard-princess": (
        "alphabeta:depth=1,noise=41,blunder=0.1,learnt=0",
        "alphabeta:nodes=80,noise=19,learnt=0",
        "alphabeta:nodes=220,noise=15,learnt=0",
        "alphabeta:nodes=800,noise=11,learnt=0",
        "alphabeta:nodes=2200,noise=10,learnt=0",
        "alphabeta:nodes=500,noise=8",
        "alphabeta:nodes=2200,noise=4",
        "alphabeta:nodes=13000,noise=3",
        "alphabeta:nodes=120000,noise=3",
    ),
}

STRONGEST = {
    "english-draughts": "alphabeta:nodes=2500000,noise=3",
    "twindraughts": "alphabeta:nodes=1500000,noise=3",
    "royal-draughts": "alphabeta:nodes=3000000,noise=3",
    "sovereign": "alphabeta:nodes=3000000,noise=3",
    "leopard-princess": "alphabeta:nodes=2000000,noise=3",
}


def strongest(identifier: str, chosen: Chosen) -> str:
    """The player of the highest level for an option set."""
    return "" if chosen.get("seats") == 4 else STRONGEST[identifier]


def levels(identifier: str, chosen: Chosen) -> tuple[str, ...]:
    """Players by level for an option set; with four seats they are those of any game."""
    return () if chosen.get("seats") == 4 else LEVELS[identifier]
