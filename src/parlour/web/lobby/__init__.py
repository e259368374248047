"""The lobby: choose a game, start it, choose how it looks."""
