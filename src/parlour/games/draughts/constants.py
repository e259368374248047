"""The numbers of the draughts set for sides, sets, results, fates of men, forms and reasons."""

SOUTH, NORTH = 0, 1
DARK, LIGHT = 0, 1

# How it stands on a set of diagonals.
IN_PLAY, SOUTH_WON, NORTH_WON, DRAWN, UNUSED = range(5)

# What becomes of a man on his end rank; the first four are also what a seat may have elected.
ELECTS, REBOUNDS, RESETS, PROMOTES, WINS = range(5)

# Where a man is reset to.
OPEN, CLOSED, TRANSFER = range(3)

# Why a set, or the game, ended; 0 = it has not, or nothing is known of it.
REASONS = (
    "",
    *("royal-capture", "return", "end-rank", "clearance", "blockade"),
    *("no-progress", "repetition", "move-limit", "stalemate"),
    *("decisive-win", "partial-win", "level-game", "draw", "first-win"),
    *("major-win", "minor-win", "level-contest", "drawn-contest"),
)
ROYAL_CAPTURE, RETURN, END_RANK_REACHED, CLEARANCE, BLOCKADE = range(1, 6)
NO_PROGRESS, REPETITION, MOVE_LIMIT_REACHED, STALEMATE = range(6, 10)
DECISIVE_WIN, PARTIAL_WIN, LEVEL_GAME, DRAW, FIRST_WIN = range(10, 15)
MAJOR_WIN, MINOR_WIN, LEVEL_CONTEST, DRAWN_CONTEST = range(15, 19)
