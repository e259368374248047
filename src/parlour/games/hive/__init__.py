"""Hive by John Yianni: surround the opposing Queen with tiles that are their own board."""

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
        package=__name__,
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
            "alphabeta:depth=1,noise=200,blunder=0.15",
            "alphabeta:depth=1,noise=130,blunder=0.06",
            "alphabeta:depth=1,noise=90",
            "alphabeta:depth=2,noise=90",
            "alphabeta:nodes=500,noise=50",
            "alphabeta:nodes=2000,noise=40",
            "alphabeta:nodes=7000,noise=30",
            "alphabeta:nodes=25000,noise=20",
            "alphabeta:nodes=80000",
            "alphabeta:nodes=250000",
        ),
    ),
)
