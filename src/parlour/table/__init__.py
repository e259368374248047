"""A game being played: the catalogue of games, a game with its options, and its states."""
