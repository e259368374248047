"""Small games are solved before they are sampled: what best play gives, with a proof that was checked."""

from __future__ import annotations

from parlour.errors import BadPlayer
from parlour.lab.inventor.inventor_answers import BAD, GOOD, InventorAnswer
from parlour.search.proof.dfpn_search import Solution, solve
from parlour.table.game import Game, State

SHARE = 0.05  # of the time, for a proof
LEAST, MOST = 5.0, 60.0  # seconds: with less none is tried
CHECKED = 300_000  # nodes up to which a proof is checked with the uncompiled rules
LINE = 12  # plies shown
QUESTION = "Is it solved?"
RESULTS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}


def solved(game: Game, seconds: float) -> InventorAnswer | None:
    """What is proven of the start within a part of the time; None for games that cannot be solved."""
    limit = min(MOST, SHARE * seconds)
    if limit < LEAST:
        return None
    state = game.start()
    try:
        found = solve(state, seconds=limit)
    except BadPlayer:
        return None
    if found.value is None:
        return InventorAnswer(QUESTION, f"Not within {limit:.0f} seconds: it is not tiny.", GOOD)
    seat = game.seat_names[int(state.record.turn)]
    score = float(found.value)
    result = RESULTS.get(score, f"scores {score:g}")
    short = f"Yes, proven: {seat}, who begins, {result} with best play."
    line = f"A line of the proof: {' '.join(found.line[:LINE])}." if found.line else ""
    more = tuple(filter(None, [f"{found.nodes:,} nodes.", line, *_checks(state, found)]))
    advice = "Strong players will know the result: try a larger board or more choice."
    return InventorAnswer(QUESTION, short, BAD, more, advice)


def _checks(state: State, found: Solution) -> list[str]:
    """Each proof, checked with the uncompiled rules."""
    if found.nodes > CHECKED:
        return []
    sizes = [proof.check(state).positions for proof in found.proofs]
    return [f"Checked with the uncompiled rules: {size:,} positions." for size in sizes]
