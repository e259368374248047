"""What KIF, CSA and USI share: how a tree begins, how games end."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.errors import BadForm, BadRecord
from parlour.records.builder import Builder
from parlour.records.game_result import result_text
from parlour.records.tree import Node, Tree
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import games_with, hooks
from parlour.table.foreign_notation import UsiHooks

(GAME,) = games_with("kif")
USI: UsiHooks = hooks("usi")
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


def begin_tree(name: str | None, sfen: str | None) -> Tree:
    """The tree of a game of this full name that begins with this SFEN; raises ParlourErrors.

    Without a name, the SFEN determines the handicap; without either it is the standard game.
    """
    if name is None:
        name = USI.game_of(sfen, False)
    game = find_game(name)
    if game.id != GAME:
        raise BadRecord(f"{game.id} is no {GAME}")
    return Tree(game, None, None if sfen is None else f"{game.name} {sfen}")


def named_by_start(tree: Tree) -> bool:
    """Whether the start alone tells the game's full name, so that it need not be written."""
    return USI.is_named_by_start(tree.game, tree.position is None)


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
    tags, result = tree.tags, ending.result(mover_of(builder.node))
    shown = outcome is not None and result == result_text(outcome.scores)
    if result and not tags.is_given("Result") and not shown:
        tree.tags["Result"] = result
    if not tags.is_given("Termination") and outcome is None:
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
