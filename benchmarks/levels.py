"""Measures the levels of all games: each against the one below.

`python benchmarks/levels.py` plays the matches of `parlour ladder` for every game, keeps them in
benchmarks/results, and writes docs/levels.md from all that is kept. `--only GAME` measures one, `--only`
without a name none; `--levels 7 8` those levels.
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
GAMES = 100  # of a match, where no other number is asked for
PAGE = Path(__file__).parents[1] / "docs" / "levels.md"
HEAD = """# Levels

Every game has ten levels, in bands of two: beginner, casual, club, expert, master. The tenth is all the
strength that a second or somewhat less on one core buys, given in positions, simulations or deals, so that
it plays the same everywhere. Bots use what was [learnt](learning.md) but where a text says `learnt=0`; up to
level 10, in most games from 7 on, budgets go up in geometric steps.

The table gives the share of the points of each level against the one below, with Wilson's 95% interval,
over games in which the seats change (`parlour ladder GAME`); 50% would be equal strength, 65 to 85% is
aimed at. **A dash was not measured**: those steps are a first guess. 100 games each where no other number
is told. A last step above 85% is one that ten of that size do not span: what a second buys is that far from a
beginner. Games in which one score decides little, or in which chance or draws have a say, spread less. A
solitaire's levels play the same deals; who wins alone, or in fewer sequences, has the point, equals halves.
In Revolver, which seven play, 62% is to win 2.6 times as often as each of the others; from moves at random to
its best player there are no more than nine such steps. What else was measured of NavalQi, Revolver,
TigerBridge and Stones of Fortune is told [elsewhere](hidden-games.md).

Made by `python benchmarks/levels.py`.

"""


def measure(
    game: parlour.Game, levels: list[int], games: int, workers: int
) -> Iterator[dict[str, Any]]:
    """The matches of these levels against the ones below."""
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
    """The share of a level against the one below; a dash where these very players have not met."""
    for match in found["matches"]:
        players = list(texts[level - 2 : level])
        if match["level"] == level and match["players"] == players:
            low, high = match["interval"]
            games = "" if match["games"] == GAMES else f" of {match['games']}"
            return f"{match['share']:.0%}{games} ({low:.0%}–{high:.0%})"
    return "–"


def page(kept: dict[str, dict]) -> str:  # type: ignore[type-arg]
    """The docs page of all that was measured."""
    heads = " | ".join(f"{level} over {level - 1}" for level in range(2, 11))
    lines = [f"| game | {heads} |", "|" + "---|" * 10]
    for name in parlour.games():
        texts = level_texts(parlour.game(name))
        figures = [figure(kept.get(name, {"matches": []}), level, texts) for level in range(2, 11)]
        lines.append(f"| `{name}` | {' | '.join(figures)} |")
    told = ["", "What the levels are:", ""]
    for name in parlour.games():
        now = level_texts(parlour.game(name))
        told.append(f"* `{name}`: " + ", ".join(f"`{text}`" for text in now))
    return HEAD + "\n".join([*lines, *told]) + "\n"


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
