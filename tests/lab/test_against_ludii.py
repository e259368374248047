"""Random games and their measures against those of Ludii 1.3.13 (ludii.games), by its own rules and classes.

Its figures are means and standard errors of 1,000 random games that it played and measured itself (400 of
Lines of Action, of Hex and of Unlur). The page of measures tells how the measures depart from each other.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

import parlour
from parlour.lab.measures import gather, measures
from parlour.lab.random_play import RandomGames
from parlour.lab.trace import Trace

GAMES = 200
NORMAL = 1.96  # standard errors that an interval of 95% reaches to each side
APART = 3.5  # standard errors that both may be apart
BREAKTHROUGH = str(Path(__file__).parents[1] / "learn" / "breakthrough.py")

# Game: measure: mean, standard error.
LUDII = {
    "yavalath:swap=yes": {
        "length": (19.86, 0.203),
        "points:White": (0.470, 0.0158),
        "coverage": (0.3256, 0.0033),
        "branching": (51.63, 0.102),
        "branching:median": (51.80, 0.101),
        "branching:variance": (37.09, 0.706),
        "branching:slope": (-1.0176, 0.0004),
        "branching:sign": (-0.9385, 0.0009),
    },
    BREAKTHROUGH: {
        "length": (63.68, 0.512),
        "points:White": (0.495, 0.0158),
        "coverage": (0.9353, 0.0017),
        "branching": (25.88, 0.036),
        "branching:median": (25.93, 0.038),
        "branching:most": (32.07, 0.061),
        "branching:variance": (8.521, 0.130),
        "branching:rise": (7.781, 0.074),
        "branching:fall": (-7.785, 0.075),
        "branching:slope": (0.0117, 0.0023),
        "branching:change": (0.0549, 0.0024),
        "branching:sign": (0.0404, 0.0015),
        "pieces": (-6.324, 0.072),
    },
    "lines-of-action:both=draw,blocked=pass,move_limit=0": {
        "length": (219.8, 3.47),
        "points:Black": (0.5138, 0.0249),
        "draws": (0.0075, 0.0043),
        "coverage": (0.9741, 0.0016),
        "branching": (27.17, 0.100),
        "branching:median": (27.64, 0.130),
        "branching:most": (43.91, 0.161),
        "branching:variance": (56.46, 1.085),
        "branching:rise": (23.40, 0.307),
        "branching:fall": (-23.39, 0.304),
        "branching:slope": (-0.0701, 0.0013),
        "branching:change": (-0.0904, 0.0023),
        "branching:sign": (-0.0068, 0.0010),
    },
    "hex": {
        "length": (107.6, 0.50),
        "points:Red": (0.5275, 0.0250),
        "coverage": (0.8895, 0.0041),
        "branching": (67.69, 0.250),
        "branching:median": (67.92, 0.250),
        "branching:variance": (974.6, 8.67),
        "branching:slope": (-1.00052, 0.00001),
        "branching:sign": (-0.99053, 0.00005),
    },
    "unlur": {
        "length": (64.42, 0.564),
        "coverage": (0.6970, 0.0062),
        "branching": (44.42, 0.367),
        "branching:median": (45.16, 0.404),
        "branching:most": (68.99, 0.483),
        "branching:variance": (206.4, 6.53),
        "branching:rise": (29.0, 0.0),
        "branching:slope": (-0.5386, 0.0117),
        "branching:change": (-0.5117, 0.0044),
    },
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", LUDII, ids=lambda name: Path(name).stem)
def test_random_games_measure_as_ludiis_do(name: str) -> None:
    game = parlour.game(name)
    batch = RandomGames(game.start(), compiled=True).play(11, 0, GAMES)
    traces = (Trace(id="1.1.1", variant=game.name, budget=0, **part) for part in batch.games())
    found = {m.key: m.estimate for m in measures(gather(traces, game))}
    for key, (mean, error) in LUDII[name].items():
        ours = found[key]
        own_error = (ours.high - ours.low) / (2 * NORMAL)
        assert abs(ours.value - mean) <= APART * sqrt(error**2 + own_error**2), (key, ours, mean)
