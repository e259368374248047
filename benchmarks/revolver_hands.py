"""Count Revolver's 270,725 hands by kind, as dealt and with the Silver Bullet taken by the best exchange.

The counts are exact. `python benchmarks/revolver_hands.py` prints both tables; `--every N` takes only
each N-th hand for the second.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from parlour.games.revolver.hands import (
    BRIDGE,
    BULLETS,
    CROSSING,
    FLING,
    FOREMOST_BRIDGE,
    GATHERING,
    LENGTH,
    MARSHALL,
    MATCH,
    PRIMARY_RIVER,
    REGIONS,
    RIVER,
    STEPPING_STONES,
    STREAM,
)

NAMES = {
    FOREMOST_BRIDGE: "Foremost Bridge",
    PRIMARY_RIVER: "Primary River",
    BRIDGE: "Bridge",
    RIVER: "River",
    STREAM: "Stream",
    GATHERING: "Gathering",
    CROSSING: "Crossing",
    STEPPING_STONES: "Stepping-stones",
    MATCH: "Match",
    FLING: "Fling",
}
Bullets = NDArray[
    np.int8
]  # a row for each hand: its bullets, as `games/revolver/hands.py` numbers them


def every_hand() -> Bullets:
    """All hands of four bullets."""
    return np.array(list(combinations(range(BULLETS), LENGTH)), dtype=np.int8)


def kinds(hands: Bullets) -> NDArray[np.int8]:
    """The kind of each hand."""
    ranks, regions = np.sort(hands // REGIONS, axis=1), hands % REGIONS
    pairs = sum(ranks[:, i] == ranks[:, k] for i, k in combinations(range(LENGTH), 2))
    run = (pairs == 0) & (ranks[:, -1] - ranks[:, 0] == LENGTH - 1)
    one_region = (regions == regions[:, :1]).all(axis=1)
    top = ranks[:, -1] == MARSHALL
    choices = {
        FOREMOST_BRIDGE: (pairs == 6) & top,
        PRIMARY_RIVER: run & one_region & top,
        BRIDGE: pairs == 6,
        RIVER: run & one_region,
        STREAM: run,
        GATHERING: one_region,
        CROSSING: pairs == 3,
        STEPPING_STONES: pairs == 2,
        MATCH: pairs == 1,
    }
    return np.select(list(choices.values()), list(choices), FLING).astype(np.int8)


def kinds_after_the_auction(hands: Bullets) -> NDArray[np.int64]:
    """How often each kind is the best that an exchange for a Silver Bullet makes of these hands."""
    count = np.zeros(len(NAMES), dtype=np.int64)
    for silver in range(BULLETS):
        others = hands[(hands != silver).all(axis=1)]
        best = np.zeros(len(others), dtype=np.int8)
        for discarded in range(LENGTH):
            changed = others.copy()
            changed[:, discarded] = silver
            np.maximum(best, kinds(changed), out=best)
        count += np.bincount(best, minlength=len(NAMES))
    return count


def print_table(title: str, count: NDArray[np.int64]) -> None:
    """Print the kinds from the top, with their counts and shares."""
    total = int(count.sum())
    print(f"\n{title}: {total:,}\n\n| kind | number | share |\n|---|---:|---:|")
    for kind, name in NAMES.items():
        print(f"| {name} | {count[kind]:,} | {100 * count[kind] / total:.3f}% |")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take each N-th hand for the second")
    given = parser.parse_args()
    hands = every_hand()
    print_table("Hands as dealt", np.bincount(kinds(hands), minlength=len(NAMES)))
    print_table("Hands and Silver Bullets", kinds_after_the_auction(hands[:: given.every]))


if __name__ == "__main__":
    main()
