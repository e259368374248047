"""What the source of the draughts set says of two positions, proven: by search, and from the ends back."""

from __future__ import annotations

from collections import defaultdict, deque
from fractions import Fraction
from typing import Any

import pytest

import parlour
from parlour.kernel.layout import OVER, Record, new_plain
from parlour.kernel.primitives import copy
from tests.games.draughts_texts import board

MEN = board(e3="M", e5="m", d3="M", e6="m")
MEN_ONLY = (
    "english-draughts:cards=no,sets=both",
    "twindraughts:cards=no,game=practice,sets=both",
    "twindraughts:cards=no,champions=no,game=rebound",
    "twindraughts:cards=no,champions=no,game=reset",
    "twindraughts:cards=no,champions=no",
)
Bounds = tuple[Fraction, Fraction]


def men_only(name: str, turn: str) -> parlour.State:
    game = parlour.game(name)
    return game.read(f"{game.name} {MEN} {turn} p,p --,-- -,- 0,0,0,0,0,0")


def bounds(state: parlour.State, depth: int) -> Bounds:
    """What South can force and what North must allow it, all lines of `depth` plies looked at."""
    if state.outcome is not None:
        return state.outcome.scores[0], state.outcome.scores[0]
    if depth == 0:
        return Fraction(0), Fraction(1)
    best = max if state.turn == 0 else min
    found = list(move_bounds(state, depth).values())
    return best(low for low, _ in found), best(high for _, high in found)


def move_bounds(state: parlour.State, depth: int) -> dict[str, Bounds]:
    found = {}
    for text in state.moves():
        found[text] = bounds(state.play(text), depth - 1)
        state.undo()
    return found


@pytest.mark.parametrize("name", MEN_ONLY)
def test_reversing_the_move(name: str) -> None:
    """With the choice of sets South wins both by its move on the light one, North likewise.

    Either would lose the dark set by a move on it, and have a level game.
    """
    level = (Fraction(1, 2), Fraction(1, 2))
    south = move_bounds(men_only(name, "0*"), 6)
    assert south["d3-e4"] == (1, 1)
    assert south["e3-d4"] == south["e3-f4"] == level
    north = move_bounds(men_only(name, "1*"), 6)
    assert north["e6-d5"] == (0, 0)
    assert north["e5-d4"] == north["e5-f4"] == level


@pytest.mark.parametrize("name", MEN_ONLY)
def test_without_the_choice_of_sets_it_is_a_level_game(name: str) -> None:
    parallel = parlour.game(name.replace("cards=no,", "").replace(":", ":format=parallel,"))
    assert bounds(men_only(parallel.name, "0d"), 8) == (Fraction(1, 2), Fraction(1, 2))


# -- champion and man against champion ----------------------------------------------------------------

ENDING = parlour.game("twindraughts:draw_moves=0,game=reset,move_limit=0,sets=dark")
LINE = (
    "a5-b6", "b8-a7", "b6-c7", "a7-b8", "c5-d6", "b8-a7", "c7-b8", "a7-b6", "b8-a7", "b6-c5",
    "a7-b8", "c5xe7", "b8-c7", "e7-f6", "c7-d6", "f6-g5", "d6-e5", "g5-h4", "e5-f4", "h4-g3", "f4xh2",
)  # fmt: skip
Key = tuple[int, ...]


def ending() -> parlour.State:
    text = board(a5="R", c5="M", b8="r")
    return ENDING.read(f"{ENDING.name} {text} 0* p,- --,-- -,- 0,0,0,0,0,0")


def key_of(s: Record) -> Key:
    return (s.side, s.turn, *s.up, *s.down, *s.champ, *s.status)


class Retrograde:
    """Every position that can come of a first one, and in how many plies South wins it at best."""

    def __init__(self, first: Record) -> None:
        self.rules: Any = ENDING.plain.rules
        self.before: dict[Key, list[Key]] = defaultdict(list)
        self.branches: dict[Key, int] = {}
        self.to_move: dict[Key, int] = {}
        self.plies: dict[Key, int] = {}
        self._explore(first)
        self._go_back()

    def _explore(self, first: Record) -> None:
        waiting = [first]
        self.to_move[key_of(first)] = first.side
        while waiting:
            s = waiting.pop()
            here = key_of(s)
            if s.turn == OVER:
                if self.rules.payoff(s, 0) == 1:
                    self.plies[here] = 0
                continue
            out = [0] * self.rules.MAX_MOVES
            n = self.rules.legal_moves(s, out)
            self.branches[here] = n
            for code in out[:n]:
                after = new_plain(self.rules.STATE)
                copy(after, s)
                self.rules.play(after, code)
                there = key_of(after)
                self.before[there].append(here)
                if there not in self.to_move:
                    self.to_move[there] = after.side
                    waiting.append(after)

    def _go_back(self) -> None:
        """South wins where one move leads to a win, North loses where every move does."""
        left = dict(self.branches)
        queue = deque(self.plies)
        while queue:
            there = queue.popleft()
            for here in self.before[there]:
                left[here] -= 1
                if here not in self.plies and (self.to_move[here] == 0 or left[here] == 0):
                    self.plies[here] = self.plies[there] + 1
                    queue.append(here)

    def distance(self, state: parlour.State) -> int | None:
        return self.plies.get(key_of(state.record))


@pytest.fixture(scope="module")
def retrograde() -> Retrograde:
    return Retrograde(ending().record)


@pytest.mark.long
def test_champion_and_man_beat_a_champion_in_21_plies(retrograde: Retrograde) -> None:
    """The source's line is a shortest win: every move of South's, and of North's, keeps the count."""
    state = ending()
    distances = [retrograde.distance(state)]
    for text in LINE:
        distances.append(retrograde.distance(state.play(text)))
    assert distances == list(range(21, -1, -1))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == ("royal-capture", (1, 0))


@pytest.mark.long
@pytest.mark.parametrize(
    ("ply", "defence", "answers"),
    [
        (9, "b6-a5", ("d6-c7", "d6-e7")),
        (13, "e7-f8", ("c7-d6", "c7-d8")),
        (15, "f6-g7", ("d6-e5", "d6-e7")),
    ],
)
def test_the_other_defences_lose_too(
    retrograde: Retrograde, ply: int, defence: str, answers: tuple[str, ...]
) -> None:
    state = ending()
    for text in LINE[:ply]:
        state.play(text)
    state.play(defence)
    assert retrograde.distance(state) is not None
    for answer in answers:
        assert retrograde.distance(state.copy().play(answer)) is not None
