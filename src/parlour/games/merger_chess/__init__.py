"""Merger Chess: a capture merges two Pieces into one, and all 32 pieces stay on the board."""

from parlour.kernel.spec import Option, Spec

SPLITS = ("two-two", "any")
PROMOTIONS = ("must", "may", "any")
SENT_HOME = ("quiet", "captures")

GAMES = (
    Spec(
        id="merger-chess",
        title="Merger Chess",
        goal="Capture the opposing king so that the merged Piece is grey or your own colour.",
        appeal="Chess in which captures merge: all 32 pieces stay on the board to the end.",
        package=__name__,
        moves=r"[a-h][1-8](?:\{.*\})?[-x][a-h][1-8].*",
        seats=("White", "Black"),
        options=(
            Option(
                "split",
                SPLITS[0],
                SPLITS,
                "how a Piece of four may be split: into two and two, or into three and one too",
            ),
            Option(
                "promotion",
                PROMOTIONS[0],
                PROMOTIONS,
                "whether pawns must be promoted, may be, or may become kings as well",
            ),
            Option(
                "sent_home",
                SENT_HOME[0],
                SENT_HOME,
                "whether a piece sent home onto a Piece with the opposing king may capture it",
            ),
        ),
        move_limit=300,
        parameters=lambda chosen: {
            "SPLIT_ANY": int(chosen["split"] == "any"),
            "LETTERS": 4 + PROMOTIONS.index(str(chosen["promotion"])),
            "HOME_CAPTURES": SENT_HOME.index(str(chosen["sent_home"])),
        },
        tags=("chess-like", "merging", "square board"),
        minutes=40,
        levels=(
            "alphabeta:depth=1,noise=600,blunder=0.1",
            "alphabeta:depth=1,noise=60",
            "alphabeta:depth=2,noise=390,blunder=0.08",
            "alphabeta:nodes=1500,noise=90",
            "alphabeta:nodes=4900,noise=90",
            "alphabeta:nodes=18000,noise=90",
            "alphabeta:nodes=67000,noise=18",
            "alphabeta:nodes=270000,noise=10",
            "alphabeta:nodes=1100000,noise=10",
        ),
        strongest="alphabeta:nodes=1100000,noise=10",
    ),
)
