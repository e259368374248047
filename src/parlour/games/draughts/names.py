"""The letters and words of the draughts set's pieces, sides, sets and elections in texts."""

from __future__ import annotations

SIDES = ("South", "North")
COLOURS = ("white", "black")
PRINCESS_COLOURS = ("white", "blue")  # Leopard Princess: white and silver against blue
SETS = ("dark", "light")
FILES = "abcdefgh"
RESULTS = "p01=-"  # by status
ELECTIONS = "-bsr"  # by what is elected
ELECTION_WORDS = ("", "rebound", "reset", "royal")
ELECTION_LABELS = {
    "rebound": "Rebound, turning homeward",
    "reset": "Reset your man",
    "royal": "Become royal",
}
KINDS = "MHCR"  # man, homeward man, champion, royal champion
KIND_FORMS = {"M": "man", "H": "homeward-man", "C": "champion", "R": "royal-champion"}
KIND_WORDS = {"M": "man", "H": "homeward man", "C": "champion", "R": "royal champion"}
FIELDS = ("BOARD", "TURN", "SETS", "ELECTED", "STREAKS", "COUNTS")
CARDS = "CARDS"  # the field after these in games with several rounds of cards
