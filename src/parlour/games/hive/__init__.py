"""Hive by John Yianni: surround the opposing Queen with tiles that are their own board."""

from parlour.kernel.sgf_conventions import SgfConventions
from parlour.kernel.spec import YES_NO, Chosen, Option, Spec

SETS = ("none", "M", "L", "P", "ML", "MP", "LP", "MLP")


def _parameters(chosen: Chosen) -> dict[str, int]:
    pieces = str(chosen["pieces"])
    return {
        "WITH_MOSQUITO": int("M" in pieces),
        "WITH_LADYBUG": int("L" in pieces),
        "WITH_PILLBUG": int("P" in pieces),
        "QUEEN_FIRST": int(chosen["queen_first"] == "yes"),
    }


GAMES = (
    Spec(
        id="hive",
        title="Hive",
        goal="Surround the opposing Queen on all six sides.",
        appeal="The tiles are their own board: surround the Queen.",
        shelf="guest",
        package=__name__,
        sgf=SgfConventions(27),
        conventions={"uhp": "uhp"},
        moves=r"[wb][QSBGAMLP][1-3]?(?:,.*)?|pass",
        seats=("White", "Black"),
        options=(
            Option(
                "pieces",
                "none",
                SETS,
                "what is added to the base game: M Mosquito, L Ladybug, P Pillbug",
            ),
            Option("queen_first", "no", YES_NO, "whether a side's first piece may be its Queen"),
        ),
        parameters=_parameters,
        tags=("tiles", "movement", "no board"),
        minutes=30,
        levels=(
            "alphabeta:depth=1,noise=200,blunder=0.4",
            "alphabeta:depth=1,noise=120,blunder=0.2",
            "alphabeta:depth=1,noise=60,blunder=0.08",
            "alphabeta:depth=2,noise=120,blunder=0.1",
            "alphabeta:depth=2,noise=60,blunder=0.03",
            "alphabeta:nodes=3000,noise=35",
            "alphabeta:nodes=12000,noise=11",
            "alphabeta:nodes=48000,noise=6",
            "alphabeta:nodes=210000,noise=6",
            "alphabeta:nodes=900000,noise=6",
        ),
    ),
)
