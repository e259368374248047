"""Games held against the slow versions that were written from their pages.

A module for each game makes random options, positions and moves; `test_by_the_page` has one table of how
many games and texts are compared, and what must come up in them.
"""
