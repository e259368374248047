"""`parlour solve`: what the seat to move can be sure of, proven, with the proof checked apart."""

from __future__ import annotations

import time
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from parlour.cli.console import chosen_game, chosen_state, console
from parlour.search.proof.dfpn_search import Proof, Solution
from parlour.search.proof.dfpn_search import solve as solve_state
from parlour.table.game import State

SHOWN = 40  # plies of a line


def solve(
    name: str,
    options: list[str],
    position: str | None,
    moves: list[str],
    seconds: float | None,
    check: bool,
) -> None:
    """Solve a position as far as the time allows, tell what is proven, and check the proofs.

    Raises BadPlayer for games that cannot be solved, BadProof for a proof that does not hold.
    """
    out = console()
    state = chosen_state(chosen_game(name, options), position)
    for move in moves:
        state.play(move)
    with out.status("Solving…") as status:
        found = solve_state(
            state, seconds=seconds, told=lambda text: status.update(f"Solving… {text}")
        )
    out.print(Text(_verdict(state, found), "bold"))
    out.print(f"{found.nodes:,} nodes in {found.seconds:.1f} s", style="dim")
    if found.line:
        more = " …" if len(found.line) > SHOWN else ""
        out.print(f"A line of the proof: {' '.join(found.line[:SHOWN])}{more}", soft_wrap=True)
    for proof in found.proofs if check else ():
        _check(out, state, proof)


def _verdict(state: State, found: Solution) -> str:
    """What is known of the score of the seat to move."""
    seat = state.game.seat_names[state.record.turn]
    if found.value is not None:
        return f"{seat}, to move, scores {_score(found.value)}: proven."
    return (
        f"{seat}, to move, scores {_score(found.low)} to {_score(found.high)}: "
        "no more was proven. More --time may tell."
    )


def _score(score: Fraction) -> str:
    return f"{float(score):g}"


def _check(out: Console, state: State, proof: Proof) -> None:
    """Walk a proof and tell what was seen."""
    begun = time.perf_counter()
    with out.status("Checking…") as status:
        seen = proof.check(state, lambda n: status.update(f"Checking… {n:,} positions"))
    goal = proof.goal
    prover = state.game.seat_names[goal.prover]
    bound = f"{'at least' if goal.at_least else 'at most'} {_score(goal.bound)}"
    longest = "" if seen.plies is None else f", no line longer than {seen.plies} plies"
    seconds = time.perf_counter() - begun
    out.print(
        f"Checked by the plain rules: {prover} makes sure of {bound} for "
        f"{state.game.seat_names[goal.seat]}; {seen.positions:,} positions{longest}, {seconds:.1f} s."
    )
