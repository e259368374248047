"""Tantrix by Mike McManaway: tiles with three lines, and the longest line or loop in your colour."""

from parlour.games.tantrix.board import SEATS
from parlour.kernel.spec import Option, Spec

GAMES = (
    Spec(
        id="tantrix",
        title="Tantrix",
        goal="Make the longest line or loop of your colour.",
        appeal="Tiles of three lines each: make yours run on, and let the others fill the gaps.",
        shelf="guest",
        package=__name__,
        moves=r"(?:-?\d+,-?\d+:)?[BGRY]{6}",
        seats=lambda chosen: SEATS[: int(chosen["players"])],
        options=(Option("players", 2, range(2, 5), "how many play"),),
        repetition=False,
        alternating=False,
        parameters=lambda chosen: {"SEATS": chosen["players"]},
        tags=("tiles", "line", "no board"),
        minutes=30,
        levels=(
            "weaver:noise=1500,blunder=0.6",
            "weaver:noise=400",
            "weaver:noise=200",
            "weaver:noise=90",
            "weaver",
        ),
        strongest="weaver",
    ),
)
