"""Our engine as a player of ours: the two ends of a protocol play each other.

`python -m tests.adapters.both_ends [PROTOCOL [GAME]] [--games 1000] [--most PLIES]` plays games and counts.
What one end says and the other does not understand, or an answer that is not legal, raises. Without a game,
those of MOST are broken off early, so that a thousand of each are a matter of minutes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter

import parlour
from parlour.players import player
from parlour.players.engine_players import ProgramPlayer

OURS = f"{sys.executable} -m parlour engine"
GAMES = {
    "ugi": "hex:pie=no,size=3",
    "gtp": "hex:size=3",
    "uci": "chess",
    "usi": "shogi",
    "uhp": "hive",
    "hub": "english-draughts",
}
MOST = {"uci": 16, "usi": 12, "uhp": 12, "hub": 24}  # plies of a game


def play(protocol: str, name: str, games: int, most: int = 0, bot: str = "random") -> int:
    """How many plies were played; `most` breaks a game off. The engine moves every other time."""
    game = parlour.game(name)
    engine = player(f"{protocol}:{OURS} --protocol {protocol} --player {bot} {game.name}", game)
    assert isinstance(engine, ProgramPlayer)
    engine.seconds = 0.01
    plies, ends = 0, Counter[str]()
    for number in range(games):
        state, rng = game.start(), random.Random(number)
        while state.turn is not None and not 0 < most <= len(state.history):
            mine = (len(state.history) + number) % 2
            if state.turn == parlour.CHANCE:
                state.play(state.draw(rng))
            else:
                state.play(rng.choice(state.moves()) if mine else engine.choose(state))
        plies += len(state.history)
        ends[state.outcome.reason if state.outcome else "broken off"] += 1
    engine.close()
    if games > 9:
        print(protocol, game.name, f"{games} games, {plies} plies:", dict(ends), flush=True)
    return plies


def main() -> None:
    """Play what the command line asks for, or every protocol."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protocol", nargs="?")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--most", type=int, help="plies after which a game is broken off; 0: none")
    given = parser.parse_args()
    chosen = {given.protocol: given.game or GAMES[given.protocol]} if given.protocol else GAMES
    for protocol, name in chosen.items():
        begun = time.process_time(), time.perf_counter()
        most = given.most
        if most is None:
            most = 0 if given.game else MOST.get(protocol, 0)
        play(protocol, name, given.games, most)
        used, wall = time.process_time() - begun[0], time.perf_counter() - begun[1]
        print(
            f"  {used:.0f} s of this end's processor, {wall:.0f} s, load {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    main()
