"""Chess by FIDE's Laws, from the standard start or any of the 960 fischer random ones."""

from parlour.kernel.sgf_conventions import SgfConventions
from parlour.kernel.spec import CLAIM, DRAWS, Chosen, Numbered, Option, Spec, Value

STANDARD, RANDOM = "standard", "fischer-random-"
USUAL_FISCHER = f"{RANDOM}518"  # the usual first rank, with castling by the rules for all 960


def _parameters(chosen: Chosen) -> dict[str, Value]:
    start = str(chosen["start"])
    number = -1 if start == STANDARD else int(start.removeprefix(RANDOM))
    return {"START": number, "CLAIMS": int(chosen[DRAWS] == CLAIM)}


GAMES = (
    Spec(
        id="chess",
        title="Chess",
        goal="Attack the opposing king so that it cannot escape.",
        appeal="The game that everybody knows.",
        shelf="guest",
        package=__name__,
        sgf=SgfConventions(3),
        conventions={"pgn": "san", "uci": "uci", "familiar": "san"},
        moves=r"[a-h][1-8][-x][a-h][1-8](?:=[QRBN])?",
        seats=("White", "Black"),
        options=(
            Option(
                "start",
                STANDARD,
                Numbered((STANDARD,), RANDOM, range(960)),
                "the starting position: standard, or the first rank by its number (518 is the "
                "usual one, with fischer random castling)",
            ),
        ),
        claims=5,
        parameters=_parameters,
        tags=("chess-like", "square board"),
        minutes=40,
        levels=(
            "alphabeta:depth=1,noise=80,oversight=0.2",
            "alphabeta:depth=1,noise=80,oversight=0.08",
            "alphabeta:depth=1,noise=80,oversight=0.03",
            "alphabeta:depth=2,noise=112,blunder=0.01",
            "alphabeta:nodes=1000,noise=76",
            "alphabeta:nodes=2100,noise=54",
            "alphabeta:nodes=5000,noise=40",
            "alphabeta:nodes=16000,noise=26",
            "alphabeta:nodes=85000,noise=15",
        ),
        strongest="alphabeta:nodes=1500000,noise=5",
    ),
)
