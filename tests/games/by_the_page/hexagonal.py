"""Yavalath, Unlur, Y and Hex against slow versions written from their page, over random games and boards."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, Refused, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.hexagonal import ENDS, REASONS, WAYS, Hex, Placing, Unlur, Y, Yavalath

GAMES: dict[str, type[Placing]] = {game.identifier: game for game in (Yavalath, Unlur, Y, Hex)}
SIZES = {"yavalath": range(4, 9), "unlur": range(3, 11), "y": range(3, 22), "hex": range(3, 20)}


def random_options(identifier: str, rng: random.Random, small: bool) -> dict[str, object]:
    sizes = SIZES[identifier]
    options: dict[str, object] = {}
    if small or rng.random() < 0.9:
        options["size"] = rng.choice(
            [*sizes[:2], *([] if small else [sizes[2], rng.choice(sizes)])]
        )
    if rng.random() < 0.4:
        options["move_limit"] = rng.choice([0, 1, 2, 5, 12, 100])
    if identifier == "yavalath":
        options["players"] = rng.choice([2, 3])
        options["swap"] = rng.choice(["no", "yes"]) if options["players"] == 2 else "no"
    elif identifier != "unlur":
        options["pie"] = rng.choice(["no", "yes", "yes"])
    return options


def scatter(slow: Placing, rng: random.Random) -> None:
    """Stones all over a board, few or nearly all, such that nobody has won; any seat to move."""
    set_fields(slow, rng)
    letters = "x" if slow.extra == "contract" else "xoz"[: slow.seats]
    inside = [cell for cell in slow.cells if slow.extra != "contract" or not slow.sides(cell)]
    for cell in rng.sample(inside, round(rng.choice([0.05, 0.5, 0.8, 0.95, 1]) * len(inside))):
        put(slow, cell, rng.sample(letters, len(letters)))


def set_fields(slow: Placing, rng: random.Random) -> None:
    slow.to_move = rng.randrange(slow.seats)
    if isinstance(slow, Unlur):
        slow.extra = rng.choice(["0", "1", "0", "1", "contract"])
    elif slow.may_swap:
        slow.extra = rng.choice(["-", "swapped"])
    elif slow.seats == 3 and rng.random() < 0.4:
        slow.extra = rng.choice([str(seat) for seat in range(3) if seat != slow.to_move])


def put(slow: Placing, cell: str, letters: list[str]) -> None:
    """Put down a stone of the first colour that ends nothing, if one does not."""
    for letter in letters:
        slow.board[cell] = letter
        if not stands(slow):
            return
    slow.board[cell] = "."


def stands(slow: Placing) -> bool:
    """Whether a board shows an end."""
    try:
        return bool(slow.ends())
    except Refused:
        return True


def nearly(slow: Placing, rng: random.Random) -> None:
    """Stones of the mover and the next that join sides, or make fours, but for one cell each time."""
    set_fields(slow, rng)
    if slow.extra == "contract":
        slow.extra = "1"
    for _ in range(rng.randint(1, 3 * slow.seats - 4)):
        letter = slow.colour((slow.to_move + rng.randint(0, 1)) % slow.seats)
        first = rng.choice(sorted(slow.cells))
        cells = line(slow, first, rng) if isinstance(slow, Yavalath) else fork(slow, first, rng)
        for cell in rng.sample(cells, len(cells)):
            if slow.board[cell] == ".":
                put(slow, cell, [letter])


def line(slow: Placing, first: str, rng: random.Random) -> list[str]:
    """The first, second and fourth of four cells in line; none if they go beyond the board."""
    q, r = slow.cells[first]
    ways = [[(q + i * x, r + i * y) for i in range(4)] for x, y in WAYS]
    lines = [[slow.places[at] for at in way] for way in ways if way[-1] in slow.places]
    return [cell for i, cell in enumerate(rng.choice(lines or [[]])) if i != 2]


def fork(slow: Placing, first: str, rng: random.Random) -> list[str]:
    """Cells that join two or three sides by way of a first."""
    sides = rng.choice([(0, 2, 4), (1, 3, 5), (0, 3), (0, 1, 2), (2, 3)])
    return sorted({cell for side in sides for cell in path(slow, first, side, rng)})


def path(slow: Placing, start: str, side: int, rng: random.Random) -> list[str]:
    """A shortest way from a cell to a side, not to its corners; none where there is no such side."""
    ways = [[start]]
    for way in ways:
        if slow.sides(way[-1]) == {side}:
            return way
        seen = {cell for other in ways for cell in other}
        fresh = [cell for cell in slow.beside(way[-1]) if cell not in seen]
        ways += [[*way, cell] for cell in rng.sample(fresh, len(fresh))]
    return []


def heap(slow: Placing, rng: random.Random) -> None:
    """Stones all over a board, whatever ends they show; a chain or a long line is likely."""
    scatter(slow, rng)
    for _ in range(rng.randint(0, 9)):
        letter, cell = rng.choice("xoz"[: slow.seats]), rng.choice(sorted(slow.cells))
        for _ in range(rng.randint(1, 2 * slow.size)):
            slow.board[cell] = letter
            cell = rng.choice(slow.beside(cell))
    if slow.seats == 3 and rng.random() < 0.5:
        slow.extra = ",".join(sorted(rng.sample("012", rng.randint(1, 2))))
    if stands(slow):
        slow.end = rng.choice(ENDS[slow.identifier])


class Watcher(Chooser):
    """Notes what rare kinds of move were legal."""

    def __init__(self, rng: random.Random, seen: Counter[str], *ends: str) -> None:
        super().__init__(rng, *ends)
        self.seen = seen

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        assert isinstance(slow, Placing)
        if moves[-1] in ("pass", "swap"):
            self.seen["only pass" if len(moves) == 1 else moves[-1]] += 1
            if self.rng.random() < 0.1:
                return moves[-1]
        elif len(moves) < len(slow.empty) and isinstance(slow, Yavalath):
            self.seen["own fours" if len(moves) > 1 else f"forced, {len(slow.still_in)}"] += 1
        return super().choose(slow, moves)


def play_both(seed: int, identifier: str, small: bool) -> Counter[str]:
    rng, seen = random.Random(seed), Counter[str]()
    options = random_options(identifier, rng, small)
    game, slow = parlour.game(identifier, **options), GAMES[identifier](**options)
    state = game.start()
    if rng.random() < 0.7:
        rng.choice([scatter, nearly])(slow, rng)
        state = game.read(slow.text)
    rare = rng.choice([RAREST[identifier], rng.sample(REASONS[identifier], 2), []])
    return walk(state, slow, Watcher(rng, seen, *(rare if slow.size < 6 else []))) + seen


RAREST = {
    "yavalath": ["full-board", "four-in-a-row"],
    "unlur": ["made-y"],
    "y": ["move-limit"],
    "hex": ["blue-chain"],
}


def reading(identifier: str) -> Reading:
    """How texts of one of the games are read, on its smallest board."""
    return Reading(
        identifier,
        GAMES[identifier],
        ENDS[identifier],
        lambda rng: random_options(identifier, rng, small=True) | {"size": SIZES[identifier][0]},
        lambda slow, rng: rng.choice([scatter, nearly, heap])(slow, rng),
    )
