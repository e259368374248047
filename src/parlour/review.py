"""Looking back at a recorded game: what each position was worth, which moves cost most, what was better.

    found = review(tree, player("strongest:seconds=0.3", tree.game))
    found.chances, found.worst()
    annotate(tree, found)  # glyphs, comments, variations, evaluations
    tree.write().text

The positions of the main line are searched from last to first, so that the search's table
already knows what followed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from parlour.errors import IllegalMove, ParlourError
from parlour.kernel.layout import CHANCE
from parlour.language import _
from parlour.players.chance import evaluation_text, shares
from parlour.players.several import others
from parlour.records.tree import Node, Tree
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player
from parlour.table.verdict import percent

# NAGs of PGN. A move that costs so much of the chance of winning is marked with, the dearest first:
GLYPHS = ((0.30, 4), (0.15, 2), (0.08, 6))
# One that a quick look misses, and than which all others are worse by so much:
FINDS = ((0.30, 3), (0.15, 1))
# One that turns out better by so much than what was thought best:
SURPRISE, SURPRISING = 0.08, 5
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
SHOWN = 6  # moves of a better line that are kept
JUDGING = range(1, 7)  # the glyphs that say how good a move is: of those there is one

ProgressReport = Callable[[float], None]


class NoReview(ParlourError):
    """A game that cannot be reviewed; the text says why."""


@dataclass(frozen=True)
class Judged:
    """A seat's move: what its chance of winning was `before` it, with the `best` move, and `after` it.

    `ply` counts from 1; `line` are the moves that were expected, the best first; None if unknown.
    `otherwise`, the chance with the best of the other moves, is known where the best move was played
    and a quick look misses it.
    """

    ply: int
    seat: int
    move: str
    best: str
    line: tuple[str, ...]
    before: float | None
    after: float | None
    proven: bool = False  # whether `before` is certain
    otherwise: float | None = None

    @property
    def cost(self) -> float:
        """How much of its chance the seat gave away, 0 to 1."""
        if self.move == self.best or self.before is None or self.after is None:
            return 0.0
        return max(self.before - self.after, 0.0)

    @property
    def glyph(self) -> int | None:
        """The NAG for a move by its cost, or for one hard to find; None for all others."""
        marks = ((self.cost, GLYPHS), (self._lead, FINDS), (self._gain, ((SURPRISE, SURPRISING),)))
        return next((glyph for by, rows in marks for least, glyph in rows if by >= least), None)

    @property
    def _lead(self) -> float:
        """By how much the move, the best, was better than all others, where that is known."""
        if self.otherwise is None or self.before is None or self.after is None:
            return 0.0
        return min(self.before, self.after) - self.otherwise

    @property
    def _gain(self) -> float:
        """By how much the move was better than the one that was thought best."""
        if self.move == self.best or self.before is None or self.after is None:
            return 0.0
        return self.after - self.before

    def words(self, name: str) -> str:
        """What is said of a move that has a glyph, of the seat called `name`, and the better move."""
        if self.glyph == SURPRISING or self.cost < GLYPHS[-1][0]:
            return self.judgement(name)
        return " ".join((self.judgement(name), _("Better: %(move)s.", move=self.best)))

    def judgement(self, name: str) -> str:
        """The same without the better move."""
        assert self.before is not None
        assert self.after is not None
        if self.glyph == SURPRISING:
            return _(
                "Better than %(best)s: %(name)s's chance of winning is %(after)s.",
                best=self.best,
                name=name,
                after=percent(self.after),
            )
        if self.cost < GLYPHS[-1][0]:
            assert self.otherwise is not None
            return _(
                "Hard to find: %(name)s's chance of winning is %(after)s, "
                "with any other move %(otherwise)s at most.",
                name=name,
                after=percent(self.after),
                otherwise=percent(self.otherwise),
            )
        after = percent(self.after)
        if self.proven and self.before == 1.0:
            return _("%(name)s had a sure win, now it is %(after)s.", name=name, after=after)
        return _(
            "%(name)s's chance of winning was %(before)s, now it is %(after)s.",
            name=name,
            before=percent(self.before),
            after=after,
        )


@dataclass(frozen=True)
class Review:
    """What was found: `judged`, every seat's move in order, and `chances` of the first seat by ply.

    `chances` has one more than there are moves: the first is before any. `evaluations` are the same as
    records write them. None if unknown.
    """

    judged: tuple[Judged, ...]
    chances: tuple[float | None, ...]
    evaluations: tuple[str | None, ...]

    def worst(self, number: int = 3) -> tuple[Judged, ...]:
        """The moves that cost most, the dearest first, those that cost little left out."""
        dear = [judged for judged in self.judged if judged.cost >= GLYPHS[-1][0]]
        return tuple(sorted(dear, key=lambda judged: -judged.cost)[:number])

    def finest(self, number: int = 3) -> tuple[Judged, ...]:
        """The moves that were hard to find or better than was thought, those that matter most first."""
        fine = [judged for judged in self.judged if judged.glyph and judged.cost == 0]
        return tuple(sorted(fine, key=lambda judged: -max(judged._lead, judged._gain))[:number])


def review(
    tree: Tree, player: Player, progress: ProgressReport | None = None, quick: Player | None = None
) -> Review:
    """What `player` finds when it looks back at a tree's main line.

    Moves that were hard to find are marked too where there is a `quick` player, one with a small
    budget: hard is what it misses. Raises NoReview where not all can be seen: of hidden games, of more
    than two seats, of games as heard.
    """
    if tree.heard_by:
        raise NoReview("a game as one seat heard it cannot be reviewed")
    refuse(tree.game)
    nodes = [tree.root, *tree.line()]
    states = [tree.visit(node).copy() for node in nodes]
    found: list[Advice | None] = [None] * len(nodes)
    for n in reversed(range(len(nodes))):
        if states[n].turn not in (None, CHANCE):
            found[n] = player.advise(states[n].copy())
        if progress is not None:
            progress(1 - n / len(nodes))
    worth = [_worth(state, advice) for state, advice in zip(states, found, strict=True)]
    judged = tuple(
        _judge(n, states[n - 1], nodes[n], advice, worth[n])
        for n in range(1, len(nodes))
        if (advice := found[n - 1]) is not None
    )
    if quick is not None:
        judged = tuple(_compared(each, states[each.ply - 1], player, quick) for each in judged)
    firsts = tuple(None if chances is None else chances[0] for chances in worth)
    texts = tuple(map(_evaluation, firsts, states, found))
    return Review(judged, firsts, texts if tree.game.seats == 2 else (None,) * len(texts))


def refuse(game: Game) -> None:
    """Raise NoReview for games that cannot be reviewed."""
    if game.spec.hidden:
        raise NoReview(f"{game.title} hides information: its games cannot be reviewed")
    if game.seats > 2:
        raise NoReview("Games of more than two seats cannot be reviewed")


def _worth(state: State, advice: Advice | None) -> list[float] | None:
    """Each seat's chance of winning in a position; None if unknown."""
    if state.outcome is not None:
        return shares([float(score) for score in state.outcome.scores], state.game.spec.sides)
    if advice is None or advice.chance is None or state.turn is None:
        return None
    if state.game.seats == 1:
        return [advice.chance]
    return [advice.chance if seat == state.turn else 1 - advice.chance for seat in range(2)]


def _judge(
    ply: int, before: State, node: Node, advice: Advice, worth: list[float] | None
) -> Judged:
    seat = before.turn
    assert seat is not None
    after = None if worth is None else worth[seat]
    line = advice.line or (advice.move,)
    return Judged(ply, seat, node.move, advice.move, line, advice.chance, after, advice.proven)


def _compared(judged: Judged, state: State, player: Player, quick: Player) -> Judged:
    """The same with the chance that the other moves had, if a quick look misses the one that was played."""
    if judged.move != judged.best or judged.before is None or judged.before < FINDS[-1][0]:
        return judged
    if quick.advise(state.copy()).move == judged.move:
        return judged
    rest = others(state, judged.move, player, quick, 1)
    return replace(judged, otherwise=rest[0].chance) if rest else judged


def _evaluation(chance: float | None, state: State, advice: Advice | None) -> str | None:
    if chance is None or state.outcome is not None:
        return None
    distance = None if advice is None else advice.distance
    return evaluation_text(chance, -distance if distance and state.turn else distance)


# -- in the record -----------------------------------------------------------------------------------


def annotate(tree: Tree, found: Review) -> None:
    """Note what was found in the tree: evaluations, and glyphs, with comments and what was better."""
    nodes = [tree.root, *tree.line()]
    for node, text in zip(nodes, found.evaluations, strict=True):
        node.evaluation = text
    for judged in found.judged:
        if judged.glyph is not None:
            _mark(nodes[judged.ply], judged, judged.glyph)


def _mark(node: Node, judged: Judged, glyph: int) -> None:
    if not set(node.glyphs) & set(JUDGING):
        node.glyphs = [glyph, *node.glyphs]
    words = judged.words(node.tree.game.seat_names[judged.seat])
    before, after = node.comments
    if words not in after:
        node.comments = (before, f"{after} {words}".strip())
    assert node.parent is not None
    if judged.move != judged.best:
        add_line(node.parent, judged.line)


def add_line(node: Node, moves: Sequence[str]) -> None:
    """Add a row of moves as a variation, as far as it is legal, SHOWN moves at most."""
    for move in moves[:SHOWN]:
        try:
            node = node.add(move)
        except IllegalMove:
            return
