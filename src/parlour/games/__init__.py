"""The games: one folder for each game or family; the catalogue finds them by itself."""
