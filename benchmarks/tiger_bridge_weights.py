"""Fit the weights of parlour.games.tiger_bridge.estimate, and print them with their errors.

`python benchmarks/tiger_bridge_weights.py` solves `--deals` random deals and fits by least squares;
errors are those on every fifth deal, which the fit leaves out.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from parlour.games.tiger_bridge.balance import complete_deal
from parlour.games.tiger_bridge.double_dummy import CRESTS, DoubleDummySolver
from parlour.games.tiger_bridge.estimate import (
    Bools,
    Floats,
    as_blades,
    hand_features,
    pair_features,
)

DAMPING = 0.5  # of weights that the deals say little about (ridge regression)


def rows(deals: Bools, tables: Floats, kind: str, crests: int) -> tuple[Floats, Floats]:
    """Features and rounds of both sides, and of each hand if `kind` is hand."""
    features, rounds = [], []
    for side in (0, 1):
        one, two = deals[:, side], deals[:, side + 2]
        taken = tables[:, crests, side::2].mean(axis=1)
        if kind == "pair":
            features.append(pair_features(one, two, crests))
            rounds.append(taken)
        else:
            features += [hand_features(one, crests), hand_features(two, crests)]
            rounds += [taken, taken]
    return np.concatenate(features), np.concatenate(rounds)


def fitted(features: Floats, rounds: Floats) -> Floats:
    squares = features.T @ features + DAMPING * np.eye(features.shape[1])
    return np.asarray(np.linalg.solve(squares, features.T @ rounds))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=480)
    arguments.add_argument("--seed", type=int, default=4242)
    given = arguments.parse_args()
    rng, solver = random.Random(given.seed), DoubleDummySolver()
    hands = [complete_deal([None] * 4, rng) for _ in range(given.deals)]
    tables = np.array([solver.table(deal) for deal in hands], np.float64)
    deals = as_blades([hand for deal in hands for hand in deal]).reshape(-1, 4, 4, 13)
    tested = np.arange(given.deals) % 5 == 0
    for kind in ("pair", "hand"):
        for name, crests in (("none", [0]), ("crests", range(1, CRESTS))):
            found = [rows(deals, tables, kind, c) for c in crests]
            kept = [rows(deals[~tested], tables[~tested], kind, c) for c in crests]
            held = [rows(deals[tested], tables[tested], kind, c) for c in crests]
            weights = fitted(*map(np.concatenate, zip(*kept, strict=True)))
            x, y = map(np.concatenate, zip(*held, strict=True))
            print(f"{kind} {name}: off by {(y - x @ weights).std():.2f} rounds")
            weights = fitted(*map(np.concatenate, zip(*found, strict=True)))
            print(", ".join(f"{weight:.3f}" for weight in weights))


if __name__ == "__main__":
    main()
