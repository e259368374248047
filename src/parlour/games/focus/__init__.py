"""Focus (Sid Sackson, 1963): stacks go as far as they are high; who cannot move has lost."""

from parlour.kernel.spec import Spec

GAMES = (
    Spec(
        id="focus",
        title="Focus",
        goal="Leave the other side without a move: no stack with its piece on top, nothing in reserve.",
        package=__name__,
        moves=r"[a-h][1-8](?:-[a-h][1-8])?",
        seats=("Red", "Green"),
        move_limit=300,
        tags=("stacking", "capture", "square board"),
        minutes=30,
        levels=(
            "alphabeta:depth=1,noise=82,blunder=0.12,learnt=0",
            "alphabeta:depth=1,noise=68,blunder=0.03,learnt=0",
            "alphabeta:depth=2,noise=52,learnt=0",
            "alphabeta:depth=3,noise=64,learnt=0",
            "alphabeta:nodes=1800,noise=26",
            "alphabeta:nodes=4000,noise=20",
            "alphabeta:nodes=9000,noise=13",
            "alphabeta:nodes=25000,noise=7",
            "alphabeta:nodes=180000,noise=5",
            "alphabeta:nodes=2000000,noise=5",
        ),
    ),
)
