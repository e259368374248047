"""Tumbling Down against a slow version written from its page, over random games and boards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import parlour
from tests.conftest import part
from tests.oracles.common import CELLS, Chooser, read_many, walk
from tests.oracles.tumbling_down import ENDS, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.5:
        options["setup"] = rng.choice(["full", "short"])
    if rng.random() < 0.7:
        options["move_limit"] = rng.choice([0, 1, 6, 20, 20, 200])
    return options


def scatter(slow: Slow, rng: random.Random) -> None:
    """A board of few stacks, mixed and pure, either side to move; each has at least one of its own."""
    cells = rng.sample(CELLS, rng.choice([3, 3, 5, 9]))
    stacks = ["W" * rng.randint(1, 2), "B" * rng.randint(1, 2)]
    stacks += ["".join(rng.choices("WB", k=rng.randint(1, 9))) for _ in cells[2:]]
    slow.board = dict(zip(cells, stacks, strict=True))
    slow.to_move = rng.choice("WB")
    slow.stood = Counter([slow.text])


def play_both(seed: int, scattered: bool) -> str:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("tumbling-down", **options), Slow(**options)
    state = game.start()
    if scattered:
        scatter(slow, rng)
        state = game.read(slow.text)
    rare = rng.choice([[], ["no-king"], ["no-king"], ["king-lost"]])
    return walk(state, slow, Chooser(rng, *rare, back=rng.choice([0.1, 0.9]), patience=6))


def play_many(seeds: range) -> None:
    reasons = {play_both(seed, scattered) for seed in seeds for scattered in (False, True)}
    assert reasons == {"king-captured", "king-lost", "no-king", "repetition", "move-limit"}


def test_random_games_are_as_the_page_says() -> None:
    play_many(range(10))


@pytest.mark.long
def test_many_random_games_are_as_the_page_says() -> None:
    play_many(range(1000, 1000 + part(480)))


READING = ("tumbling-down", Slow, ENDS, random_options, scatter)


def test_garbled_texts_are_read_as_the_page_says() -> None:
    read_many(*READING, range(5))


@pytest.mark.long
def test_many_garbled_texts_are_read_as_the_page_says() -> None:
    read_many(*READING, range(1000, 1000 + part(400)))
