"""Chainn against a slow version written from its page, over random games and near-won layouts."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.chainn import CARDS, ENDS, Slow
from tests.oracles.common import Chooser, Reading, walk


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.5:
        options["count"] = rng.choice(["sequences", "moves"])
    if rng.random() < 0.6:
        options["par_limit"] = rng.choice([0, 1, 2, 5])
    if rng.random() < 0.6:
        options["move_limit"] = rng.choice([0, 1, 2, 7, 100])
    return options


def nearly_won(rng: random.Random) -> str:
    """A layout in which each suit has its quarter, but for a few cards that have changed places."""
    cards = [
        value + suit
        for pair in ("CD", "HS")
        for row in ("A2", "3K")
        for suit in pair
        for value in row
    ]
    for _ in range(rng.randint(0, 2)):
        i, j = rng.sample(range(16), 2)
        cards[i], cards[j] = cards[j], cards[i]
    assert sorted(cards) == sorted(CARDS)
    return "deal:" + "/".join(",".join(cards[i : i + 4]) for i in range(0, 16, 4))


def threes_in_corners(rng: random.Random) -> str:
    """A layout whose threes can send each other round for ever."""
    cards = sorted(rng.sample(CARDS, 16), key=lambda card: card[0] != "3")
    for i, corner in enumerate((0, 3, 12, 15)):
        cards[i], cards[corner] = cards[corner], cards[i]
    return "deal:" + "/".join(",".join(cards[i : i + 4]) for i in range(0, 16, 4))


def play_both(seed: int) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("chainn", **options), Slow(**options)
    state = game.start()
    assert state.text == slow.text
    deal = [slow.draw, nearly_won, threes_in_corners][seed % 3](rng)
    state.play(deal)
    slow.play(deal)
    rare = ["contiguous", "limit"][: rng.randint(0, 2)]
    return walk(state, slow, Chooser(rng, *rare, back=rng.choice([0, 0.9])))


def deal_some(slow: Slow, rng: random.Random) -> None:
    slow.play(rng.choice([slow.draw, nearly_won, threes_in_corners])(rng))


read_texts = Reading("chainn", Slow, ENDS, random_options, deal_some)
