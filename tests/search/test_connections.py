"""Virtual connections: each claimed one is played out by brute force, and so are wins."""

from __future__ import annotations

import random
from functools import cache

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.search.connection.virtual_connection_search import Connections

GAMES = ["hex:size=4,pie=no", "hex:size=5,pie=no", "y:size=4,pie=no", "y:size=5,pie=no"]


def positions(name: str, number: int, seed: int) -> list[parlour.State]:
    """Running positions after some random moves, at most eight cells being empty."""
    game, rng, found = parlour.game(name), random.Random(seed), []
    cells = game.plain.rules.CELLS
    while len(found) < number:
        state = game.start()
        for _ in range(rng.randrange(cells - 8, cells - 3)):
            if state.turn is not None:
                state.play(rng.choice(state.moves()))
        if state.turn is not None:
            found.append(state)
    return found


class Judge:
    """Slow and independent: who can join points or sides on a board with some cells left."""

    def __init__(self, game: parlour.Game, colours: list[int], own: int) -> None:
        self.rules, self.own = game.plain.rules, own
        near = game.plain.rules.BOARD.neighbours.tolist()
        self.near = [[n for n in row if n >= 0] for row in near]
        self.mine = frozenset(c for c, colour in enumerate(colours) if colour == own)

    def chain(self, stones: frozenset[int], x: int) -> set[int]:
        """The stones that hang together with point `x`: a cell, or a side from CELLS on."""
        cells = self.rules.CELLS
        side = x - cells
        due = [c for c in stones if (self.rules.SIDES[c] >> side & 1 if side >= 0 else c == x)]
        found: set[int] = set()
        while due:
            cell = due.pop()
            if cell not in found:
                found.add(cell)
                due += [n for n in self.near[cell] if n in stones]
        return found

    def joined(self, stones: frozenset[int], x: int, y: int) -> bool:
        chain = self.chain(stones, x)
        side = y - self.rules.CELLS
        return any(self.rules.SIDES[c] >> side & 1 if side >= 0 else c == y for c in chain)

    def won(self, stones: frozenset[int]) -> bool:
        """Whether one chain touches all sides of a goal."""
        for cell in stones:
            touched = 0
            for c in self.chain(stones, cell):
                touched |= self.rules.SIDES[c]
            if any(touched & goal == goal for goal in self.rules.GOALS[self.own - 1]):
                return True
        return False

    def holds(self, points: tuple[int, int] | None, carrier: frozenset[int], first: bool) -> bool:
        """Whether the owner, moving first or second within the carrier, joins the points or its sides."""
        ends = frozenset(p for p in points or () if p < self.rules.CELLS)

        @cache
        def best(stones: frozenset[int], left: frozenset[int], owner: bool) -> bool:
            joined = self.joined(stones, *points) if points else self.won(stones)
            if joined or not left:
                return joined
            if owner:
                return any(best(stones | {c}, left - {c}, False) for c in left)
            return all(best(stones, left - {c}, True) for c in left)

        return best(self.mine | ends, carrier, first)


@pytest.mark.parametrize("closely", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_every_connection_holds(name: str, closely: bool) -> None:
    """Within its carrier who moves second joins a full connection, who moves first a semi connection."""
    checked = 0
    for state in positions(name, 3, seed=1):
        search = Connections(state.game, fulls=600, semis=1200, closely=closely, compiled=False)
        cells = search.rules.CELLS
        for colour in (0, 1):
            search.find(state, colour)
            v, judge = search.v, Judge(state.game, list(search.colours), colour + 1)
            points = cells + 6
            for x in range(points):
                for y in range(x + 1, points):
                    pair = x * points + y
                    for first, at, pool in (
                        (0, v.full_of[pair], v.full),
                        (1, v.semi_of[pair], v.semi),
                    ):
                        while at != -1:
                            mask = pool[at].mask[0]
                            carrier = frozenset(c for c in range(cells) if mask >> c & 1)
                            if len(carrier) <= 6:
                                assert judge.holds((x, y), carrier, bool(first))
                                checked += 1
                            at = pool[at].beside
    assert checked > 100


@pytest.mark.parametrize("name", GAMES)
def test_wins_and_what_must_be_played(name: str) -> None:
    """A claimed win is one; every winning move of the other lies where it must play."""
    won = [0, 0, 0]
    for state in positions(name, 8, seed=2):
        search = Connections(state.game, fulls=600, semis=1200, compiled=False)
        for colour in (0, 1):
            found = search.find(state, colour)
            won[found.won] += 1
            colours = list(search.colours)
            mine, other = (
                Judge(state.game, colours, colour + 1),
                Judge(state.game, colours, 2 - colour),
            )
            empty = frozenset(c for c in range(search.rules.CELLS) if colours[c] == 0)
            if found.won:
                assert mine.holds(None, empty, first=found.won == 1)
            if found.won == 1:
                assert found.must is not None
                names = search.rules.BOARD.names
                for cell in empty:
                    other.mine |= {cell}
                    if other.holds(None, empty - {cell}, first=False):
                        assert names[cell] in found.must
                    other.mine -= {cell}
    assert won[1] + won[2] > 2


def test_the_centre_wins_on_a_small_board() -> None:
    """Without a single stone: Hex 5x5 is won from the centre alone, and by connections alone."""
    game = parlour.game("hex:size=5,pie=no")
    found = Connections(game, compiled=False).find(game.start(), 0)
    assert (found.won, found.key) == (1, "c3")


@pytest.mark.long
@pytest.mark.parametrize(("name", "plies"), [("hex:size=4,pie=no", 1), ("hex:size=9,pie=no", 30)])
def test_compiled_connections_are_the_same(name: str, plies: int) -> None:
    """Every number that the search wrote, in both forms; 9x9 cells need two words."""
    game, rng = parlour.game(name), random.Random(3)
    state = game.start()
    for _ in range(plies):
        state.play(rng.choice(state.moves()))
    told = []
    for compiled in (True, False):
        search = Connections(game, closely=plies == 1, compiled=compiled)
        found = [search.find(state, colour) for colour in (0, 1)]
        v = search.v
        kept = [tuple(int(x) for x in v.full[i].mask) for i in range(int(v.fulls))]
        told.append((found, int(v.fulls), int(v.semis), int(v.steps), kept))
    assert told[0] == told[1]


def test_games_in_which_stones_may_harm_are_refused() -> None:
    with pytest.raises(BadPlayer, match="prove nothing in unlur"):
        Connections(parlour.game("unlur"))
    with pytest.raises(BadPlayer, match="prove nothing"):
        Connections(parlour.game("yavalath"))
