"""Learning that knows no game: from a rules file that declares its board to an evaluation for alpha-beta."""
