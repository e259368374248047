"""Place every game's levels by its growth curve, and measure the lower ones against each other.

`python benchmarks/levels.py` takes eight minutes a game, less than three hours in all (`--minutes`,
`--only GAME …`; `--only` without a name only rewrites the page). Half of a game's time goes to its
lower levels, each against the one below, and half to its curve: budgets in steps of four, from the
least upwards, the cheap ones first. All scores are saved in benchmarks/results/levels.json.
docs/measurements/levels.md is rewritten from them; the levels that the curve proposes are printed,
for the game's folder.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

import numpy as np
from growth import Growth, Score, elo

import parlour
from parlour.kernel.spec import parse_options
from parlour.players import level_texts, meet, strongest, wilson
from parlour.players.levels import COUNTED, LEVELS, rounded

RESULTS = Path(__file__).parent / "results" / "levels.json"
PAGE = Path(__file__).parents[1] / "docs" / "measurements" / "levels.md"
MINUTES = 8.0  # a game
STEP = 2.0  # doublings between budgets that meet
MOST, BATCH = 100, 10  # games of a match, and between looks at the clock
TARGET = 0.75  # the score of a level against the one below
FEWEST = 20  # games on a curve before levels are placed by it
HEAD = (Path(__file__).parent / "levels_head.md").read_text(encoding="utf-8")

Match = dict[str, Any]


@dataclass(frozen=True)
class Axis:
    """The players that differ in thought alone: the strongest with smaller budgets."""

    kind: str
    settings: dict[str, str]
    unit: str
    most: int

    @classmethod
    def of(cls, game: parlour.Game) -> Axis | None:
        """A game's axis; None if its strongest player has no budget that is counted."""
        kind, _, given = strongest(game).partition(":")
        settings = parse_options(given) if given else {}
        unit = next((name for name in COUNTED if name in settings), None)
        return None if unit is None else cls(kind, settings, unit, int(settings[unit]))

    def count(self, text: str) -> int | None:
        """The budget of a player on this axis; None for others. Noise, which falls, may differ."""
        kind, _, given = text.partition(":")
        settings = parse_options(given) if given else {}
        both = (
            {n: v for n, v in row.items() if n not in (self.unit, "noise")}
            for row in (settings, self.settings)
        )
        same = kind == self.kind and next(both) == next(both)
        return int(settings[self.unit]) if same and self.unit in settings else None

    def text(self, count: float, path: dict[int, float]) -> str:
        """The player with this budget; `path` has the noise of some budgets."""
        budgets = sorted(path)
        noise = np.interp(log2(count), [log2(b) for b in budgets], [path[b] for b in budgets])
        kept = count in path or count == self.most
        settings = {**self.settings, self.unit: str(round(count) if kept else rounded(count))}
        if noise > 0:
            settings["noise"] = f"{noise:.2g}" if max(path.values()) < 5 else f"{noise:.0f}"
        return f"{self.kind}:{','.join(f'{name}={value}' for name, value in settings.items())}"


@dataclass(frozen=True)
class Curve:
    """A game's growth curve over its axis, from the least budget that has met another."""

    axis: Axis
    least: int
    games: int
    growth: Growth
    path: dict[int, float]  # the noise of the budgets that have met

    @classmethod
    def of(cls, game: parlour.Game, matches: list[Match]) -> Curve | None:
        """The curve of all saved matches on the axis; None without an axis or enough games."""
        axis = Axis.of(game)
        met = [] if axis is None else [(m, *map(axis.count, m["players"])) for m in matches]
        on = [(match, low, high) for match, low, high in met if low and high and low < high]
        games = sum(match["games"] for match, *_ in on)
        if axis is None or games < FEWEST:
            return None
        least = min(low for _, low, _ in on)
        scores = [
            Score(log2(low / least), log2(high / least), match["share"], match["games"])
            for match, low, high in on
        ]
        texts = [text for match, *_ in on for text in match["players"]]
        return cls(axis, least, games, Growth.fit(scores), noises(axis, (*texts, strongest(game))))

    @property
    def span(self) -> float:
        """Doublings from the least to the strongest player's budget."""
        return log2(self.axis.most / self.least)

    def place(self, text: str) -> float | None:
        """A player's thought in doublings; None off the curve."""
        count = self.axis.count(text)
        return None if count is None or count < self.least else log2(count / self.least)

    def steps(self) -> float:
        """How many steps of the target size the curve has."""
        return self.growth.mean(self.span) / elo(TARGET)

    def proposed(self, most: int) -> list[str]:
        """The players of equal steps from the least to the strongest, at most `most` steps."""
        count = max(1, min(most, round(self.steps())))
        whole = self.growth.mean(self.span)
        places = [self.growth.doublings(whole * k / count, self.span) for k in range(count + 1)]
        counts = [self.least, *(self.least * 2**place for place in places[1:-1]), self.axis.most]
        return [self.axis.text(budget, self.path) for budget in counts]


def noises(axis: Axis, texts: Iterable[str]) -> dict[int, float]:
    """The noise of each budget on the axis that one of the players has."""
    rows = ((axis.count(text), parse_options(text.partition(":")[2])) for text in texts)
    return {count: float(settings.get("noise", 0)) for count, settings in rows if count}


def meet_for(game: parlour.Game, pair: tuple[str, str], seconds: float, workers: int) -> Match:
    """The upper of two players against the lower, for about so many seconds, one batch at least."""
    points, games, end = 0.0, 0, time.monotonic() + seconds
    while games < MOST and (games == 0 or time.monotonic() < end):
        found = meet(game, pair[1], pair[0], BATCH, seed=games, workers=workers)
        points, games = points + found.points, games + BATCH
    low, high = wilson(points, games)
    print(f"{game.id}: {pair[1]} over {pair[0]}: {points / games:.0%} of {games}", flush=True)
    return {
        "players": list(pair),
        "games": games,
        "share": points / games,
        "interval": [low, high],
    }


def pairs_of(game: parlour.Game) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The pairs of players that meet: lower levels, and on the axis."""
    texts, axis = level_texts(game), Axis.of(game)
    on = [] if axis is None else [c for text in texts if (c := axis.count(text)) is not None]
    if axis is None or len(on) < 2:
        return list(pairwise(texts)), []
    first = next(place for place, text in enumerate(texts) if axis.count(text) is not None)
    counts = [on[0]]
    while counts[-1] * 2**STEP <= axis.most:
        counts.append(rounded(counts[-1] * 2**STEP))
    path = noises(axis, texts)
    upper = [axis.text(count, path) for count in counts]
    return list(pairwise(texts[: first + 1])), list(pairwise(upper))


def measure(game: parlour.Game, minutes: float, workers: int) -> Iterator[Match]:
    """Play the matches of a game; time that a match leaves goes to the later ones."""
    for pairs in pairs_of(game):
        end = time.monotonic() + 60 * minutes / 2
        for number, pair in enumerate(pairs):
            left = max(end - time.monotonic(), 0.0) / (len(pairs) - number)
            if left > 0:
                yield meet_for(game, pair, left, workers)


def percent(low: float, middle: float, high: float) -> str:
    """A share with its interval."""
    return f"{middle:.0%} ({low:.0%}–{high:.0%})"


def step(matches: list[Match], curve: Curve | None, pair: tuple[str, str]) -> str:
    """The score of a level over the one below: as measured, else by the curve, in italics."""
    for match in matches:
        if match["players"] == list(pair):
            games = "" if match["games"] == MOST else f" of {match['games']}"
            low, high = match["interval"]
            return f"{match['share']:.0%}{games} ({low:.0%}–{high:.0%})"
    places = [None, None] if curve is None else [curve.place(text) for text in pair]
    if curve is None or None in places:
        return "–"
    return f"*{percent(*curve.growth.share(places[0] or 0.0, places[1] or 0.0))}*"


def curve_row(name: str, curve: Curve) -> str:
    """A game's row in the table of curves."""
    gain, span = curve.growth.gain, curve.span
    figures = (gain(0, 1), gain(max(span - 1, 0), span), gain(0, span))
    cells = [f"{middle:+.0f} ({low:+.0f} to {high:+.0f})" for low, middle, high in figures]
    budgets = f"{curve.least:,} to {curve.axis.most:,} {curve.axis.unit}"
    return f"| `{name}` | {budgets} | {curve.games} | {' | '.join(cells)} | {curve.steps():.1f} |"


def page(saved: dict[str, Any]) -> str:
    """The page of all saved results."""
    steps = " | ".join(f"{level} over {level - 1}" for level in range(2, LEVELS + 1))
    measured = [f"| game | {steps} |", "|" + "---|" * LEVELS]
    curves = [
        "| game | budgets | games | first doubling | last doubling | in all | steps of 75% |",
        "|" + "---|" * 7,
    ]
    players = ["| game | levels, from 1 up |", "|---|---|"]
    for name in parlour.games():
        game = parlour.game(name)
        texts, matches = level_texts(game), saved.get(name, {"matches": []})["matches"]
        curve = Curve.of(game, matches)
        cells = [step(matches, curve, pair) for pair in pairwise(texts)]
        cells += [""] * (LEVELS - len(texts))
        measured.append(f"| `{name}` | {' | '.join(cells)} |")
        if curve is not None:
            curves.append(curve_row(name, curve))
        players.append(f"| `{name}` | {', '.join(f'`{text}`' for text in texts)} |")
    tables = {"STEPS": measured, "CURVES": curves, "PLAYERS": players}
    text = HEAD
    for mark, lines in tables.items():
        text = text.replace(f"{mark}\n", "\n".join(lines) + "\n")
    return text


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--minutes", type=float, default=MINUTES, help="for each game")
    arguments.add_argument("--only", nargs="*", default=None, help="ids of the games to measure")
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    saved = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in parlour.games() if given.only is None else given.only:
        game, matches = parlour.game(name), saved.setdefault(name, {"matches": []})["matches"]
        for found in measure(game, given.minutes, given.workers):
            met = [match for match in matches if match["players"] != found["players"]]
            matches[:] = [*met, found]
            RESULTS.write_text(json.dumps(saved, indent=1) + "\n")
        curve = Curve.of(game, matches)
        if curve is not None:
            lower = [text for text in level_texts(game) if curve.place(text) is None]
            proposed = curve.proposed(LEVELS - len(lower) - 1)
            print(f"{name}: {curve.steps():.1f} steps, above {len(lower)}: {' '.join(proposed)}")
    PAGE.write_text(page(saved), encoding="utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
