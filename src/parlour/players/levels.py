"""The levels of each game, ten where it has so much depth: from beginners to all its strength.

A game's spec names the players of its lower levels and of the highest, `strongest`; the levels between have
budgets in geometric steps. A list that ends with the strongest player is complete, however short. Budgets are
counted in positions, simulations or deals, so that a level plays the same on every machine. A little noise
keeps the games of strong bots from being all the same. `benchmarks/levels.py` places the levels of our games.
"""

from __future__ import annotations

from parlour.kernel.spec import parse_options
from parlour.search.evaluation.ntuple_model import learnt_model
from parlour.table.game import Game

LEVELS = 10  # at most
LOWER = (
    "mcts:simulations=50,blunder=0.2",
    "mcts:simulations=100,blunder=0.1",
    "mcts:simulations=250",
    "mcts:simulations=600",
    "mcts:simulations=1500",
    "mcts:simulations=4000",
)
STRONGEST = "mcts:simulations=100000"  # where a game names none
STRONGEST_SEARCH = (
    "alphabeta:nodes=1000000,noise=5"  # the same, if its levels search so or it has learnt
)
BANDS = (
    "beginner",
    "casual",
    "club",
    "expert",
    "master",
)  # of two levels each, where there are ten
COUNTED = ("nodes", "simulations", "deals", "steps")  # budgets between which steps can be made


def band(level: int, count: int) -> str:
    """The name of the band that a level belongs to, of so many levels."""
    return BANDS[(level - 1) * len(BANDS) // count]


def level_texts(game: Game) -> tuple[str, ...]:
    """The players of the game's levels, from level 1 up: LEVELS, or fewer."""
    given, upper = _listed_levels(game), strongest(game)
    if given[-1] == upper or len(given) == LEVELS:
        return given
    count = LEVELS - len(given)
    return *given, *(between(given[-1], upper, k / count) for k in range(1, count)), upper


def _listed_levels(game: Game) -> tuple[str, ...]:
    """The lower levels, or all."""
    hidden = "is" if game.spec.hidden else ""
    return game.spec.level_players(game.chosen) or tuple(hidden + text for text in LOWER)


def strongest(game: Game) -> str:
    """The player of the game's highest level."""
    named, given = game.spec.strongest_player(game.chosen), _listed_levels(game)
    if named or len(given) == LEVELS:
        return named or given[-1]
    if given[-1].startswith("alphabeta:") or learnt_model(game):
        return STRONGEST_SEARCH
    return f"is{STRONGEST}" if game.spec.hidden else STRONGEST


def between(lower: str, upper: str, part: float) -> str:
    """A player with the settings of `upper`, its budget so far between both, in geometric steps."""
    kind, _, given = upper.partition(":")
    settings, below = parse_options(given), parse_options(lower.partition(":")[2])
    for name in COUNTED:
        if name in settings and name in below:
            low, high = int(below[name]), int(settings[name])
            settings[name] = str(rounded(low * (high / low) ** part))
    return f"{kind}:{','.join(f'{name}={value}' for name, value in settings.items())}"


def rounded(count: float) -> int:
    """To two figures."""
    digits = max(len(str(round(count))) - 2, 0)
    return int(round(count / 10**digits) * 10**digits)
