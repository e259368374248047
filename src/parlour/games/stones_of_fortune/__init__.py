"""Stones of Fortune, or TigerQuest, by G. Nicholls: two rings, five-sided stones, Galahad's path."""

from collections.abc import Mapping
from typing import Any

from parlour.kernel.spec import WHOLE, Chosen, Option, Spec

VARIATIONS = (
    "limited-one-way",
    "limited-two-way",
    "unlimited-one-way",
    "unlimited-two-way",
)
FIRSTS = ("light", "dark", "cast")


def _parameters(chosen: Chosen) -> Mapping[str, Any]:
    """The rules' parameters for the options; a limit of -1 selects the variation's own."""
    return {
        "VARIATION": (*VARIATIONS, "cast").index(str(chosen["variation"])),
        "FIRST": FIRSTS.index(str(chosen["first"])),
        "MOVE_LIMIT": chosen.get("move_limit", -1),
    }


GAMES = (
    Spec(
        id="stones-of-fortune",
        title="Stones of Fortune",
        goal="Capture members of the other ring, and so move Galahad to the Tower or into the Pit.",
        appeal="Backgammon's cousin, with a tug-of-war over Galahad in the middle.",
        package=__name__,
        moves=r"(?:first|variation):.*|cast[123]|start-.*|[1-5](?:\+[1-5])*|[LD]\d+[-x][LD]\d+|pass",
        seats=("Light", "Dark"),
        options=(
            Option("variation", VARIATIONS[0], (*VARIATIONS, "cast"), "how members may move"),
            Option("first", FIRSTS[0], FIRSTS, "who begins"),
            Option(
                "move_limit",
                None,
                WHOLE,
                "moves by each side until the quest is inconclusive; 0 = none; "
                "if not given 30, 50, 50 or 70 by the variation",
            ),
        ),
        suggested={"variation": "cast", "first": "cast"},
        repetition=False,
        rules_count_moves=True,
        parameters=_parameters,
        tags=("dice", "race", "capture"),
        minutes=30,
        levels=(
            "alphabeta:depth=1,noise=1700,blunder=0.95",
            "alphabeta:depth=1,noise=1700,blunder=0.55",
            "alphabeta:depth=1,noise=1700,blunder=0.18",
            "alphabeta:depth=1,noise=1200",
            "alphabeta:depth=1,noise=450",
            "alphabeta:nodes=1700000",
        ),
        strongest="alphabeta:nodes=1700000",
    ),
)
