"""NavalQi by G. Nicholls, after Hubert Phillips's Naval War Game: hidden fleets with a budget."""

from parlour.errors import BadOption
from parlour.kernel.spec import Chosen, Option, Spec

MOST_CHESTS = {8: 50, 9: 70}  # by the side of the sea, where the ships of more might not fit


def check(chosen: Chosen) -> None:
    """Refuse a budget whose ships might not fit on the sea; raises BadOption."""
    sea, chests = chosen["sea"], int(chosen["chests"])
    most = MOST_CHESTS.get(int(sea))
    if most is not None and chests > most:
        raise BadOption(
            f"sea={sea} with chests={chests}: the ships might not fit; with sea={sea} chests is "
            f"at most {most}"
        )


GAMES = (
    Spec(
        id="naval-qi",
        title="NavalQi",
        goal="Find and sink the other's hidden fleet.",
        appeal="Buy a secret fleet, hide it, and fire into the dark.",
        package=__name__,
        moves=r"first:[01]|[a-z0-9]+(?:-[a-z]+)?:.*|ready|no-action",
        seats=("Siberian", "Bengal"),
        options=(
            Option("chests", 100, range(20, 101), "the budget of each seat; 40% to 60% for ships"),
            Option("points", "game", ("game", "win"), "4-0 or 2-0 by the phase, or 1-0"),
            Option("sea", 15, range(8, 16), "the side of each sea"),
        ),
        repetition=False,
        rules_count_moves=True,
        alternating=False,
        hidden=True,
        parameters=lambda chosen: {
            "SEA": chosen["sea"],
            "CHESTS": chosen["chests"],
            "GAME_POINTS": chosen["points"] == "game",
            "MOVE_LIMIT": chosen["move_limit"],
        },
        check=check,
        tags=("hidden information", "chance at the start", "deployment"),
        levels=(
            "admiral:blunder=0.88,steps=40,swarm=0",
            "admiral:blunder=0.81,steps=40,swarm=0",
            "admiral:blunder=0.74,steps=40,swarm=0",
            "admiral:blunder=0.65,steps=40,swarm=0",
            "admiral:blunder=0.5,steps=40,swarm=0",
            "admiral:blunder=0.3,steps=40,swarm=0",
            "admiral:blunder=0.05,steps=100,swarm=0",
            "admiral:steps=100,swarm=0.45",
            "admiral:steps=100,swarm=0.7",
            "admiral:steps=3000",
        ),
        minutes=60,
    ),
)
