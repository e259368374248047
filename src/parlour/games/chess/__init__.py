"""Chess by FIDE's Laws, from the standard start or any of the 960 fischer random ones."""

from parlour.kernel.spec import Chosen, Numbered, Option, Spec, Value

STANDARD, RANDOM = "standard", "fischer-random-"


def _parameters(chosen: Chosen) -> dict[str, Value]:
    start = str(chosen["start"])
    return {"START": -1 if start == STANDARD else int(start.removeprefix(RANDOM))}


GAMES = (
    Spec(
        id="chess",
        title="Chess",
        goal="Attack the opposing king so that it cannot escape.",
        package=__name__,
        moves=r"[a-h][1-8][-x][a-h][1-8](?:=[QRBN])?",
        seats=("White", "Black"),
        options=(
            Option(
                "start",
                STANDARD,
                Numbered((STANDARD,), RANDOM, range(960)),
                "where the men stand at first: as usual, or the first rank by its number (518 is the "
                "usual one, with fischer random castling)",
            ),
        ),
        parameters=_parameters,
        tags=("chess-like", "square board"),
        minutes=40,
        levels=(
            "alphabeta:depth=1,noise=400,blunder=0.1",
            "alphabeta:depth=1,noise=150",
            "alphabeta:depth=2,noise=100,blunder=0.04",
            "alphabeta:nodes=1500,noise=50",
            "alphabeta:nodes=10000,noise=30",
            "alphabeta:nodes=60000,noise=20",
        ),
        strongest="alphabeta:nodes=1500000,noise=5",
    ),
)
