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
from parlour.games.tiger_bridge.double_dummy import Solver
from parlour.games.tiger_bridge.picture import SIDES
from parlour.games.tiger_bridge.players import by_thumb, unlike
from parlour.kernel.layout import Record
from parlour.players import player
from parlour.puzzles.book import AIM, KIND, LENGTH, MOST, THEMES, Puzzle
from parlour.records import Tree
from parlour.table.game import Game, State

BIDDERS = "thumb:noise=1"  # who bids
LEFT = range(4, 8)  # rounds left, the one that is played counted
TASK = "All hands are open. Find the blade that takes the most rounds, whatever the others play."
FEW = 3  # unlike blades: with fewer there is nothing to find


@cache
def _solver() -> Solver:
    return Solver()


def problems(game: Game, seed: int) -> Iterator[Tree]:
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
    bidder = player(BIDDERS, game, seed=rng.getrandbits(31))
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


def solution(state: State) -> Tree:
    """A problem with its solver's right blades, up to the last that matters, and the others' best."""
    tree = Tree(state.game, {}, state)
    node = last = tree.root
    while (here := node.state()).record.phase == rules.PLAY:
        codes = [int(code) for code in here.codes()]
        right = sorted(best(here.record, codes))
        if here.turn != state.turn:
            node = node.add(text_of(right[0]))
            continue
        node, *_ = [node.add(text_of(code)) for code in right]
        if len(right) < len(codes):
            last = node
    last.children.clear()  # from here on every blade is right
    tree.root.task = TASK
    solvers = [each for each in tree.line() if each.seat == state.turn]
    told = themes(state.record, best(state.record, [int(code) for code in state.codes()]))
    tags = {KIND: MOST, LENGTH: str(len(solvers)), THEMES: ", ".join(told), AIM: aim(state.record)}
    tree.tags.update(tags)
    return tree


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
    told = ["Proclaimer" if proclaims(s) else "defence"]
    if (_worth(s) >= rules.number(s)) != (_worth(s, wanted=False) >= rules.number(s)):
        told.append("the contract is at stake")
    if ply == 0:
        return [*told, "lead", *(["crests"] if blade // 13 == trump else [])]
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
            *told,
            "crest" if blade // 13 == trump != s.played[first] // 13 else "take the round",
        ]
    if blade // 13 != s.played[first] // 13:
        told.append("discard")
    return [*told, "let the round go"] if may_win else told


# -- proof -------------------------------------------------------------------------------------------


def faults(puzzle: Puzzle) -> list[str]:
    """What is wrong with a problem, solved anew: every blade of its solution is judged."""
    wrong = []
    for node in puzzle.tree.nodes():
        if not node.children:
            continue
        state = node.state()
        codes = [int(code) for code in state.codes()]
        right = {text_of(code) for code in best(state.record, codes)}
        given = {child.move for child in node.children}
        if given != right if state.turn == puzzle.step.seat else not given <= right:
            wrong.append(f"puzzle {puzzle.number}, at ply {node.ply}: {sorted(right)} are right")
    s = puzzle.tree.root.state().record
    if puzzle.title != aim(s):
        wrong.append(f"puzzle {puzzle.number}: {aim(s)}")
    return wrong
