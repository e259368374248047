"""Five files with a fault each, made from the documented game, for tests of what an inventor is told."""

from __future__ import annotations

from pathlib import Path

from tests.one_file import documented_game

OPTION = '"size", 6'
WINS = "        s.winner = seat\n"
PLAY = "    seat = s.turn\n    s.board[m] = seat + 1\n"
LAST = "    return n\n"
OVER_WITH_ROW = "        s.turn = OVER\n        s.reason = 0\n        s.winner = seat\n    elif"

COIN = """
MAX_OUTCOMES = 2


def outcomes(s, out, weights):
    for i in range(2):
        out[i] = i
        weights[i] = 1
    return 2


def draw(s, rng):
    return below(rng, 2)
"""


def _changed(*pairs: tuple[str, str]) -> str:
    """The documented game on a small board, with each text replaced by another."""
    text = documented_game().replace(OPTION, '"size", 4').replace("SIZE = 6", "SIZE = 4")
    text = text.replace('"line", 4', '"line", 3').replace("LINE = 4", "LINE = 3")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def first_player_always_wins() -> str:
    """Whoever completes a row, Black wins."""
    return _changed((WINS, "        s.winner = 0\n"), ("return 0.5", "return 1.0 - seat"))


def never_ends() -> str:
    """Nothing is placed."""
    return _changed((PLAY, "    s.turn = 1 - s.turn\n    return\n" + PLAY))


def dead_move_and_dead_end() -> str:
    """The move 16 gives the game away, and no game ends by an eclipse."""
    return _changed(
        ("MAX_MOVES = CELLS ", "MAX_MOVES = CELLS + 1 "),
        ('("row", "full-board")', '("row", "full-board", "eclipse")'),
        (LAST, "    out[n] = CELLS\n    return n + 1\n"),
        (
            PLAY,
            "    seat = s.turn\n    if m == CELLS:\n        s.winner = 1 - seat\n"
            "        s.turn = OVER\n        s.reason = 0\n        return\n    s.board[m] = seat + 1\n",
        ),
    )


def runaway_leader() -> str:
    """The first row of three wins, but the game goes on until the board is full."""
    return _changed(
        (OVER_WITH_ROW, "        if s.winner < 0:\n            s.winner = seat\n    if"),
        ("return 0.5", "return 0.5  # nobody"),
    )


def coin_decides() -> str:
    """When the board is full a coin says who wins; rows mean nothing."""
    return _changed(
        ("import OVER", "import CHANCE, OVER"),
        ("import mix", "import below, mix"),
        (
            PLAY,
            "    if s.turn == CHANCE:\n        s.winner = m\n        s.turn = OVER\n"
            "        s.reason = 1\n        return\n" + PLAY,
        ),
        ("if makes_row(s, m):", "if s.empty < 0:"),
        ("        s.turn = OVER\n        s.reason = 1\n\n", "        s.turn = CHANCE\n\n"),
        ("\ndef cells(", COIN + "\n\ndef cells("),
    )


def cast_game(good: int) -> str:
    """A game that Black wins in `good` of ten casts."""
    return (
        coin_decides()
        .replace("weights[i] = 1", f"weights[i] = {good} if i == 0 else {10 - good}")
        .replace("return below(rng, 2)", f"return 0 if below(rng, 10) < {good} else 1")
    )


PLANTED = {
    "first": (first_player_always_wins, "Is it even?", "No, Black is better off"),
    "endless": (never_ends, "Does it end?", "No: all"),
    "dead": (dead_move_and_dead_end, "Are there dead rules?", "“16”"),
    "runaway": (runaway_leader, "Do leads run away?", "Yes."),
    "coin": (coin_decides, "How much is luck?", "Chance settles"),
}


def write_planted(folder: Path, name: str) -> str:
    """Write a planted file; returns its path."""
    path = folder / f"{name}.py"
    path.write_text(PLANTED[name][0]())
    return str(path)
