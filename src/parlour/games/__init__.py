"""The games: a folder for each game or family, found by itself."""
