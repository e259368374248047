"""Revolver by G. Nicholls: gun-hands of four bullets, marks in barrels, an auction for the Silver Bullet."""

from collections.abc import Mapping
from typing import Any

from parlour.errors import BadOption
from parlour.games.revolver.names import PLAYERS
from parlour.kernel.spec import Chosen, Joined, Option, Spec

MOST_FORWARD = 100_000_000  # marks that a seat may bring: all of them together stay below 10^9


def _brought(chosen: Chosen) -> tuple[int, ...]:
    """The marks that each player brings to the table."""
    forward = str(chosen["forward"])
    if forward == "none":
        return (0,) * int(chosen["players"])
    return tuple(map(int, forward.split("+")))


def _check(chosen: Chosen) -> None:
    if chosen["players"] in (3, 4):
        raise BadOption(
            f"players={chosen['players']} is not allowed: players is 2, or a whole number from 5 to 7"
        )
    if len(_brought(chosen)) != int(chosen["players"]):
        raise BadOption(
            f"forward={chosen['forward']!s:.60} is not allowed: with players={chosen['players']} it is "
            f"none or {chosen['players']} numbers joined by +"
        )


def _parameters(chosen: Chosen) -> Mapping[str, Any]:
    """The rules' parameters for the options."""
    return {
        "SEATS": chosen["players"],
        "ROUNDS": chosen["rounds"],
        "CUT_FIRST": int(chosen["dealer"] == "cut"),
        "FORWARD": _brought(chosen),
        "CONCEDE": int(chosen["showdown"] == "concede"),
        "MOVE_LIMIT": chosen["move_limit"],
    }


GAMES = (
    Spec(
        id="revolver",
        title="Revolver",
        goal="Win the barrels of marks with the highest gun-hand, or by being the last to stay in.",
        appeal="Bet your marks on four bullets, and keep a straight face.",
        package=__name__,
        conventions={"linked-series": "series"},
        moves=r"(?:cut|deal|bid|discard):.*|enter|withdraw|leave|decline|place|raise|match|no-bid|reserve|show|concede",
        seats=lambda chosen: PLAYERS[: int(chosen["players"])],
        options=(
            Option("players", 7, range(2, 8), "how many play: 5 to 7, or 2"),
            Option("rounds", 15, range(1, 16), "rounds before the marks are counted"),
            Option(
                "dealer", "first", ("first", "cut"), "who deals first: Blue, or who cuts highest"
            ),
            Option(
                "showdown",
                "all",
                ("all", "concede"),
                "whether all hands still in are shown, or each player may concede unseen",
            ),
            Option(
                "forward",
                "none",
                Joined(range(MOST_FORWARD + 1)),
                "marks that each seat brings to the table, by seat",
            ),
        ),
        repetition=False,
        rules_count_moves=True,
        alternating=False,
        hidden=True,
        parameters=_parameters,
        check=_check,
        tags=("cards", "betting", "hidden hands"),
        minutes=60,
        levels=(
            "timid:blunder=1",
            "timid:blunder=0.66",
            "timid:blunder=0.4",
            "timid:blunder=0.18",
            "wary:blunder=0.13",
            "reader:deals=1,blunder=0.11",
            "reader:deals=1",
            "reader:deals=2,blunder=0.06",
            "reader:deals=3",
            "reader:deals=400",
        ),
    ),
)
