"""Compare TigerBridge's double-dummy solver with DDS (Bo Haglund and Soren Hein), through endplay.

`python benchmarks/double_dummy.py` solves the same deals with both, one thread each, in
alternation: all twenty tables (five crests, four proclaimers) of `--deals` deals, then of `--rows`
further deals one kind of crests with its four proclaimers. It counts differences and saves the
ratio of processor seconds on full tables in benchmarks/results.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from collections.abc import Sequence
from pathlib import Path

import endplay._dds as dds
import numpy as np
from endplay.dds import calc_all_tables
from endplay.types import Deal, Denom

from parlour.games.tiger_bridge import rules
from parlour.games.tiger_bridge.balance import complete_deal
from parlour.games.tiger_bridge.double_dummy import CRESTS, DoubleDummySolver, Table

RESULTS = Path(__file__).parent / "results" / "double_dummy.json"
RANKS = "23456789TJQKA"
DENOMINATIONS = (Denom.nt, Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades)  # by crests
TARGET = 0.25
CHUNK = 10  # deals of one turn


def as_bridge(hands: Sequence[int]) -> Deal:
    """A deal for DDS: Forests are spades, Lakes hearts, Mountains diamonds, Rivers clubs."""
    texts = []
    for hand in hands:
        rows = [hand >> 13 * territory & rules.SUIT for territory in (3, 2, 1, 0)]
        texts.append(".".join("".join(RANKS[r] for r in range(13) if row >> r & 1) for row in rows))
    return Deal("N:" + " ".join(texts))


def dds_tables(
    deals: Sequence[Sequence[int]], crests: Sequence[int] = range(CRESTS)
) -> list[Table]:
    """Solve deals by DDS on one thread; zeros for crests that are not wanted."""
    dds.SetMaxThreads(1)
    left_out = [denom for c, denom in enumerate(DENOMINATIONS) if c not in crests]
    tables = []
    for found in calc_all_tables([as_bridge(hands) for hands in deals], exclude=left_out):
        # It lists spades, hearts, diamonds, clubs, no trumps, and players from North.
        rows = np.array(found.to_list(), np.int64)[[4, 3, 2, 1, 0]]
        rows[[c for c in range(CRESTS) if c not in crests]] = 0
        tables.append(rows)
    return tables


def measure(number: int, rng: random.Random) -> tuple[float, float, int, int]:
    """Processor seconds for a full table by each, the entries that differ, and our nodes."""
    solver, ours, theirs, differing = DoubleDummySolver(), 0.0, 0.0, 0
    solver.table(complete_deal([None] * 4, rng))
    nodes = solver.nodes
    for done in range(0, number, CHUNK):
        deals = [complete_deal([None] * 4, rng) for _ in range(min(CHUNK, number - done))]
        begun = time.process_time()
        found = [solver.table(deal) for deal in deals]
        between = time.process_time()
        expected = dds_tables(deals)
        theirs += time.process_time() - between
        ours += between - begun
        differing += int((np.array(found) != np.array(expected)).sum())
        print(f"{done + len(deals)} tables, ratio {theirs / ours:.3f}", flush=True)
    return ours / number, theirs / number, differing, (solver.nodes - nodes) // number


def compare_rows(number: int, rng: random.Random) -> int:
    """Count the differing rows of this many deals, each with crests of its own."""
    solver, differing = DoubleDummySolver(), 0
    for done in range(0, number, CHUNK):
        crests = done // CHUNK % CRESTS
        deals = [complete_deal([None] * 4, rng) for _ in range(min(CHUNK, number - done))]
        for deal, expected in zip(deals, dds_tables(deals, [crests]), strict=True):
            differing += solver.row(deal, crests) != expected[crests].tolist()
        if (done + CHUNK) % 200 == 0:
            print(f"{done + CHUNK} rows, {differing} differ", flush=True)
    return differing


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=100)
    arguments.add_argument("--rows", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    rng = random.Random(given.seed)
    ours, theirs, entries, nodes = measure(given.deals, rng)
    rows = compare_rows(given.rows, rng)
    result = {
        "machine": platform.processor() or platform.machine(),
        "deals": given.deals,
        "seconds_a_table": ours,
        "seconds_a_table_dds": theirs,
        "ratio": theirs / ours,
        "target": TARGET,
        "nodes_a_table": nodes,
        "entries_that_differ": entries,
        "rows": given.rows,
        "rows_that_differ": rows,
    }
    print(json.dumps(result, indent=1))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
