"""How often games without a word on what they are, as lists of moves and as SGF, are recognised.

    python benchmarks/recognition.py [--games 12] [--first 0] [--only hex]

Half of the games are random, half are played by bots of the two lowest levels, with seeds from the first on.
Games of fewer than ten moves are passed over. A game is right if it is the likeliest one, the usual options
included.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Iterator

import parlour
from parlour import records
from parlour.players import player

FEWEST, MOST = 10, 300  # moves of a game
LEVELS = ("1", "2")
_ROOT = re.compile(r"\A\(;(?:[A-Z]+(?:\[(?:[^\\\]]|\\.)*\])+)*")


def random_game(name: str, seed: int) -> records.Tree:
    """A game of random moves."""
    state, rng = parlour.game(name).start(), random.Random(f"{name} {seed}")
    while state.outcome is None and len(state.history) < MOST:
        chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))
    return records.Tree.from_state(state)


def bot_game(name: str, seed: int) -> records.Tree:
    """A game of bots of the two lowest levels."""
    game = parlour.game(name)
    state, rng = game.start(), random.Random(f"{name} {seed}")
    bots = [player(LEVELS[(seat + seed) % 2], game, seed=seed) for seat in range(game.seats)]
    while state.outcome is None and len(state.history) < MOST:
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
        else:
            assert state.turn is not None
            state.play(bots[state.turn].choose(state))
    return records.Tree.from_state(state)


def bare_list(tree: records.Tree) -> str:
    """A tree's moves without its tags."""
    return tree.write().text.partition("\n\n")[2]


def bare_sgf(tree: records.Tree) -> str:
    """A tree as SGF with nothing in its root."""
    return _ROOT.sub("(;", tree.write("sgf").text)


def trees(name: str, first: int) -> Iterator[records.Tree]:
    """The games that a game is tried with, by their seeds."""
    for seed in itertools.count(first):
        tree = random_game(name, seed) if seed % 2 else bot_game(name, seed)
        if len(tree.moves()) >= FEWEST:
            yield tree


def is_right(name: str, text: str) -> str:
    """The game that a text without a header is read as, "" if it is `name`."""
    item = next(iter(records.read(text)), None)
    found = item.tree.game.name if item is not None and item.tree is not None else "none"
    return "" if found == parlour.game(name).name else found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=12, help="games of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--only", nargs="*", default=[], help="ids of games")
    given = parser.parse_args()
    right: Counter[str] = Counter()
    count: int = 0
    print("| game | lists | SGF | taken for | ms |\n|---|---|---|---|---|")
    for name in given.only or parlour.games():
        wrong: dict[str, Counter[str]] = {"lists": Counter(), "sgf": Counter()}
        played = list(itertools.islice(trees(name, given.first), given.games))
        begun = time.process_time()
        for tree in played:
            for kind, text in (("lists", bare_list(tree)), ("sgf", bare_sgf(tree))):
                if found := is_right(name, text):
                    wrong[kind][found] += 1
        ms = 1000 * (time.process_time() - begun) / (2 * given.games)
        shares = [given.games - wrong[kind].total() for kind in wrong]
        right.update(dict(zip(wrong, shares, strict=True)))
        count += given.games
        others = ", ".join(f"{one} {n}" for one, n in (wrong["lists"] + wrong["sgf"]).most_common())
        print(f"| {name} | {shares[0]} | {shares[1]} | {others or '–'} | {ms:.0f} |", flush=True)
    shares = [100 * right[kind] / count for kind in ("lists", "sgf")]
    print(f"| share of {count} | {shares[0]:.1f}% | {shares[1]:.1f}% | | |")


if __name__ == "__main__":
    main()
