"""Shogi: the Japanese game of chess, in which a man that is taken changes sides and is dropped again."""

from parlour.kernel.sgf_conventions import SgfConventions
from parlour.kernel.spec import Option, Spec

HANDICAPS = (
    *("none", "lance", "bishop", "rook", "rook-lance"),
    *("two", "four", "six", "eight", "ten"),
)
IMPASSES = ("none", "27-points")

GAMES = (
    Spec(
        id="shogi",
        title="Shogi",
        goal="Checkmate the opposing king; men that you take fight for you.",
        appeal="Japanese chess: captured pieces change sides and drop back onto the board.",
        shelf="guest",
        package=__name__,
        sgf=SgfConventions(8),
        conventions={"kif": "kif", "csa": "csa", "usi": "usi", "familiar": "western"},
        moves=r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]|win",
        seats=("Black", "White"),
        options=(
            Option(
                "handicap",
                HANDICAPS[0],
                HANDICAPS,
                "the men that White, who then moves first, gives away",
            ),
            Option(
                "impasse",
                IMPASSES[0],
                IMPASSES,
                "whether a seat whose king is in the other camp may declare the game won by points",
            ),
        ),
        repetitions=4,
        parameters=lambda chosen: {
            "HANDICAP": HANDICAPS.index(str(chosen["handicap"])),
            "POINTS_27": int(chosen["impasse"] == "27-points"),
        },
        tags=("chess-like", "drops", "square board"),
        minutes=60,
        levels=(
            "alphabeta:depth=1,noise=380,blunder=0.1",
            "alphabeta:depth=1,noise=180,blunder=0.035",
            "alphabeta:depth=2,noise=235,blunder=0.045",
            "alphabeta:nodes=1200,noise=90",
            "alphabeta:nodes=3000,noise=70",
            "alphabeta:nodes=8200,noise=48",
            "alphabeta:nodes=25000,noise=24",
            "alphabeta:nodes=84000,noise=11",
            "alphabeta:nodes=330000,noise=8",
        ),
        strongest="alphabeta:nodes=1500000,noise=8",
    ),
)
