"""Exhaustive enumeration: perft, and solving small games completely."""
