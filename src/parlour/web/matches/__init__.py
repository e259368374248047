"""Matches: two sides play the games of a group."""
