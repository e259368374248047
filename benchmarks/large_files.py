"""Measure how long collections of many games take to read and to search.

    python benchmarks/large_files.py --games 100000
    python benchmarks/large_files.py --game chess --form pgn --games 1000

Games of several kinds, or of one, are played at random, all different, to the length of people's
games or to their end, and written with players, events, dates and results: formats with PGN syntax
to one file, SGF to another. `--folder` keeps the files and reuses existing ones. Each is then read
as the server reads it, in this process, and searched as on a collection's page: players by part of
a name, a result, lengths and dates together, a position, the moves played from it, patterns of two
and of six cells. Figures are wall times beside processor times.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.kernel.layout import all_plain, new_compiled, to_compiled
from parlour.lab.batch import Ending
from parlour.lab.random_play import RandomGames
from parlour.records import Tree, result_text, seat_tag
from parlour.records.keys import key_of
from parlour.records.replay import ALGORITHM
from parlour.table.player import random_move
from parlour.web.collections.collection_import import fill
from parlour.web.collections.collection_store import Collection, GameFilter, GamePage
from parlour.web.collections.pattern_search import boards_of

# Game, form, how many of a hundred games, and how many moves such games have in the mean.
MIX = (
    ("chess", "native", 37, 80),
    ("chess", "pgn", 3, 80),
    ("english-draughts", "native", 10, 60),
    ("english-draughts", "pdn", 1, 60),
    ("yavalath", "native", 8, 30),
    ("y", "native", 8, 60),
    ("focus", "native", 8, 60),
    ("lines-of-action", "native", 5, 60),
    ("tumbling-down", "native", 4, 50),
    ("shogi", "native", 2, 110),
    ("hive", "native", 2, 50),
    ("hex", "sgf", 8, 60),
    ("lines-of-action", "sgf", 4, 60),
)
Mix = Sequence[tuple[str, str, int, int]]
USUAL = 80  # moves of a game that the mix does not name
WINS = ("1-0", "0-1", "1/2-1/2")
BATCH = 200  # games that are played at once
ROUNDS = 20  # of each question


def main() -> None:
    """Write the files, read them, search them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", help="games of one kind only")
    parser.add_argument("--form", default="native", help="in which these are written")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where the files are kept")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    mix = MIX if asked.game is None else ((asked.game, asked.form, 100, USUAL),)
    figures = {}
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.folder or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for kind in ("pgn", "sgf"):
            source = folder / f"games.{kind}"
            chosen = [one for one in mix if (one[1] == "sgf") == (kind == "sgf")]
            if chosen and not source.exists():
                with source.open("w") as stream:
                    stream.writelines(texts(chosen, asked.games))
            if chosen:
                figures[kind] = measured(source, Path(passing, f"{kind}.sqlite"), chosen)
    for kind, found in figures.items():
        print(f"{kind}:", *(f"  {name}: {value}" for name, value in found.items()), sep="\n")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1) + "\n")


def measured(source: Path, target: Path, mix: Mix) -> dict[str, Any]:
    """Read a file into a collection and search it."""
    told: list[dict[str, Any]] = []
    begun, used = time.perf_counter(), time.process_time()
    fill(source, target, told.append)
    seconds = time.process_time() - used
    games = told[-1]["games"]
    found: dict[str, Any] = {
        "games": games,
        "broken": told[-1]["broken"],
        "file, MB": round(source.stat().st_size / 1e6, 1),
        "collection, MB": round(target.stat().st_size / 1e6, 1),
        "read, seconds": round(time.perf_counter() - begun, 1),
        "read, processor seconds": round(seconds, 1),
        "read, processor ms a game": round(1000 * seconds / games, 2),
        "load": [round(load, 1) for load in os.getloadavg()],
    }
    for name in dict.fromkeys(name for name, *_ in mix):
        found |= answers(Collection(target), name)
    return found


def texts(mix: Mix, number: int) -> Iterator[str]:
    """The records of this many games of a hundred per cent, of which a mix may be a part."""
    for name, form, share, usual in mix:
        for tree in trees(parlour.game(name), form, usual, max(1, number * share // 100)):
            yield tree.write(form).text + "\n"


def trees(game: parlour.Game, form: str, usual: int, number: int) -> Iterator[Tree]:
    """Random games, cut off as if resigned or drawn, unless they ended before."""
    rng, played = random.Random(f"{game.name} {form}"), RandomGames(game.start())
    for first in range(0, number, BATCH):
        batch = played.play(rng.getrandbits(40), first, min(BATCH, number - first))
        ends = np.cumsum(batch.lengths).tolist()
        for n, (begin, end) in enumerate(pairwise([0, *ends])):
            length = min(end - begin, max(10, round(rng.gauss(usual, usual / 3))))
            over = batch.endings[batch.ended[n]] if length == end - begin else None
            ply = slice(begin, begin + length)
            moves = texts_of(game, batch.words[ply], batch.turns[ply].tolist())
            tree = Tree(game, tags_of(game, first + n, over, rng))
            tree.root.grow_line((*move, 0) for move in moves)
            yield tree


def tags_of(game: parlour.Game, n: int, over: Ending | None, rng: random.Random) -> dict[str, str]:
    """The tags of the `n`-th game, with its end if it has one."""
    tags = {seat_tag(seat): f"Player {rng.randrange(5000)}" for seat in game.seat_names}
    tags |= {"Event": f"Event {n % 300}", "Date": f"{1990 + n % 35}.0{1 + n % 9}.{11 + n % 17}"}
    ending = (result_text(over[0]), over[1]) if over else (rng.choice(WINS), "agreement")
    return tags | dict(zip(("Result", "Termination"), ending, strict=True))


def texts_of(game: parlour.Game, words: Any, turns: list[int]) -> Iterator[tuple[str, int]]:
    """The texts of moves from the start, one word each, with their players."""
    rules, move_text = game.plain.rules, game.notation.move_text
    script: Any = game.compiled.algorithm(ALGORITHM)
    states, kept = new_compiled(rules.STATE, 2), new_compiled(rules.STATE, len(words))
    to_compiled(game.started.record, rules.STATE, states)
    keys, seats = np.zeros((2, len(words) + 1), dtype=np.int64)
    plies = np.arange(len(words) + 1, dtype=np.int64)
    room = np.zeros(rules.MAX_MOVES, dtype=np.int64)
    words = words.astype(np.int64)
    script.follow(states, words, plies, len(words), room, keys, seats, kept)
    records = [game.started.record, *all_plain(kept, rules.STATE)]
    for record, word, turn in zip(records, words.tolist(), turns, strict=False):
        yield move_text(record, word), turn


def answers(collection: Collection, name: str) -> dict[str, str]:
    """The median and maximum of each query's times."""
    game = parlour.game(name)
    state, rng, boards = game.start(), random.Random(0), boards_of(game)
    keys, patterns = [key_of(state)], []
    for _ in range(6):
        keys.append(key_of(state.play(random_move(state, rng))))
        if boards is not None:
            row = boards.row(state.record)
            tokens = list(boards.tokens)
            stands = {c: tokens[k] for c, k in zip(boards.cells, row, strict=True)}
            patterns.append(stands)

    def pattern(cells: int) -> GamePage:
        stands = rng.choice(patterns)
        chosen = {cell: stands[cell] for cell in rng.sample(list(stands), cells)}
        return collection.find(GameFilter(pattern=chosen, game=game.name))

    questions: dict[str, Callable[[], object]] = {
        "players": lambda: collection.find(GameFilter(words=f"Player {rng.randrange(5000)}")),
        "all, a late page": lambda: collection.find(GameFilter(page=900)),
        "result, dates, lengths": lambda: collection.find(
            GameFilter(result="1-0", least=40, since="1995", until="2001")
        ),
        "the first position": lambda: collection.find(GameFilter(key=keys[0])),
        "a position": lambda: collection.find(GameFilter(key=rng.choice(keys[1:]))),
        "moves from the first position": lambda: collection.moves(keys[0]),
        "moves from a position": lambda: collection.moves(rng.choice(keys[1:])),
    }
    if patterns:
        questions["a pattern of two cells"] = lambda: pattern(2)
        questions["a pattern of six cells"] = lambda: pattern(6)
    return {f"{name}, ms (median, longest)": timed(ask) for name, ask in questions.items()}


def timed(ask: Callable[[], object]) -> str:
    """The milliseconds that a call takes."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - begun))
    return f"{statistics.median(times):.1f}, {max(times):.1f}"


if __name__ == "__main__":
    main()
