"""Run OpenSpiel's own C++ loops as fast as they go from Python.

Playouts are counted inside one evaluator call: a search of a single simulation whose evaluator
rolls out n random games from the root.
"""

from __future__ import annotations

import time

import pyspiel

MEMORY_MB = 2000
UCT_C = 2.0


def playouts_per_second(name: str, count: int, seed: int) -> float:
    """Random games a second from the start, by OpenSpiel's rollout evaluator."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, 1, MEMORY_MB, False, seed, False)
    return count / _seconds(bot, game.new_initial_state())


def simulations_per_second(name: str, count: int, seed: int) -> float:
    """MCTS simulations a second from the start, one rollout for each leaf."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, count, MEMORY_MB, False, seed, False)
    return count / _seconds(bot, game.new_initial_state())


def _seconds(bot: pyspiel.MCTSBot, state: pyspiel.State) -> float:
    start = time.perf_counter()
    bot.mcts_search(state)
    return time.perf_counter() - start
