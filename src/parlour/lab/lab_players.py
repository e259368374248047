"""Players of experiments: those of `parlour.players`, copiers and restricted players.

The last two exist only here; `restricted_play.py` has the restricted ones.

A copier, ``copy-ranks/2``, answers a move with its mirror image whenever that is legal, and else lets
the player behind the stroke (a level or any player) choose. Its image is of the board's ranks
(``copy-ranks``: a2 is a7), of its files (``copy-files``), or of both (``copy-turn``: half a turn).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.errors import BadPlayer
from parlour.kernel.moves import Move
from parlour.lab.restricted_play import RestrictedPlayer, forbidden_kind
from parlour.players import Player, player
from parlour.players.kinds import expand
from parlour.table.game import Game, State
from parlour.table.player import Advice, Progress, has_few_moves

_COPIER = re.compile(r"copy-(ranks|files|turn)/(.+)")


class Copier(Player):
    """Plays the mirror image of the last move if it is legal; otherwise `other` chooses."""

    def __init__(self, game: Game, image: str, other: Player) -> None:
        super().__init__(game, 0)
        self.other = other
        self.image = _image(game, image)

    def decide(self, state: State, progress: Progress | None = None) -> Advice:
        copied = self._copied(state) if state.past and has_few_moves(state) else None
        return self.other.decide(state, progress) if copied is None else Advice(copied)

    def compile(self) -> None:
        self.other.compile()

    def _copied(self, state: State) -> str | None:
        """The legal move that is the mirror image of the last one."""
        last = state.past[-1]
        move: Move = state.game.notation.move(last.record, last.code)
        wanted = [self.image.get(step.text, step.text) for step in move.steps]
        captures = [self.image[name] for name in move.captures]
        for legal in state.legal:
            if [step.text for step in legal.steps] == wanted and [*legal.captures] == captures:
                return legal.text
        return None

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return self.other.advise(state, progress)


def _image(game: Game, kind: str) -> Mapping[str, str]:
    """The mirror image of each cell of a board of squares; raises BadPlayer for other boards."""
    scene = game.start().scene()
    at = {(cell.x, cell.y): cell.name for cell in scene.cells}
    files, ranks = ([place[i] for place in at] for i in (0, 1))
    if scene.shape != "square" or len(at) != len(set(files)) * len(set(ranks)):
        raise BadPlayer(f"copiers need a board of squares; {game.name} has none")

    def image(x: float, y: float) -> str:
        across = min(files) + max(files) - x if kind != "ranks" else x
        return at[across, min(ranks) + max(ranks) - y if kind != "files" else y]

    return {name: image(*place) for place, name in at.items()}


def lab_player(text: str, game: Game, seed: int) -> Player:
    """The player that `text` names; raises BadPlayer, which names what is allowed."""
    kind, behind = forbidden_kind(text), text.rpartition("/")[2]
    if kind:
        both = (player(behind, game, seed) for _ in range(2))
        return RestrictedPlayer(game, kind, *both)
    match = _COPIER.fullmatch(text)
    if match is None:
        return player(text, game, seed)
    return Copier(game, match[1], player(match[2], game, seed))


def spelled_out(text: str, game: Game) -> str:
    """The player's text, a level replaced by the player behind it."""
    copier, stroke, behind = text.rpartition("/")
    return copier + stroke + (expand(behind, game) if behind.isdecimal() else behind)


def check_player(text: str, game: Game) -> None:
    """Raise BadPlayer for a player that the game does not have, or whose games cannot be repeated."""
    lab_player(text, game, 0)
    if "seconds=" in spelled_out(text, game):
        raise BadPlayer(
            f"{text}: a player who thinks by the clock does not play the same game again; "
            "give simulations, nodes, depth or deals"
        )
    if "threads=" in text and "alphabeta" in text:
        raise BadPlayer(f"{text}: several threads of alpha-beta do not play the same game again")
