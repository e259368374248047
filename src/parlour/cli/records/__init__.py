"""The commands for recorded games, pictures and puzzles."""
