"""Measures the levels of all games: each against the one below, and the time of the highest.

`python benchmarks/levels.py` plays the matches of `parlour ladder` for every game, keeps them in
benchmarks/results, and writes docs/levels.md from all that is kept. `--only GAME` measures one.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

import parlour
from parlour.players import level_texts, meet, player

RESULTS = Path(__file__).parent / "results" / "levels.json"
PAGE = Path(__file__).parents[1] / "docs" / "levels.md"
HEAD = """# Levels

Every game has six levels. The table gives the share of the points of each level against the one below,
with Wilson's 95% interval, over games in which the seats change (`parlour ladder GAME`). 50% would be
equal strength. Games in which one score decides little, or in which chance or draws have a say, spread less.
A solitaire's levels play the same deals; the one that needs fewer sequences has the point, equals halves.
The last columns are the seconds a move of level 6, mean and longest over one game, on one core of the machine
that measured. What else was measured of NavalQi, Revolver, TigerBridge and Stones of Fortune is told
[elsewhere](hidden-games.md).

Made by `python benchmarks/levels.py`.

"""


def measure(identifier: str, games: int, workers: int) -> dict[str, object]:
    """The matches of one game's neighbouring levels, and the highest level's seconds a move."""
    game = parlour.game(identifier)
    texts = level_texts(game)
    matches = []
    for level in range(2, len(texts) + 1):
        found = meet(game, str(level), str(level - 1), games, seed=level, workers=workers)
        matches.append({"level": level, "share": found.share, "interval": found.interval})
        print(f"{identifier}, {level} against {level - 1}: {found}", flush=True)
    mean, longest = seconds_a_move(game)
    return {
        "games": games,
        "levels": texts,
        "matches": matches,
        "mean_seconds": mean,
        "longest_seconds": longest,
    }


def seconds_a_move(game: parlour.Game) -> tuple[float, float]:
    """The mean and the longest time that the highest level takes for a move, over one game."""
    rng = random.Random(1)
    bot = player(len(level_texts(game)), game, seed=1)
    state, times = game.start(), []
    while state.turn is not None:
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
        else:
            begun = time.perf_counter()
            state.play(bot.choose(state))
            times.append(time.perf_counter() - begun)
    times = times[1:]  # the first may have waited for the compiler
    return sum(times) / len(times), max(times)


def page(kept: dict[str, dict]) -> str:  # type: ignore[type-arg]
    """The docs page of all that was measured."""
    lines = [
        "| game | games each | 2 over 1 | 3 over 2 | 4 over 3 | 5 over 4 | 6 over 5 | mean s | longest s |"
    ]
    lines.append("|---|---|---|---|---|---|---|---|---|")
    for name, found in sorted(kept.items()):
        cells = [
            f"{m['share']:.0%} ({m['interval'][0]:.0%}–{m['interval'][1]:.0%})"
            for m in found["matches"]
        ]
        times = f"{found['mean_seconds']:.2f} | {found['longest_seconds']:.2f}"
        lines.append(f"| `{name}` | {found['games']} | {' | '.join(cells)} | {times} |")
    texts = ["", "What the levels are:", ""]
    for name, found in sorted(kept.items()):
        texts.append(f"* `{name}`: " + ", ".join(f"`{text}`" for text in found["levels"]))
    return HEAD + "\n".join([*lines, *texts]) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--only", nargs="*", default=None, help="ids of the games to measure")
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    for identifier in given.only or parlour.games():
        found = measure(identifier, given.games, given.workers)
        kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        kept[identifier] = found
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
        PAGE.write_text(page(kept))


if __name__ == "__main__":
    main()
