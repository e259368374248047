"""The commands for game designers: check, count, solve, train, data."""
