"""Who plays in an experiment: the players of `parlour.players`, and copiers, which only the laboratory has.

A copier, ``copy-ranks/2``, answers a move with its mirror image whenever that is legal, and else lets
the player behind the stroke (a level or any player) choose. Its image is of the board's ranks
(``copy-ranks``: a2 is a7), of its files (``copy-files``), or of both (``copy-turn``: half a turn).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from parlour.errors import BadPlayer
from parlour.players import Player, level_texts, player
from parlour.players.player import Advice, Progress, has_few_moves
from parlour.table.game import Game
from parlour.table.state import State

_COPIER = re.compile(r"copy-(ranks|files|turn)/(.+)")
_CELL = re.compile(r"(?<![a-z])([a-z])([0-9]{1,2})(?![0-9])")


class Copier(Player):
    """Plays the mirror image of the move before, where it is legal; `other` chooses where it is not."""

    def __init__(self, game: Game, image: str, other: Player) -> None:
        super().__init__(game, 0)
        self.other = other
        self.image = _image(game, image)

    def choose(self, state: State, progress: Progress | None = None) -> str:
        copied = self.image(state.history[-1]) if state.history else ""
        if has_few_moves(state) and copied in state.moves():
            return copied
        return self.other.choose(state, progress)

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return self.other.advise(state, progress)


def _image(game: Game, kind: str) -> Callable[[str], str]:
    """The mirror image of a move's text on a board of squares; raises BadPlayer where there is none."""
    scene = game.start().scene()
    cells = [match for cell in scene.cells if (match := _CELL.fullmatch(cell.name))]
    if scene.shape != "square" or not cells or len(cells) != len(scene.cells):
        raise BadPlayer(f"copiers need a board of squares; {game.name} has none")
    files = [ord(cell[1]) for cell in cells]
    ranks = [int(cell[2]) for cell in cells]

    def cell_image(match: re.Match[str]) -> str:
        file, rank = ord(match[1]), int(match[2])
        if kind != "ranks":
            file = min(files) + max(files) - file
        if kind != "files":
            rank = min(ranks) + max(ranks) - rank
        return f"{chr(file)}{rank}"

    return lambda text: _CELL.sub(cell_image, text)


def lab_player(text: str, game: Game, seed: int) -> Player:
    """The player that `text` names; raises BadPlayer, which names what is allowed."""
    match = _COPIER.fullmatch(text)
    if match is None:
        return player(text, game, seed)
    return Copier(game, match[1], player(match[2], game, seed))


def spelled_out(text: str, game: Game) -> str:
    """The player's text with a level put as the player that it is."""
    copier, stroke, behind = text.rpartition("/")
    return copier + stroke + (level_texts(game)[int(behind) - 1] if behind.isdecimal() else behind)


def check_player(text: str, game: Game) -> None:
    """Raise BadPlayer for a player that the game has not, or that would not play the same game again."""
    lab_player(text, game, 0)
    if "seconds=" in spelled_out(text, game):
        raise BadPlayer(
            f"{text}: a player who thinks by the clock does not play the same game again; "
            "give simulations, nodes, depth or deals"
        )
