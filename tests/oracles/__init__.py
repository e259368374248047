"""Slow versions of the rules, each written from its rulebook page alone: judges of the fast ones.

Nothing here imports the package's rules; `common` has what the slow versions share and the walks that
compare both, move for move, view for view, text for text.
"""
