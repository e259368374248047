"""Tumbling Down (Michael Shuck, 2001): stacks step and fall over; cap the other side's tallest."""

from parlour.kernel.sgf_conventions import SgfConventions
from parlour.kernel.spec import Option, Spec

SETUPS = ("full", "short")
TUMBLES = ("falls", "stays")

GAMES = (
    Spec(
        id="tumbling-down",
        title="Tumbling Down",
        goal="Land a piece of yours on the tallest stack that is all your opponent's.",
        appeal="Topple your stacks across the board and land on your rival's tallest tower.",
        package=__name__,
        sgf=SgfConventions(33),
        moves=r"[a-h][1-8][->][a-h][1-8]",
        seats=("White", "Black"),
        options=(
            Option(
                "setup", SETUPS[0], SETUPS, "29 pieces a side; short has a line of twos less, 20"
            ),
            Option(
                "tumble",
                TUMBLES[0],
                TUMBLES,
                "what the bottom piece of a tumbling stack does; if it stays, three or more tumble",
            ),
        ),
        move_limit=200,
        parameters=lambda chosen: {
            "SHORT": SETUPS.index(str(chosen["setup"])),
            "STAYS": TUMBLES.index(str(chosen["tumble"])),
        },
        tags=("stacking", "capture", "square board"),
        minutes=25,
        levels=(
            "alphabeta:depth=1,noise=2500,blunder=0.35",
            "alphabeta:depth=1,noise=1000,blunder=0.18",
            "alphabeta:depth=1,noise=450,blunder=0.08",
            "alphabeta:depth=1,noise=200",
            "alphabeta:nodes=1500,noise=60",
            "alphabeta:nodes=4900,noise=39",
            "alphabeta:nodes=22000,noise=13",
            "alphabeta:nodes=150000,noise=10",
            "alphabeta:nodes=2000000,noise=10",
        ),
        strongest="alphabeta:nodes=2000000,noise=10",
    ),
)
