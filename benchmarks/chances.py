"""Fit how often a search's leads win, for each game; `players/chance.py` computes chances from the fit.

`python benchmarks/chances.py GAME…` lets each game's strongest kind of player, or the one named by
`--player`, play itself on a small budget from random openings. It fits the log-odds of the result
to the search's leads, each game with equal weight. A third of the games is left out of the fit and
measures how well the chances predict results. The fit is saved beside the rules, as
``GAME.chances.json``; docs/measurements/chances.md is rewritten from all saved fits.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.players import player
from parlour.players.chance import chances_path, playout_odds, shares
from parlour.players.searchers import AlphaBetaPlayer, MCTSPlayer

PAGE = Path(__file__).parents[1] / "docs" / "measurements" / "chances.md"
NODES, SIMULATIONS = 1500, 800
STRONGEST = "strongest:nodes=1,simulations=1"
OPENING = 8  # random plies at most
LONGEST = 300  # plies; a longer game is drawn where it stands
BINS = 5
LEADS = {
    "evaluation": "the rules' evaluation",
    "learnt": "learnt evaluation",
    "mcts": "mean of playouts",
    "rave": "mean of playouts, RAVE",
}
FAR = 5.0  # log-odds, 99.3%: where half of all leads are beyond that a scale is none
HEAD = """# Chances of winning

How well the displayed chance of winning predicts results, game by game.

* **Command**: `python benchmarks/chances.py GAME…`; without a game it only rewrites this page.
* **Date**: 2026-11-23 to 2026-11-26, one fit a game, saved as `GAME.chances.json` beside its
  rules.

A hint, a graph or a review shows a **chance of winning** from 0 to 100%: the expected share of
points of the player to move, a draw counting half. The scale is the same for all games, in the
terminal, in Python (`Advice.chance`) and in the browser. 0% and 100% appear only for proven
results.

## Method

A search returns a lead: an evaluation or the mean of playouts. The fit turns it into log-odds of
the result: log-odds = slope × lead + value of having the move. Its games are the strongest kind
of player against itself, with 1,500 positions or 800 simulations a move, after up to eight random
moves. The chance therefore describes two equal players of that strength; against a stronger
opponent it is lower. A deeper search's leads are more reliable than the fit assumes.

A third of the games was left out of the fit. The table shows how well the chances predict those:

* *error*: the Brier score, the mean squared difference of prediction and result (0 is perfect).
* *of the mean*: the Brier score of always predicting the mean result.
* *before*: the Brier score of the scale used before the fit.
* *predicted → scored*: for positions by predicted chance (0–20%, 20–40%, …), the mean prediction,
  the share of points scored, and the number of positions.

Positions of one game are not independent: a hundred positions come from about a dozen games.
Proven results are left out.

## Limits

* **Merlin's Chain**: playouts favour the player to move. Before the fit a review swung by 0.14
  with each move; with it by at most 0.02 on a game's average, with RAVE or MCTS, each with a fit
  of its own (four games, 1,000 simulations a position). With RAVE's fit a review by MCTS swung by
  0.10.
* **Hive and RoyalDraughts** (60 + 30 games each) have no fit: on the games left out it was no
  better than the scale before (errors 0.169 and 0.109 against 0.168 and 0.108).
* **Merger Chess**: leads predict results barely better than the mean, with 1,500 positions as
  with 30,000 (`--nodes 30000`, used for the fit). Chances stay near one half until a result is
  proven.
* Without a fit, an evaluation that is already a share of a win is used unchanged. This applies to
  games with chance or with graded scores.

## Results

"""


@dataclass(frozen=True)
class Seen:
    """One position: its game's number, the search's lead, and the share of points that followed."""

    game: int
    lead: float
    result: float


def play(
    game: parlour.Game, kind_of_player: str, number: int, nodes: int, small: bool
) -> tuple[str, float, list[Seen]]:
    """Play one game; return the kind of its leads, the slope without a fit, and the positions seen."""
    rng = random.Random(number)
    part = 10 if small else 1
    bots = []
    for seat in range(game.seats):
        bot = player(kind_of_player, game, seed=2 * number + seat)
        assert isinstance(bot, AlphaBetaPlayer | MCTSPlayer), bot
        bots.append(bot)
    state, opening, seen = game.start(), rng.randrange(OPENING + 1), []
    kind, otherwise = "", 1.0
    while state.turn is not None and len(state.history) < LONGEST:
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
        elif len(state.history) < opening:
            state.play(rng.choice(state.moves()))
        else:
            bot, seat = bots[state.turn], state.turn
            if isinstance(bot, AlphaBetaPlayer):
                found = bot.search.search(state, nodes=nodes // part)
                model = bot.search.model
                kind, otherwise = (
                    ("evaluation", np.log(3) / 300)
                    if model is None
                    else ("learnt", 1 / model.scale)
                )
                lead, proven = float(found.value), found.distance is not None
            else:
                tried, kind = bot.search.search(state, simulations=SIMULATIONS // part), bot.KIND
                lead, proven, found = (
                    playout_odds(tried.value / game.plain.rules.HIGHEST),
                    tried.proven,
                    tried,
                )
            if not proven:
                seen.append((seat, lead))
            state.play(found.move)
    end = state.outcome
    points = (
        shares([float(x) for x in end.scores], game.spec.sides)
        if end
        else [1 / game.seats] * game.seats
    )
    return kind, otherwise, [Seen(number, lead, points[seat]) for seat, lead in seen]


def weights(seen: list[Seen]) -> np.ndarray:
    """Give every game equal weight."""
    games, counts = np.unique([s.game for s in seen], return_counts=True)
    per = dict(zip(games.tolist(), counts.tolist(), strict=True))
    return np.array([1 / per[s.game] for s in seen])


def fit(seen: list[Seen], otherwise: float) -> tuple[float, float]:
    """Fit the slope and the value of having the move by Newton's method, regularised towards the old scale.

    If that scale would call nearly every lead won or lost, regularise towards odds of e to 1 for a
    typical lead.
    """
    leads = np.array([s.lead for s in seen])
    usual = float(np.median(np.abs(leads)))
    if usual * otherwise > FAR:
        otherwise = 1 / usual
    lead = leads * otherwise
    rows, result, weight = (
        np.stack([lead, np.ones_like(lead)], 1),
        np.array([s.result for s in seen]),
        weights(seen),
    )
    at, held = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(rows @ at, -35, 35)))
        slope = rows.T @ (weight * (chance - result)) + (at - held)
        curve = rows.T @ (rows * (weight * chance * (1 - chance))[:, None]) + np.eye(2)
        step = np.linalg.solve(curve, slope)
        at = at - np.clip(step, -1, 1)
    return float(max(at[0], 0.01) * otherwise), float(at[1])


def tested(seen: list[Seen], slope: float, move: float, otherwise: float) -> dict[str, Any]:
    """Measure how well the chances predict held-out games."""
    result, weight = np.array([s.result for s in seen]), weights(seen)

    def foretold(slope: float, move: float) -> np.ndarray:
        return np.array([1 / (1 + exp(-max(min(slope * s.lead + move, 35), -35))) for s in seen])

    def error(chance: np.ndarray) -> float:
        return round(float(np.average((chance - result) ** 2, weights=weight)), 4)

    chance = foretold(slope, move)
    bins = []
    for n in range(BINS):
        inside = (chance >= n / BINS) & (chance < (n + 1) / BINS + (n == BINS - 1))
        count = int(inside.sum())
        if count:
            bins.append(
                [
                    round(float(chance[inside].mean()), 3),
                    round(float(result[inside].mean()), 3),
                    count,
                ]
            )
    mean = np.full_like(result, np.average(result, weights=weight))
    return {
        "error": error(chance),
        "mean": error(mean),
        "before": error(foretold(otherwise, 0.0)),
        "bins": bins,
    }


def measure(
    name: str, kind_of_player: str, number: int, seconds: float, nodes: int, small: bool
) -> None:
    """Play `number` games, or as many as `seconds` of processor time allow; fit, test and save the fit."""
    game = parlour.game(name)
    seen: list[Seen] = []
    kind, otherwise = "", 1.0
    end = time.process_time() + seconds
    for n in range(number):
        if time.process_time() > end:
            break
        kind, otherwise, more = play(game, kind_of_player, n, nodes, small)
        seen += more
    used, left = ([s for s in seen if (s.game % 3 == 2) is out] for out in (False, True))
    slope, move = fit(used, otherwise)
    about = {
        "slope": float(f"{slope:.6g}"),
        "move": round(move, 4),
        "games": len({s.game for s in used}),
        "positions": len(used),
        "test": {"games": len({s.game for s in left}), **tested(left, slope, move, otherwise)},
    }
    print(game.id, kind, about, flush=True)
    if not small:
        path = chances_path(game)
        kept = json.loads(path.read_text()) if path.is_file() else {}
        path.write_text(json.dumps(kept | {kind: about}, indent=1) + "\n")


def rows() -> Iterator[str]:
    """Yield the rows of the page's table."""
    yield (
        "| game | leads by | games (fit + test) | slope | move "
        "| error | of the mean | before | predicted → scored |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for name in parlour.games():
        path = chances_path(parlour.game(name))
        for kind, fit in (json.loads(path.read_text()) if path.is_file() else {}).items():
            test = fit["test"]
            bins = ", ".join(f"{a:.0%} → {b:.0%} ({n})" for a, b, n in test["bins"])
            yield (
                f"| `{name}` | {LEADS[kind]} | {fit['games']} + {test['games']} | "
                f"{fit['slope']:.3g} | {fit['move']:+.2f} | "
                f"{test['error']:.3f} | {test['mean']:.3f} | {test['before']:.3f} | {bins} |"
            )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "games", nargs="*", help="which games; without one only the page is written"
    )
    parser.add_argument("--player", default=STRONGEST, help="a player; its budget is set here")
    parser.add_argument("--number", type=int, default=150, help="games to play of each")
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="of processor time for each game, at most",
    )
    parser.add_argument("--nodes", type=int, default=NODES, help="positions a move of alpha-beta")
    parser.add_argument(
        "--small", action="store_true", help="keep nothing, with a tenth of the budget"
    )
    asked = parser.parse_args()
    for name in asked.games:
        measure(name, asked.player, asked.number, asked.seconds, asked.nodes, asked.small)
    if not asked.small:
        PAGE.write_text(HEAD + "\n".join(rows()) + "\n")


if __name__ == "__main__":
    main()
