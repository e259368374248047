"""`parlour solve`: prove the score that the player to move can force, and check the proof."""

from __future__ import annotations

import time
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from parlour.cli.console import chosen_state, console
from parlour.search.proof.dfpn_search import Proof, Solution
from parlour.search.proof.dfpn_search import solve as solve_state
from parlour.table.game import State

LINE = 40  # plies shown of a line


def solve(
    name: str,
    options: list[str],
    position: str | None,
    moves: list[str],
    seconds: float | None,
    check: bool,
) -> None:
    """Solve a position within the time limit, print what is proven, and check the proofs.

    Raises BadPlayer for games that cannot be solved, BadProof for an invalid proof.
    """
    out = console()
    state = chosen_state(name, options, position)
    for move in moves:
        state.play(move)
    with out.status("Solving…") as status:
        found = solve_state(
            state, seconds=seconds, progress=lambda text: status.update(f"Solving… {text}")
        )
    out.print(Text(_verdict(state, found), "bold"))
    out.print(f"{found.nodes:,} nodes in {found.seconds:.1f} s", style="dim")
    if found.line:
        more = " …" if len(found.line) > LINE else ""
        out.print(f"A line of the proof: {' '.join(found.line[:LINE])}{more}", soft_wrap=True)
    for proof in found.proofs if check else ():
        _check(out, state, proof)


def _verdict(state: State, found: Solution) -> str:
    """The proven score, or bounds, of the player to move."""
    seat = state.game.seat_names[state.record.turn]
    if found.value is not None:
        return f"{seat}, to move, scores {_score(found.value)}: proven."
    return (
        f"{seat}, to move, scores {_score(found.low)} to {_score(found.high)}: "
        "not fully proven. Try a longer --time."
    )


def _score(score: Fraction) -> str:
    return f"{float(score):g}"


def _check(out: Console, state: State, proof: Proof) -> None:
    """Check a proof and print its size."""
    started = time.perf_counter()
    with out.status("Checking…") as status:
        checked = proof.check(state, lambda n: status.update(f"Checking… {n:,} positions"))
    goal = proof.goal
    prover = state.game.seat_names[goal.prover]
    bound = f"{'at least' if goal.at_least else 'at most'} {_score(goal.bound)}"
    longest = "" if checked.plies is None else f", lines of at most {checked.plies} plies"
    seconds = time.perf_counter() - started
    out.print(
        f"Checked with the uncompiled rules: {prover} can force {bound} for "
        f"{state.game.seat_names[goal.seat]}; {checked.positions:,} positions{longest}, {seconds:.1f} s."
    )
