"""Play a match of two players of one game, in pairs of games; interrupted matches continue.

`python benchmarks/strength.py GAME OURS THEIRS --budget seconds=0.1 --pairs 50` plays each random
opening twice, sides changing. A player is any player text, including an engine's command:

    english-draughts strongest alphabeta:nodes=1,learnt=0 --budget seconds=0.1
    chess strongest "uci:/usr/games/stockfish" --budget seconds=0.1

`--processor` counts our players' seconds as processor time, so other work on the machine takes
nothing from them; an external engine must do the same. A different `--label` separates the games of
another version.

Every finished game is saved in benchmarks/results/matches.jsonl, with the machine's load. The same
command continues the match and prints the score with its Elo and 95% interval.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import threading
import time
from pathlib import Path

import parlour
from parlour.learn.gain import GainMatch
from parlour.players import player

RESULTS = Path(__file__).parent / "results" / "matches.jsonl"
MAX_PLIES = 400  # a game that lasts longer is drawn


class ProcessorTimer(threading.Timer):
    """A timer that acts after a number of processor seconds of this process."""

    def run(self) -> None:
        """Wait, at most for the remaining time on a processor of one's own."""
        end = time.process_time() + self.interval
        while (left := end - time.process_time()) > 0 and not self.finished.wait(left):
            pass
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)


def count_processor_time() -> None:
    """Let this process's searches count processor seconds from now on."""
    time.perf_counter = time.process_time
    threading.Timer = ProcessorTimer  # type: ignore[misc]


def opening(game: parlour.Game, seed: int, plies: int) -> list[str]:
    """This many random plies, including chance, that do not end the game."""
    rng = random.Random(seed)
    while True:
        state = game.start()
        for _ in range(plies):
            if state.turn is not None:
                at_chance = state.turn == parlour.CHANCE
                state.play(state.draw(rng) if at_chance else rng.choice(state.moves()))
        if state.turn is not None:
            return list(state.history)


def play(
    game: parlour.Game, texts: tuple[str, str], budget: str | None, begun: list[str], seed: int
) -> float:
    """Return the first seat's score in one game of the two players, by seat, after an opening."""
    rng = random.Random(seed)
    seated = [player(text, game, seed, budget) for text in texts]
    state = game.start()
    for text in begun:
        state.play(text)
    while state.turn is not None and len(state.history) < MAX_PLIES:
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
        else:
            state.play(seated[state.turn].choose(state))
    if state.outcome is None:
        return 0.5
    one, two = state.outcome.scores
    return 0.5 + float((one - two) / game.plain.rules.HIGHEST) / 2  # a lesser win is a part of one


def kept(name: str) -> dict[int, dict[int, float]]:
    """Our points in the saved games of a match, by pair and our seat."""
    found: dict[int, dict[int, float]] = {}
    if RESULTS.exists():
        for line in RESULTS.read_text().splitlines():
            one = json.loads(line)
            if one["match"] == name:
                found.setdefault(one["pair"], {})[one["seat"]] = one["points"]
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game")
    arguments.add_argument("ours")
    arguments.add_argument("theirs")
    arguments.add_argument("--budget", help="of both, as seconds=0.1")
    arguments.add_argument("--pairs", type=int, default=50)
    arguments.add_argument("--plies", type=int, default=6, help="random plies of an opening")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--label", help="of the version that played")
    arguments.add_argument("--processor", action="store_true", help="seconds are processor time")
    given = arguments.parse_args()
    if given.processor:
        count_processor_time()
    game = parlour.game(given.game)
    asked = (given.game, given.ours, given.theirs, given.budget, given.plies, given.seed)
    told = ("processor" if given.processor else None, given.label)
    name = " ".join([*map(str, asked), *filter(None, told)])
    done = kept(name)
    for pair in range(given.pairs):
        begun = opening(game, given.seed * 100_000 + pair, given.plies)
        for seat in (0, 1):
            if seat in done.setdefault(pair, {}):
                continue
            texts = (given.ours, given.theirs) if seat == 0 else (given.theirs, given.ours)
            score = play(game, texts, given.budget, begun, 2 * pair + seat)
            points = score if seat == 0 else 1 - score
            done[pair][seat] = points
            entry = {"match": name, "pair": pair, "seat": seat, "points": points}
            with RESULTS.open("a") as file:
                file.write(json.dumps({**entry, "load": round(os.getloadavg()[0], 1)}) + "\n")
        match = GainMatch(tuple(sum(done[p].values()) / 2 for p in range(pair + 1)))
        print(f"{pair + 1} pairs: {match.share:.1%}, Elo {match}", flush=True)


if __name__ == "__main__":
    main()
