"""Problems of TigerBridge with all hands open: one blade, up to its equals, takes more rounds than any other.

A deal is bid and played by rules of thumb until few rounds are left, then by best play on both sides; the
solver judges every blade.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from parlour.games.tiger_bridge import rules
from parlour.games.tiger_bridge.blades import CRESTS, NAMES, text_of
from parlour.games.tiger_bridge.double_dummy import DoubleDummySolver
from parlour.games.tiger_bridge.picture import SIDES
from parlour.games.tiger_bridge.players import Thumb, by_thumb, unlike
from parlour.kernel.layout import Record
from parlour.table.game import Game, State
from parlour.table.problem import MOST, Problem

NOISE = 1.0  # of the players who bid
LEFT = range(4, 8)  # rounds left, the one that is played counted
TASK = "All hands are open. Find the blade that takes the most rounds, whatever the others play."
FEW = 3  # unlike blades: with fewer there is nothing to find


@cache
def _solver() -> DoubleDummySolver:
    return DoubleDummySolver()


def problems(game: Game, seed: int) -> Iterator[Problem]:
    """The longest problem that one deal comes to, if there is any."""
    rng = random.Random(seed)
    state = dealt_and_bid(game, rng)
    if state.record.phase != rules.PLAY:
        return
    rounds = rng.choice(LEFT)
    while state.record.phase == rules.PLAY and rounds_left(state.record) >= LEFT[0]:
        s = state.record
        codes = [int(code) for code in state.codes()]
        if rounds_left(s) > rounds:
            state.play(text_of(by_thumb(s, codes)))
            continue
        right = best(s, codes)
        if is_problem(s, codes, right):
            yield solution(game.read(state.text))
            return
        state.play(text_of(min(right)))


def dealt_and_bid(game: Game, rng: random.Random) -> State:
    """A first deal after the bidding."""
    state = game.start().play_chance(rng)
    bidder = Thumb(game, rng.getrandbits(31), noise=NOISE)
    while state.record.phase == rules.CALL:
        state.play(bidder.choose(state))
    return state


def rounds_left(s: Record) -> int:
    """The rounds that are still to be won, the one that is played counted."""
    return 13 - int(s.laid) // 4


def best(s: Record, moves: Sequence[int]) -> set[int]:
    """The blades with which the side to play takes the most rounds."""
    if len(moves) == 1:
        return set(moves)
    worths = _solver().worths(s, moves)
    wanted = max(worths) if proclaims(s) else min(worths)
    return {move for move, worth in zip(moves, worths, strict=True) if worth == wanted}


def proclaims(s: Record) -> bool:
    """Whether the side to play is the proclaimer's."""
    return bool((s.turn ^ s.bidder) & 1 == 0)


def is_problem(s: Record, moves: Sequence[int], right: set[int]) -> bool:
    """Whether one of at least FEW unlike blades is right, and it is not what rules of thumb say."""
    different = unlike(s, moves)
    equals = len(right.intersection(different))
    return len(different) >= FEW and equals == 1 and by_thumb(s, moves) not in right


# -- the solution ------------------------------------------------------------------------------------


def solution(state: State) -> Problem:
    """The problem with all right blades of the solver, up to the last choice, and the best replies."""
    answers: dict[tuple[str, ...], tuple[str, ...]] = {}
    path: tuple[str, ...] = ()
    here, own = state.copy(), []  # the plies of the solver
    last = 0
    while here.record.phase == rules.PLAY:
        codes = [int(code) for code in here.codes()]
        right = sorted(best(here.record, codes))
        if here.turn != state.turn:
            right = right[:1]
        else:
            own.append(len(path))
            last = len(path) + 1 if len(right) < len(codes) else last
        answers[path] = tuple(text_of(code) for code in right)
        path = (*path, answers[path][0])
        here.play(path[-1])
    needed = dict(list(answers.items())[:last])  # after these every blade is right
    length = sum(ply < last for ply in own)
    words = themes(state.record, best(state.record, [int(code) for code in state.codes()]))
    return Problem(state, MOST, length, tuple(words), aim(state.record), TASK, needed)


def aim(s: Record) -> str:
    """Whose side has to take how many of the rounds that are left, with which crests."""
    left, more = rounds_left(s), _worth(s) - int(s.won)
    taken = more if proclaims(s) else left - more
    crests = NAMES[CRESTS[s.bid % 5]]
    named = crests if crests == "No Crests" else f"{crests} as crests"
    return f"{SIDES[s.turn % 2]} to play: take {taken} of the last {left} rounds, {named}"


def _worth(s: Record, wanted: bool = True) -> int:
    """The rounds of the proclaimer's side after the best blade, or the worst, if not `wanted`."""
    worths = _solver().worths(
        s, [blade for blade in range(rules.BLADES) if rules.playable(s) >> blade & 1]
    )
    return max(worths) if proclaims(s) == wanted else min(worths)


def themes(s: Record, right: set[int]) -> list[str]:
    """Words for what the right blade does."""
    blade, trump, ply = min(right), rules.crests(s), s.laid % 4
    themes = ["Proclaimer" if proclaims(s) else "defence"]
    if (_worth(s) >= rules.number(s)) != (_worth(s, wanted=False) >= rules.number(s)):
        themes.append("the contract is at stake")
    if ply == 0:
        return [*themes, "lead", *(["crests"] if blade // 13 == trump else [])]
    first = s.laid - ply
    top = s.played[first]
    for other in s.played[first + 1 : s.laid]:
        top = other if rules.beats(other, top, trump) else top
    may_win = any(
        rules.playable(s) >> code & 1 and rules.beats(code, top, trump)
        for code in range(rules.BLADES)
    )
    if rules.beats(blade, top, trump):
        return [
            *themes,
            "crest" if blade // 13 == trump != s.played[first] // 13 else "take the round",
        ]
    if blade // 13 != s.played[first] // 13:
        themes.append("discard")
    return [*themes, "let the round go"] if may_win else themes


def continuation(state: State) -> tuple[list[str], str]:
    """Best play after a blade: the blades, and how many of the last rounds its player's side takes."""
    before, line = state.past[-1].record, list[str]()
    left, taken = rounds_left(before), _worth(state.record) - int(before.won)
    mine = taken if proclaims(before) else left - taken
    while state.turn is not None and state.record.phase == rules.PLAY:
        line.append(text_of(min(best(state.record, [int(code) for code in state.codes()]))))
        state.play(line[-1])
    side = SIDES[before.turn % 2]
    return line, f"By best play {side} then takes {mine} of the last {left} rounds."


# -- proof -------------------------------------------------------------------------------------------


def faults(problem: Problem) -> list[str]:
    """The errors of a problem: it is solved again and every blade of its solution is judged."""
    wrong = []
    for path, moves in problem.answers.items():
        state = problem.after(path)
        codes = [int(code) for code in state.codes()]
        right = {text_of(code) for code in best(state.record, codes)}
        given = set(moves)
        if given != right if state.turn == problem.state.turn else not given <= right:
            wrong.append(f"at ply {len(path)}: {sorted(right)} are right")
    expected = aim(problem.state.record)
    return wrong if problem.aim == expected else [*wrong, expected]
