"""Chainn, a solitaire of sixteen cards by the Precision Blogger: bring each suit together."""

from parlour.kernel.spec import WHOLE, Option, Spec

GAMES = (
    Spec(
        id="chainn",
        title="Chainn",
        goal="Bring the four cards of every suit together, in few sequences or few moves.",
        appeal="A five-minute patience: sixteen cards, four suits, and every move counts.",
        package=__name__,
        moves=r"deal:.*|(?:[a-d][1-4])?-[a-d][1-4]",
        seats=("Player",),
        options=(
            Option("count", "sequences", ("sequences", "moves"), "which count to minimize"),
            Option("move_limit", 0, WHOLE, "moves until the game is lost; 0 = none"),
            Option("par_limit", 0, WHOLE, "sequences until the game is lost; 0 = none"),
        ),
        repetition_reason="endless",
        parameters=lambda chosen: {"PAR_LIMIT": chosen["par_limit"]},
        tags=("solitaire", "cards", "chance at the start"),
        minutes=5,
        levels=(
            "planner:ahead=2,blunder=0.4",
            "planner:ahead=2,blunder=0.12",
            "planner:ahead=2,blunder=0.04",
            "planner:ahead=2",
            "planner:ahead=3",
            "planner:ahead=4",
            "planner:ahead=5",
            "planner:ahead=7",
            "planner:ahead=9",
            "solver",
        ),
    ),
)
