"""What KIF, CSA and USI share: shogi's starts and setups, how games end, and what a text has lost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from parlour.errors import BadForm, BadRecord
from parlour.kernel.layout import Record
from parlour.records.builder import Builder
from parlour.records.result import result_text
from parlour.records.tree import Node, Tree
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import games_with, hooks
from parlour.table.game import State

(GAME,) = games_with("kif")
HOOKS = hooks("kif")
RANKS = "abcdefghi"
DRAW = "1/2-1/2"


@dataclass(frozen=True)
class Ending:
    """How a game ends: whether the seat to move has won, lost, neither (None), or it is a draw."""

    reason: str
    won: bool | None = None
    drawn: bool = False

    def result(self, mover: int) -> str:
        """The result for records, `mover` being the seat to move; "" where there is none."""
        if self.drawn:
            return DRAW
        if self.won is None:
            return ""
        return "1-0" if (mover == 0) == self.won else "0-1"


def is_shogi(tree: Tree) -> None:
    """Raise BadForm for a tree of another game."""
    if tree.game.id != GAME:
        raise BadForm(f"this form holds games of {GAME}, not of {tree.game.id}")


# -- beginnings --------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def starts() -> dict[str, str]:
    """The handicap of each start, by its SFEN."""
    names = {handicap: HOOKS.with_handicap(handicap) for handicap in HOOKS.HANDICAPS}
    return {sfen_of(find_game(name).start()): handicap for handicap, name in names.items()}


def sfen_of(state: State) -> str:
    """The four fields of SFEN."""
    return " ".join(state.text.split(" ")[1:5])


def begin_tree(name: str | None, sfen: str | None) -> Tree:
    """The tree of a game of this full name that begins with this SFEN; raises ParlourErrors.

    Without a name, the SFEN determines the handicap; without either it is the standard game.
    """
    if name is None:
        name = HOOKS.with_handicap(starts().get(sfen or "", "none"))
    game = find_game(name)
    if game.id != GAME:
        raise BadRecord(f"{game.id} is no {GAME}")
    return Tree(game, None, None if sfen is None else f"{game.name} {sfen}")


def named_by_start(tree: Tree) -> bool:
    """Whether the start alone tells the game's full name, so that it need not be written."""
    handicap = tree.game.chosen["handicap"]
    return tree.game.name == HOOKS.with_handicap(handicap) and (
        tree.position is None or handicap == "none"
    )


# -- boards ------------------------------------------------------------------------------------------


def rows_of(board: str) -> list[list[str]]:
    """The men of an SFEN's board, row by row from rank a, file 9 first; "" is an empty square."""
    rows = []
    for row in board.split("/"):
        men, promoted = [], ""
        for sign in row:
            if sign.isdigit():
                men += [""] * int(sign)
            elif sign == "+":
                promoted = "+"
            else:
                men.append(promoted + sign)
                promoted = ""
        rows.append(men)
    return rows


def board_of(rows: list[list[str]]) -> str:
    """The board of an SFEN, from its rows."""
    texts = []
    for row in rows:
        text, empty = "", 0
        for man in [*row, "end"]:
            if man and empty:
                text, empty = f"{text}{empty}", 0
            if man:
                text += man if man != "end" else ""
            else:
                empty += 1
        texts.append(text)
    return "/".join(texts)


def hands_of(hands: dict[str, int]) -> str:
    """The hands of an SFEN: numbers by letter, White's in lower case."""
    order = "RBGSNLPrbgsnlp"
    held = [(hands.get(man, 0), man) for man in order]
    return "".join(f"{n if n > 1 else ''}{man}" for n, man in held if n) or "-"


def held_in(hands: str) -> dict[str, int]:
    """The numbers of men in hand by letter, from an SFEN's hands."""
    held: dict[str, int] = {}
    count = ""
    for sign in hands.replace("-", ""):
        if sign.isdigit():
            count += sign
        else:
            held[sign] = int(count or 1)
            count = ""
    return held


def man_on(record: Record, square: str) -> str:
    """The man on a square as SFEN writes Black's: ``+P``; "" if there is none."""
    man = record.board[HOOKS.INDEX[square]]
    return str(HOOKS.letter(man)).upper() if man else ""


def square_name(file: int, rank: int) -> str:
    """``7g`` for file 7, rank 7."""
    return f"{file}{RANKS[rank - 1]}"


def numbers_of(square: str) -> tuple[int, int]:
    """File and rank of a square, from 1."""
    return int(square[0]), RANKS.index(square[1]) + 1


# -- ends --------------------------------------------------------------------------------------------


def mover_of(node: Node) -> int:
    """The seat whose turn it would be after a node."""
    if node.seat is not None:
        return 1 - node.seat
    return int(node.state().record.next)


def end_by(builder: Builder, ending: Ending) -> None:
    """Take in how the main line ends, unless the moves themselves or tags have given it.

    A result that contradicts the moves is kept, so that it is reported as such.
    """
    tree, outcome = builder.tree, builder.outcome
    given, result = tree.tags.given, ending.result(mover_of(builder.node))
    shown = outcome is not None and result == result_text(outcome.scores)
    if result and "Result" not in given and not shown:
        tree.tags["Result"] = result
    if "Termination" not in given and outcome is None:
        tree.tags["Termination"] = ending.reason


def ending_of(tree: Tree, endings: dict[str, Ending]) -> str:
    """The word among `endings` by which a tree's main line ends; "" if none says its tags."""
    *_, last = tree.root.line()
    result, reason = tree.tags["Result"], tree.tags.get("Termination", "")
    mover = mover_of(last)
    for word, ending in endings.items():
        if ending.reason == reason and (ending.result(mover) or "*") == result:
            return word
    return ""
