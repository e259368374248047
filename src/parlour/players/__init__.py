"""Who chooses moves: bots named by a text, and how strong one is against another.

    player("mcts:seconds=0.5", game, seed=7).choose(state)

A player's text is a level (``1`` to ``10``), ``strongest:seconds=0.5``, or a kind with its settings:
``random``, ``mcts:simulations=2000``, ``mcts:seconds=0.5,threads=2``, ``alphabeta:depth=4``, and what a
game's own folder brings. Every kind takes ``blunder=0.2``: that part of its moves is drawn at random;
and in open games of two ``oversight=0.4``, which makes it a beginner (see `players.beginner`).
"""

from parlour.players.kinds import called, kinds_of, player, timed_texts
from parlour.players.levels import band, level_texts, strongest
from parlour.players.scores import MatchScore, meet, wilson
from parlour.table.player import Advice, Player

__all__ = [
    "Advice",
    "MatchScore",
    "Player",
    "band",
    "called",
    "kinds_of",
    "level_texts",
    "meet",
    "player",
    "strongest",
    "timed_texts",
    "wilson",
]
