"""Focus (Sid Sackson, 1963): stacks go as far as they are high; who cannot move has lost."""

from parlour.kernel.sgf_conventions import SgfConventions
from parlour.kernel.spec import Spec

GAMES = (
    Spec(
        id="focus",
        title="Focus",
        goal="Leave the other side without a move: no stack with its piece on top, nothing in reserve.",
        appeal="Stacks move as far as they are tall: bury your rival's pieces under your own.",
        shelf="classic",
        package=__name__,
        sgf=SgfConventions(36),
        conventions={"abstract-play": "parlour.games.abstract_play"},
        moves=r"[a-h][1-8](?:-[a-h][1-8])?",
        seats=("Red", "Green"),
        move_limit=300,
        tags=("stacking", "capture", "square board"),
        minutes=30,
        levels=(
            "alphabeta:depth=1,noise=82,blunder=0.12,learnt=0",
            "alphabeta:depth=1,noise=58,blunder=0.02,learnt=0",
            "alphabeta:nodes=500,noise=38",
            "alphabeta:nodes=1000,noise=35",
            "alphabeta:nodes=2200,noise=28",
            "alphabeta:nodes=5600,noise=19",
            "alphabeta:nodes=16000,noise=12",
            "alphabeta:nodes=56000,noise=7",
            "alphabeta:nodes=270000,noise=5",
            "alphabeta:nodes=2000000,noise=5",
        ),
    ),
)
