"""OpenSpiel's MCTS bot as an engine that speaks UGI, so that `strength.py` can play against it.

`ugi:python benchmarks/openspiel_engine.py lines_of_action` (or `y`, `hex`). The bot has random
rollouts and its solver. It counts simulations: as many as it made in its time for earlier moves.
"""

from __future__ import annotations

import sys
import time

import pyspiel
from peer import MEMORY_MB, UCT_C

from parlour.kernel.boards import letters

GAMES = {
    "lines_of_action": "lines_of_action",
    "y": "y(board_size=11)",
    "hex": "hex(board_size=11)",
}
GROWTH = 1.2  # how much faster than its last move a move is believed to be at most
FIRST = 1000.0  # simulations a second before any is measured
ROWS = "abcdefghijklmnopqrstu"


class Engine:
    """The bot in one game."""

    def __init__(self, name: str) -> None:
        self.name, self.game = name, pyspiel.load_game(GAMES[name])
        self.state = self.game.new_initial_state()
        self.rate, self.seed = FIRST, 1

    def answer(self, line: str) -> str:
        """What it says to a command; empty if nothing."""
        words = line.split()
        if words == ["ugi"]:
            return "ugiok"
        if words == ["isready"]:
            return "readyok"
        if words[:2] == ["position", "startpos"]:
            self.state = self.game.new_initial_state()
            for text in words[3:]:
                self.state.apply_action(self.state.string_to_action(self.translate(text)))
        if words[:2] == ["go", "movetime"]:
            return f"bestmove {self.translate(self.choose(int(words[2]) / 1000))}"
        return ""

    def choose(self, seconds: float) -> str:
        """Its move, as OpenSpiel writes it; learns how many simulations fit into its time."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        count = max(20, round(self.rate * seconds))
        bot = pyspiel.MCTSBot(self.game, evaluator, UCT_C, count, MEMORY_MB, True, self.seed, False)
        begun = time.process_time()
        action = bot.step(self.state)
        # A search that a proof ended early says little of the next one's speed.
        self.rate = min(count / max(time.process_time() - begun, 1e-6), GROWTH * self.rate)
        self.seed += 1
        return str(self.state.action_to_string(action))

    def translate(self, text: str) -> str:
        """A move between us and OpenSpiel: Y's cells are row and column there, column and row here."""
        if self.name != "y":
            return text
        return f"{letters(int(text[1:]) - 1)}{ROWS.index(text[0]) + 1}"


def main() -> None:
    engine = Engine(sys.argv[1])
    print(f"info string OpenSpiel's MCTS plays {engine.game}", flush=True)
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        if answer := engine.answer(line):
            print(answer, flush=True)


if __name__ == "__main__":
    main()
