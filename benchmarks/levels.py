"""Measure every game's levels, each against the one below.

`python benchmarks/levels.py` plays the matches of `parlour ladder` for every game, saves the
results in benchmarks/results and rewrites docs/measurements/levels.md from all saved results.
`--only GAME` measures one game, `--only` without a name only rewrites the page; `--levels 7 8`
limits the levels.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parlour
from parlour.players import level_texts, meet

RESULTS = Path(__file__).parent / "results" / "levels.json"
GAMES = 100  # of each match, by default
PAGE = Path(__file__).parents[1] / "docs" / "measurements" / "levels.md"
HEAD = """# Levels

Score of each game's ten levels, each against the level below.

* **Command**: `python benchmarks/levels.py`, which plays `parlour ladder GAME` for every game.
* **Date**: 2026-11-21 to 2026-11-27, two cores of a shared machine. Budgets count positions,
  simulations or deals, not seconds, so the players are the same on every machine.

The levels form five bands of two: beginner, casual, club, expert, master. Level 10 has the budget
of about one second on one core. From level 7 on, in most games, budgets grow in geometric steps.
Bots use [learned evaluations](../research/learning.md) unless the text says `learnt=0`.

How to read the table:

* A cell is the share of points of the higher level, with Wilson's 95% interval. 50% is equal
  strength; the target is 65 to 85%.
* Each cell is 100 games, players changing sides, unless it states another number.
* A dash was not measured; that step is a first guess.
* In a solitaire both levels play the same deals. A point goes to the level that alone solves the
  deal, or needs fewer sequences; equal results are half a point each.
* In Revolver, with seven players, 62% means winning 2.6 times as often as each of the others.

Limits:

* A last step above 85% means that ten steps of the target size do not span the game: one second
  buys more than that.
* Steps are smaller where chance or draws matter, or where one score decides little. Revolver has
  at most nine steps of the target size between random moves and its best player.
* More about NavalQi, Revolver, TigerBridge and Stones of Fortune: [hidden
  games](hidden-games.md).

"""


def measure(
    game: parlour.Game, levels: list[int], games: int, workers: int
) -> Iterator[dict[str, Any]]:
    """Play these levels against the ones below."""
    texts = level_texts(game)
    for level in levels:
        found = meet(game, str(level), str(level - 1), games, seed=level, workers=workers)
        print(f"{game.id}, {level} against {level - 1}: {found}", flush=True)
        yield {
            "level": level,
            "players": list(texts[level - 2 : level]),
            "games": games,
            "share": found.share,
            "interval": found.interval,
        }


def figure(found: dict[str, Any], level: int, texts: tuple[str, ...]) -> str:
    """The share of a level against the one below; a dash if these two players have not met."""
    for match in found["matches"]:
        players = list(texts[level - 2 : level])
        if match["level"] == level and match["players"] == players:
            low, high = match["interval"]
            games = "" if match["games"] == GAMES else f" of {match['games']}"
            return f"{match['share']:.0%}{games} ({low:.0%}–{high:.0%})"
    return "–"


def page(kept: dict[str, dict]) -> str:  # type: ignore[type-arg]
    """The page of all saved results."""
    heads = " | ".join(f"{level} over {level - 1}" for level in range(2, 11))
    lines = [f"| game | {heads} |", "|" + "---|" * 10]
    for name in parlour.games():
        texts = level_texts(parlour.game(name))
        figures = [figure(kept.get(name, {"matches": []}), level, texts) for level in range(2, 11)]
        lines.append(f"| `{name}` | {' | '.join(figures)} |")
    players = ["", "## Players", "", "| game | levels 1 to 10 |", "|---|---|"]
    for name in parlour.games():
        now = level_texts(parlour.game(name))
        players.append(f"| `{name}` | {', '.join(f'`{text}`' for text in now)} |")
    return HEAD + "\n".join([*lines, *players]) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=GAMES)
    arguments.add_argument("--only", nargs="*", default=None, help="ids of the games to measure")
    arguments.add_argument("--levels", type=int, nargs="*", default=list(range(2, 11)))
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for identifier in parlour.games() if given.only is None else given.only:
        matches = kept.setdefault(identifier, {"matches": []})["matches"]
        for found in measure(parlour.game(identifier), given.levels, given.games, given.workers):
            matches[:] = [match for match in matches if match["level"] != found["level"]] + [found]
            RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    PAGE.write_text(page(kept))


if __name__ == "__main__":
    main()
