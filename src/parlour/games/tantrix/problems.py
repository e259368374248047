"""Problems of Tantrix that one tile decides: which one makes the longest line or loop at once.

What is drawn afterwards does not matter, so that each problem has one proven answer. It is also what the
game's own player would lay, so that nobody learns to spoil a promising line for a few points.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from parlour.games.tantrix.board import SEATS
from parlour.games.tantrix.code import cell_of, tile_of, turns_of
from parlour.games.tantrix.players import Weaver
from parlour.kernel.layout import CHANCE, Record
from parlour.table.game import Game, State
from parlour.table.problem import MOST, Problem

NOISE = 300  # of the players whose games make problems
FEW = 12  # moves: with fewer there is little to look at
GAIN = 3  # points at least: a line that only grows is no problem
TASK = "Lay the one tile after which your best line, or loop, is worth the most."


def problems(game: Game, seed: int) -> Iterator[Problem]:
    """The problem with the largest gain that one game comes to, if there is any."""
    rng, bot, judge = random.Random(seed), Weaver(game, seed, noise=NOISE), Weaver(game, seed)
    state, best, most = game.start(), "", GAIN - 1
    while state.turn is not None:
        if state.turn == CHANCE:
            state.play(state.draw(rng))
            continue
        worths = worth_of_moves(state)
        right, more = right_moves(worths), gain(state, worths)
        if len(worths) >= FEW and more > most and right == [judge.choose(state)]:
            best, most = state.text, more
        state.play(bot.choose(state))
    if best:
        yield problem_of(game.read(best))


def problem_of(state: State) -> Problem:
    """A position as a problem."""
    right = right_moves(worth_of_moves(state))
    return Problem(state, MOST, 1, themes(state, right[0]), aim(state), TASK, {(): tuple(right)})


def worth_of_moves(state: State) -> dict[str, int]:
    """The points of the mover's best line after each move."""
    seat = state.record.seat
    return {state.game.notation.move_text(state.record, code): points_after(state, code, seat)
            for code in state.codes()}  # fmt: skip


def points_after(state: State, code: int, seat: int) -> int:
    """The points of a seat's best line once a tile lies."""
    rules, after = state.game.plain.rules, state.copy().record
    rules.lay(after, tile_of(code), turns_of(code), cell_of(code))
    return int(rules.line_points(after, seat))


def right_moves(worths: dict[str, int]) -> list[str]:
    """The moves that are worth the most."""
    most = max(worths.values())
    return sorted(move for move, worth in worths.items() if worth == most)


def gain(state: State, worths: dict[str, int]) -> int:
    """The points that the best move adds."""
    return max(worths.values()) - own_points(state.record, state)


def own_points(s: Record, state: State) -> int:
    return int(state.game.plain.rules.line_points(s, s.seat))


# -- in words --------------------------------------------------------------------------------------


def aim(state: State) -> str:
    """What is to be reached."""
    now, most = own_points(state.record, state), max(worth_of_moves(state).values())
    return f"{SEATS[state.record.seat]} to play: from {now} points to {most} with one tile"


def themes(state: State, move: str) -> tuple[str, ...]:
    """Words for what the right tile does."""
    rules, seat = state.game.plain.rules, state.record.seat
    after = state.copy().play(move).record
    line = rules.best_line(after, seat)
    tiles = rules.popcount(line & rules.EVERY_TILE)
    return (
        "loop" if line >> rules.POINTS > tiles else "joined lines",
        "forced space" if rules.may_fill(state.record, rules.FORCED) else "free move",
    )


def continuation(state: State) -> tuple[list[str], str]:
    """What a tile has made of the mover's best line, and what there was to make."""
    before = state.copy()
    before.undo()
    made = int(state.game.plain.rules.line_points(state.record, before.record.seat))
    most = max(worth_of_moves(before).values())
    return [], f"That makes {made} points; one tile makes {most}."


# -- proof -----------------------------------------------------------------------------------------


def faults(problem: Problem) -> list[str]:
    """The errors of a problem: every move is tried again."""
    right = right_moves(worth_of_moves(problem.state))
    wrong = [] if problem.answers == {(): tuple(right)} else [f"{right} make the most"]
    return wrong if problem.aim == aim(problem.state) else [*wrong, aim(problem.state)]
