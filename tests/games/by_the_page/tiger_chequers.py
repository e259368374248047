"""TigerChequers against a slow version written from its page, over random games and positions."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import CELLS, Chooser, Reading, Refused, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.tiger_chequers import CASTLING, ENDS, POSTS, Slow

MEN = ("KTBNLDPPPPktbnldgaassspppp", "KTBNLDPPPPaaasss")


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    drawn = rng.random()
    if drawn < 0.5:
        options["paths"] = rng.choice(["corners", "none"])
    elif drawn < 0.7:
        options["knights"] = 1 + int(1000 * drawn) % 3
    if rng.random() < 0.9:
        options["move_limit"] = rng.choice([1, 1, 2, 2, 3, 5, 9, 0, 60])
    return options


def scatter(slow: Slow, rng: random.Random) -> None:
    """Make of a game at its start one with few pieces, anywhere; now and then nothing is posted yet."""
    while True:
        if rng.random() < 0.15:
            scatter_waiting(slow, rng)
        else:
            scatter_moving(slow, rng)
        try:
            slow.end = slow.as_read(None)
            break
        except Refused:
            continue


def scatter_waiting(slow: Slow, rng: random.Random) -> None:
    """Before the posting or South's choice."""
    slow.turn = rng.choice(["?", "post"])
    slow.passed, slow.quiet, slow.posted, slow.lancer = "-", 0, "-", "0"
    slow.left = int(str(slow.given["knights"]))
    scatter_pieces(slow, rng)
    for cell in ["b1", "g1", *(POSTS if slow.turn == "?" else [])]:
        slow.board.pop(cell, None)


def scatter_moving(slow: Slow, rng: random.Random) -> None:
    """With the counters near their ends."""
    slow.turn = rng.choice("wb")
    slow.posted, slow.passed = rng.choice(["guard", "watch"]), "-"
    slow.quiet = rng.choice([0, 8, 90, 97, 98, 99, 99])
    slow.lancer = rng.choice("01")
    if slow.counts_knights:
        slow.left = rng.randint(0, int(str(slow.given["knights"])))
    scatter_pieces(slow, rng)
    if rng.random() < 0.5:
        set_passed(slow, rng)


def scatter_pieces(slow: Slow, rng: random.Random) -> None:
    slow.rights = "".join(right for right in "SLsl" if rng.random() < 0.25)
    men, cells = rng.choice(MEN), rng.sample(CELLS, rng.choice([2, 5, 10, 25]))
    slow.board = {cell: rng.choice(men) for cell in cells}
    if slow.given["paths"] == "corners":  # after an escape such pieces would be refused
        stuck = {"P1", "P8", "p8", "s1"}
        slow.board = {c: man for c, man in slow.board.items() if man + c[1] not in stuck}
    for rank, piece in (("7", "P"), ("2", "s"), ("2", "N"), ("3", "s"), ("3", "p")):
        slow.board[rng.choice("abcdefgh") + rank] = piece
    for queen, cells in (("Q", [*CELLS, *CELLS[:16] * 8]), ("q", CELLS)):
        free = [cell for cell in cells if slow.board.get(cell) not in ("Q", "q")]
        slow.board[rng.choice(free)] = queen
    for right in slow.rights:
        set_castling(slow, right, rng)


def set_castling(slow: Slow, right: str, rng: random.Random) -> None:
    queen, tower = ("Q", "T") if right.isupper() else ("q", "t")
    queens, towers, empty = CASTLING[right]
    slow.board = {
        cell: piece
        for cell, piece in slow.board.items()
        if piece != queen and (cell not in empty or rng.random() < 0.1)
    }
    slow.board |= {queens[0]: queen, towers[0]: tower}


def set_passed(slow: Slow, rng: random.Random) -> None:
    """A Pikeman of the other seat has just made a two-step, if that may be."""
    rank, front, back, piece = ("6", "5", "7", "p") if slow.turn == "w" else ("3", "4", "2", "P")
    file, beside = rng.choice(["ab", "ba", "cb", "cd", "de", "ed", "fg", "gh", "hg"])
    if not {file + rank, file + front, file + back} & set(slow.board):
        slow.board.setdefault(beside + front, "P" if piece == "p" else "p")
        slow.board[file + front] = piece
        slow.passed, slow.quiet = file + rank, 0


def kind(slow: Slow, text: str) -> str:
    """What kind of move it is."""
    if text in ("guard", "watch") or text.startswith("post"):
        return text[:5].removesuffix(":")
    piece, last = slow.board[text[:2]], text.partition("=")[0][-2:]
    if text[3:] in ("west", "east"):
        return "escape"
    if piece in "Qq" and abs(ord(text[0]) - ord(last[0])) == 2:
        return "castling"
    if piece in "sa" and "x" in text:
        return ("long jump" if text.count("x") > 1 else "jump") + (" =A" if "=" in text else "")
    if piece in "Pp":
        return pikeman_kind(slow, piece, text, last)
    return "archer" if "=A" in text else "capture" if "x" in text else "step"


def pikeman_kind(slow: Slow, piece: str, text: str, last: str) -> str:
    if "x" in text and last not in slow.board:
        return "en passant"
    if "=" in text:
        return f"{piece}={text[-1]}"
    if piece + last[1] in ("p1", "p2"):
        return f"{piece} stays on {last[1]}"
    return "two-step" if abs(int(text[1]) - int(last[1])) == 2 else "step"


KINDS = {
    *("post", "guard", "watch", "step", "two-step", "capture", "en passant", "castling", "escape"),
    *("jump", "long jump", "jump =A", "long jump =A", "archer"),
    *("P=K", "P=T", "P=B", "P=N", "P=L", "P=D", "p=N", "p=G", "p stays on 1", "p stays on 2"),
}


class Lively(Chooser):
    """Likes rare kinds of moves, and seldom escapes; tells what it has played."""

    def __init__(self, rng: random.Random, *ends: str, back: float, patience: int) -> None:
        super().__init__(rng, *ends, back=back, patience=patience)
        self.kinds: Counter[str] = Counter()

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        assert isinstance(slow, Slow)
        liked = [move for move in moves if kind(slow, move) not in ("step", "capture", "escape")]
        if not self.ends and liked and self.rng.random() < 0.6:
            wanted = self.rng.choice(sorted({kind(slow, move) for move in liked}))
            return self.rng.choice([move for move in liked if kind(slow, move) == wanted])
        calm = [move for move in moves if kind(slow, move) != "escape"]
        shy = not self.ends and self.rng.random() < 0.9
        return super().choose(slow, calm if calm and shy else moves)

    def __call__(self, slow: AnySlow) -> str:
        assert isinstance(slow, Slow)
        text = super().__call__(slow)
        self.kinds[kind(slow, text)] += 1
        return text


def play_both(seed: int, scattered: bool, **options: object) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng) | options
    game, slow = parlour.game("tiger-chequers", **options), Slow(**options)
    state = game.start()
    if scattered:
        scatter(slow, rng)
        state = game.read(slow.text)
    rare = ["checkmate", "stalemate"] if scattered and rng.random() < 0.1 else []
    lively = Lively(rng, *rare, back=rng.choice([0, 0, 0.3, 0.9]), patience=4)
    return walk(state, slow, lively) + lively.kinds


read_texts = Reading("tiger-chequers", Slow, ENDS, random_options, scatter)
