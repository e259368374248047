"""Tumbling Down (Michael Shuck, 2001): stacks step and fall over; cap the other side's tallest."""

from parlour.kernel.spec import Option, Spec

SETUPS = ("full", "short")

GAMES = (
    Spec(
        id="tumbling-down",
        title="Tumbling Down",
        goal="Land a piece of yours on the tallest stack that is all your opponent's.",
        package=__name__,
        moves=r"[a-h][1-8][->][a-h][1-8]",
        seats=("White", "Black"),
        options=(
            Option(
                "setup", SETUPS[0], SETUPS, "29 pieces a side; short has a line of twos less, 20"
            ),
        ),
        move_limit=200,
        parameters=lambda chosen: {"SHORT": SETUPS.index(str(chosen["setup"]))},
        tags=("stacking", "capture", "square board"),
        minutes=25,
        levels=(
            "alphabeta:depth=1,noise=710,blunder=0.2",
            "alphabeta:depth=1,noise=340,blunder=0.1",
            "alphabeta:depth=1,noise=150",
            "alphabeta:nodes=1700,noise=77",
            "alphabeta:nodes=10000,noise=54",
            "alphabeta:nodes=28000,noise=43",
        ),
        strongest="alphabeta:nodes=1000000,noise=10",
    ),
)
