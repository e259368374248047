"""Pages for learning a game: lessons and puzzles."""
