"""Tournaments in the browser: created, joined, paired and played by themselves."""
