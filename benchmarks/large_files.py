"""How long a collection of many games takes to read, and how long until something is found in it.

    python benchmarks/large_files.py --game chess --form pgn --games 100000

A file of random games, most of them repeated with other names, dates and results, is read as the server
reads it, in this process. Then the questions of a collection's page are asked again and again: players by
a part of their name, a result, lengths and dates together, a position reached, the moves played from it,
patterns of two and of six cells out of such positions.
Each figure is of wall time; beside it stands what the process used of a processor.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import parlour
from parlour.players.player import random_move
from parlour.records import Tree, seat_tag
from parlour.records.keys import key_of
from parlour.web.collections_patterns import boards_of
from parlour.web.collections_reading import fill
from parlour.web.collections_store import Collection, Found, Wanted

DISTINCT, LONGEST = 500, 80  # games that differ; their moves
ROUNDS = 20  # of each question


def main() -> None:
    """Write a file, read it, ask."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="chess")
    parser.add_argument("--form", default="native", help="in which the games are written")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "games.pgn"), Path(folder, "games.sqlite")
        with source.open("w") as stream:
            stream.writelines(texts(asked.game, asked.form, asked.games))
        begun, used = time.perf_counter(), time.process_time()
        fill(source, target, lambda news: None)
        found: dict[str, Any] = {
            "game": asked.game,
            "games": asked.games,
            "file, MB": round(source.stat().st_size / 1e6, 1),
            "collection, MB": round(target.stat().st_size / 1e6, 1),
            "read, seconds": round(time.perf_counter() - begun, 1),
            "read, processor seconds": round(time.process_time() - used, 1),
            "load": [round(load, 1) for load in os.getloadavg()],
        }
        found |= answers(Collection(target), asked.game)
    for name, value in found.items():
        print(f"{name}: {value}")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n")


def texts(name: str, form: str, number: int) -> Iterator[str]:
    """So many records of a game in a form with PGN's syntax."""
    game = parlour.game(name)
    distinct = [written(game, form, seed) for seed in range(min(DISTINCT, number))]
    rng = random.Random(1)
    for n in range(number):
        tags = {seat_tag(seat): f"Player {rng.randrange(5000)}" for seat in game.seat_names}
        tags |= {"Event": f"Event {n % 300}", "Date": f"{1990 + n % 35}.0{1 + n % 9}.11"}
        head = "".join(f'[{tag} "{text}"]\n' for tag, text in tags.items())
        text = distinct[n % len(distinct)]
        yield f"{head}{text}\n\n"


def written(game: parlour.Game, form: str, seed: int) -> str:
    """One random game's record, without tags that are given to each."""
    state, rng = game.start(), random.Random(seed)
    while state.outcome is None and len(state.history) < LONGEST:
        state.play(random_move(state, rng))
    text = Tree.from_state(state).write(form).text.strip()
    own = ("Event", "Date", *map(seat_tag, game.seat_names))
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f"[{tag} " for tag in own)))


def answers(collection: Collection, name: str) -> dict[str, str]:
    """The median and the longest of each question's times."""
    game = parlour.game(name)
    state, rng, boards = game.start(), random.Random(0), boards_of(game)
    keys, patterns = [key_of(state)], []
    for _ in range(6):
        keys.append(key_of(state.play(random_move(state, rng))))
        if boards is not None:
            [row] = boards.along([state.record])
            tokens = list(boards.tokens)
            stands = {c: tokens[k] for c, k in zip(boards.cells, row, strict=True)}
            patterns.append(stands)

    def pattern(cells: int) -> Found:
        stands = rng.choice(patterns)
        chosen = {cell: stands[cell] for cell in rng.sample(list(stands), cells)}
        return collection.find(Wanted(pattern=chosen, game=game.name))

    questions: dict[str, Callable[[], object]] = {
        "players": lambda: collection.find(Wanted(words=f"Player {rng.randrange(5000)}")),
        "all, a late page": lambda: collection.find(Wanted(page=900)),
        "result, dates, lengths": lambda: collection.find(
            Wanted(result="*", least=40, since="1995", until="2001")
        ),
        "the first position": lambda: collection.find(Wanted(key=keys[0])),
        "a position": lambda: collection.find(Wanted(key=rng.choice(keys[1:]))),
        "moves from the first position": lambda: collection.moves(keys[0]),
        "moves from a position": lambda: collection.moves(rng.choice(keys[1:])),
    }
    if patterns:
        questions["a pattern of two cells"] = lambda: pattern(2)
        questions["a pattern of six cells"] = lambda: pattern(6)
    return {f"{name}, ms (median, longest)": timed(ask) for name, ask in questions.items()}


def timed(ask: Callable[[], object]) -> str:
    """How long something takes, in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - begun))
    return f"{statistics.median(times):.1f}, {max(times):.1f}"


if __name__ == "__main__":
    main()
