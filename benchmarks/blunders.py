"""What kinds of mistakes players make: `python benchmarks/blunders.py GAME PLAYER…`.

Each player plays games against itself. A judge, `--judge`, looks at the position before and after
every move; a move that costs a chance of `--cost` is a mistake. Of the mistakes are counted:

* *plain*: the move looks worse than the better one even at first sight, by the evaluation after it,
  by the same cost. Random moves do; an oversight is tempting.
* *far*: the better move, or the reply that refutes the move, is in the farther half of the board,
  seen from the last move.
* *capture*: the better move or the refutation captures.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from math import log

import parlour
from parlour.players import player
from parlour.players.beginner import Attention
from parlour.players.chance import scale
from parlour.search.evaluation.scale import SCALE
from parlour.table.player import Player

KINDS = ("plain", "far", "capture")
MOST_PLIES = 120  # of a game
FAR_AWAY = 0.5  # parts of the board
OPENING = 4  # random plies


def at_sight(state: parlour.State, text: str) -> float:
    """The mover's chance by the evaluation after a move."""
    after, game = state.copy().play(text), state.game
    if after.turn is None:
        assert after.outcome is not None
        return float(after.outcome.scores[state.turn or 0])
    fitted = scale(game, "evaluation", log(3) / SCALE)
    chance = fitted.chance(game.plain.rules.evaluate(after.record, after.turn))
    return chance if after.turn == state.turn else 1 - chance


def kinds(state: parlour.State, played: str, better: str, judge: Player, cost: float) -> set[str]:
    """What kinds of mistake a move is."""
    found: set[str] = set()
    attention = Attention(state, 0.5, random.Random(1))
    looked = [(state.move(better), state.last_cells(None, 1))]
    after = state.copy().play(played)
    if after.turn is not None:
        looked.append((after.move(judge.advise(after).move), state.move(played).cells))
    if at_sight(state, better) - at_sight(state, played) >= cost:
        found.add("plain")
    if any(attention.distance(move, focus) >= FAR_AWAY for move, focus in looked):
        found.add("far")
    if any(move.captures for move, _ in looked):
        found.add("capture")
    return found


def count(game: parlour.Game, text: str, judge: Player, games: int, cost: float) -> Counter[str]:
    """How many moves and mistakes of each kind there are in a player's games against itself."""
    counts: Counter[str] = Counter()
    for seed in range(games):
        rng, bot, state = random.Random(seed), player(text, game, seed), game.start()
        for _ in range(MOST_PLIES):
            if state.turn is None:
                break
            if len(state.history) < OPENING:
                state.play(rng.choice(state.moves()))
                continue
            played, best = bot.choose(state), judge.advise(state)
            after = state.copy().play(played)
            counts["moves"] += 1
            if after.turn not in (None, state.turn) and played != best.move:
                lost = (best.chance or 0.0) - (1 - (judge.advise(after).chance or 0.0))
                if lost >= cost:
                    counts["mistakes"] += 1
                    counts.update(kinds(state, played, best.move, judge, cost))
            state = after
    return counts


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("game")
    arguments.add_argument("players", nargs="+")
    arguments.add_argument("--games", type=int, default=20)
    arguments.add_argument("--judge", default="alphabeta:nodes=3000")
    arguments.add_argument("--cost", type=float, default=0.15)
    given = arguments.parse_args()
    game = parlour.game(given.game)
    judge = player(given.judge, game, 1)
    print("| player | moves | mistakes | plain | far | capture |\n|---|---|---|---|---|---|")
    for text in given.players:
        counts = count(game, text, judge, given.games, given.cost)
        shares = [f"{counts[kind] / max(counts['mistakes'], 1):.0%}" for kind in KINDS]
        part = counts["mistakes"] / max(counts["moves"], 1)
        print(f"| `{text}` | {counts['moves']} | {part:.0%} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
