"""Grows a tree from moves in the order they are read; every format's reader uses it.

An illegal move ends its line. The rest of that line becomes a comment at the last legal move, with the
line number and what would have been legal. The other lines are not affected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Protocol

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE, MANY, OVER, Record
from parlour.records.game_result import UNFINISHED, result_text, seats_of
from parlour.records.notes import Notes
from parlour.records.pgn_syntax.comments import join
from parlour.records.record_items import Item
from parlour.records.record_limits import (
    DEEPEST,
    LONGEST_COMMENT,
    MOST_BROKEN,
    TOO_BROKEN,
    TOO_DEEP,
    comment_too_long,
)
from parlour.records.replay import Follower, Stand, codes_of, worth_following
from parlour.records.tree import Node, Tree
from parlour.table.game import NULL_MOVE, State
from parlour.table.outcome import Outcome


class HasOutcome(Protocol):
    """An object that knows the outcome of a game, such as a state."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a game that is over."""


@dataclass
class _Line:
    """A line being read: its current node, and where it broke, if it did.

    `stand` is the follower's position when a variation was begun here.
    """

    node: Node
    stand: Stand | None = None
    broken: str = ""
    rest: list[str] | None = None


class Builder:
    """A tree being read: `node` is the current node, `state` its position (None: only observed).

    Do not play on `state`; call `move`.
    """

    def __init__(self, tree: Tree, item: Item) -> None:
        self.tree = tree
        self.item = item
        self._line = _Line(tree.root)
        self._outer: list[_Line] = []
        self._depths: dict[Node, int] = {}  # in which depth of variations a node was first read
        self._children: dict[Node, dict[str, Node]] = {}  # of nodes that have many
        self._comments: dict[Node, tuple[list[str], list[str]]] = {}  # to be joined at the end
        self._broken: int = 0  # lines so far
        quick = not tree.heard_by and worth_following(tree.game, 0)
        self._follower = Follower(tree.game) if quick else None
        self._followed: Node | None = None  # where the follower stands
        self._slow: int = 0  # moves that were played at the table
        self.went_on = False  # whether moves follow an end by repetition or a count

    @property
    def node(self) -> Node:
        return self._line.node

    @property
    def state(self) -> State | None:
        return None if self.tree.heard_by else self.tree.visit(self.node)

    @property
    def turn(self) -> int | None:
        """Whose turn it is, as a state tells it; None where the moves were only heard."""
        follower = self._here()
        if follower is not None:
            return None if follower.turn == OVER else follower.turn
        return None if self.state is None else self.state.turn

    @property
    def outcome(self) -> Outcome | None:
        """The outcome here, None while the game goes on."""
        follower = self._here()
        if follower is not None:
            return follower.outcome
        return None if self.state is None else self.state.outcome

    @property
    def record(self) -> Record:
        """The record of the position here, which is not to be changed; not where moves were only heard."""
        follower = self._here()
        if follower is not None:
            return follower.record()
        assert self.state is not None
        return self.state.record

    def look(self) -> State | None:
        """The position here without its past, for its legal moves; None if compiled rules do not know it."""
        follower = self._here()
        if follower is None or follower.turn in (OVER, CHANCE):
            return None
        return State(self.tree.game, follower.record())

    @property
    def broken(self) -> bool:
        """Whether the present line has ended by an illegal move; only `rest` may follow in it."""
        return self._line.rest is not None

    @property
    def depth(self) -> int:
        """How many variations are open."""
        return len(self._outer)

    @property
    def follows(self) -> bool:
        """Whether compiled rules replay the moves, so that many are best played by one `go`."""
        return self._follower is not None

    @property
    def refusal(self) -> str:
        """Why no more variations are read; "" if they are."""
        if self.depth >= DEEPEST:
            return TOO_DEEP
        return TOO_BROKEN if self._broken >= MOST_BROKEN else ""

    def move(
        self, text: str, line: int, column: int = 0, raw: str = "", code: int | None = None
    ) -> Node | None:
        """Play the rulebook's `text`, which the source wrote `raw`; None if that is illegal.

        Then the line is broken: `illegal` was called. `code` is that of a move known to be legal.
        """
        self.go_on(line, column)
        if not self.tree.heard_by and self.go((text,)):
            return self.node
        self._slow += 1
        state, seat = self.state, None
        if state is not None:
            seat = state.turn
            try:
                text = _play(state, text) if code is None else state.play_code(code)
            except ParlourError as error:
                self.illegal(str(error), line, column, raw or text)
                return None
        child = self._grow(text, seat)
        if state is not None:
            self.tree.stand(child, state)
        return child

    def play(
        self, raw: str, line: int, column: int = 0, read: Callable[[], str] | None = None
    ) -> Node | None:
        """Play the move that the source writes as `raw`; once the line is broken, keep it as text.

        `read` returns the rulebook's text for it, where that is another; if it raises an error, that
        breaks the line.
        """
        if self.broken:
            self.rest(raw)
            return None
        self.go_on(line, column)
        try:
            text = raw if read is None else read()
        except ParlourError as error:
            self.illegal(str(error), line, column, raw)
            return None
        return self.move(text, line, column, raw)

    def go_on(self, line: int, column: int = 0) -> None:
        """Before a move: let a game go on that a repetition or a count of moves has ended, with a notice."""
        outcome, game = self.outcome, self.tree.game
        if outcome is None or not self.tree.go_on(self.node):
            return
        if not self.went_on:
            reason = outcome.reason.replace("-", " ")
            self.item.notice(f"the game is drawn here ({reason}); it is read on", line, column)
        self.went_on, self._followed = True, None
        if self._follower is not None and self.tree.game is not game:
            self._follower = Follower(self.tree.game)

    def go(self, texts: Sequence[str], loose: bool = False) -> int:
        """Play the rulebook's `texts` as far as compiled rules are sure of them; returns how many.

        `loose` texts may have - where a capture has x.
        """
        follower = self._here()
        if follower is None:
            return 0
        moves = follower.go(texts, loose)
        if moves:
            self.follow(moves, None)
            self._followed = self.node
        return len(moves)

    def _here(self) -> Follower | None:
        """The follower, standing here; None if the game has none."""
        follower, node = self._follower, self._line.node
        if follower is not None and self._followed is not node:
            at_root = node is self.tree.root
            follower.begin(self.tree.beginning if at_root else self.tree.visit(node))
            self._followed = node
        return follower

    def _stood(self) -> Stand | None:
        """Where the follower stands, if that is here."""
        here = self._follower is not None and self._followed is self._line.node
        return self._follower.stand() if here and self._follower else None

    def follow(
        self, moves: Iterable[tuple[str, int, int]], notes: Sequence[Notes | None] | None
    ) -> Node:
        """Go on by moves that the reader has found to be legal: text, seat and glyph (0: none) of each.

        `notes` are what is noted at them, if anything.
        """
        here = self._line
        begun = here.node
        if self._outer or begun.children:
            for text, seat, glyph in moves:
                node = self._grow(text, seat)
                if glyph:
                    add_notes(node, {"glyphs": [glyph]})
        else:
            here.node = begun.grow_line(moves)
        if notes is not None:
            node = here.node
            for said in reversed(notes):
                if said and node._notes is None:
                    node._notes = said
                elif said:
                    add_notes(node, said)
                node = node.parent or node
        return here.node

    def _grow(self, text: str, seat: int | None) -> Node:
        here = self._line
        child = self._child(here.node, text) if here.node.children else None
        if child is None:
            child = here.node.grow(text, seat)
            if here.node in self._children:
                self._children[here.node][text] = child
            if self._outer:
                self._depths[child] = self.depth
            elif len(here.node.children) > 1:
                self._put_first(child)
        here.node = child
        return child

    def _child(self, node: Node, text: str) -> Node | None:
        """The child with this move, if there is one; of many children it is looked up."""
        if len(node.children) < MANY_CHILDREN:
            return node.child(text)
        if node not in self._children:
            self._children[node] = {child.move: child for child in node.children}
        return self._children[node].get(text)

    def _put_first(self, child: Node) -> None:
        """A line's own move goes before those of variations that turned out to run along with it."""
        first = self._depths.get(child.parent.children[0], 0) if child.parent else 0
        if first > self.depth:
            child.promote()

    def illegal(self, why: str, line: int, column: int, raw: str) -> None:
        """End the present line at `raw`, which is no legal move."""
        here = self._line
        here.broken = f"line {line}: {why}"
        here.rest = [raw]
        self._broken += 1
        self.item.broke(why, line, column)

    def rest(self, raw: str) -> None:
        """Keep `raw`, which follows in a line that is broken."""
        if self._line.rest is not None:
            self._line.rest.append(raw)

    def open(self) -> bool:
        """Begin a variation in place of the last move; False if there is none."""
        node = self.node.parent
        if node is None:
            return False
        self._line.stand = stand = self._stood()
        if stand is not None and self._follower:
            self._followed = node if self._follower.step_back() else None
        self._begin(node)
        return True

    def branch(self) -> None:
        """Begin a variation that goes on from here, as SGF has them; `close` comes back here."""
        self._line.stand = self._stood()
        self._begin(self.node)

    def branch_at(self, node: Node) -> None:
        """Begin a variation that goes on from a node that was read before; `close` comes back here."""
        self._begin(node)

    def _begin(self, node: Node) -> None:
        self._outer.append(self._line)
        self._line = _Line(node)

    def close(self) -> None:
        """End the present variation, and come back to where it was opened."""
        self._end_line()
        self._line = self._outer.pop()
        stand, self._line.stand = self._line.stand, None
        if stand is not None and self._follower is not None:
            self._follower.come_back(stand)
            self._followed = self._line.node

    def finish(self) -> None:
        """Close everything still open and return to the end of the main line."""
        while self._outer:
            self.close()
        self._end_line()
        if self._follower is None and not self.tree.heard_by:
            worth_following(self.tree.game, self._slow)
        for node, texts in self._comments.items():
            self._join(node, texts)
        self._comments.clear()

    def _end_line(self) -> None:
        here = self._line
        if here.rest is not None:
            what = f"{here.broken}: {' '.join(filter(None, here.rest))}"
            self.comment(here.node, after=what)
            here.rest = None

    # -- notes -------------------------------------------------------------------------------------

    def note(self, node: Node, notes: Notes) -> None:
        """Note more at a node, beside what it has."""
        if "comments" in notes:
            self.comment(node, *notes["comments"])
            notes = {name: value for name, value in notes.items() if name != "comments"}
        add_notes(node, notes)

    def comment(self, node: Node, before: str = "", after: str = "") -> None:
        """Add comments to those of a node; the node has them when the game is finished."""
        for place, text in enumerate((before, after)):
            if text:
                self._comments.setdefault(node, ([], []))[place].append(text)

    def has_comments(self, node: Node) -> bool:
        """Whether comments were added to a node."""
        return node in self._comments

    def _join(self, node: Node, texts: tuple[list[str], list[str]]) -> None:
        """Give a node its comments; one that merely repeats the first, as of a line given twice, is not."""
        joined = []
        for old, new in zip(node.comments, texts, strict=True):
            first, *others = [old, *new] if old or not new else new
            text = join((first, *dropwhile(first.__eq__, others)))
            if len(text) > LONGEST_COMMENT:
                self.item.broke(comment_too_long(len(text)), self.item.line)
            joined.append(text[:LONGEST_COMMENT])
        node.comments = (joined[0], joined[1])


MANY_CHILDREN = 50  # of a node, among which one is looked up
MOST_CODES = 100_000  # that are remembered of a game


def _play(state: State, text: str) -> str:
    """Play a text, which may leave the turn to the other player; returns the rulebook's own."""
    if text == NULL_MOVE:
        state.leave_turn()
        return text
    return state.play_code(code_of(state, text))


def code_of(state: State, text: str) -> int:
    """The code of a legal move, as `State.code` has it; quicker for texts that were met before.

    A text's code is mostly the same in every position: if that is legal here and has this text here,
    no texts need be listed. Raises IllegalMove.
    """
    if state.reads_moves:
        return state.code(text)
    known = codes_of(state.game)
    code = known.get(text)
    usual = code is not None and state.turn not in (None, CHANCE) and code in state.codes()
    if usual and state.game.notation.move_text(state.record, code) == text:
        assert code is not None
        return code
    code = state.code(text)
    few = state.game.plain.rules.MAX_MOVES <= MANY
    if few and state.turn != CHANCE and len(known) < MOST_CODES:
        known[state.game.notation.move_text(state.record, code)] = code
    return code


def add_notes(node: Node, notes: Notes) -> None:
    """Note more at a node, beside what it has; but comments, of which a builder takes care."""
    for name, value in notes.items():
        old = node._notes.get(name) if node._notes else None
        if not old or not isinstance(old, (list, dict)):
            setattr(node, name, value)
        elif isinstance(old, list):
            old += value
        else:
            old |= value


def contradiction(builder: Builder, ending: HasOutcome | None = None) -> str:
    """How a tree's given result contradicts its game or its main line's end; "" where it does not.

    `ending` knows how the main line ends if the builder did not play to its end.
    """
    tree = builder.tree
    result = tree.tags.given.get("Result", UNFINISHED)
    if result == UNFINISHED or tree.heard_by:
        return ""
    if seats_of(result) != tree.game.seats:
        return f"the result is {result}; expected {tree.game.seats} scores"
    outcome = (ending or builder).outcome
    if outcome is None or result_text(outcome.scores) == result:
        return ""
    if tree.game.spec.claims and tree.go_on(tree.root.last()):  # nobody has claimed the draw
        return ""
    reached = f"{result_text(outcome.scores)} ({outcome.reason})"
    return f"the result is {result}; these moves end with {reached}"
