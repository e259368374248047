"""Merlin's Chain against a slow version written from its page, over random games and positions."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, walk
from tests.oracles.merlins_chain import CELLS, COLUMNS, ENDS, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.7:
        options["stop"] = rng.choice(["full", "decided", "decided"])
    if rng.random() < 0.4:
        options["move_limit"] = rng.choice([0, 1, 4, 32, 100])
    return options


def scatter(slow: Slow, rng: random.Random, least: int = 40) -> None:
    """Pieces of a random full board, of either colour as many as can be, at least so many."""
    board = full_board(rng) if rng.random() < 0.7 else chainless_board(rng)
    colours: list[list[str]] = [[], []]
    for cell in rng.sample(CELLS, 64):
        colours[board[cell] % 2].append(cell)
    played = rng.randint(least, 64)
    if rng.random() < 0.3:  # the highest are to come
        for cells in colours:
            cells.sort(key=board.__getitem__)
    for cell in colours[0][: (played + 1) // 2] + colours[1][: played // 2]:
        slow.board[cell] = board[cell]
    slow.to_move = played % 2


def full_board(rng: random.Random) -> dict[str, int]:
    """Any valid board."""
    numbers = rng.sample(range(1, 65), 64)
    columns = [sorted(numbers[i : i + 8]) for i in range(0, 64, 8)]
    return {
        cell: number
        for cells, column in zip(COLUMNS, columns, strict=True)
        for cell, number in zip(cells, column, strict=True)
    }


def chainless_board(rng: random.Random) -> dict[str, int]:
    """A valid board without a chain: colours alternate in columns, each two columns alike."""
    while True:
        board: dict[str, int] = {}
        heights = [0] * 8
        for number in range(1, 65):
            fit = [
                x for x in range(8) if heights[x] < 8 and (x // 2 + heights[x]) % 2 == number % 2
            ]
            if not fit:
                break
            x = rng.choice(fit)
            board[COLUMNS[x][heights[x]]] = number
            heights[x] += 1
        else:
            return board


def play_both(seed: int, least: int) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("merlins-chain", **options), Slow(**options)
    scatter(slow, rng, least)
    while slow.shown():
        slow = Slow(**options)
        scatter(slow, rng, least)
    return walk(game.read(slow.text), slow, Chooser(rng))


def place_some(slow: Slow, rng: random.Random) -> None:
    scatter(slow, rng)
    slow.end = slow.shown()


read_texts = Reading("merlins-chain", Slow, ENDS, random_options, place_some)
