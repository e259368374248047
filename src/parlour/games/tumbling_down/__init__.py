"""Tumbling Down (Michael Shuck, 2001): stacks step and fall over; cap the other side's tallest."""

from parlour.kernel.spec import Option, Spec

SETUPS = ("full", "short")

GAMES = (
    Spec(
        id="tumbling-down",
        title="Tumbling Down",
        goal="Land a piece of yours on the tallest stack that is all your opponent's.",
        package=__name__,
        seats=("White", "Black"),
        options=(
            Option(
                "setup", SETUPS[0], SETUPS, "29 pieces a side; short has a line of twos less, 20"
            ),
        ),
        move_limit=200,
        parameters=lambda chosen: {"SHORT": SETUPS.index(str(chosen["setup"]))},
        tags=("stacking", "capture", "square board"),
        levels=(
            "alphabeta:depth=1,noise=1500",
            "alphabeta:depth=1,noise=500",
            "alphabeta:depth=1",
            "alphabeta:depth=2,noise=250",
            "alphabeta:depth=3,noise=150",
            "alphabeta:depth=5",
        ),
    ),
)
