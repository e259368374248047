"""Learnt evaluations: n-tuple tables and a small network, with their weight files."""
