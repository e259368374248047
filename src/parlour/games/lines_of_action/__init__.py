"""Lines of Action (Claude Soucie, 1960s): join all your tokens, each moving as far as its line is full."""

from parlour.games.lines_of_action.sgf import LinesOfActionSgf
from parlour.kernel.spec import Chosen, Option, Spec, Value


def _parameters(chosen: Chosen) -> dict[str, Value]:
    found: dict[str, Value] = {name.upper(): chosen[name] for name in ("setup", "both", "blocked")}
    if chosen["size"] != 8:  # what was learnt is of the rules without it
        found["SIZE"] = int(chosen["size"])
    return found


GAMES = (
    Spec(
        id="lines-of-action",
        title="Lines of Action",
        goal="Bring all your tokens together into one body.",
        appeal="Each piece moves as far as its line is full: gather your scattered men into one body.",
        shelf="classic",
        package=__name__,
        sgf=LinesOfActionSgf(),
        conventions={"abstract-play": "parlour.games.abstract_play"},
        moves=r"[a-h][1-8][-x][a-h][1-8]|pass",
        seats=("Black", "White"),
        options=(
            Option(
                "setup",
                "standard",
                ("standard", "scrambled-eggs"),
                "where the tokens start; scrambled-eggs alternates the colours round the edge",
            ),
            Option(
                "both",
                "mover",
                ("mover", "draw"),
                "a move that joins both sides: a win for the mover, or a draw",
            ),
            Option(
                "blocked",
                "lose",
                ("lose", "pass"),
                "a seat that cannot move: it has lost, or it passes",
            ),
            Option("size", 8, range(4, 9), "cells on a side"),
        ),
        move_limit=200,
        parameters=_parameters,
        levels=(
            "alphabeta:depth=1,noise=40,learnt=0,oversight=0.5",
            "alphabeta:depth=1,noise=40,learnt=0,oversight=0.25",
            "alphabeta:depth=1,noise=40,learnt=0,oversight=0.1",
            "alphabeta:nodes=600,noise=30,learnt=0",
            "alphabeta:nodes=1150,noise=25",
            "alphabeta:nodes=2500,noise=19",
            "alphabeta:nodes=6400,noise=14",
            "alphabeta:nodes=21000,noise=9",
            "alphabeta:nodes=99000,noise=7",
        ),
        strongest="alphabeta:nodes=1000000,noise=5",
        tags=("connection", "movement", "capture", "square board"),
        minutes=20,
    ),
)
