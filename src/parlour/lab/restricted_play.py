"""Restricted play: a player who may not make one kind of move, to see what that kind is worth.

``never-capture/mcts:simulations=500`` plays like the player behind the stroke, but makes no move of the
kind ``capture`` while another is legal (Jaffe and others 2012). It does not plan ahead for its restriction.
"""

from __future__ import annotations

import random
from statistics import fmean

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Move, Step
from parlour.kernel.scene import Piece
from parlour.kernel.spec import parse_options
from parlour.players import Player
from parlour.players.chance import shares
from parlour.players.levels import COUNTED
from parlour.table.game import Game, State
from parlour.table.player import Advice, Progress, has_few_moves

PREFIX = "never-"
DRAWS = 4  # of chance after a move that is weighed
LONGEST_SIGN = 2  # capitals that are a kind, such as Q
LONGEST_NUMBER = 2  # digits of a move's number that is a kind of its own


def restricted(kind: str, player: str) -> str:
    """The text of a player who never makes moves of a kind while others are legal."""
    return f"{PREFIX}{kind}/{player}"


def forbidden_kind(player: str) -> str:
    """The kind of moves that a player's text forbids it; empty for other players."""
    kind, stroke, _ = player.rpartition("/")
    return kind.removeprefix(PREFIX) if stroke and kind.startswith(PREFIX) else ""


def budget_unit(player: str) -> str:
    """The name of what a player's thought is counted in; empty where it is not."""
    settings = parse_options(given) if (given := player.partition(":")[2]) else {}
    return next((name for name in COUNTED if name in settings), "")


def kind_of(move: Move, pieces: dict[str, str]) -> str:
    """What kind of move it is, in words: what its words say, the piece that goes, whether it captures.

    `pieces` are the names of what stands on the cells.
    """
    words = [step for step in move.steps if step.kind == "word"]
    named = [step.label or step.text for step in words if not _is_single(step)]
    if move.moved:
        piece = pieces.get(move.moved[0][0], "")
        what = "capture" if move.captures else "move"
        named.insert(0, f"{piece} {what}".strip())
    elif not named:
        named.append(
            "capture" if move.captures else "placing" if move.placed else _wordless(move.text)
        )
    return ", ".join(dict.fromkeys(named))


def _is_single(step: Step) -> bool:
    """Whether a word names one thing, such as B12 or the tile BBRRYY or how it is turned, and no kind."""
    if step.turned is not None:
        return True
    code = step.text.isalpha() and step.text.isupper() and len(step.text) > LONGEST_SIGN
    return code or any(map(str.isdigit, step.label or step.text))


def _wordless(text: str) -> str:
    """The kind of a move that is a number or a code: its letters, or a small number itself."""
    letters = "".join(letter for letter in text if not letter.isdigit()).strip(" -+*,;:.")
    if letters:
        return letters
    return text if len(text) <= LONGEST_NUMBER else "a number"


def piece_names(state: State) -> dict[str, str]:
    """What the pieces on the board are called, where a side has several kinds of them."""
    if state.game.spec.hidden:
        return {}
    tops = {cell.name: cell.pieces[-1] for cell in state.scene().cells if cell.pieces}
    kinds: dict[str, set[str]] = {}
    for piece in tops.values():
        kinds.setdefault(piece.colour, set()).add(_name(piece))
    several = any(len(names) > 1 for names in kinds.values())
    return {cell: _name(piece) for cell, piece in tops.items()} if several else {}


def _name(piece: Piece) -> str:
    return piece.kind.partition(" ")[0] or piece.text.upper()


def can_restrict(game: Game) -> bool:
    """Whether restricted players can play a game: open ones for two."""
    return game.seats == 2 and not game.spec.hidden


class RestrictedPlayer(Player):
    """Plays like `other`, without moves of one kind while another kind is legal.

    Where `other` would make such a move, `weigher`, the same player with its budget divided, looks at the
    position after each of the rest.
    """

    def __init__(self, game: Game, kind: str, other: Player, weigher: Player) -> None:
        super().__init__(game, 0)
        if not can_restrict(game):
            raise BadPlayer(
                f"{PREFIX}{kind}: restricted players play open games of two; {game.name} is none"
            )
        self.kind, self.other, self.weigher = kind, other, weigher
        self.unit = next((name for name in COUNTED if getattr(other, name, None)), "")

    def compile(self) -> None:
        self.other.compile()
        self.weigher.compile()

    def decide(self, state: State, progress: Progress | None = None) -> Advice:
        wanted = self.other.decide(state, progress)
        if not has_few_moves(state):
            return wanted
        pieces = piece_names(state)
        if kind_of(state.move(wanted.move), pieces) != self.kind:
            return wanted
        rest = [move.text for move in state.legal if kind_of(move, pieces) != self.kind]
        return Advice(self._best(state, rest)) if rest else wanted

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return self.other.advise(state, progress)

    def _best(self, state: State, moves: list[str]) -> str:
        """The move that promises most; one at random for a player that has no idea."""
        if self.unit:
            self.weigher.think_for(self.unit, max(1, getattr(self.other, self.unit) // len(moves)))
        rng = random.Random(f"{state.text} {len(state.past)}")
        promises = {move: self._promise(state, move, rng) for move in moves}
        known = {move: promise for move, promise in promises.items() if promise is not None}
        return max(known, key=known.__getitem__) if known else rng.choice(moves)

    def _promise(self, state: State, move: str, rng: random.Random) -> float | None:
        """The chance of winning after a move, over some draws where chance is next."""
        assert state.turn is not None
        after = state.copy().play(move)
        draws = DRAWS if after.turn == CHANCE else 1
        found = [self._look(after.copy().play_chance(rng), state.turn) for _ in range(draws)]
        known = [share for share in found if share is not None]
        return fmean(known) if known else None

    def _look(self, after: State, seat: int) -> float | None:
        if after.outcome is not None:
            scores = [float(score) for score in after.outcome.scores]
            return shares(scores, after.game.spec.sides)[seat]
        chance = self.weigher.advise(after).chance
        return chance if chance is None or after.turn == seat else 1 - chance
