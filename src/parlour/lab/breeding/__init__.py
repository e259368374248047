"""Breed variants of a game: option sets, varied and crossed, in an archive of different good games.

`genome` has option sets and their variation, `trial` who plays how much, `candidate_games` the games that
judge option sets, `archive` the best of each kind (MAP-Elites), `breeder` the search, `breeding_page` the
report.
"""
